import { scaleOf } from '../../frame/scale.ts';

/** The axis of what hangs from the top: rain. It is always there: 3 mm must not look like 30. Pure. */
export interface RainAxis {
  readonly max: number;
  readonly interval: number;
  /** The words at a value: none below the bars, the unit at the longest. */
  readonly labelOf: (value: number) => string;
}

/** Bars take the upper third of the plot: the curves below stay readable. */
const shareOfHeight = 3.2;

export function rainAxisOf(values: Iterable<number | null>, unit: string): RainAxis {
  let max = 1;
  for (const value of values) if (value !== null && value > max) max = value;
  const { step, decimals } = scaleOf(0, max, 3);
  const last = Math.max(step, Math.floor((max * 1.05) / step) * step);
  return {
    max: max * shareOfHeight,
    interval: step,
    labelOf: (value) =>
      value <= 0 || value > last * 1.001
        ? ''
        : value >= last * 0.999
          ? `${value.toFixed(decimals)} ${unit}`.trim()
          : value.toFixed(decimals),
  };
}
