/** The value axis: round ends and three to five steps. Pure. Invariant: all values given lie inside; zero is never forced. */
export interface Scale {
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** Decimals that the labels need. */
  readonly decimals: number;
  /** The smallest at the top. */
  readonly reversed?: boolean;
}

/** Where a value lies between the foot of the plot (0) and its top (1). */
export const heightOf = ({ min, max, reversed }: Scale, value: number): number => {
  const share = (value - min) / (max - min);
  return reversed ? 1 - share : share;
};

/** The value at a height between the foot of the plot (0) and its top (1). */
export const valueAt = ({ min, max, reversed }: Scale, height: number): number =>
  min + (reversed ? 1 - height : height) * (max - min);

/**
 * A scale whose ends people may have said. An end beyond the data moves the other, so that there is always a height. The room
 * about the data never crosses zero, nor a hundred per cent: no axis runs where nothing can be.
 */
export function boundScale(
  [low, high]: readonly [number, number],
  bounds: { readonly min?: number | null; readonly max?: number | null; readonly reversed?: boolean } | undefined,
  stepCount: number,
  unit = '',
): Scale {
  const { min = null, max = null, reversed = false } = bounds ?? {};
  const turned = reversed ? { reversed } : {};
  const scale = withinNature(scaleOf(low, high, stepCount), low, high, unit);
  if (min === null && max === null) return { ...scale, ...turned };
  const span = scale.max - scale.min;
  const from = min ?? (max === null || scale.min < max ? scale.min : max - span);
  const to = max ?? (scale.max > from ? scale.max : from + span);
  const { step, decimals } = scaleOf(from + (to - from) * 0.05, to - (to - from) * 0.05, stepCount);
  return { min: from, max: to, step, decimals, ...turned };
}

/** Cuts the room at zero and at a hundred per cent where all values lie on one side. A level line keeps its room: it would lie on the edge. */
function withinNature(scale: Scale, low: number, high: number, unit: string): Scale {
  if (!(high > low)) return scale;
  return {
    ...scale,
    min: low >= 0 ? Math.max(0, scale.min) : scale.min,
    max: high <= 0 ? Math.min(0, scale.max) : unit === '%' && high <= 100 ? Math.min(100, scale.max) : scale.max,
  };
}

export function scaleOf(low: number, high: number, stepCount = 4): Scale {
  if (!Number.isFinite(low) || !Number.isFinite(high)) return { min: 0, max: 1, step: 0.25, decimals: 2 };
  let span = high - low;
  if (span === 0) span = Math.max(Math.abs(low) * 0.02, 0.01);
  const middle = (low + high) / 2;
  const padded = span * 1.12;
  const raw = padded / stepCount;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = ([1, 2, 2.5, 5, 10].find((n) => n * power >= raw * 0.999) ?? 10) * power;
  const min = Math.floor((middle - padded / 2) / step + 1e-9) * step;
  const max = Math.ceil((middle + padded / 2) / step - 1e-9) * step;
  const decimals = Math.max(
    0,
    Math.min(8, -Math.floor(Math.log10(step) + 1e-9) + (Math.abs(step / power - 2.5) < 1e-9 ? 1 : 0)),
  );
  return { min: tidy(min, step), max: tidy(max, step), step, decimals };
}

const tidy = (value: number, step: number): number => Math.round(value / step) * step;

/** Smallest and largest of what is seen, and of the limits that lie near it (within the height of the data). */
export function extentOf(values: Iterable<number | null>, limits: readonly number[] = []): [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value === null) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (low > high) {
    // No data: the limits alone.
    return limits.length > 0 ? [Math.min(...limits), Math.max(...limits)] : [Number.NaN, Number.NaN];
  }
  const reach = Math.max(high - low, Math.abs(high) * 0.04, 1e-6);
  const near = limits.filter((limit) => limit >= low - reach && limit <= high + reach);
  // The next limit on each side belongs to the picture even when it is a little further off.
  const above = limits.filter((limit) => limit > high).sort((a, b) => a - b)[0];
  const below = limits.filter((limit) => limit < low).sort((a, b) => b - a)[0];
  if (above !== undefined && above - high <= reach * 3) near.push(above);
  if (below !== undefined && low - below <= reach * 3) near.push(below);
  return [Math.min(low, ...near), Math.max(high, ...near)];
}

/** Places labels in a margin: each keeps its place or is pushed down so that none touches the one above. Gives the shifts. */
export function stackLabels(placesPx: readonly number[], heightPx: number): number[] {
  const shifts = placesPx.map(() => 0);
  let last = Number.NEGATIVE_INFINITY;
  for (const [i, place] of [...placesPx.entries()].sort(([, a], [, b]) => a - b)) {
    const y = Math.max(place, last + heightPx);
    shifts[i] = y - place;
    last = y;
  }
  return shifts;
}
