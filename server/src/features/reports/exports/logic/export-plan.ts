/**
 * What an export is to hold, checked before any work: its points and fields, its span, and how much that is.
 * Invariant: what is refused is refused here, and not when half a file has been sent.
 */
import { limits } from '@plumbline/contract/kernel/constants';
import { dayMs } from '@plumbline/contract/kernel/durations';
import { getOrThrow } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { ExportRequest } from '@plumbline/contract/reports/exports';
import type { Db } from '../../../../kernel/context.ts';
import type { Pool } from '../../../../kernel/db.ts';
import { roughCounts } from '../../../platform/store/store.counts.api.ts';
import { type NamedPoint, namedPoints } from '../../../points/points/points.api.ts';
import { count, curves } from '../../../readings/readings/readings.api.ts';
import { type IndexedField, type ShownPoint, shownPoints } from '../../../readings/readings/readings.effective.api.ts';
import { refuseDirections } from '../../../readings/readings/readings.query.api.ts';
import { type NamedProject, namedProject } from '../../../site/projects/projects.named.api.ts';

export interface ExportPoint {
  readonly named: NamedPoint;
  readonly shown: ShownPoint;
  /** Those that are exported. */
  readonly fields: readonly IndexedField[];
}
export interface ExportPlan {
  readonly request: ExportRequest;
  readonly project: NamedProject;
  /** In order of structure and name. */
  readonly points: readonly ExportPoint[];
  readonly fromMs: number;
  readonly toMs: number;
  readonly timeZone: string;
  /** About how many records are read. */
  readonly records: number;
}

/** Beside each other: a column each. */
const pointsAbreast = 50;
const columnsAbreast = 500;

/**
 * Throws notFound for a point that is none of the project, startAfterEnd, spanExceeded, exportTooManyRows, noCollections
 * where nothing was measured, and badInput for what does not go together.
 */
export async function planExport(db: Db, pool: Pool, request: ExportRequest): Promise<ExportPlan> {
  const fromMs = Date.parse(request.from);
  const toMs = Date.parse(request.to);
  if (fromMs >= toMs) throw new Failure('startAfterEnd');
  if (request.format === 'xlsx' && toMs - fromMs > limits.historyDays * dayMs)
    throw new Failure('spanExceeded', { days: limits.historyDays });
  checkTogether(request);
  const ids = [...new Set(request.pointIds)];
  const [project, named] = await Promise.all([
    namedProject(db, request.projectId),
    namedPoints(db, request.projectId, ids),
  ]);
  if (!project) throw new Failure('notFound', { projectId: request.projectId });
  if (named.length < ids.length) {
    const namedIds = new Set(named.map(({ id }) => id));
    throw new Failure('notFound', { pointId: ids.find((id) => !namedIds.has(id)) });
  }
  const factsOf = new Map((await shownPoints(db, ids, request.raw)).map((point) => [point.id, point]));
  const points = named.map((each) => ({
    named: each,
    shown: getOrThrow(factsOf, each.id),
    fields: [] as IndexedField[],
  }));
  const unknown = request.fields?.find((key) => !points.some((point) => point.shown.keys.includes(key)));
  if (unknown !== undefined) throw together('fields', 'fieldUnknown');
  for (const point of points)
    point.fields = point.shown.fields.filter(({ key }) => request.fields === undefined || request.fields.includes(key));
  if (request.filter) refuseDirections(points.map(({ shown, fields }) => ({ point: shown, fields })));
  if (request.layout === 'columns' && points.reduce((sum, { fields }) => sum + fields.length, 0) > columnsAbreast)
    throw together('fields', 'tooManyColumns');
  const rough = await roughCounts(pool, ids, fromMs, toMs);
  const records = Math.round([...rough.values()].reduce((sum, each) => sum + each, 0));
  if (records === 0) throw new Failure('noCollections');
  const plan = {
    request,
    project,
    points,
    fromMs,
    toMs,
    timeZone: request.timeZone ?? project.timeZone,
    records,
  };
  if (request.format === 'xlsx') await refuseTooMany(pool, plan);
  return plan;
}

const together = (path: string, message: string) => new Failure('badInput', [{ path, message, code: 'custom' }]);

function checkTogether(request: ExportRequest): void {
  const { buckets, width, content, layout, format, pointIds, filter } = request;
  if (buckets && width !== undefined) throw together('width', 'notTogether');
  if (filter && (buckets || content === 'samples' || format === 'ags4')) throw together('filter', 'notTogether');
  if (content === 'samples' && (buckets || width !== undefined || format === 'ags4'))
    throw together('content', 'notTogether');
  if (format === 'ags4' && (buckets || width !== undefined)) throw together('format', 'notTogether');
  const abreast = (layout === 'columns' && format !== 'ags4') || width !== undefined;
  if (abreast && new Set(pointIds).size > pointsAbreast) throw together('pointIds', 'tooManyPoints');
}

const maxRows = limits.exportMaxRows;

/** A sheet has so many rows and no more; counted before anything is read. */
async function refuseTooMany(pool: Pool, plan: ExportPlan): Promise<void> {
  const { request, points, fromMs, toMs } = plan;
  if (request.width !== undefined) return;
  const refuse = (rows: number) => {
    if (rows > maxRows) throw new Failure('exportTooManyRows', { maxRows, rows: Math.round(rows) });
  };
  if (request.buckets) return refuse(bucketRows(plan, request.buckets));
  // Far beyond, the rough number is answer enough.
  if (request.layout !== 'columns') refuse(plan.records > maxRows * 2 ? plan.records : 0);
  const counted = await Promise.all(
    points.map(async ({ shown, fields }) => {
      const records = await count(pool, shown.id, fromMs, toMs);
      return { records, rows: records * (request.layout === 'long' ? fields.length : 1) };
    }),
  );
  const sum = counted.reduce((all, { rows }) => all + rows, 0);
  if (request.layout !== 'columns' || sum <= maxRows) return refuse(sum);
  refuse(Math.max(...counted.map(({ records }) => records)));
  const found = await curves(
    pool,
    points.map(({ shown }) => shown.id),
    [],
    fromMs,
    toMs,
    maxRows + 1,
  );
  const times = new Set<number>();
  for (const { times: curveTimes } of found.values()) for (const at of curveTimes) times.add(at);
  refuse(times.size);
}

const unitMs = { hour: dayMs / 24, day: dayMs, week: 7 * dayMs, month: 28 * dayMs, year: 365 * dayMs };

function bucketRows(
  { request, points, fromMs, toMs, records }: ExportPlan,
  { unit, figures }: NonNullable<ExportRequest['buckets']>,
): number {
  const buckets = Math.ceil((toMs - fromMs) / unitMs[unit]) + 1;
  if (request.layout === 'columns') return Math.min(buckets, records);
  const perBucket = ({ fields }: ExportPoint) => (request.layout === 'long' ? fields.length * figures.length : 1);
  return points.reduce((sum, point) => sum + buckets * perBucket(point), 0);
}
