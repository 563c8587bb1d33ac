/**
 * What some terms are judged by is no field of a point: the shape of a casing, recorded vibrations, the health of a device.
 * A few statements for however many terms.
 */

import type { ConditionTerm } from '@plumbline/contract/alerts/conditions.terms';
import { boundsOf } from '@plumbline/science/limits/condition-rule';
import { lookbackOf, type Series, type TermData } from '@plumbline/science/limits/condition-terms';
import { farthestTowards } from '@plumbline/science/limits/farthest';
import { shareOfCurve } from '@plumbline/science/spectra/limits';
import type { Db } from '../../../kernel/context.ts';
import type { Sql } from '../../../kernel/sql.ts';
import { conversionsOf } from '../../points/bindings/bindings.conversions.api.ts';
import type { ShownPoint } from '../../readings/readings/readings.effective.api.ts';
import { type HealthStep, healthSteps } from '../../telemetry/health/health.api.ts';
import { type ShapeRow, shapesOver } from '../../views/profiles/profiles.api.ts';
import { type RecordedEvent, recordedEvents } from '../../views/waveforms/waveforms.api.ts';
import type { Needed } from './logic/rule-of.ts';

/** Surveys of one casing, and recordings of all points, in one piece of time. */
const most = 100_000;

/** Series of a term alone, without what stands beside it. */
export type OwnSeries = ReadonlyMap<ConditionTerm, Series>;
interface DatedTerm {
  readonly term: ConditionTerm;
  readonly point: ShownPoint;
  /** With its lookback. */
  readonly fromMs: number;
}

/** The terms of some kinds whose point is there, and from when on each reads. */
function datedTerms(
  needed: readonly Needed[],
  points: ReadonlyMap<number, ShownPoint>,
  kinds: readonly ConditionTerm['kind'][],
): DatedTerm[] {
  return needed.flatMap(({ terms, rule, fromMs }) =>
    terms.flatMap((term, i) => {
      const [point, own] = [points.get(term.pointId), rule.terms[i]];
      return point && own && kinds.includes(term.kind) ? [{ term, point, fromMs: fromMs - lookbackOf(own) }] : [];
    }),
  );
}

/** The earliest of each, by what `idOf` names. */
function earliest<T extends { readonly fromMs: number }>(
  all: readonly T[],
  idOf: (each: T) => number,
): Map<number, number> {
  const found = new Map<number, number>();
  for (const each of all) found.set(idOf(each), Math.min(each.fromMs, found.get(idOf(each)) ?? each.fromMs));
  return found;
}

export async function ownSeriesOf(
  db: Db,
  sql: Sql,
  needed: readonly Needed[],
  points: ReadonlyMap<number, ShownPoint>,
  toMs: number,
): Promise<OwnSeries> {
  return new Map([
    ...(await shapes(db, sql, datedTerms(needed, points, ['profile', 'slope']), toMs)),
    ...(await vibrations(db, datedTerms(needed, points, ['vibration']), toMs)),
    ...(await healths(db, datedTerms(needed, points, ['health']), toMs)),
  ]);
}

/** Casings of about the same reach together: of a short one nothing long is read. */
async function shapes(db: Db, sql: Sql, dated: readonly DatedTerm[], toMs: number): Promise<[ConditionTerm, Series][]> {
  const found: [ConditionTerm, Series][] = [];
  const reachOf = ({ fromMs }: DatedTerm) => Math.ceil(Math.log2(Math.max(1, toMs - fromMs)));
  for (const group of Map.groupBy(dated, reachOf).values()) {
    const fromMs = Math.min(...group.map((each) => each.fromMs));
    const queries = group.map(({ term: { axis, kind }, point }) => ({
      point,
      axis: axis ?? 'resultant',
      measure: kind === 'slope' ? ('slope' as const) : ('displacement' as const),
    }));
    const rows = await shapesOver(db, sql, queries, { fromMs, toMs, limit: most });
    for (const [i, { term }] of group.entries()) found.push([term, farthestSeries(term, rows[i] ?? [])]);
  }
  return found;
}

/** Of each survey the joint, or segment, that goes farthest towards the bound. */
function farthestSeries(term: ConditionTerm, rows: readonly ShapeRow[]): Series {
  const series = { times: [] as number[], values: [] as number[], places: [] as number[], partial: [] as number[] };
  for (const { atMs, values, places } of rows) {
    const farthest = farthestTowards(values, places, boundsOf(term));
    if (!farthest) continue;
    series.times.push(atMs);
    series.values.push(farthest.value);
    series.places.push(farthest.place);
    series.partial.push(farthest.isPartial ? 1 : 0);
  }
  return series;
}

async function vibrations(db: Db, dated: readonly DatedTerm[], toMs: number): Promise<[ConditionTerm, Series][]> {
  const since = earliest(dated, ({ point }) => point.id);
  const events = Map.groupBy(await recordedEvents(db, since, toMs, most), ({ pointId }) => pointId);
  return dated.map(({ term, point }) => [term, sharesOf(term, events.get(point.id) ?? [])]);
}

/** Each recording in percent of the curve, at its frequency. */
function sharesOf({ curve }: ConditionTerm, events: readonly RecordedEvent[]): Series {
  const series = { times: [] as number[], values: [] as number[], places: [] as number[] };
  for (const { atMs, axes } of events) {
    const share = curve && shareOfCurve(axes, curve);
    if (!share) continue;
    series.times.push(atMs);
    series.values.push(share.percent);
    series.places.push(share.hz);
  }
  return series;
}

interface Feeding {
  readonly deviceId: number;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Returns whether the device that feeds a point is in one of the statuses, by the device that fed it then. */
async function healths(db: Db, dated: readonly DatedTerm[], toMs: number): Promise<[ConditionTerm, Series][]> {
  if (dated.length === 0) return [];
  const periods = await conversionsOf(
    db,
    dated.map(({ point }) => point.id),
  );
  const feedingOf = ({ point, fromMs }: DatedTerm): Feeding[] =>
    (periods.get(point.id) ?? []).flatMap(({ deviceId, fromMs: start, toMs: end }) =>
      deviceId !== null && end > fromMs && start <= toMs
        ? [{ deviceId, fromMs: Math.max(start, fromMs), toMs: end }]
        : [],
    );
  const feedings = dated.map(feedingOf);
  const since = earliest(feedings.flat(), ({ deviceId }) => deviceId);
  const steps = Map.groupBy(await healthSteps(db, since, toMs), ({ deviceId }) => deviceId);
  return dated.map(({ term }, i) => [
    term,
    statusSeries(
      term,
      (feedings[i] ?? []).flatMap((feeding) => stepsIn(feeding, steps.get(feeding.deviceId) ?? [])),
    ),
  ]);
}

/** The steps of a device while it fed the point; the one before begins with it. */
function stepsIn({ fromMs, toMs }: Feeding, steps: readonly HealthStep[]): HealthStep[] {
  const before = steps.findLast(({ atMs }) => atMs <= fromMs);
  const within = steps.filter(({ atMs }) => atMs > fromMs && atMs < toMs);
  return before ? [{ ...before, atMs: fromMs }, ...within] : within;
}

const statusSeries = ({ statuses }: ConditionTerm, steps: readonly HealthStep[]): Series => ({
  times: steps.map(({ atMs }) => atMs),
  values: steps.map(({ status }) => ((statuses as readonly string[] | null)?.includes(status) ? 1 : 0)),
});

/** The data of a term that has a series of its own; `readings` = those of its field. */
export function ownData(term: ConditionTerm, own: OwnSeries, readings: Series | undefined): TermData | null {
  const series = own.get(term);
  if (!series) return null;
  // Nothing was recorded: that is known while the point reports.
  return term.kind === 'vibration' ? { series, other: readings ?? { times: [], values: [] } } : { series };
}
