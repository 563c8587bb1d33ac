/** Wind and weather of a station, for the data view. */
export { WeatherView } from './WeatherView.tsx';
