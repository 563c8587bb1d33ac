/** The readings of a report as they are today, by the same functions that its figures were made by. */
import { setImmediate } from 'node:timers/promises';
import { elementAt } from '@plumbline/contract/kernel/elements';
import type { Db } from '../../../kernel/context.ts';
import type { Pool } from '../../../kernel/db.ts';
import { shownCurves, shownPoints } from '../../readings/readings/readings.effective.api.ts';
import { digestsOf, type ReadingDigest } from './logic/reading-digests.ts';
import * as table from './period-reports.table.ts';

const view = { quantity: 'value', quality: 'good' } as const;
const maxReadings = 2_000_000;
const pointsAtOnce = 10;

interface Rereading {
  readonly db: Db;
  readonly pool: Pool;
  readonly fromMs: number;
  /** The first instant after the period. */
  readonly toMs: number;
}

/** The digests of the same fields of the same points now; a point that is gone has none. */
export async function rereadDigests(
  { db, pool, fromMs, toMs }: Rereading,
  before: readonly Pick<ReadingDigest, 'pointId' | 'field'>[],
): Promise<ReadingDigest[]> {
  const byPoint = Map.groupBy(before, ({ pointId }) => pointId);
  const ids = await table.existingPoints(db, [...byPoint.keys()]);
  const now: ReadingDigest[] = [];
  for (let i = 0; i < ids.length; i += pointsAtOnce) {
    const pointFacts = await shownPoints(db, ids.slice(i, i + pointsAtOnce), false);
    const queries = pointFacts.map((point) => {
      const fieldKeys = new Set(byPoint.get(point.id)?.map(({ field }) => field));
      return { point, fields: point.fields.filter(({ key }) => fieldKeys.has(key)) };
    });
    const curves = await shownCurves(pool, queries, view, fromMs, toMs - 1, maxReadings);
    for (const [n, { point }] of queries.entries()) now.push(...digestsOf(point.id, elementAt(curves, n)));
    // What else this process does goes on between points.
    await setImmediate();
  }
  return now;
}
