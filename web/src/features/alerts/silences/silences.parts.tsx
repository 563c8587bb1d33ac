/** Parts of quiet windows for other features. */
export { SilenceNote } from './SilenceNote.tsx';
export { SilencesTab } from './SilencesTab.tsx';
