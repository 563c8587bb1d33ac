/** Surveys of a chain as other views take them. */
export { chainJointLimits, chainLimits, isDownward, lineValues, panelValues } from './chain-content.ts';
export { levelAt, shapeThresholds, watchedField } from './joint-limits.ts';
export { isJudged, type Shown, shownSurveys, unbiased, withoutProbeBias } from './profile-content.ts';
export { readFirm } from './profile-state.ts';
export { sectionLimits, sectionSurveys, usualFactor } from './section-content.ts';
