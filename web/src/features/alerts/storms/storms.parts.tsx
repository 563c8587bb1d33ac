/** What other features show of alert storms. */
export { StormNote } from './StormNote.tsx';
export { StormPane } from './StormPane.tsx';
export { StormStrip } from './StormStrip.tsx';
