/** The change log of a point and the origin of a value, for the pages of other features. */
export { HistoryPanel } from './HistoryPanel.tsx';
export { TracePanel } from './TracePanel.tsx';
