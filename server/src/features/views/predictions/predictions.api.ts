/** What features above may ask: the forecast that the screens show. */
export { predict } from './predictions.service.ts';
