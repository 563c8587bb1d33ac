/** Queries for features above: the forecast that the screens show. */
export { predict } from './predictions.service.ts';
