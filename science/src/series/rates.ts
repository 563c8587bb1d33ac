/**
 * Change of a series: since the initial value, since the previous reading, per day. Times in ms, ascending; NaN is a
 * missing value, and what cannot be calculated is NaN in series and null in single results.
 */

const dayMs = 86_400_000;

/** v - initial, value by value. */
export function cumulative(values: ArrayLike<number>, initial: number): Float64Array {
  return Float64Array.from(values, (value) => value - initial);
}

/** v - previous v that is not missing; NaN for the first. */
export function change(values: ArrayLike<number>): Float64Array {
  const out = new Float64Array(values.length).fill(Number.NaN);
  let previous = Number.NaN;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    out[i] = value - previous;
    if (!Number.isNaN(value)) previous = value;
  }
  return out;
}

/** One reading of a point: time in ms, value. */
export interface Timed {
  readonly atMs: number;
  readonly value: number;
}

/** (v - v_prev)/dt per day; null when the two are not in time order or not finite. */
export function rateBetween(previous: Timed, now: Timed): number | null {
  const rate = ((now.value - previous.value) / (now.atMs - previous.atMs)) * dayMs;
  return now.atMs > previous.atMs && Number.isFinite(rate) ? rate : null;
}

/**
 * v(t) - v(t - 24 h), the latter on the line between the last reading at or before t - 24 h and the first at or after
 * it; per day. Null when `before` is later than t - 24 h, that is in the first 24 h of data.
 */
export function rateOverDay(now: Timed, before: Timed | null, after: Timed | null): number | null {
  const from = now.atMs - dayMs;
  if (before === null || before.atMs > from) return null;
  const rate = now.value - between(before, after, from);
  return Number.isFinite(rate) ? rate : null;
}

function between(before: Timed, after: Timed | null, atMs: number): number {
  if (before.atMs === atMs || after === null || after.atMs <= before.atMs) return before.value;
  return before.value + ((after.value - before.value) * (atMs - before.atMs)) / (after.atMs - before.atMs);
}

/** (v - v_prev)/dt [per day] along a series, over the missing values. Source: domain.md 5.1 (rate_prev). */
export function ratePerDay(timesMs: ArrayLike<number>, values: ArrayLike<number>): Float64Array {
  const out = new Float64Array(values.length).fill(Number.NaN);
  let previous: Timed | null = null;
  for (let i = 0; i < values.length; i++) {
    const now = { atMs: timesMs[i] as number, value: values[i] as number };
    if (Number.isNaN(now.value)) continue;
    if (previous !== null) out[i] = rateBetween(previous, now) ?? Number.NaN;
    previous = now;
  }
  return out;
}

/** v(t) - v(t - 24 h) [per day] along a series, interpolated between readings; NaN in the first 24 h. (rate_24h) */
export function rate24h(timesMs: ArrayLike<number>, values: ArrayLike<number>): Float64Array {
  const out = new Float64Array(values.length).fill(Number.NaN);
  const sound: Timed[] = [];
  let left = 0;
  for (let i = 0; i < values.length; i++) {
    const now = { atMs: timesMs[i] as number, value: values[i] as number };
    if (Number.isNaN(now.value)) continue;
    sound.push(now);
    const from = now.atMs - dayMs;
    while (left + 1 < sound.length && (sound[left + 1] as Timed).atMs <= from) left++;
    out[i] = rateOverDay(now, sound[left] ?? null, sound[left + 1] ?? null) ?? Number.NaN;
  }
  return out;
}

export interface Gap {
  readonly fromMs: number;
  readonly toMs: number;
  readonly missing: number;
}

/** Gaps: dt > 1.5 interval, with round(dt/interval) - 1 missing readings ("data lost"). */
export function gapsOf(timesMs: ArrayLike<number>, intervalMs: number): readonly Gap[] {
  const gaps: Gap[] = [];
  for (let i = 1; i < timesMs.length; i++) {
    const fromMs = timesMs[i - 1] as number;
    const toMs = timesMs[i] as number;
    if (toMs - fromMs > 1.5 * intervalMs)
      gaps.push({ fromMs, toMs, missing: Math.round((toMs - fromMs) / intervalMs) - 1 });
  }
  return gaps;
}

/** Runs of at least `least` identical values in a row ("data repeat"): index of the first and length. */
export function repeatsOf(values: ArrayLike<number>, least = 4): readonly { start: number; length: number }[] {
  const runs: { start: number; length: number }[] = [];
  let start = 0;
  for (let i = 1; i <= values.length; i++) {
    if (i < values.length && values[i] === values[start]) continue;
    if (i - start >= least) runs.push({ start, length: i - start });
    start = i;
  }
  return runs;
}
