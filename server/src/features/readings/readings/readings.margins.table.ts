/** From when to when one must read to have so many readings of a point on either side of a span. */
import type { Sql } from '../../../kernel/sql.ts';
import { epochMs, instant } from '../../platform/store/store.segments.api.ts';

/** Before and after whatever was measured, epoch ms. */
const ever = { from: Date.UTC(1900), to: Date.UTC(2200) };

/**
 * The time from which at least `count` readings lie before `fromMs`, and that until which as many lie after `toMs`; where
 * there are fewer, before and after all of them. Segments and rows are counted apart, since a row may stand for a sealed
 * record: so no more is read than twice as many and a segment.
 */
export async function marginsOf(
  sql: Sql,
  pointId: number,
  fromMs: number,
  toMs: number,
  count: number,
): Promise<{ fromMs: number; toMs: number }> {
  const nth = (side: string, order: string) =>
    `(SELECT ${epochMs('at')} FROM reading WHERE point_id = $1 AND at ${side} ORDER BY at ${order} OFFSET $4 - 1 LIMIT 1)`;
  const sealed = (side: string, end: string, order: string) =>
    `(SELECT ${epochMs('edge')} FROM (
        SELECT ${end} AS edge, t0, sum(n) OVER (ORDER BY t0 ${order}) AS counted
        FROM (SELECT t0, t1, n FROM segment WHERE point_id = $1 AND ${side} ORDER BY t0 ${order} LIMIT $4) s
      ) s WHERE counted >= $4 ORDER BY t0 ${order} LIMIT 1)`;
  const { rows } = await sql.query<Record<'before' | 'after', number | null>>({
    text: `SELECT greatest(${nth(`< ${instant('$2')}`, 'DESC')}, ${sealed(`t1 < ${instant('$2')}`, 't0', 'DESC')}) AS before,
      least(${nth(`> ${instant('$3')}`, 'ASC')}, ${sealed(`t0 > ${instant('$3')}`, 't1', 'ASC')}) AS after`,
    values: [pointId, fromMs, toMs, count],
  });
  return { fromMs: rows[0]?.before ?? ever.from, toMs: rows[0]?.after ?? ever.to };
}
