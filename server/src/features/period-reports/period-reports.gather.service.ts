/**
 * Gathers what a report holds, by the functions that the screens are made of: the figures of readings, the status of
 * points, alerts, health. Invariant: some points at a time, so that memory stays small however many there are.
 */
import { setImmediate } from 'node:timers/promises';
import type { Language } from '@plumbline/contract/constants';
import { elementAt } from '@plumbline/contract/elements';
import { Failure } from '@plumbline/contract/errors';
import { families } from '@plumbline/contract/families';
import { reportLimits } from '@plumbline/contract/period-reports';
import { pointStatus, staleAfterMs } from '@plumbline/contract/status';
import type { PaperCurve } from '@plumbline/science/display/chart-svg';
import { paperCurve } from '@plumbline/science/display/paper-curve';
import { initialAt } from '@plumbline/science/series/initials';
import type { Db } from '../../kernel/context.ts';
import type { Pool } from '../../kernel/db.ts';
import { handlingOf } from '../alert-analytics/alert-analytics.api.ts';
import { highestLevels, ofPeriod } from '../alerts/alerts.api.ts';
import { devicesOf } from '../health/health.api.ts';
import { type NamedPoint, namedPoints } from '../points/points.api.ts';
import { namedProject } from '../projects/projects.named.api.ts';
import {
  goodOnly,
  type IndexedField,
  initialOf,
  type ShownCurve,
  type ShownPoint,
  shownCurves,
  shownPoints,
} from '../readings/readings.effective.api.ts';
import { expectedSince, type Figures, figuresOf } from '../readings/readings.figures.api.ts';
import type { ReportChart, ReportContent, ReportLine } from '../report-files/report-files.api.ts';
import { roughCounts } from '../store/store.counts.api.ts';
import * as table from './period-reports.table.ts';

const view = { quantity: 'value', quality: 'good' } as const;
/** More readings of one point than this are not read into memory. */
const maxReadings = 2_000_000;
const readingsAtOnce = 40_000;
const pointsAtOnce = 25;
const curvesOfChart = 8;
const maxAlerts = 10_000;

interface Gathering {
  readonly db: Db;
  readonly pool: Pool;
  readonly now: Date;
  /** Told how many points are read, of how many; may throw to stop. */
  readonly step: (done: number, total: number) => Promise<void>;
  /** Given the readings of each point that is in the report, as its figures are made of them. */
  readonly onCurve?: (pointId: number, curve: ShownCurve) => void;
}

/** Throws notFound, reportTooLarge. */
export async function gather(row: table.ReportRow, gathering: Gathering): Promise<ReportContent> {
  const { db, now } = gathering;
  const project = await namedProject(db, row.project_id);
  if (!project) throw new Failure('notFound', { projectId: row.project_id });
  const period = { from: row.from_at, to: row.to_at };
  const candidates = await table.pointsSince(db, row.project_id, row.from_at);
  const { points: maxPoints } = reportLimits;
  if (candidates.length > maxPoints)
    throw new Failure('reportTooLarge', { fault: 'points', points: candidates.length, maxPoints });
  const [named, levels, newest, limited, { alerts, total: alertTotal }, devices, corporation, handling] =
    await Promise.all([
      namedPoints(
        db,
        row.project_id,
        candidates.map(({ id }) => id),
      ),
      highestLevels(db, row.project_id, period),
      table.newestLevels(db, row.project_id),
      table.limitedPoints(db, row.project_id),
      ofPeriod(db, row.project_id, { ...period, limit: maxAlerts }),
      devicesOf(db, now, row.project_id, period),
      table.corporationTitle(db, project.corporationId),
      handlingOf(db, row.project_id, period),
    ]);
  const younger = new Set(candidates.filter((each) => each.created_at >= row.to_at).map(({ id }) => id));
  const measured = await measurements(named, { row, levels, newest, limited, younger, ...gathering });
  return {
    project: project.name,
    corporation,
    type: row.type,
    language: row.language as Language,
    firstDay: row.first_day,
    lastDay: row.last_day,
    timeZone: row.time_zone,
    fromMs: row.from_at.getTime(),
    toMs: row.to_at.getTime(),
    madeAtMs: now.getTime(),
    madeBy: row.by_name,
    lines: measured.flatMap(({ lines }) => lines),
    charts: chartsOf(measured),
    alerts,
    alertTotal,
    handling,
    devices,
  };
}

interface Measuring extends Gathering {
  readonly row: table.ReportRow;
  /** The highest of each point by its alerts. */
  readonly levels: ReadonlyMap<number, number>;
  /** Of the newest reading of each point: it counts where that lies in the period. */
  readonly newest: ReadonlyMap<number, { readonly atMs: number; readonly level: number }>;
  readonly limited: ReadonlySet<number>;
  /** Points that are younger than the period: without a reading in it they have no part in it. */
  readonly younger: ReadonlySet<number>;
}
interface Measured {
  readonly point: NamedPoint;
  readonly lines: readonly ReportLine[];
  readonly main: IndexedField;
  readonly curve: PaperCurve;
}

async function measurements(named: readonly NamedPoint[], measuring: Measuring): Promise<Measured[]> {
  const { db, pool, row, step } = measuring;
  const [fromMs, toMs] = [row.from_at.getTime(), row.to_at.getTime() - 1];
  const ids = named.map(({ id }) => id);
  const rough = await roughCounts(pool, ids, fromMs, toMs);
  const all: Measured[] = [];
  for (const batch of batchesOf(named, rough)) {
    const batchIds = batch.map(({ id }) => id);
    const [shown, since] = await Promise.all([shownPoints(db, batchIds, false), expectedSince(pool, batchIds)]);
    const queries = shown.map((point, i) => ({ point, fields: fieldsOf(elementAt(batch, i), point, row.fields) }));
    const curves = await shownCurves(pool, queries, view, fromMs, toMs, maxReadings + 1);
    for (const [i, point] of batch.entries()) {
      const curve = elementAt(curves, i);
      if (curve.cut) throw new Failure('reportTooLarge', { fault: 'readings', point: point.name, maxReadings });
      if (curve.times.length === 0 && measuring.younger.has(point.id)) continue;
      measuring.onCurve?.(point.id, curve);
      all.push(measuredOf(point, curve, since.get(point.id) ?? null, measuring));
      // What else this process does goes on between points.
      await setImmediate();
    }
    await step(ids.indexOf(elementAt(batchIds, -1)) + 1, ids.length);
  }
  return all;
}

/** Some points at a time, fewer where they were read often. */
function batchesOf(named: readonly NamedPoint[], rough: ReadonlyMap<number, number>): NamedPoint[][] {
  const batches: NamedPoint[][] = [];
  let readings = Number.POSITIVE_INFINITY;
  for (const point of named) {
    const own = rough.get(point.id) ?? 0;
    const batch = batches.at(-1);
    if (batch === undefined || readings + own > readingsAtOnce || batch.length >= pointsAtOnce) {
      batches.push([point]);
      readings = own;
    } else {
      batch.push(point);
      readings += own;
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

function measuredOf(
  point: NamedPoint,
  curve: ShownCurve,
  sinceMs: number | null,
  { row, levels, newest, limited, now }: Measuring,
): Measured {
  const [fromMs, toMs, nowMs] = [row.from_at.getTime(), row.to_at.getTime() - 1, now.getTime()];
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
  return {
    point,
    main: main.field,
    lines: curve.columns.map((column) => {
      const figures = figuresOf(curve, column, view, { fromMs, toMs, sinceMs, nowMs });
      return {
        point,
        field: column.field,
        isMain: column === main,
        figures,
        cumulative: cumulativeOf(curve.point, column.field, figures),
        status,
      };
    }),
    curve: paperCurve(point.name, curve.times, good, {
      spanMs: toMs - fromMs,
      silentMs: staleAfterMs(curve.point.facts.intervalSeconds),
    }),
  };
}

/** The last value less what it counts from then: the initial value, or the newest zero. */
function cumulativeOf(point: ShownPoint, { key }: IndexedField, { last }: Figures): number | null {
  if (last === null) return null;
  const initial = initialAt(point.corrections, key, last.atMs, initialOf(point, key));
  return initial === null ? null : last.value - initial;
}

/** The curves of a family in a structure together, as many as can be told apart; points without a value have none. */
function chartsOf(measured: readonly Measured[]): ReportChart[] {
  const drawn = measured.filter(({ curve }) => curve.values.some((value) => value !== null));
  const groups = Map.groupBy(drawn, ({ point, main }) => `${point.structure}\n${point.family}\n${main.key}`);
  return [...groups.values()].flatMap((group) => {
    const { point, main } = elementAt(group, 0);
    const charts = Math.ceil(group.length / curvesOfChart);
    return Array.from({ length: charts }, (_, c) => ({
      structure: point.structure,
      family: point.family,
      field: main,
      curves: group.slice(c * curvesOfChart, (c + 1) * curvesOfChart).map(({ curve }) => curve),
    }));
  });
}
