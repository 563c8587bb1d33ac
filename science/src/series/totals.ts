/**
 * Totals of what is measured as an amount of each interval (rain, mm) and volumes of what flows (m³/h). Missing readings are
 * no amounts: a total is what was measured, and completeness says beside it how much of the span that is.
 */
import { dayMs, hourMs } from '@plumbline/contract/kernel/durations';
import { type RainClass, rainClass, rollingMaximum } from '../sensors/rain.ts';

/** So long without an amount ends an event. Source: DWA-A 118, 6 h between independent rains. */
const eventGapMs = 6 * hourMs;

/** A stretch with amounts that no pause of `eventGapMs` interrupts. */
export interface AmountEvent {
  /** The first and the last reading with an amount. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly total: number;
}

export interface AmountTotals {
  readonly total: number;
  /** The largest sum of any window (t - 1 h, t] and (t - 24 h, t]. */
  readonly largestHour: number;
  readonly largestDay: number;
  /** Of the largest day, GB/T 28592: of rain in mm. */
  readonly dayClass: RainClass;
  /** The last event; null = there was none. */
  readonly event: AmountEvent | null;
}

/** Returns totals of amounts at the ends of their intervals, `timesMs` ascending; NaN is missing. Null where nothing was measured. */
export function amountTotalsOf(timesMs: ArrayLike<number>, amounts: ArrayLike<number>): AmountTotals | null {
  let [count, total] = [0, 0];
  let event: AmountEvent | null = null;
  for (let i = 0; i < amounts.length; i++) {
    const amount = amounts[i] as number;
    if (Number.isNaN(amount)) continue;
    count++;
    total += amount;
    if (amount <= 0) continue;
    const at = timesMs[i] as number;
    event = eventWith(event, at, amount);
  }
  if (count === 0) return null;
  const largestDay = rollingMaximum(timesMs, amounts, dayMs);
  const largestHour = rollingMaximum(timesMs, amounts, hourMs);
  return { total, largestHour, largestDay, dayClass: rainClass(largestDay), event };
}

/** The event that an amount goes on with, or begins. */
function eventWith(event: AmountEvent | null, at: number, amount: number): AmountEvent {
  if (event === null || at - event.toMs >= eventGapMs) return { fromMs: at, toMs: at, total: amount };
  return { ...event, toMs: at, total: event.total + amount };
}

export interface Volume {
  /** The integral of the flow over what was measured. */
  readonly volume: number;
  /** Of that, how long was measured: gaps are not bridged. */
  readonly measuredMs: number;
}

const always = { fromMs: Number.NEGATIVE_INFINITY, toMs: Number.POSITIVE_INFINITY };

/** How far apart neighbours may be that a volume goes through, in intervals. */
export const volumeReach = 1.5;

/**
 * Volume of a flow per hour: trapezoids between neighbours that are no more than one and a half intervals apart, as far as they lie
 * within [fromMs, toMs], so that volumes of pieces sum to that of the whole. Null where there is none. [unit of the flow times hours]
 */
export function volumeOf(
  timesMs: ArrayLike<number>,
  flows: ArrayLike<number>,
  intervalMs: number,
  { fromMs, toMs } = always,
): Volume | null {
  let [volume, measuredMs] = [0, 0];
  let last: Flow | null = null;
  for (let i = 0; i < flows.length; i++) {
    const now = { at: timesMs[i] as number, flow: flows[i] as number };
    if (Number.isNaN(now.flow)) continue;
    const part = volumeBetween(last, now, intervalMs, { fromMs, toMs });
    volume += part.volume;
    measuredMs += part.measuredMs;
    last = now;
  }
  return measuredMs === 0 ? null : { volume, measuredMs };
}

interface Flow {
  readonly at: number;
  readonly flow: number;
}
const noVolume: Volume = { volume: 0, measuredMs: 0 };

/** The trapezoid between two neighbours, as far as it lies within [fromMs, toMs]; nothing across a gap. */
function volumeBetween(last: Flow | null, now: Flow, intervalMs: number, { fromMs, toMs } = always): Volume {
  if (last === null) return noVolume;
  const lengthMs = now.at - last.at;
  const [from, to] = [Math.max(last.at, fromMs), Math.min(now.at, toMs)];
  if (lengthMs > volumeReach * intervalMs || to <= from) return noVolume;
  const middle = ((from + to) / 2 - last.at) / lengthMs;
  return { volume: ((last.flow + (now.flow - last.flow) * middle) * (to - from)) / hourMs, measuredMs: to - from };
}

/** Where a running total has come to: it goes on from there in the next piece of a series. */
export interface Running {
  readonly total: number;
  /** Of a flow: the last reading. */
  readonly last: Flow | null;
}
export const runningStart: Running = { total: 0, last: null };

/** How a field is summed. */
export interface Summing {
  readonly summed: 'amount' | 'flow';
  readonly intervalMs: number;
}

/**
 * The total so far at each reading: of amounts with that of the reading itself, of a flow the volume since the first reading. NaN
 * where there is no reading; what follows goes on from what was. The last one is the total (amountTotalsOf), or the volume between
 * the first and the last reading (volumeOf).
 */
export function runningTotals(
  timesMs: ArrayLike<number>,
  values: ArrayLike<number>,
  { summed, intervalMs }: Summing,
  start: Running = runningStart,
): { readonly totals: Float64Array; readonly end: Running } {
  let { total, last } = start;
  const totals = new Float64Array(values.length).fill(Number.NaN);
  for (let i = 0; i < values.length; i++) {
    const now: Flow = { at: timesMs[i] as number, flow: values[i] as number };
    if (Number.isNaN(now.flow)) continue;
    total += summed === 'amount' ? now.flow : volumeBetween(last, now, intervalMs).volume;
    last = now;
    totals[i] = total;
  }
  return { totals, end: { total, last } };
}

/** From when on totals are counted, and where they have come to by `runningKey` before the first reading that is read. */
export interface TotalsFrom {
  readonly sinceMs: number;
  readonly before: ReadonlyMap<string, Running>;
}
export const runningKey = (pointId: number, field: string): string => `${pointId} ${field}`;

/** The running totals of a series as `from` says; where they have come to is kept in `running` under its key. */
export function totalsInto(
  running: Map<string, Running>,
  key: string,
  { times, values, ...summing }: Summing & { readonly times: Float64Array; readonly values: Float64Array },
  { sinceMs, before }: TotalsFrom,
): Float64Array {
  const counted = values.map((value, i) => ((times[i] as number) < sinceMs ? Number.NaN : value));
  const { totals, end } = runningTotals(times, counted, summing, before.get(key));
  running.set(key, end);
  return totals;
}
