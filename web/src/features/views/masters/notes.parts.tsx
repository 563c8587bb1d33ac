/** What surveys of a line cannot show, for other views of them. */
export { LineNotes, MasterNotes, standInNotes } from './MasterNotes.tsx';
export { NoSurvey, NotDrawn } from './MasterStates.tsx';
export { RadiusNote } from './SectionFields.tsx';
