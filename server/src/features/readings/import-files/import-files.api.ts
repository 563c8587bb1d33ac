/** Files of readings as what they hold: their layout, their lines of cells, their series. They know no point and no import. */
export { timeText } from './logic/detect-columns.ts';
export { detectLayout } from './logic/detect-layout.ts';
export { diggsReadings } from './logic/diggs.ts';
export type { DetectedLayout } from './logic/row-layout.ts';
export { agsReadings, type Bytes, type FileLine, isClosing, linesOf } from './logic/source-file.ts';
