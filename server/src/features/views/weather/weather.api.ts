/** What features above may ask of weather stations: the rose that the screens show. */
export { windRose } from './weather.service.ts';
