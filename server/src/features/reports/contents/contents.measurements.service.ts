/**
 * Measures points over a period, some at a time: figures, status, the curve, and what single blocks show beside them.
 * Invariant: no more readings are in memory than of one portion of points, but for a bounded appendix.
 */
import { setImmediate } from 'node:timers/promises';
import { elementAt } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import { pointStatus, staleAfterMs } from '@plumbline/contract/kernel/status';
import { families } from '@plumbline/contract/points/families';
import type { PaperCurve } from '@plumbline/science/display/chart-svg';
import { paperCurve } from '@plumbline/science/display/paper-curve';
import { type DrawnRule, drawnLimits, type LimitLine } from '@plumbline/science/limits/drawn-limits';
import { lineToWatch } from '@plumbline/science/limits/limit-distances';
import { roughCounts } from '../../platform/store/store.counts.api.ts';
import type { NamedPoint } from '../../points/points/points.api.ts';
import { offsetAt } from '../../readings/corrections/corrections.changes.api.ts';
import { type ChangeOfSpan, spanChanges } from '../../readings/readings/readings.change.api.ts';
import {
  goodOnly,
  type IndexedField,
  type ShownColumn,
  type ShownCurve,
  type ShownPoint,
  shownCurves,
  shownPoints,
} from '../../readings/readings/readings.effective.api.ts';
import { expectedSince, type Figures, figuresOf, spanVolumes } from '../../readings/readings/readings.figures.api.ts';
import { orNull } from '../../readings/readings/readings.query.api.ts';
import type { ReportLine } from '../blocks/blocks.api.ts';
import { collectExtras, type MeasuredExtras, openExtras, weatherFields } from './contents.extras.service.ts';
import type { Measuring } from './logic/measuring.ts';
import type { Wants } from './logic/wants.ts';

export const view = { quantity: 'value', quality: 'good', cumulative: true } as const;
/** More readings of one point than this are not read into memory. */
const maxReadings = 2_000_000;
const readingsAtOnce = 40_000;
const pointsAtOnce = 25;

export interface Measured {
  readonly point: NamedPoint;
  readonly lines: readonly ReportLine[];
  readonly main: IndexedField;
  readonly curve: PaperCurve;
  readonly limits: readonly LimitLine[];
}

export async function measurements(
  named: readonly NamedPoint[],
  measuring: Measuring,
): Promise<{ all: Measured[]; extras: MeasuredExtras }> {
  const { db, pool, subject, wants, step } = measuring;
  const [fromMs, toMs] = [subject.from.getTime(), subject.to.getTime() - 1];
  const ids = named.map(({ id }) => id);
  const rough = await roughCounts(pool, ids, fromMs, toMs);
  const all: Measured[] = [];
  const extras = openExtras();
  for (const batch of batchesOf(named, rough)) {
    const batchIds = batch.map(({ id }) => id);
    const [pointFacts, since] = await Promise.all([shownPoints(db, batchIds, false), expectedSince(pool, batchIds)]);
    const fields = pointFacts.map((point, i) => fieldsOf(elementAt(batch, i), point, subject.fields));
    const queries = pointFacts.map((point, i) => ({
      point,
      fields: [...elementAt(fields, i), ...extraFields(elementAt(batch, i), point, elementAt(fields, i), wants)],
    }));
    const curves = await shownCurves(pool, queries, view, fromMs, toMs, maxReadings + 1);
    const changed = queries.flatMap(({ point, fields }) => fields.map((field) => ({ point, field })));
    const changeOf = await spanChanges(pool, changed, view, fromMs, toMs);
    const volumeIn = await spanVolumes(pool, queries, curves, view, { fromMs, toMs: toMs + 1 });
    const drawn: { point: NamedPoint; curve: ShownCurve }[] = [];
    for (const [i, point] of batch.entries()) {
      const curve = elementAt(curves, i);
      if (curve.cut) throw new Failure('reportTooLarge', { fault: 'readings', point: point.name, maxReadings });
      if (curve.times.length === 0 && measuring.younger.has(point.id)) continue;
      const context = { sinceMs: since.get(point.id) ?? null, changeOf, volumeIn };
      all.push(measuredOf(point, curve, elementAt(fields, i).length, context, measuring));
      measuring.onCurve?.(point.id, curve);
      drawn.push({ point, curve });
      // What else this process does goes on between points.
      await setImmediate();
    }
    await collectExtras(drawn, extras, measuring);
    await step(ids.indexOf(elementAt(batchIds, -1)) + 1, ids.length);
  }
  return { all, extras };
}

/** What the weather of a point is made of, where it is not among the fields of the report. */
function extraFields(point: NamedPoint, { fields }: ShownPoint, chosen: readonly IndexedField[], wants: Wants) {
  const key = wants.weather(point) ? weatherFields[point.family]?.key : undefined;
  const field = fields.find((each) => each.key === key);
  return field && !chosen.some(({ index }) => index === field.index) ? [field] : [];
}

/** Some points at a time, fewer where they were read often. */
function batchesOf(named: readonly NamedPoint[], rough: ReadonlyMap<number, number>): NamedPoint[][] {
  const batches: NamedPoint[][] = [];
  let readings = Number.POSITIVE_INFINITY;
  for (const point of named) {
    const roughCount = rough.get(point.id) ?? 0;
    const batch = batches.at(-1);
    if (batch === undefined || readings + roughCount > readingsAtOnce || batch.length >= pointsAtOnce) {
      batches.push([point]);
      readings = roughCount;
    } else {
      batch.push(point);
      readings += roughCount;
    }
  }
  return batches;
}

/** The main field, then the others where they are wanted; never those of single nodes. */
function fieldsOf({ mainIndex, family }: NamedPoint, { fields }: ShownPoint, which: string): IndexedField[] {
  const main = fields[mainIndex] ?? elementAt(fields, 0);
  if (which === 'main') return [main];
  return [main, ...fields.slice(0, families[family].fields.length).filter((field) => field !== main)];
}

/** What the figures of a point are made of besides its curve. */
interface KnownOfSpan {
  readonly sinceMs: number | null;
  readonly changeOf: ChangeOfSpan;
  readonly volumeIn: Awaited<ReturnType<typeof spanVolumes>>;
}

function measuredOf(
  point: NamedPoint,
  curve: ShownCurve,
  fieldCount: number,
  { sinceMs, changeOf, volumeIn }: KnownOfSpan,
  { subject, levels, newest, limited, rules, now }: Measuring,
): Measured {
  const [fromMs, toMs, nowMs] = [subject.from.getTime(), subject.to.getTime() - 1, now.getTime()];
  const main = elementAt(curve.columns, 0);
  const good = goodOnly(main.values, main.flags, view);
  const lastMs = curve.times.at(-1) ?? null;
  const present = newest.get(point.id);
  // After a verdict a reading may be above a limit without an open alert.
  const level = Math.max(levels.get(point.id) ?? 0, present && present.atMs === lastMs ? present.level : 0);
  const judged = pointStatus(
    {
      atMs: lastMs,
      level,
      hasLimits: limited.has(point.id),
      failed: Number.isNaN(good.at(-1) ?? Number.NaN),
      intervalSeconds: curve.point.facts.intervalSeconds,
    },
    Math.min(toMs, nowMs),
  );
  // An alert that was not over when the point fell silent is not hidden by that.
  const status = level > 0 ? { ...judged, level } : judged;
  const thresholds = rules.get(point.id) ?? [];
  const limitsOn = (key: string) => drawnLimits(thresholds, key, 'value', offsetAt(curve.point, key, toMs));
  return {
    point,
    main: main.field,
    lines: curve.columns.slice(0, fieldCount).map((column) => {
      const figures = figuresOf(curve, column, view, {
        fromMs,
        toMs,
        sinceMs,
        nowMs,
        change: changeOf(point.id, column.field.key),
        volume: volumeIn(point.id, column.field.key),
      });
      const cumulative = cumulativeAtEnd(curve, column, figures);
      return {
        point,
        field: column.field,
        isMain: column === main,
        // Two amounts less one another say nothing: what fell is their total.
        figures: column.field.summed === 'amount' ? { ...figures, change: null, ratePerDay: null } : figures,
        cumulative,
        limit: limitToWatch(column.field, { figures, cumulative }, thresholds, limitsOn(column.field.key)),
        status,
      };
    }),
    limits: limitsOn(main.field.key),
    curve: paperCurve(point.name, curve.times, good, {
      spanMs: toMs - fromMs,
      silentMs: staleAfterMs(curve.point.facts.intervalSeconds),
    }),
  };
}

/** The limit to watch beside the last value, as the head of the point would find it then. */
function limitToWatch(
  { key, summed }: IndexedField,
  { figures, cumulative }: Pick<ReportLine, 'figures' | 'cumulative'>,
  thresholds: readonly DrawnRule[],
  lines: readonly LimitLine[],
): LimitLine | null {
  // A total of the period is no change.
  const change = summed === undefined ? cumulative : null;
  return lineToWatch(thresholds, key, { value: figures.last?.value ?? null, change }, lines);
}

/** The cumulative change of the last value: from the initial value, or the newest zero. Of rain and flow the total of the period. */
function cumulativeAtEnd(
  { times }: ShownCurve,
  { field, cumulative }: ShownColumn,
  { last, totals, volume }: Figures,
): number | null {
  if (field.summed !== undefined) return totals?.total ?? volume?.volume ?? null;
  return last === null ? null : orNull(cumulative?.[times.indexOf(last.atMs)]);
}
