/** Queries of weather stations for features above: the rose that the screens show. */
export { windRose } from './weather.service.ts';
