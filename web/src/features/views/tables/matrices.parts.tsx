/** Surveys as numbers by place and time, for reports. */

export { NumberFields, useChain } from './ChainTableView.tsx';
export { type ChainNumber, numberOf } from './chain-matrix.ts';
export { Directions, useLine } from './LineTableView.tsx';
export { StationField, useStation } from './StationTableView.tsx';
export type { SurveyMatrix } from './survey-matrix.ts';
