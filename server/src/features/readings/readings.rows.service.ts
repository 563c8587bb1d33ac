/** Every reading of one point as columns, for a table: nothing is thinned, and what does not fit is refused. */
import { limits } from '@plumbline/contract/constants';
import { elementAt } from '@plumbline/contract/elements';
import type { readings } from '@plumbline/contract/readings';
import { type DisplayFilter, filterText } from '@plumbline/contract/readings.filters';
import type { OutputOf } from '@plumbline/contract/route';
import type { Context } from '../../kernel/context.ts';
import { goodOnly, type ShownColumn, shownCurve, shownPoints } from './readings.effective.api.ts';
import { chosenFields, fieldShape, flagWords, orNull, spanOf } from './readings.query.api.ts';
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
  if (query.fields.length === 0) return { fields: [], times: [], columns: [], flagged: [], filtered: null };
  const limit = Math.floor(maxTableValues / query.fields.length);
  const { times, columns, cut } = await shownCurve(pool, query, input, fromMs, toMs, limit);
  if (cut) throw await tooMany(pool, [query], fromMs, toMs, maxTableValues);
  return {
    fields: query.fields.map(fieldShape),
    times: Array.from(times),
    columns: columns.map(({ values, flags }) => Array.from(goodOnly(values, flags, input), orNull)),
    flagged: columns.flatMap(flaggedOf),
    filtered: input.filter ? filteredOf(input.filter, columns) : null,
  };
}

const filteredOf = (filter: DisplayFilter, columns: readonly ShownColumn[]) => ({
  filter: filterText(filter),
  columns: columns.map(({ filtered }) => ({
    values: Array.from(filtered?.values ?? [], orNull),
    refused: [...(filtered?.refused ?? [])],
  })),
});

const flaggedOf = ({ flags }: ShownColumn, field: number) =>
  [...(flags ?? [])].flatMap((flag, row) => (plain.has(flag) ? [] : [{ field, row, ...flagWords(flag) }]));
