/** Values as people see them as a stream: as many as somebody wants, with memory that stays small. */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { Sql } from '../../../kernel/sql.ts';
import { type SeriesQuery, type ShownCurve, shownCurve, type View } from './readings.effective.api.ts';

/** Values in one chunk of a stream. */
const chunkValues = 131_072;

/** The same as a stream of chunks in order of time: memory stays small however long the span. */
export async function* shownChunks(
  sql: Sql,
  query: SeriesQuery,
  view: View,
  fromMs: number,
  toMs: number,
): AsyncGenerator<ShownCurve> {
  // What a rate looks back over is read again with every chunk: larger ones, then.
  const rows = Math.max(1024, Math.floor(chunkValues / Math.max(8, query.fields.length)));
  const limit = view.quantity === 'rate' ? rows * 16 : rows;
  for (let from = fromMs; from <= toMs; ) {
    const chunk = await shownCurve(sql, query, view, from, toMs, limit);
    if (chunk.times.length > 0) yield chunk;
    if (!chunk.cut) return;
    const last = chunk.times.at(-1);
    if (last === undefined) throw new Failure('spanExceeded', { fault: 'readings', readings: limit });
    from = last + 1;
  }
}
