/** What other features show of readings over time: ranges to choose, tables, and what the socket adds to a curve. */
export { lengthened, useCurves, useLastAnswers as useKept, useLive } from './curves.queries.ts';
export { FilterField } from './FilterField.tsx';
export { FilterNote } from './FilterNote.tsx';
export { DaysPicker, InstantPicker } from './InstantPicker.tsx';
export { RangeBar } from './RangeBar.tsx';
export { RangeField } from './RangeField.tsx';
export { ReadingsTable } from './ReadingsTable.tsx';
export { StatisticsRow } from './StatisticsRow.tsx';
