/** Values as people see them as a stream: as many as somebody wants, with memory that stays small. */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { Running, TotalsFrom } from '@plumbline/science/series/totals';
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
  let totals = view.totals ?? (view.quantity === 'cumulative' ? { sinceMs: fromMs, before: new Map() } : undefined);
  for (let from = fromMs; from <= toMs; ) {
    const chunk = await shownCurve(sql, query, { ...view, totals }, from, toMs, limit);
    if (totals) totals = { ...totals, before: chunk.running };
    if (chunk.times.length > 0) yield chunk;
    if (!chunk.cut) return;
    const last = chunk.times.at(-1);
    if (last === undefined) throw new Failure('spanExceeded', { fault: 'readings', readings: limit });
    from = last + 1;
  }
}

/**
 * How the totals of rain and flow are counted in [fromMs, ...] where they count from `since`: what was before the span is read as
 * well. Undefined where no cumulative is asked for.
 */
export async function totalsFrom(
  sql: Sql,
  queries: readonly SeriesQuery[],
  view: Pick<View, 'quality' | 'quantity'>,
  since: string | undefined,
  fromMs: number,
): Promise<TotalsFrom | undefined> {
  if (view.quantity !== 'cumulative') return undefined;
  const sinceMs = since === undefined ? fromMs : Date.parse(since);
  const before = new Map<string, Running>();
  for (const { point, fields } of queries) {
    const summed = fields.filter((field) => field.summed !== undefined);
    if (summed.length === 0 || sinceMs >= fromMs) continue;
    const counted: View = { quality: view.quality, quantity: 'cumulative', totals: { sinceMs, before: new Map() } };
    for await (const chunk of shownChunks(sql, { point, fields: summed }, counted, sinceMs, fromMs - 1))
      for (const [key, running] of chunk.running) before.set(key, running);
  }
  return { sinceMs, before };
}
