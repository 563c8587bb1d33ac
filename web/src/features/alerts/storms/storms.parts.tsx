/** Parts of alert storms for other features. */
export { StormNote } from './StormNote.tsx';
export { StormPane } from './StormPane.tsx';
export { StormStrip } from './StormStrip.tsx';
