/** A field beside the time axis, for the data view. */
export { AnalysisView } from './AnalysisView.tsx';
