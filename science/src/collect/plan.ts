/**
 * Collect plans: when a point is read. Either every `intervalSeconds`, or at the times of the day in `timer`, on the
 * clock of the project; from startAt (inside) to endAt (outside), epoch ms, open where null.
 * Source: specification 3 (collect config), 5 (timer list) and 9 (least interval 1 minute).
 */
import { dayMs } from '@plumbline/contract/kernel/durations';
import { zoneOf } from '../series/zone.ts';

/** UploadCollect: the device sends by itself; CommandCollect: it is asked; NoCollect: it is not read. */
export type CollectMode = 'UploadCollect' | 'CommandCollect' | 'NoCollect';
/** After an alert: halve the interval each time, or go to one minute at once. */
export type Acceleration = 'none' | 'halve' | 'fast';

export interface CollectPlan {
  readonly mode: CollectMode;
  readonly intervalSeconds: number | null;
  readonly startAt: number | null;
  readonly endAt: number | null;
  /** HH:mm; when there are any, they take the place of the interval. */
  readonly timer: readonly string[];
  readonly acceleration: Acceleration;
}

export type PlanFault =
  | 'intervalMissing'
  | 'intervalTooShort'
  | 'timerTooMany'
  | 'timerTimeInvalid'
  | 'timerRepeats'
  | 'startNotBeforeEnd'
  | 'accelerationNeedsInterval'
  | 'accelerationIntervalTooShort'
  | 'noCollectWithPlan';

const minIntervalSeconds = 60;
const timerPoints = 10;

/** Every combination in a plan that is refused, by name; empty when it is sound. */
export function planFaults(plan: CollectPlan): PlanFault[] {
  const { mode, intervalSeconds, startAt, endAt, timer, acceleration } = plan;
  const faults: PlanFault[] = [];
  const set = intervalSeconds !== null || timer.length > 0;
  if (mode === 'NoCollect') return set || acceleration !== 'none' ? ['noCollectWithPlan'] : [];
  if (!set) faults.push('intervalMissing');
  if (intervalSeconds !== null && !(intervalSeconds >= minIntervalSeconds)) faults.push('intervalTooShort');
  if (timer.length > timerPoints) faults.push('timerTooMany');
  const minutes = timer.map(minuteOf);
  if (minutes.some(Number.isNaN)) faults.push('timerTimeInvalid');
  if (new Set(minutes.filter((minute) => !Number.isNaN(minute))).size < minutes.filter((m) => !Number.isNaN(m)).length)
    faults.push('timerRepeats');
  if (startAt !== null && endAt !== null && startAt >= endAt) faults.push('startNotBeforeEnd');
  if (acceleration !== 'none') {
    if (intervalSeconds === null || timer.length > 0) faults.push('accelerationNeedsInterval');
    else if (!mayAccelerate(intervalSeconds)) faults.push('accelerationIntervalTooShort');
  }
  return faults;
}

/** Acceleration is offered above one minute only. Source: specification 5. */
export function mayAccelerate(intervalSeconds: number): boolean {
  return intervalSeconds > minIntervalSeconds;
}

/** Minute of the day; NaN for what is no HH:mm. */
function minuteOf(text: string): number {
  const match = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text.trim());
  return match === null ? Number.NaN : Number(match[1]) * 60 + Number(match[2]);
}

/**
 * The next `count` times of collection after `afterMs` (strictly), ascending; fewer when the plan ends, none when it is
 * not sound. Intervals count from startAt, or else from 1970: whole hours fall on the hour. A timer's time that the
 * clock skips is collected at the skip, one that it shows twice at the first. Throws RangeError on an unknown zone.
 */
export function nextCollects(plan: CollectPlan, timeZone: string, afterMs: number, count: number): number[] {
  if (plan.mode === 'NoCollect' || planFaults(plan).length > 0) return [];
  const until = plan.endAt ?? Number.POSITIVE_INFINITY;
  const after = Math.max(afterMs, (plan.startAt ?? Number.NEGATIVE_INFINITY) - 1);
  const times: number[] = [];
  for (const at of plan.timer.length > 0 ? timed(plan.timer, timeZone, after) : spaced(plan, after)) {
    if (at >= until || times.length >= count) break;
    times.push(at);
  }
  return times;
}

function* spaced(plan: CollectPlan, afterMs: number): Generator<number> {
  const step = (plan.intervalSeconds as number) * 1000;
  const from = plan.startAt ?? 0;
  for (let k = Math.floor((afterMs - from) / step) + 1; ; k++) yield from + k * step;
}

function* timed(timer: readonly string[], timeZone: string, afterMs: number): Generator<number> {
  const zone = zoneOf(timeZone);
  const minutes = timer.map(minuteOf).sort((a, b) => a - b);
  let last = afterMs;
  for (let day = Math.floor(zone.localOf(afterMs) / dayMs) * dayMs; ; day += dayMs) {
    for (const minute of minutes) {
      const at = zone.startOf(day + minute * 60_000);
      if (at > last) yield at;
      last = Math.max(last, at);
    }
  }
}

/** A reading may be on its way this long before its collection counts as missed: a tenth of the interval, 1 to 10 min. */
function graceOf(intervalSeconds: number): number {
  return Math.min(600_000, Math.max(60_000, intervalSeconds * 100));
}

/**
 * Returns the collections that were due since the last reading at `sinceMs`: how many collections are missed as of
 * `nowMs`, and when the first one was or is due (null: none). Devices keep their own beat, so an interval counts from
 * the reading itself; a timer counts its times. Nothing is missed before the plan starts or after it ends.
 */
export function expectedAfter(
  plan: CollectPlan,
  timeZone: string,
  sinceMs: number,
  nowMs: number,
): { readonly missed: number; readonly nextAtMs: number | null } {
  if (plan.mode === 'NoCollect' || planFaults(plan).length > 0) return { missed: 0, nextAtMs: null };
  const until = plan.endAt ?? Number.POSITIVE_INFINITY;
  if (plan.timer.length > 0) return expectedByTimer(plan, timeZone, sinceMs, nowMs, until);
  const step = (plan.intervalSeconds as number) * 1000;
  const since = plan.startAt === null ? sinceMs : Math.max(sinceMs, plan.startAt - step);
  const upTo = Math.min(nowMs - graceOf(step / 1000), until - 1);
  const nextAtMs = since + step < until ? since + step : null;
  return { missed: Math.max(0, Math.floor((upTo - since) / step)), nextAtMs };
}

/** More than this need not be counted. */
const maxMissed = 1000;

function expectedByTimer(plan: CollectPlan, timeZone: string, sinceMs: number, nowMs: number, until: number) {
  const grace = graceOf(3600);
  let missed = 0;
  let nextAtMs: number | null = null;
  // What came shortly before its time was that time's reading.
  const from = Math.max(sinceMs + grace, (plan.startAt ?? Number.NEGATIVE_INFINITY) - 1);
  for (const at of timed(plan.timer, timeZone, from)) {
    if (at >= until) break;
    nextAtMs ??= at;
    if (at > nowMs - grace || missed >= maxMissed) break;
    missed++;
  }
  return { missed, nextAtMs };
}
