/** Content of a report of a period, and what each block of a template makes of it. Pure: no database, no files. */

export type { BlockContext } from './logic/block-parts.ts';
export { isWithin } from './logic/block-parts.ts';
export { eventFacts, partiesOf, writeBlock } from './logic/block-writers.ts';
export type { ReportContent, SummaryLine } from './logic/content.ts';
export { completePercent, summaryOf } from './logic/content.ts';
export type { CoverContent } from './logic/cover-content.ts';
export type {
  BlockFigures,
  Calibration,
  MasterSurveys,
  PluginFigures,
  PointReadings,
  PointWeather,
  ReportDrawing,
  ReportExtras,
  ReportLine,
  ReportPhoto,
  RoundDetail,
  Surveys,
} from './logic/extras.ts';
export { noExtras } from './logic/extras.ts';
export { handlingSentences } from './logic/handling.ts';
export { localTimes, offsetText } from './logic/local-times.ts';
export { blockContext, paperOf } from './logic/paper-of.ts';
export {
  indexPoints,
  instant,
  type PlaceholderValue,
  pointValue,
  reportValues,
  sized,
  textWriter,
  whole,
  writtenValue,
} from './logic/placeholders.ts';
export { figuresFor, pluginKeyOf } from './logic/plugin-blocks.ts';
export { chartsOf, curveGroups } from './logic/point-blocks.ts';
export { masterCharts, profileChart } from './logic/shape-blocks.ts';
export { figuresOf, viewCharts } from './logic/view-blocks.ts';
