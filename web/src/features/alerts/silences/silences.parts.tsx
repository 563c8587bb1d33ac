/** What other features show of quiet windows. */
export { SilenceNote } from './SilenceNote.tsx';
export { SilencesTab } from './SilencesTab.tsx';
