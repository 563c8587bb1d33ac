/** Surveys of a line as other views take them. */
export { foundSurveys, lineLimits, silentNames, stationRows } from './line-content.ts';
export type { LineState } from './line-state.ts';
export { drawnChords, drawnSurveys, restOf, sectionRows, usualFactor } from './section-content.ts';
export type { ShownLine, ShownSection } from './shown-geometry.ts';
