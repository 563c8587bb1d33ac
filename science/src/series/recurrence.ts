/**
 * What comes again by the calendar: every so many days, weeks or months at one time of the clock, in a zone whose clocks
 * change. Occurrences are counted from 0. A time that the clock skips is the instant of the skip; one that it shows twice
 * is the first. A month that is too short has it on its last day.
 */
import { dayMs } from '@plumbline/contract/kernel/durations';
import { zoneOf } from './zone.ts';

export interface Recurrence {
  readonly unit: 'day' | 'week' | 'month';
  /** Every so many units, at least 1. */
  readonly every: number;
  /** The day of the first, YYYY-MM-DD. */
  readonly firstOn: string;
  /** HH:MM. */
  readonly at: string;
}

/** Epoch ms of an occurrence. Throws RangeError on an unknown zone. */
export function occurrenceAt({ unit, every, firstOn, at }: Recurrence, index: number, timeZone: string): number {
  const [year = 0, month = 1, day = 1] = firstOn.split('-').map(Number);
  const [hours = 0, minutes = 0] = at.split(':').map(Number);
  const steps = index * every;
  const midnight =
    unit === 'month'
      ? dayOfMonth(year, month - 1 + steps, day)
      : Date.UTC(year, month - 1, day) + steps * (unit === 'week' ? 7 : 1) * dayMs;
  return zoneOf(timeZone).startOf(midnight + (hours * 60 + minutes) * 60_000);
}

/** A day of a month that may lie years on; the last one where the month is shorter. */
function dayOfMonth(year: number, month: number, day: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(day, last));
}

/** The index of the last occurrence that is not after an instant; null = the first is still to come. */
export function lastOccurrence(recurrence: Recurrence, ms: number, timeZone: string): number | null {
  const first = occurrenceAt(recurrence, 0, timeZone);
  if (ms < first) return null;
  const days = { day: 1, week: 7, month: 28 }[recurrence.unit] * recurrence.every;
  // The longest step that could have passed; months are longer than 28 days, so it is too far at first.
  let [low, high] = [0, Math.floor((ms - first) / (days * dayMs)) + 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (occurrenceAt(recurrence, middle, timeZone) <= ms) low = middle;
    else high = middle - 1;
  }
  return low;
}
