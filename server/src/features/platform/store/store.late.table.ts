/** Sealed records that late readings meet: each segment that holds one is opened once. */

import { elementAt } from '@plumbline/contract/kernel/elements';
import { lowerBound, recordReader } from '@plumbline/science/segments/frame';
import type { StoredRecord } from '@plumbline/science/segments/record';
import type { Sql } from '../../../kernel/sql.ts';
import { epochMs, instant, open, type Whole, wholeColumns } from './store.segments.api.ts';

/** For each (point, time), in order: the sealed record of that time, or null. */
export async function sealedRecords(
  sql: Sql,
  wanted: readonly { pointId: number; at: number }[],
): Promise<(StoredRecord | null)[]> {
  const found: (StoredRecord | null)[] = wanted.map(() => null);
  if (wanted.length === 0) return found;
  const { rows: holders } = await sql.query<{ n: number; t0: number }>({
    name: 'late-holders',
    text: `SELECT t.n::int - 1 AS n, ${epochMs('s.t0')} AS t0
      FROM unnest($1::int[], $2::float8[]) WITH ORDINALITY AS t(point_id, at, n)
      CROSS JOIN LATERAL (
        SELECT t0, t1 FROM segment WHERE point_id = t.point_id AND t0 <= ${instant('t.at')} ORDER BY t0 DESC LIMIT 1
      ) s WHERE s.t1 >= ${instant('t.at')}`,
    values: [wanted.map((each) => each.pointId), wanted.map((each) => each.at)],
  });
  const located = holders.map(({ n, t0 }) => ({ n, t0, ...elementAt(wanted, n) }));
  // One at a time: a batch may reach over many, and their samples are large.
  for (const members of Map.groupBy(located, ({ pointId, t0 }) => `${pointId}/${t0}`).values()) {
    const { pointId, t0 } = elementAt(members, 0);
    const { rows } = await sql.query<Whole>({
      name: 'late-segment',
      text: `SELECT ${wholeColumns} FROM segment s WHERE point_id = $1 AND t0 = ${instant('$2')}`,
      values: [pointId, t0],
    });
    const frame = open(pointId, elementAt(rows, 0));
    const read = recordReader(frame);
    for (const { n, at } of members) {
      const i = lowerBound(frame.times, at);
      if (frame.times[i] === at) found[n] = read(i);
    }
  }
  return found;
}
