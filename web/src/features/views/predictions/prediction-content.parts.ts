import type { Prediction } from '@plumbline/contract/views/predictions';
import { reachedAt } from '@plumbline/science/prediction/steps';
import type { ChartCurve, ChartThreshold } from '../../../charts/kinds/time-value/shapes.ts';

/** A forecast as a curve beside the one that it continues. */
export const forecastCurve = (prediction: Prediction, of: ChartCurve, name: string): ChartCurve => ({
  id: 'forecast',
  name,
  unit: of.unit,
  ...(of.precision === undefined ? {} : { precision: of.precision }),
  ...(of.axis === undefined ? {} : { axis: of.axis }),
  kind: 'forecast',
  times: prediction.times,
  values: prediction.values,
  ...(prediction.upper.some((value) => value !== null)
    ? { band: { lower: prediction.lower, upper: prediction.upper } }
    : {}),
});

/** A limit that the forecast reaches. */
export interface Reached {
  readonly level: number;
  readonly value: number;
  readonly at: number;
  /** When the edge of the band that is nearer to the limit reaches it: as early as that. */
  readonly earliestAt: number | null;
}

/** The limits that the forecast reaches, the nearest in time first. One that is reached already is no forecast. */
export function reachedLimits(
  { times, values, lower, upper }: Prediction,
  limits: readonly ChartThreshold[],
): Reached[] {
  return limits
    .flatMap(({ level, value, cumulative }): Reached[] => {
      // Which side of the curve a limit watches is said by its sign, as it was set.
      const side = (cumulative ?? value) >= 0 ? 1 : -1;
      const beyond = (list: readonly (number | null)[]) =>
        list.map((each) => (each === null ? null : side * (each - value)));
      const at = reachedAt(times, beyond(values), 0);
      const edge = reachedAt(times, beyond(side > 0 ? upper : lower), 0);
      return at === null ? [] : [{ level, value, at, earliestAt: edge }];
    })
    .sort((a, b) => a.at - b.at);
}
