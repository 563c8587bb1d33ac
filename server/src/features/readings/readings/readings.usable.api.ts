/**
 * The nearest usable reading of a field on one side of a moment: what a rate counts from. Usable is what charts show and
 * rules judge: a corrected value that is there and has not failed its tests. Records without one are passed over, sealed or
 * hot, in steps that grow: a few statements for all that is looked for, however many records lie between.
 */
import { quality, qualityOf } from '@plumbline/science/quality/flags';
import { lowerBound } from '@plumbline/science/segments/frame';
import type { FieldChange, InitialOf } from '@plumbline/science/series/changes';
import type { Correction } from '@plumbline/science/series/correction';
import { applyCorrections, type CorrectionOptions, columnsNeeded } from '@plumbline/science/series/corrections';
import { ratedColumns, rateReachMs, type TimedValues } from '@plumbline/science/series/rates';
import type { Sql } from '../../../kernel/sql.ts';
import { epochMs, floorMs, instant, touches } from '../../platform/store/store.segments.api.ts';
import { fieldChange } from '../corrections/corrections.changes.api.ts';
import { clip, overlay, type Stretch, stretchOf } from './readings.curves.api.ts';
import { cutChunks } from './readings.packed.table.ts';

/** A field of a point whose rates are asked for. */
export interface RatedSeries {
  readonly pointId: number;
  readonly fieldIndex: number;
  /** Of all fields, in stored order. */
  readonly keys: readonly string[];
  readonly corrections: readonly Correction[];
  readonly options: CorrectionOptions;
  /** The initial values of fields themselves. */
  readonly initialOf: InitialOf;
  readonly intervalSeconds: number;
  /** Values that failed their tests count too. */
  readonly failedToo: boolean;
}

type Columns = Pick<Stretch, 'times' | 'columns'> & { readonly flags: readonly (ArrayLike<number> | null)[] };

/** The stored fields that must be at hand to say what of a series is usable. */
export function usableColumns(series: RatedSeries): readonly number[] {
  const { keys, corrections, options } = series;
  const wanted = () => changeOfSeries(series).keys.map((key) => keys.indexOf(key));
  const known = neededOf.get(series) ?? columnsNeeded(keys, wanted(), corrections, options);
  neededOf.set(series, known);
  return known;
}
/** Asked once for every reading of a batch. */
const neededOf = new WeakMap<RatedSeries, readonly number[]>();

export const changeOfSeries = (series: RatedSeries): FieldChange =>
  fieldChange(series, series.keys[series.fieldIndex] ?? '');

/**
 * Returns the values that the changes of a series are computed from (`FieldChange.keys`): the field as the last, NaN
 * where a record has nothing usable. `columns` are those of `usableColumns`.
 */
export function usableValues(series: RatedSeries, { times, columns, flags }: Columns): readonly Float64Array[] {
  const { keys, corrections, options, initialOf } = series;
  const needed = usableColumns(series);
  const names = needed.map((index) => keys[index] ?? '');
  const corrected = applyCorrections(times, columns, names, corrections, options);
  const places = new Map(names.map((name, place) => [name, place]));
  const change = changeOfSeries(series);
  const good = change.keys.map((key) => {
    const place = places.get(key) ?? -1;
    const column = corrected[place] ?? new Float64Array(times.length).fill(Number.NaN);
    return series.failedToo ? column : withoutFailed(column, flags[place] ?? null);
  });
  return ratedColumns(times, good, change, { corrections, initialOf });
}

/** The values without those that failed their tests; the same array where none did. */
export function withoutFailed(values: Float64Array, flags: ArrayLike<number> | null): Float64Array {
  if (flags === null) return values;
  let out = values;
  for (let i = 0; i < values.length; i++) {
    if (qualityOf(flags[i] ?? 0) !== quality.fail || Number.isNaN(values[i])) continue;
    if (out === values) out = values.slice();
    out[i] = Number.NaN;
  }
  return out;
}

/** A stretch of time in which one reading is looked for. */
export interface Search {
  readonly series: RatedSeries;
  /** Epoch ms, both ends included. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** The last usable reading before each moment, as far back as a rate reaches; in order. */
export const basesBefore = (
  sql: Sql,
  wanted: readonly { readonly series: RatedSeries; readonly at: number }[],
): Promise<(TimedValues | null)[]> =>
  nearestUsable(
    sql,
    wanted.map(({ series, at }) => ({ series, fromMs: at - 1 - rateReachMs, toMs: at - 1 })),
    'newest',
  );

/** What one statement reads for each search: a reading or two at first, then ever more. */
const steps = [
  { rows: 1, segments: 1 },
  { rows: 64, segments: 4 },
  { rows: 1024, segments: 16 },
  { rows: 4096, segments: 32 },
];

type Which = 'newest' | 'oldest';
interface Open {
  readonly place: number;
  fromMs: number;
  toMs: number;
}

/**
 * The newest or the oldest usable reading in each stretch, in order; null where there is none. Each step is one statement
 * for all points of the same fields, and reads every record of a point once, however many searches share it.
 */
export async function nearestUsable(
  sql: Sql,
  searches: readonly Search[],
  which: Which,
): Promise<(TimedValues | null)[]> {
  const found = searches.map((): TimedValues | null => null);
  const bySeries = new Map<string, { series: RatedSeries; open: Open[] }>();
  for (const [place, { series, fromMs, toMs }] of searches.entries()) {
    if (fromMs > toMs) continue;
    const key = `${series.pointId}/${series.fieldIndex}`;
    const known = bySeries.get(key);
    if (known) known.open.push({ place, fromMs, toMs });
    else bySeries.set(key, { series, open: [{ place, fromMs, toMs }] });
  }
  let groups = [...bySeries.values()];
  for (let step = 0; groups.length > 0; step = Math.min(step + 1, steps.length - 1)) {
    const limits = steps[step] ?? { rows: 1, segments: 1 };
    for (const same of Map.groupBy(groups, ({ series }) => usableColumns(series).join()).values()) {
      const wanted = same.map(({ series, open }) => ({
        series,
        fromMs: Math.min(...open.map(({ fromMs }) => fromMs)),
        toMs: Math.max(...open.map(({ toMs }) => toMs)),
      }));
      const read = await readEnds(sql, wanted, which, limits);
      for (const [i, group] of same.entries()) {
        const ends = read[i];
        group.open = ends ? stillOpen(group.series, group.open, ends, which, found) : [];
      }
    }
    groups = groups.filter(({ open }) => open.length > 0);
  }
  return found;
}

/** Answers what the records read can answer; gives what is to be looked for beyond them. */
function stillOpen(
  series: RatedSeries,
  open: readonly Open[],
  { stretch: { times, columns, flags }, edge }: Ends,
  which: Which,
  found: (TimedValues | null)[],
): Open[] {
  const usable = usableValues(series, { times, columns, flags: flags ?? columns.map(() => null) });
  const own = usable.at(-1) ?? new Float64Array();
  const places = [...own.keys()].filter((i) => !Number.isNaN(own[i]));
  const usableTimes = Float64Array.from(places, (i) => times[i] ?? Number.NaN);
  return open.flatMap((each): Open[] => {
    const { place, fromMs, toMs } = each;
    const n = which === 'newest' ? lowerBound(usableTimes, toMs + 1) - 1 : lowerBound(usableTimes, fromMs);
    const atMs = usableTimes[n];
    if (atMs !== undefined && atMs >= fromMs && atMs <= toMs) {
      found[place] = { atMs, values: usable.map((column) => column[places[n] ?? -1] ?? Number.NaN) };
      return [];
    }
    if (edge === null) return [];
    const rest =
      which === 'newest' ? { fromMs, toMs: Math.min(toMs, edge - 1) } : { fromMs: Math.max(fromMs, edge + 1), toMs };
    return rest.fromMs <= rest.toMs ? [{ place, ...rest }] : [];
  });
}

interface Ends {
  /** Records from the end looked from to `edge`. */
  readonly stretch: Stretch;
  /** How far the records were read, epoch ms; null = to the other end. */
  readonly edge: number | null;
}
interface Row {
  place: number;
  at: number;
  until: number;
  values: (number | null)[] | null;
  flags: number[] | null;
  n: number | null;
  format: number;
  ends: number[];
  chunks: Buffer;
  sealed_flags: Buffer | null;
}

/** The records at one end of each stretch, of one snapshot. */
async function readEnds(
  sql: Sql,
  searches: readonly Search[],
  which: Which,
  { rows, segments }: { rows: number; segments: number },
): Promise<Ends[]> {
  const fields = searches[0] ? usableColumns(searches[0].series) : [];
  const order = which === 'newest' ? 'DESC' : 'ASC';
  const { rows: read } = await sql.query<Row>({
    text: `WITH asked AS (
        SELECT n::int - 1 AS place, point_id, ${instant('f')} AS from_at, ${instant('t')} AS to_at, ${instant('fl')} AS floor_at
        FROM unnest($1::int[], $2::float8[], $3::float8[], $4::float8[]) WITH ORDINALITY AS t(point_id, f, t, fl, n))
      SELECT a.place, ${epochMs('r.at')} AS at, 0::float8 AS until, r.values, r.flags,
        NULL::int AS n, NULL::int AS format, NULL::int[] AS ends, NULL::bytea AS chunks, NULL::bytea AS sealed_flags
      FROM asked a CROSS JOIN LATERAL (
        SELECT * FROM reading WHERE point_id = a.point_id AND at >= a.from_at AND at <= a.to_at ORDER BY at ${order} LIMIT $5) r
      UNION ALL
      SELECT a.place, ${epochMs('s.t0')}, ${epochMs('s.t1')}, NULL, NULL, s.n, s.format, s.ends, ${cutChunks('s.payload', 's.ends', fields)}, s.flags
      FROM asked a CROSS JOIN LATERAL (
        SELECT * FROM segment s WHERE ${touches('a.point_id', 'a.from_at', 'a.to_at', 'a.floor_at')} ORDER BY s.t0 ${order} LIMIT $6) s`,
    values: [
      searches.map(({ series }) => series.pointId),
      searches.map(({ fromMs }) => fromMs),
      searches.map(({ toMs }) => toMs),
      searches.map(({ fromMs }) => floorMs(fromMs)),
      rows,
      segments,
    ],
  });
  const bySearch = Map.groupBy(read, ({ place }) => place);
  return searches.map((search, i) => endsOf(search, bySearch.get(i) ?? [], fields, which, { rows, segments }));
}

function endsOf(
  { series, fromMs, toMs }: Search,
  rows: readonly Row[],
  fields: readonly number[],
  which: Which,
  limits: { rows: number; segments: number },
): Ends {
  const byTime = (a: Row, b: Row) => a.at - b.at;
  const hot = rows.filter(({ n }) => n === null).sort(byTime);
  const sealed = rows.filter((row): row is Row & { readonly n: number } => row.n !== null).sort(byTime);
  // Past the last record of what was cut off by its limit, nothing is known of the other.
  const edges =
    which === 'newest'
      ? [
          hot.length === limits.rows ? hot[0]?.at : undefined,
          sealed.length === limits.segments ? sealed[0]?.at : undefined,
        ]
      : [
          hot.length === limits.rows ? hot.at(-1)?.at : undefined,
          sealed.length === limits.segments ? sealed.at(-1)?.until : undefined,
        ];
  const known = edges.filter((edge) => edge !== undefined);
  const edge = known.length === 0 ? null : which === 'newest' ? Math.max(...known) : Math.min(...known);
  const [from, to] =
    edge === null
      ? [fromMs, toMs]
      : which === 'newest'
        ? [Math.max(fromMs, edge), toMs]
        : [fromMs, Math.min(toMs, edge)];
  let stretch = hotStretch(hot, fields);
  for (const row of sealed.toReversed())
    stretch = overlay(stretchOf(series.pointId, { ...row, t0: row.at, flags: row.sealed_flags }, fields), stretch);
  return { stretch: clip(stretch, from, to), edge };
}

function hotStretch(rows: readonly Row[], fields: readonly number[]): Stretch {
  return {
    times: Float64Array.from(rows, ({ at }) => at),
    columns: fields.map((field) => Float64Array.from(rows, ({ values }) => values?.[field] ?? Number.NaN)),
    flags: rows.some(({ flags }) => flags !== null)
      ? fields.map((field) => Float64Array.from(rows, ({ flags }) => flags?.[field] ?? 0))
      : null,
  };
}
