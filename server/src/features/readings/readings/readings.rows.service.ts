/**
 * Every reading of points, none left out: as columns for a table, which is refused where it does not fit, and as a stream of
 * JSON lines: as much as somebody wants, with memory that stays small.
 */
import { Readable } from 'node:stream';
import { limits } from '@plumbline/contract/kernel/constants';
import { elementAt } from '@plumbline/contract/kernel/elements';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { readings } from '@plumbline/contract/readings/readings';
import { type DisplayFilter, filterText } from '@plumbline/contract/readings/readings.filters';
import type { Context } from '../../../kernel/context.ts';
import type { Pool } from '../../../kernel/db.ts';
import type { Download } from '../../../kernel/downloads.ts';
import { shownChunks, totalsFrom } from './readings.chunks.api.ts';
import {
  goodOnly,
  type SeriesQuery,
  type ShownColumn,
  type ShownCurve,
  shownCurve,
  shownPoints,
  type View,
} from './readings.effective.api.ts';
import {
  chosenFields,
  fieldShape,
  flagWords,
  iso,
  orNull,
  refuseDirections,
  spanOf,
  unitOf,
} from './readings.query.api.ts';
import { tooMany } from './readings.service.ts';

/** Values of one table: a year of six fields every ten minutes. */
const maxTableValues = 400_000;
/** Flags of values that passed, were not tested, or are not there. */
const plain: ReadonlySet<number> = new Set([1, 2, 9]);

export async function rows(context: Context, input: OutputOf<typeof readings.rows.input>) {
  const { pool } = context.services;
  const { fromMs, toMs } = spanOf(input, limits.historyDays);
  const points = await shownPoints(context.db, [input.pointId], input.raw);
  const query = elementAt(chosenFields(points, input.fields, 'all'), 0);
  if (input.filter) refuseDirections([query]);
  if (query.fields.length === 0) return { fields: [], times: [], columns: [], flagged: [], filtered: null };
  const limit = Math.floor(maxTableValues / query.fields.length);
  const totals = await totalsFrom(pool, [query], input, input.since, fromMs);
  const { times, columns, cut } = await shownCurve(pool, query, { ...input, totals }, fromMs, toMs, limit);
  if (cut) throw await tooMany(pool, [query], fromMs, toMs, maxTableValues);
  return {
    fields: query.fields.map((field) => ({ ...fieldShape(field), unit: unitOf(field, input.quantity) })),
    times: Array.from(times),
    columns: columns.map(({ values, flags }) => Array.from(goodOnly(values, flags, input), orNull)),
    flagged: columns.flatMap(flaggedOf),
    filtered: input.filter ? filteredOf(input.filter, columns) : null,
  };
}

const filteredOf = (filter: DisplayFilter, columns: readonly ShownColumn[]) => ({
  filter: filterText(filter),
  columns: columns.map(({ values, filtered }) => ({
    // A direction is not filtered: nothing is there.
    values: filtered ? Array.from(filtered.values, orNull) : Array.from(values, () => null),
    refused: [...(filtered?.refused ?? [])],
  })),
});

const flaggedOf = ({ flags }: ShownColumn, field: number) =>
  [...(flags ?? [])].flatMap((flag, row) => (plain.has(flag) ? [] : [{ field, row, ...flagWords(flag) }]));

/** A point's line names its fields, the lines after it are its readings in order of time. */
export async function download(context: Context, input: OutputOf<typeof readings.download.input>): Promise<Download> {
  const { pool } = context.services;
  const { fromMs, toMs } = spanOf(input, limits.historyDays);
  const points = await shownPoints(context.db, input.pointIds, input.raw);
  const queries = chosenFields(points, input.fields, 'all');
  const stream = Readable.from(lines(pool, queries, input, fromMs, toMs), { objectMode: false });
  return { type: 'application/x-ndjson', fileName: `readings-${iso(fromMs).slice(0, 10)}.ndjson`, stream };
}

async function* lines(
  pool: Pool,
  queries: readonly SeriesQuery[],
  view: View,
  fromMs: number,
  toMs: number,
): AsyncGenerator<string> {
  for (const each of queries) {
    yield `${JSON.stringify({ pointId: each.point.id, fields: each.fields.map(fieldShape) })}\n`;
    if (each.fields.length === 0) continue;
    for await (const chunk of shownChunks(pool, each, view, fromMs, toMs)) yield textOf(chunk, view);
  }
}

function textOf({ times, columns }: ShownCurve, view: View): string {
  const fields = columns.map(({ values, flags }) => ({ values, flags, shown: goodOnly(values, flags, view) }));
  let text = '';
  for (const [i, at] of times.entries()) {
    const line: Record<string, unknown> = { at: iso(at), values: fields.map(({ shown }) => orNull(shown[i])) };
    const isFlagged = fields.some(
      ({ values, flags }) => flags !== null && flags[i] !== (Number.isNaN(values[i]) ? 9 : 1),
    );
    if (view.filter) line['filtered'] = columns.map(({ filtered }) => orNull(filtered?.values[i]));
    if (isFlagged) line['flags'] = fields.map(({ flags }) => (flags === null ? null : flagWords(elementAt(flags, i))));
    text += `${JSON.stringify(line)}\n`;
  }
  return text;
}
