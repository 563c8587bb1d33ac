/**
 * What a panel shows, read by the functions of the screens with the rights of the context's caller. Invariant: what the
 * caller may not see is said to be refused, what is gone is said to be gone; neither looks like a quiet point.
 */

import { dayMs } from '@plumbline/contract/kernel/durations';
import { elementAt, getOrThrow } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { Permission } from '@plumbline/contract/kernel/permissions';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { CurveContent, DrawingContent, PanelContent } from '@plumbline/contract/overview/dashboards.contents';
import {
  dashboardLimits,
  type Panel,
  type PanelKind,
  type PanelOf,
} from '@plumbline/contract/overview/dashboards.panels';
import { fieldsOf } from '@plumbline/contract/points/families';
import { permissionAt } from '../../../kernel/access.ts';
import type { Context } from '../../../kernel/context.ts';
import { openAlerts } from '../../alerts/alerts/alerts.api.ts';
import { pointFacts } from '../../points/bindings/bindings.plans.api.ts';
import { newestPhoto } from '../../points/photos/photos.api.ts';
import { placedPoints, places as pointPlaces } from '../../points/points/points.api.ts';
import { figuresIn } from '../../points/points/points.figures.api.ts';
import { offsetOf } from '../../readings/corrections/corrections.changes.api.ts';
import { placedDrawing } from '../../site/drawings/drawings.api.ts';
import { places as projectPlaces } from '../../site/projects/projects.api.ts';
import { namedProject, timeZonesOf } from '../../site/projects/projects.named.api.ts';
import { structureIdsOf, places as structurePlaces, structuresNow } from '../../site/structures/structures.api.ts';
import { deviceHealth } from '../../telemetry/health/health.api.ts';
import { pointsNow, publicPoints, publicStructures } from '../status-pages/status-pages.api.ts';
import { figureContent } from './dashboards.figures.service.ts';

/** What a reader must hold in the project to see a panel of a kind: what the screen of the same needs. */
const needs: Readonly<Record<PanelKind, Permission>> = {
  value: 'Retrieve:Data',
  curve: 'Retrieve:Data',
  view: 'Retrieve:Data',
  drawing: 'Retrieve:Data',
  map: 'Retrieve:MeasuringPoint',
  alerts: 'Retrieve:Alert',
  health: 'Retrieve:Device',
  structures: 'Retrieve:Structure',
  photo: 'Retrieve:Data',
  text: 'Retrieve:Project',
};

type Fill<K extends PanelKind> = (context: Context, projectId: number, panel: PanelOf<K>) => Promise<PanelContent>;
const fills: { readonly [K in PanelKind]: Fill<K> } = {
  async value(context, projectId, { pointId }) {
    const pointIds = await idsWithin(context.db, projectId, [pointId]);
    const { timeZone, points } = await curveContent(context, projectId, { pointIds, days: null });
    const { curve: _, ...point } = elementAt(points, 0);
    return { kind: 'value', timeZone, point };
  },
  async curve(context, projectId, { pointIds: ids, days }) {
    const pointIds = await idsWithin(context.db, projectId, ids);
    return { kind: 'curve', ...(await curveContent(context, projectId, { pointIds, days })) };
  },
  async view({ db, now }, projectId, { pointId }) {
    const [point] = await pointsNow(db, await idsWithin(db, projectId, [pointId]), now());
    if (!point) throw new Failure('notFound', { pointId });
    return { kind: 'view', name: point.name };
  },
  async drawing(context, projectId, panel) {
    return { kind: 'drawing', ...(await drawingContent(context, projectId, panel)) };
  },
  map: mapContent,
  async alerts({ db }, projectId) {
    const timeZone = await timeZoneOf(db, projectId);
    return { kind: 'alerts', timeZone, ...(await openAlerts(db, { projectId }, dashboardLimits.alerts)) };
  },
  async health(context, projectId) {
    const { db, caller, now } = context;
    const of = { projectId, page: 1, pageSize: dashboardLimits.devices };
    const [all, ill] = [
      await deviceHealth(db, caller, now(), { ...of, pageSize: 1 }),
      await deviceHealth(db, caller, now(), { ...of, status: 'unhealthy' }),
    ];
    return {
      kind: 'health',
      timeZone: await timeZoneOf(db, projectId),
      devices: all.total,
      unhealthy: ill.total,
      toCheck: ill.rows.map(({ deviceId, name, status, since }) => ({
        deviceId,
        name,
        status,
        since: since?.toISOString() ?? null,
      })),
    };
  },
  async structures({ db, caller, now }, projectId) {
    const structures = await structuresNow(db, await structureIdsOf(db, projectId), now());
    const place = getOrThrow(await projectPlaces(db, [projectId]), projectId);
    const showAlerts = permissionAt(caller, 'Retrieve:Alert', place) === 'yes';
    return { kind: 'structures', structures: await publicStructures(db, structures, { now: now(), showAlerts }) };
  },
  async photo({ db, now }, projectId, { pointId }) {
    const [point] = await pointsNow(db, await idsWithin(db, projectId, [pointId]), now());
    if (!point) throw new Failure('notFound', { pointId });
    const timeZone = await timeZoneOf(db, projectId);
    return { kind: 'photo', timeZone, pointName: point.name, photo: await newestPhoto(db, pointId) };
  },
  async text() {
    return { kind: 'text' };
  },
};

export async function panelContent(context: Context, projectId: number, panel: Panel): Promise<PanelContent> {
  const place = (await projectPlaces(context.db, [projectId])).get(projectId);
  const needed = needs[panel.kind];
  if (!place || permissionAt(context.caller, needed, place) !== 'yes') return { kind: 'refused', needs: needed };
  try {
    return await (fills[panel.kind] as Fill<PanelKind>)(context, projectId, panel);
  } catch (error) {
    if (error instanceof Failure && error.name === 'notFound') return { kind: 'gone' };
    throw error;
  }
}

const timeZoneOf = async (db: Context['db'], projectId: number): Promise<string> =>
  (await timeZonesOf(db, [projectId])).get(projectId) ?? 'UTC';

/** Those of the points that are of the project, in the order given. */
async function idsWithin(db: Context['db'], projectId: number, ids: readonly number[]): Promise<number[]> {
  const places = await pointPlaces(db, ids);
  return ids.filter((id) => places.get(id)?.projectIds.includes(projectId));
}

/**
 * Points with their limits and, where `days` says how far back, their curves, on the clock of a project. Whoever asks has seen to
 * it that the reader may see them. Throws notFound where none is in use.
 */
export async function curveContent(
  { db, now }: Context,
  projectId: number,
  { pointIds: ids, days }: { readonly pointIds: readonly number[]; readonly days: number | null },
): Promise<OutputOf<typeof CurveContent>> {
  const from = days === null ? null : new Date(now().getTime() - days * dayMs);
  const points = ids.length === 0 ? [] : await publicPoints(db, ids, from, now(), dashboardLimits.curvePx);
  if (points.length === 0) throw new Failure('notFound', { pointIds: ids });
  const facts = await pointFacts(db, ids);
  const figuresAt = await figuresIn(
    db,
    now(),
    points.map(({ id }) => id),
  );
  return {
    timeZone: await timeZoneOf(db, projectId),
    from: (from ?? now()).toISOString(),
    points: points.map(({ id, ...point }) => {
      const pointFacts = facts.get(id);
      const { thresholds, family: _, limits: __, ...figures } = figuresAt(id, point.field);
      return {
        ...point,
        figures,
        thresholds: thresholds.filter(({ enabled }) => enabled),
        initial: pointFacts ? offsetOf(pointFacts, point.field) : null,
      };
    }),
  };
}

/** A drawing as it is shown now, with its points as they are and what the chosen figures are drawn of. Throws notFound. */
export async function drawingContent(
  context: Context,
  projectId: number,
  { structureId, drawingId, figures }: Pick<PanelOf<'drawing'>, 'structureId' | 'drawingId' | 'figures'>,
): Promise<OutputOf<typeof DrawingContent>> {
  const { db, now } = context;
  const place = (await structurePlaces(db, [structureId])).get(structureId);
  const [structure] = await structuresNow(db, [structureId], now());
  const project = await namedProject(db, projectId);
  if (!structure || !project || !place?.projectIds.includes(projectId)) throw new Failure('notFound', { structureId });
  const placed = await placedDrawing(db, structureId, drawingId);
  const { name, versions, versionId, places } = placed;
  const { id, width, height, isThemed } = versions.find((each) => each.id === versionId) ?? elementAt(versions, 0);
  const ids = places.map(({ pointId }) => pointId);
  return {
    projectName: project.name,
    structureName: structure.name,
    // Without the names of the people who brought it and placed the points.
    drawing: {
      name,
      version: { id, width, height, isThemed },
      places: places.map(({ pointId, x, y }) => ({ pointId, x, y })),
    },
    points: (await pointsNow(db, ids, now())).map(nowOf),
    figures: figures ? await figureContent(context, placed, figures) : null,
  };
}

type PointRow = Awaited<ReturnType<typeof pointsNow>>[number];

/** A value that failed its quality tests is none. */
function nowOf({ id, name, family, nodeCount, mainIndex, status, value }: PointRow) {
  const { unit, precision } = elementAt(fieldsOf(family, nodeCount), mainIndex);
  return { id, name, status, value: status.state === 'failed' ? null : value, unit, precision };
}

/** The points of the project, or of a structure and its items, that have coordinates. */
async function mapContent(
  { db, now }: Context,
  projectId: number,
  { structureId }: PanelOf<'map'>,
): Promise<PanelContent> {
  if (structureId !== null) {
    const place = (await structurePlaces(db, [structureId])).get(structureId);
    if (!place?.projectIds.includes(projectId)) throw new Failure('notFound', { structureId });
  }
  const located = await placedPoints(db, { projectId, structureId });
  const coordinates = new Map(located.flatMap(({ id, coordinates: at }) => (at ? [[id, at] as const] : [])));
  const ids = [...coordinates.keys()].slice(0, dashboardLimits.mapPoints);
  const points = (await pointsNow(db, ids, now())).map((row) => ({
    ...nowOf(row),
    coordinates: getOrThrow(coordinates, row.id),
  }));
  return { kind: 'map', points, unplaced: located.length - coordinates.size };
}
