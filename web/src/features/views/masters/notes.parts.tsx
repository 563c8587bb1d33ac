/** Notes on surveys of a line, for other views of them. */
export { LineNotes, MasterNotes, standInNotes } from './MasterNotes.tsx';
export { NoSurvey, NotDrawn } from './MasterStates.tsx';
export { RadiusNote } from './SectionFields.tsx';
