/** Tables of readings, for the data view. */
export { ChainTableView } from './ChainTableView.tsx';
export { LineTableView } from './LineTableView.tsx';
export { ReadingsView } from './ReadingsView.tsx';
export { StationTableView } from './StationTableView.tsx';
