/**
 * The change of a field in 24 hours: v(t) - v(t - 24 h), the latter on the line between its neighbours; null before a day
 * of readings. The one definition behind "24 h" on every screen, and the one that rates have (domain reference 5.1): of
 * values as people see them, without those that failed, and across a new zero of what was measured.
 */
import { elementAt } from '@plumbline/contract/elements';
import { rateOverDay, rateReachMs } from '@plumbline/science/series/rates';
import type { Sql } from '../../kernel/sql.ts';
import { ratedSeries, type ShownPoint } from './readings.effective.api.ts';
import { nearestUsable } from './readings.usable.api.ts';

const dayMs = 86_400_000;

/** Up to `toMs`: t is the last usable reading at or before it, and not before `fromMs`. */
export interface DayChangeQuery {
  readonly point: ShownPoint;
  readonly fieldIndex: number;
  readonly fromMs: number;
  readonly toMs: number;
}

/** In the order asked for; a few statements however many points. */
export async function dayChanges(sql: Sql, queries: readonly DayChangeQuery[]): Promise<(number | null)[]> {
  const series = queries.map(({ point, fieldIndex }) =>
    ratedSeries(point, fieldIndex, { quantity: 'value', quality: 'good' }),
  );
  const newest = await nearestUsable(
    sql,
    queries.map(({ fromMs, toMs }, i) => ({ series: elementAt(series, i), fromMs, toMs })),
    'newest',
  );
  const around = newest.flatMap((now, i) => (now ? [{ now, series: elementAt(series, i), i }] : []));
  const before = await nearestUsable(
    sql,
    around.map(({ now: { atMs }, series }) => ({ series, fromMs: atMs - dayMs - rateReachMs, toMs: atMs - dayMs })),
    'newest',
  );
  const after = await nearestUsable(
    sql,
    around.map(({ now: { atMs }, series }) => ({ series, fromMs: atMs - dayMs, toMs: atMs })),
    'oldest',
  );
  const changes = queries.map((): number | null => null);
  around.forEach(({ now, i }, n) => {
    changes[i] = rateOverDay(now, before[n] ?? null, after[n] ?? null, elementAt(series, i).period);
  });
  return changes;
}
