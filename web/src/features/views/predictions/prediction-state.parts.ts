import { type PredictionModel, predictionModels } from '@plumbline/contract/views/predictions';
import { useAddressState, withParameters } from '../../../kernel/address-state.ts';

/** State of the forecast: on or off, by which model, how far. Invariant: all of it lies in the address. */
export interface PredictionState {
  /** null = no forecast. */
  readonly model: PredictionModel | null;
  readonly horizonDays: number;
}
export const horizons = [1, 7, 30, 90, 365] as const;
const usualHorizon = 7;

export function readPrediction(search: URLSearchParams): PredictionState {
  const days = Number(search.get('horizon'));
  return {
    model: predictionModels.find((each) => each === search.get('predict')) ?? null,
    horizonDays: horizons.find((each) => each === days) ?? usualHorizon,
  };
}
export const writePrediction = (search: URLSearchParams, { model, horizonDays }: PredictionState): URLSearchParams =>
  withParameters(search, {
    predict: model,
    horizon: model === null || horizonDays === usualHorizon ? null : String(horizonDays),
  });
export const usePredictionState = () => useAddressState(readPrediction, writePrediction);
