/**
 * Statistics: what pages count and list over many features at once. Reads everything, owns nothing, is read by none.
 * Invariant: nothing is counted or named that the caller could not open.
 */
import { type AlertStatus, alertStatuses } from '@plumbline/contract/alerts/alerts';
import { dayMs } from '@plumbline/contract/kernel/durations';
import { getOrThrow } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { Permission } from '@plumbline/contract/kernel/permissions';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { stats } from '@plumbline/contract/overview/stats';
import { permissionAt } from '../../../kernel/access.ts';
import type { Context } from '../../../kernel/context.ts';
import { sqlOver } from '../../../kernel/sql.ts';
import { figuresIn } from '../../points/points/points.figures.api.ts';
import { dayChanges } from '../../readings/readings/readings.change.api.ts';
import { shownPoints } from '../../readings/readings/readings.effective.api.ts';
import * as projects from '../../site/projects/projects.api.ts';
import { visibleTo } from '../../site/projects/projects.api.ts';
import { unhealthyByProject } from '../../telemetry/health/health.api.ts';
import * as lists from './stats.lists.table.ts';
import * as rowsOf from './stats.rows.service.ts';
import * as table from './stats.table.ts';
import { newestValues } from './stats.values.table.ts';
import * as watch from './stats.watched.table.ts';

type Input<K extends keyof typeof stats> = OutputOf<(typeof stats)[K]['input']>;

const curveDays = 30;
const curveBuckets = 60;
const maxResults = 5;

/** Every status with its count, those that nothing has with 0: their places on the page do not move. */
const everyStatus = (counts: readonly { status: AlertStatus; count: number }[]) =>
  alertStatuses.map((status) => ({ status, count: counts.find((each) => each.status === status)?.count ?? 0 }));

/** Of a project or structure: Pending counts what was only noticed too, as specification 4 has it. */
const placeAlertStat = (counts: readonly { status: AlertStatus; count: number }[]) => {
  const count = (status: AlertStatus) => counts.find((each) => each.status === status)?.count ?? 0;
  return [
    { status: 'Pending' as const, count: count('Pending') + count('Notice') },
    ...(['Confirm', 'FalseAlarm', 'Restore'] as const).map((status) => ({ status, count: count(status) })),
  ];
};

export async function corporation({ db, caller, now }: Context, { lists: wantsLists }: Input<'corporation'>) {
  const at = now();
  const visible = visibleTo(caller);
  const [places, points, families, devices, open, statuses, readingsToday, unhealthStat, rows] = await Promise.all([
    table.placeCounts(db, at, visible),
    table.pointCounts(db, at, visible),
    table.byFamily(db, visible),
    table.deviceCounts(db, caller, at),
    table.openAlerts(db, visible),
    table.byStatus(db, visible),
    table.storedOn(db, caller, at.toISOString().slice(0, 10)),
    unhealthyByProject(db, caller, at, undefined),
    wantsLists ? corporationRows(db, at, caller) : {},
  ]);
  const sum = (pick: (device: (typeof devices)[number]) => number) =>
    devices.reduce((all, each) => all + pick(each), 0);
  return {
    projects: places.projects,
    projectsWithOpenAlerts: open.projects,
    structures: places.structures,
    structuresNormal: places.normal,
    structuresSilent: places.silent,
    status: points.status,
    readingsToday,
    lastReceivedAt: points.lastReceivedAt?.toISOString() ?? null,
    devices: sum(({ count }) => count),
    devicesHealthy: sum(({ status, count }) => (status === 'normal' ? count : 0)),
    healthStatusStat: devices.map(({ status, count }) => ({ status, count })),
    unhealthStat,
    silentOver24h: sum(({ silent }) => silent),
    openAlerts: open.levels,
    pending: statuses.find(({ status }) => status === 'Pending')?.count ?? 0,
    newestOpenAt: open.newest?.toISOString() ?? null,
    measurementTypeStat: families,
    alertTotal: statuses.reduce((all, { count }) => all + count, 0),
    alertStatusStat: everyStatus(statuses),
    ...rows,
  };
}

/** Structures and points are named where the caller may see them, as their own lists do. */
async function corporationRows(db: Context['db'], at: Date, caller: Context['caller']) {
  const [projectStatList, { structures: _, ...below }] = await Promise.all([
    rowsOf.projectRows(db, at, visibleTo(caller)),
    rowsOf.rowsBelow(db, at, {
      ofPlaces: visibleTo(caller, 'Retrieve:Structure'),
      ofPoints: visibleTo(caller, 'Retrieve:MeasuringPoint'),
    }),
  ]);
  return { projectStatList, ...below };
}

/** Throws notFound for a project that the caller may not see. */
export async function watched(context: Context, { projectId, limit }: Input<'watched'>) {
  const { db, caller, now } = context;
  if (projectId !== undefined) await mayOpen(context, projectId, 'Retrieve:Data');
  const to = now();
  const visible = visibleTo(caller, 'Retrieve:Data');
  const where = projectId === undefined ? visible : table.also(visible, table.inProject(projectId));
  const nearest = await watch.nearest(db, to, where, limit);
  const pointsById = await shownById(db, nearest);
  const nearestPoints = nearest.map((each) => ({ ...each, point: getOrThrow(pointsById, each.pointId) }));
  const from = new Date(to.getTime() - curveDays * dayMs);
  const [curves, changes, figures] = await Promise.all([
    watch.curves(db, nearestPoints, { from, to, buckets: curveBuckets }),
    dayChanges(
      sqlOver(db),
      nearestPoints.map(({ point, place, at }) => ({ point, fieldIndex: place - 1, fromMs: at - dayMs, toMs: at })),
    ),
    figuresIn(
      db,
      to,
      nearest.map(({ pointId }) => pointId),
    ),
  ]);
  return {
    points: nearest.map(({ place: _, at: __, ...point }, i) => {
      const curve = curves.filter((each) => each.pointId === point.pointId);
      return {
        ...point,
        ...watchedFigures(figures(point.pointId, point.field)),
        change24h: changes[i] ?? null,
        times: curve.map((each) => each.at),
        values: curve.map((each) => each.value),
      };
    }),
  };
}

async function shownById(db: Context['db'], of: readonly { readonly pointId: number }[]) {
  if (of.length === 0) return new Map<number, never>();
  const ids = of.map(({ pointId }) => pointId);
  return new Map((await shownPoints(db, ids, false)).map((point) => [point.id, point]));
}

const watchedFigures = ({
  family,
  limits,
  thresholds: _,
  ...figures
}: ReturnType<Awaited<ReturnType<typeof figuresIn>>>) => ({
  family,
  value: figures.value,
  figures,
  limits: [...limits],
});

const kinds = {
  raised: 'alertRaised',
  released: 'alertReleased',
  changed: 'alertChanged',
  comment: 'alertCommented',
} as const;

export async function activity({ db, caller, now }: Context, { limit }: Input<'activity'>) {
  const happened = await lists.activity(db, caller, now(), limit);
  return {
    activity: happened.map(({ kind, at, status, ...subject }) => ({
      ...subject,
      at: at.toISOString(),
      kind: kinds[kind],
      status: kind === 'changed' ? status : null,
    })),
  };
}

export async function project({ db, caller, now }: Context, { projectId, lists: wantsLists }: Input<'project'>) {
  const at = now();
  const where = table.inProject(projectId);
  const mine = (needs: Permission) => table.also(where, visibleTo(caller, needs));
  const [{ status }, measurementTypeStat, statuses, rows] = await Promise.all([
    table.pointCounts(db, at, where),
    table.byFamily(db, where),
    table.byStatus(db, where),
    wantsLists
      ? rowsOf.rowsBelow(db, at, { ofPlaces: mine('Retrieve:Structure'), ofPoints: mine('Retrieve:MeasuringPoint') })
      : {},
  ]);
  return { status, measurementTypeStat, alertStatusStat: placeAlertStat(statuses), ...rows };
}

export async function structure({ db, caller, now }: Context, { structureId, lists: wantsLists }: Input<'structure'>) {
  const at = now();
  const where = table.inStructure('p', structureId);
  const [{ status }, measurementTypeStat, statuses, below] = await Promise.all([
    table.pointCounts(db, at, where, table.inStructure('c', structureId)),
    table.byFamily(db, where),
    table.byStatus(db, table.inStructure('g', structureId)),
    wantsLists
      ? rowsOf.rowsBelow(db, at, {
          ofPlaces: table.itemsOf(structureId),
          ofPoints: table.also(where, visibleTo(caller, 'Retrieve:MeasuringPoint')),
        })
      : null,
  ]);
  const rows = below
    ? { items: below.items, itemStatList: below.itemStatList, measuringPointStatList: below.measuringPointStatList }
    : {};
  return { status, measurementTypeStat, alertStatusStat: placeAlertStat(statuses), ...rows };
}

/** Throws notFound for a project that the caller may not see; a structure of elsewhere has no alerts. */
export async function alertStatus(context: Context, { projectId, structureId }: Input<'alertStatus'>) {
  const { db, caller } = context;
  if (projectId !== undefined) await mayOpen(context, projectId, 'Retrieve:Alert');
  const counts = await table.byStatus(
    db,
    table.also(
      visibleTo(caller, 'Retrieve:Alert'),
      ...(projectId === undefined ? [] : [table.inProject(projectId)]),
      ...(structureId === undefined ? [] : [table.inStructure('g', structureId)]),
    ),
  );
  return { alertStatusStat: placeAlertStat(counts) };
}

const maxValues = 2_000;

/** Throws notFound for a project that the caller may not see; a structure of elsewhere has no points. */
export async function measurementValue(context: Context, { projectId, structureId }: Input<'measurementValue'>) {
  const { db, caller } = context;
  if (projectId !== undefined) await mayOpen(context, projectId, 'Retrieve:Data');
  const values = await newestValues(
    db,
    table.also(
      visibleTo(caller, 'Retrieve:Data'),
      ...(projectId === undefined ? [] : [table.inProject(projectId)]),
      ...(structureId === undefined ? [] : [table.inStructure('p', structureId)]),
    ),
    maxValues + 1,
  );
  return { measurementValueList: values.slice(0, maxValues), isMore: values.length > maxValues };
}

export async function search({ db, caller }: Context, { keyword }: Input<'search'>) {
  const hits = await lists.search(db, caller, keyword, maxResults + 1);
  const kinds = new Map<string, number>();
  const visible = hits.filter(({ kind }) => {
    const nth = (kinds.get(kind) ?? 0) + 1;
    kinds.set(kind, nth);
    return nth <= maxResults;
  });
  return { found: visible, more: visible.length < hits.length };
}

/** Authorization for a project named in a filter: answers like the real one. */
async function mayOpen({ db, caller }: Context, projectId: number, needs: 'Retrieve:Data' | 'Retrieve:Alert') {
  const place = (await projects.places(db, [projectId])).get(projectId);
  const answer = place ? permissionAt(caller, needs, place) : 'foreign';
  if (answer === 'foreign') throw new Failure('notFound', { projectId });
  if (answer === 'no') throw new Failure('notAllowed', { needs });
}
