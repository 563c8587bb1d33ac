/**
 * Where a time axis has its marks: at round instants of the project's own zone, not of the browser's.
 * Pure; zone arithmetic by Intl, so days begin right on both sides of a change to summer time.
 */
const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const steps = [1, 2, 5, 10, 15, 30]
  .map((n) => n * second)
  .concat(
    [1, 2, 5, 10, 15, 30].map((n) => n * minute),
    [1, 2, 3, 6, 12].map((n) => n * hour),
    [1, 2, 4, 7, 14].map((n) => n * day),
  );
const monthSteps = [1, 2, 3, 6, 12, 24, 60, 120];

const formatters = new Map<string, Intl.DateTimeFormat>();
function wall(
  at: number,
  zone: string | undefined,
): { year: number; month: number; day: number; hour: number; minute: number; second: number } {
  const key = zone ?? '';
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-GB', {
      ...(zone ? { timeZone: zone } : {}),
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      hourCycle: 'h23',
    });
    formatters.set(key, formatter);
  }
  const parts = Object.fromEntries(formatter.formatToParts(at).map((part) => [part.type, Number(part.value)]));
  return parts as ReturnType<typeof wall>;
}

/** The zone's offset from UTC in ms at an instant. */
export function offsetMs(at: number, zone: string | undefined): number {
  const w = wall(at, zone);
  return Date.UTC(w.year, w.month - 1, w.day, w.hour, w.minute, w.second) - Math.floor(at / second) * second;
}

/** The instant at which the zone's clocks show a wall time, given as if it were UTC. */
export function instantOf(wallMs: number, zone: string | undefined): number {
  const guess = wallMs - offsetMs(wallMs, zone);
  return wallMs - offsetMs(guess, zone);
}

export interface Ticks {
  readonly at: readonly number[];
  readonly stepMs: number;
}

/** Marks between two instants, about one per `1/most` of the span and never more than `most`. */
export function timeTicks(from: number, to: number, max: number, zone: string | undefined): Ticks {
  const min = (to - from) / Math.max(1, max);
  const step = steps.find((each) => each >= min);
  const at: number[] = [];
  if (step !== undefined) {
    let wallAt = Math.ceil((from + offsetMs(from, zone)) / step) * step;
    for (let i = 0; i <= max + 2; i++, wallAt += step) {
      const instant = instantOf(wallAt, zone);
      if (instant > to) break;
      if (instant >= from) at.push(instant);
    }
    return { at, stepMs: step };
  }
  const months = monthSteps.find((each) => each * 30.4 * day >= min) ?? 120;
  const start = wall(from, zone);
  let index = Math.ceil((start.year * 12 + start.month - 1) / months) * months;
  for (let i = 0; i <= max + 2; i++, index += months) {
    const instant = instantOf(Date.UTC(Math.floor(index / 12), index % 12, 1), zone);
    if (instant > to) break;
    if (instant >= from) at.push(instant);
  }
  return { at, stepMs: months * 30 * day };
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (n: number): string => String(n).padStart(2, '0');

/** The word at a mark: `14:00:05`, `14:00`, `18 Mar` or `Mar 2026`, whichever the step needs. */
export function tickLabel(at: number, stepMs: number, zone: string | undefined, language: string): string {
  const w = wall(at, zone);
  const english = language === 'en';
  const date = english ? `${w.day} ${months[w.month - 1]}` : `${two(w.month)}-${two(w.day)}`;
  if (stepMs >= 28 * day) return english ? `${months[w.month - 1]} ${w.year}` : `${w.year}-${two(w.month)}`;
  if (stepMs >= day) return date;
  if (w.hour === 0 && w.minute === 0 && w.second === 0) return date;
  return stepMs < minute ? `${two(w.hour)}:${two(w.minute)}:${two(w.second)}` : `${two(w.hour)}:${two(w.minute)}`;
}
