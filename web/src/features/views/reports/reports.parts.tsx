/** Views of a point on paper, for the data view. */
export { ChainReportView } from './ChainReportView.tsx';
export { LineReportView } from './LineReportView.tsx';
export { ReadingsReportView } from './ReadingsReportView.tsx';
export { StationReportView } from './StationReportView.tsx';
