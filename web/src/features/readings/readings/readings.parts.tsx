/** Readings over time as other features show them: their curves, their table and their statistics. */
export { columnUnit } from './amount-buckets.ts';
export { useCurves } from './curves.queries.ts';
export { ReadingsTable } from './ReadingsTable.tsx';
export { StatisticsRow } from './StatisticsRow.tsx';
