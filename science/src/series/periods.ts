/**
 * Days, weeks, months, quarters and years as people name them, as instants of a zone: whole days of its calendar, right
 * where clocks change. Days are written `2026-03-29`.
 */
import { dayMs } from '@plumbline/contract/kernel/durations';
import { zoneOf } from './zone.ts';

export type PeriodType = 'day' | 'week' | 'month' | 'quarter' | 'year' | 'custom';

export interface Period {
  readonly firstDay: string;
  /** The last day of it. */
  readonly lastDay: string;
  /** [fromMs, toMs), epoch ms. */
  readonly fromMs: number;
  readonly toMs: number;
}

const localOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const dayOf = (localMs: number): string => new Date(localMs).toISOString().slice(0, 10);

/** Local start of the period that holds a day, and of the one after it. Weeks begin on Monday. */
function boundsOf(type: Exclude<PeriodType, 'custom'>, localMs: number): readonly [number, number] {
  const date = new Date(localMs);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  if (type === 'day') return [localMs, localMs + dayMs];
  if (type === 'week') {
    const monday = localMs - ((date.getUTCDay() + 6) % 7) * dayMs;
    return [monday, monday + 7 * dayMs];
  }
  const months = { month: 1, quarter: 3, year: 12 }[type];
  const first = month - (month % months);
  return [Date.UTC(year, first), Date.UTC(year, first + months)];
}

/** The period of a type that holds `day`; a custom one goes from `day` to `until`. Throws RangeError on an unknown zone. */
export function periodOf(type: PeriodType, day: string, until: string | undefined, timeZone: string): Period {
  const [first, next] =
    type === 'custom' ? [localOf(day), localOf(until ?? day) + dayMs] : boundsOf(type, localOf(day));
  const zone = zoneOf(timeZone);
  return {
    firstDay: dayOf(first),
    lastDay: dayOf(next - dayMs),
    fromMs: zone.startOf(first),
    toMs: zone.startOf(next),
  };
}
