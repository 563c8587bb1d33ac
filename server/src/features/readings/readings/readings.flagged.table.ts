/** Where a point has values that the tests or people found something in: what a summary does not know. */
import type { Sql } from '../../../kernel/sql.ts';
import { epochMs, floorMs, instant, touches } from '../../platform/store/store.segments.api.ts';

/** A stretch of time, both ends inside. Epoch ms. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * Stretches of [fromMs, toMs] outside of which no record of the point carries a flag: sealed segments with flags, and hot
 * rows with flags, those nearer than `nearMs` to each other as one. In order of time, cut to the span, not overlapping.
 */
export async function flaggedSpans(
  sql: Sql,
  pointId: number,
  fromMs: number,
  toMs: number,
  nearMs: number,
): Promise<Span[]> {
  const { rows } = await sql.query<{ t0: number; t1: number }>({
    text: `SELECT ${epochMs('s.t0')} AS t0, ${epochMs('s.t1')} AS t1 FROM segment s
        WHERE ${touches('$1', instant('$2'), instant('$3'), instant('$4'))} AND s.flags IS NOT NULL
      UNION ALL
      SELECT ${epochMs('min(at)')}, ${epochMs('max(at)')} FROM (
        SELECT at, count(*) FILTER (WHERE far) OVER (ORDER BY at) AS run FROM (
          SELECT at, at - lag(at) OVER (ORDER BY at) > make_interval(secs => $5::float8 / 1000) AS far FROM reading
          WHERE point_id = $1 AND at >= ${instant('$2')} AND at <= ${instant('$3')} AND flags IS NOT NULL
        ) r
      ) r GROUP BY run
      ORDER BY 1`,
    values: [pointId, fromMs, toMs, floorMs(fromMs), nearMs],
  });
  const spans: Span[] = [];
  for (const { t0, t1 } of rows) {
    const span = { fromMs: Math.max(t0, fromMs), toMs: Math.min(t1, toMs) };
    const last = spans.at(-1);
    if (last && span.fromMs <= last.toMs + nearMs)
      spans[spans.length - 1] = { fromMs: last.fromMs, toMs: Math.max(last.toMs, span.toMs) };
    else spans.push(span);
  }
  return spans;
}
