/** Forecasts of curves, for the data view. */
export { PredictionBar } from './PredictionBar.tsx';
