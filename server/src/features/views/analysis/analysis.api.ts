/** Queries for features above: the numbers of the analysis on the screens. */
export { distribution, relation } from './analysis.service.ts';
