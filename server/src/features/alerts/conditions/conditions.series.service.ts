/**
 * What conditions are judged by: good readings of points as people see them, corrected, without those that failed. A few
 * statements for however many conditions.
 */
import type { ConditionTerm } from '@plumbline/contract/alerts/conditions.terms';
import { elementAt } from '@plumbline/contract/kernel/elements';
import { lookbackOf, type Series, type TermData } from '@plumbline/science/limits/condition-terms';
import { departuresOf, temperatureReachMs } from '@plumbline/science/limits/season';
import { type Counting, type FieldChange, isOfComponents } from '@plumbline/science/series/changes';
import { ratedColumns } from '@plumbline/science/series/rates';
import type { Db } from '../../../kernel/context.ts';
import { type Sql, sqlOver } from '../../../kernel/sql.ts';
import { places } from '../../points/points/points.api.ts';
import { countingOf, fieldChange } from '../../readings/corrections/corrections.changes.api.ts';
import {
  goodOnly,
  type IndexedField,
  ratedSeries,
  type ShownPoint,
  shownCurves,
  shownPoints,
} from '../../readings/readings/readings.effective.api.ts';
import { nearestUsable } from '../../readings/readings/readings.usable.api.ts';
import { ownData, ownSeriesOf } from './conditions.sources.service.ts';
import { isRelative, type Needed } from './logic/rule-of.ts';

const view = { quantity: 'value', quality: 'good' } as const;
/** Readings of one point in one piece of time. */
export const maxReadings = 1_000_000;

/** The points that terms name, by id; those that are not there are absent. */
export async function pointsOf(
  db: Db,
  terms: readonly Pick<ConditionTerm, 'pointId' | 'otherPointId'>[],
): Promise<ReadonlyMap<number, ShownPoint>> {
  const ids = [
    ...new Set(terms.flatMap(({ pointId, otherPointId }) => (otherPointId ? [pointId, otherPointId] : [pointId]))),
  ];
  if (ids.length === 0) return new Map();
  const there = await places(db, ids);
  const shown = await shownPoints(
    db,
    ids.filter((id) => there.has(id)),
    false,
  );
  return new Map(shown.map((point) => [point.id, point]));
}

const nameOf = (pointId: number, field: string) => `${pointId}/${field}`;

/** The data of each term of each condition up to `toMs`, in order; null = its point or field is not there. */
export async function dataOf(db: Db, needed: readonly Needed[], toMs: number): Promise<(TermData | null)[][]> {
  const points = await pointsOf(
    db,
    needed.flatMap(({ terms }) => terms),
  );
  const sql = sqlOver(db);
  const sources = sourcesOf(needed, points);
  const [series, bases] = [await readAll(sql, sources, toMs), await basesOf(sql, needed, points, toMs)];
  const special = await ownSeriesOf(db, sql, needed, points, toMs);
  const dataOfTerm = (term: ConditionTerm): TermData | null => {
    if (hasOwnSeries(term)) return ownData(term, special, series.get(nameOf(term.pointId, term.field))?.values);
    const own = series.get(nameOf(term.pointId, term.field))?.[isRelative(term) ? 'relative' : 'values'];
    if (!own) return null;
    const period = points.get(term.pointId)?.fields.find(({ key }) => key === term.field)?.period ?? null;
    if (term.kind === 'change') return { series: own, base: bases.get(baseName(term)) ?? null, period };
    if (term.kind === 'season') return { series: seasonSeries(term, own, series) };
    if (term.kind !== 'difference') return { series: own, period };
    const other = series.get(nameOf(term.otherPointId ?? 0, term.otherField ?? ''))?.values;
    return other ? { series: own, other, period } : null;
  };
  return needed.map(({ terms }) => terms.map((term) => untilClosed(dataOfTerm(term), term, points)));
}

/** The data up to when a point of the term was archived or deprecated: its silence since then is meant. */
function untilClosed(
  data: TermData | null,
  { pointId, otherPointId }: ConditionTerm,
  points: ReadonlyMap<number, ShownPoint>,
): TermData | null {
  const closedAt = [pointId, otherPointId].flatMap((id) =>
    id === null ? [] : (points.get(id)?.facts.closedAtMs ?? []),
  );
  return data && closedAt.length > 0 ? { ...data, untilMs: Math.min(...closedAt) } : data;
}

/** Its series is not that of a field. */
const hasOwnSeries = ({ kind }: ConditionTerm): boolean =>
  kind === 'profile' || kind === 'slope' || kind === 'vibration' || kind === 'health';

/** Departures from the season, where it has been learned. */
function seasonSeries(term: ConditionTerm, own: Series, all: ReadonlyMap<string, BothSeries>): Series {
  const { season, otherPointId, otherField } = term;
  if (!season?.model) return { times: [], values: [] };
  const temperature = otherPointId === null ? null : all.get(nameOf(otherPointId, otherField ?? ''))?.values;
  return departuresOf(own, temperature ?? null, season.model, Date.parse(season.trainTo));
}

/** The good values of a field in a span, as terms see them; none where it is not there. */
export async function valuesOf(
  db: Db,
  { pointId, field: key }: { readonly pointId: number; readonly field: string },
  fromMs: number,
  toMs: number,
): Promise<Series> {
  const point = (await pointsOf(db, [{ pointId, otherPointId: null }])).get(pointId);
  const field = point?.fields.find((each) => each.key === key);
  if (!point || !field) return { times: [], values: [] };
  const found = await readAll(sqlOver(db), [{ point, field, fromMs, isChange: false }], toMs);
  return found.get(nameOf(pointId, key))?.values ?? { times: [], values: [] };
}

/** A field of a point that is read, from when on. */
interface Source {
  readonly point: ShownPoint;
  readonly field: IndexedField;
  fromMs: number;
  /** True when some term looks at how it changes, and so at what that is computed of. */
  isChange: boolean;
}

function sourcesOf(needed: readonly Needed[], points: ReadonlyMap<number, ShownPoint>): Source[] {
  const sources = new Map<string, Source>();
  for (const { terms, rule, fromMs } of needed)
    for (const [i, term] of terms.entries()) {
      const own = rule.terms[i];
      if (hasOwnSeries(term) && term.kind !== 'vibration') continue;
      // A temperature that is a little older than the reading counts for it.
      const since = fromMs - (own ? lookbackOf(own) : 0) - (term.kind === 'season' ? temperatureReachMs : 0);
      for (const [pointId, key] of [
        [term.pointId, term.field],
        [term.otherPointId, term.otherField],
      ] as const) {
        const point = pointId === null ? undefined : points.get(pointId);
        const field = point?.fields.find((each) => each.key === key);
        if (!point || !field) continue;
        const name = nameOf(point.id, field.key);
        const known = sources.get(name);
        const isChange = isRelative(term) || term.kind === 'difference';
        if (known) {
          known.fromMs = Math.min(known.fromMs, since);
          known.isChange ||= isChange;
        } else sources.set(name, { point, field, fromMs: since, isChange });
      }
    }
  return [...sources.values()];
}

interface BothSeries {
  readonly values: Series;
  /** Without the steps of zeroing it again. */
  readonly relative: Series;
}

/** How the values of a source change, where terms look at that. */
const changeOf = ({ point, field, isChange }: Source): FieldChange => {
  const change = fieldChange(point, field.key);
  return isChange ? change : { ...change, kind: 'difference', keys: [field.key] };
};
/** The fields that it is computed of, itself as the last. */
const fieldsOf = (source: Source): readonly IndexedField[] =>
  changeOf(source).keys.map((key) => elementAt(source.point.fields, source.point.keys.indexOf(key)));

/** Reads sources of about the same reach together: of a short one nothing long is read. */
async function readAll(sql: Sql, sources: readonly Source[], toMs: number): Promise<ReadonlyMap<string, BothSeries>> {
  const found = new Map<string, BothSeries>();
  const reachOf = ({ fromMs }: Source) => Math.ceil(Math.log2(Math.max(1, toMs - fromMs)));
  for (const group of Map.groupBy(sources, reachOf).values()) {
    const fromMs = Math.min(...group.map((each) => each.fromMs));
    const queries = group.map((source) => ({ point: source.point, fields: fieldsOf(source) }));
    const curves = await shownCurves(sql, queries, view, fromMs, toMs, maxReadings);
    for (const [i, source] of group.entries()) {
      const { point, field } = source;
      const curve = curves[i];
      if (!curve) continue;
      const good = curve.columns.map((column) => goodOnly(column.values, column.flags, view));
      found.set(nameOf(point.id, field.key), bothOf(curve.times, good, changeOf(source), countingOf(point)));
    }
  }
  return found;
}

/** `good` are the columns of `change.keys`. */
function bothOf(
  times: Float64Array,
  good: readonly Float64Array[],
  change: FieldChange,
  counting: Counting,
): BothSeries {
  const relative = ratedColumns(times, good, change, counting);
  const values = seriesOf(times, good, change);
  return {
    values,
    relative: relative.every((column, k) => column === good[k]) ? values : seriesOf(times, relative, change),
  };
}

/** Readings that have a value of the field itself, the last column. */
function seriesOf(times: Float64Array, columns: readonly Float64Array[], change: FieldChange): Series {
  const values = columns.at(-1) ?? new Float64Array();
  const places = values.some(Number.isNaN) ? [...values.keys()].filter((i) => !Number.isNaN(values[i])) : null;
  const there = (column: Float64Array) => (places ? Float64Array.from(places, (i) => column[i] ?? Number.NaN) : column);
  return {
    times: there(times),
    values: there(values),
    ...(isOfComponents(change) && { changing: { change, columns: columns.map(there) } }),
  };
}

const baseName = ({ pointId, field, sinceAt }: ConditionTerm) => `${nameOf(pointId, field)}/${sinceAt}`;

/** The first good reading of each change on or after its date. */
async function basesOf(
  sql: Sql,
  needed: readonly Needed[],
  points: ReadonlyMap<number, ShownPoint>,
  toMs: number,
): Promise<ReadonlyMap<string, TermData['base']>> {
  const wanted = new Map(
    needed.flatMap(({ terms }) =>
      terms.flatMap((term) => {
        const point = points.get(term.pointId);
        const index = point?.keys.indexOf(term.field) ?? -1;
        if (term.kind !== 'change' || !point || index < 0) return [];
        const series = ratedSeries(point, index, view);
        return [[baseName(term), { series, fromMs: Date.parse(term.sinceAt ?? ''), toMs }] as const];
      }),
    ),
  );
  if (wanted.size === 0) return new Map();
  const found = await nearestUsable(sql, [...wanted.values()], 'oldest');
  return new Map(
    [...wanted.keys()].map((name, i) => {
      const base = found[i];
      return [name, base ? { ...base, value: base.values[base.values.length - 1] ?? Number.NaN } : null];
    }),
  );
}
