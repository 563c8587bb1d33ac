/** What other features show of readings over time: ranges to choose, and what the socket adds to a curve. */
export { lengthened, useLastAnswers as useKept, useLive } from './curves.queries.ts';
export { DaysPicker, InstantPicker } from './InstantPicker.tsx';
export { useWidth } from './PointChart.tsx';
export { allowedRange, isPreset, type Preset } from './presets.ts';
export { RangeField } from './RangeField.tsx';
export { useRanges } from './view-state.ts';
