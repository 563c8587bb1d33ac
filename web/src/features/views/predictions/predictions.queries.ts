import { type Field, isDirection } from '@plumbline/contract/points/families';
import type { Point } from '@plumbline/contract/points/points';
import { type PredictionModel, predictions } from '@plumbline/contract/views/predictions';
import { keepPreviousData } from '@tanstack/react-query';
import type { Range } from '../../../charts/frame/range.ts';
import { useRead } from '../../../kernel/reads.ts';
import type { PredictionState } from './prediction-state.parts.ts';

const iso = (at: number): string => new Date(at).toISOString();
const usualModel: PredictionModel = 'linear';

/** The forecast of a field by the state of the address; nothing is asked for while there is none, of a rate or of a direction. */
export function usePrediction(
  point: Point,
  field: Field,
  view: { readonly quantity: 'value' | 'cumulative' | 'rate'; readonly raw: boolean },
  range: Range,
  { model, horizonDays }: PredictionState,
) {
  const { quantity, raw } = view;
  return useRead(
    predictions.predict,
    {
      pointId: point.id,
      field: field.key,
      quantity: quantity === 'rate' ? 'value' : quantity,
      from: iso(range.from),
      to: iso(range.to),
      model: model ?? usualModel,
      horizonSeconds: horizonDays * 86_400,
      raw,
    },
    {
      enabled: model !== null && quantity !== 'rate' && !isDirection(field),
      placeholderData: keepPreviousData,
      staleTime: 60_000,
      retry: false,
    },
  );
}
