/** What one slide of a wall shows, read by the functions of the screens with the rights of the context's caller. */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { Permission } from '@plumbline/contract/kernel/permissions';
import { type Slide, type SlideContent, wallLimits } from '@plumbline/contract/overview/walls';
import { permissionAt } from '../../../kernel/access.ts';
import type { Caller, Context, Db } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { openAlerts } from '../../alerts/alerts/alerts.api.ts';
import { places as pointPlaces } from '../../points/points/points.api.ts';
import { places as projectPlaces } from '../../site/projects/projects.api.ts';
import { projectsNow } from '../../site/projects/projects.named.api.ts';
import { structureIdsOf, places as structurePlaces, structuresNow } from '../../site/structures/structures.api.ts';
import { curveContent, dashboardContents, drawingContent } from '../dashboards/dashboards.api.ts';
import { watched } from '../stats/stats.api.ts';
import { publicStructures } from '../status-pages/status-pages.api.ts';

/** Curves that fit beside each other and are read from five metres. */
const curves = 4;

/** The unsettled alerts of those of the projects whose alerts the caller may see. */
export async function alertsFor(db: Db, caller: Caller, projectIds: readonly number[]) {
  const visible = projectIds.filter((id) => caller.projects.get(id)?.has('Retrieve:Alert'));
  return await openAlerts(db, { corporationId: caller.corporationId ?? 0, projectIds: visible }, wallLimits.alerts);
}

export async function contentOf(context: Context, slide: Slide): Promise<SlideContent> {
  try {
    if (slide.kind === 'overview')
      return { kind: 'overview', watched: (await watched(context, { limit: curves })).points };
    if (slide.kind === 'project') return await projectSlide(context, slide);
    if (slide.kind === 'dashboard') return await dashboardSlide(context, slide);
    return slide.kind === 'drawing' ? await drawingSlide(context, slide) : await pointsSlide(context, slide);
  } catch (error) {
    // Deleted since, moved elsewhere, or no longer its maker's to show: the wall goes on with what is left.
    if (error instanceof Failure && error.name === 'notFound') return { kind: 'gone' };
    throw error;
  }
}

type Of<K extends Slide['kind']> = Extract<Slide, { kind: K }>;

/** Throws notFound unless the caller holds all of them at the place. */
function requireAll(
  { caller }: Context,
  place: Parameters<typeof permissionAt>[2] | undefined,
  needed: readonly Permission[],
) {
  if (!place || needed.some((permission) => permissionAt(caller, permission, place) !== 'yes'))
    throw new Failure('notFound');
}

async function projectSlide(context: Context, { projectId }: Of<'project'>): Promise<SlideContent> {
  const { db, caller, now } = context;
  const project = requireRow((await projectsNow(db, caller, now())).find(({ id }) => id === projectId));
  requireAll(context, (await projectPlaces(db, [projectId])).get(projectId), ['Retrieve:Structure', 'Retrieve:Alert']);
  const { alerts, total: alertTotal } = await alertsFor(db, caller, [projectId]);
  const structures = await structuresNow(db, await structureIdsOf(db, projectId), now());
  return {
    kind: 'project',
    alerts,
    alertTotal,
    name: project.name,
    status: project.summary.status,
    structures: await publicStructures(db, structures, { now: now(), showAlerts: true }),
    watched: (await watched(context, { projectId, limit: curves })).points,
  };
}

async function drawingSlide(context: Context, slide: Of<'drawing'>): Promise<SlideContent> {
  const { structureId } = slide;
  const { db, caller, now } = context;
  const place = (await structurePlaces(db, [structureId])).get(structureId);
  requireAll(context, place, ['Retrieve:Structure', 'Retrieve:Data']);
  const [structure] = await structuresNow(db, [structureId], now());
  const project = requireRow((await projectsNow(db, caller, now())).find(({ id }) => id === structure?.projectId));
  const { alerts, total: alertTotal } = await alertsFor(db, caller, [project.id]);
  const drawn = await drawingContent(context, project.id, slide);
  return { kind: 'drawing', alerts, alertTotal, ...drawn };
}

async function pointsSlide(context: Context, { pointIds, days }: Of<'points'>): Promise<SlideContent> {
  const places = await pointPlaces(context.db, pointIds);
  const visibleIds = pointIds.filter((id) => {
    const place = places.get(id);
    return place !== undefined && permissionAt(context.caller, 'Retrieve:Data', place) === 'yes';
  });
  const projectId = requireRow(places.get(visibleIds[0] ?? 0)?.projectIds[0]);
  return { kind: 'points', ...(await curveContent(context, projectId, { pointIds: visibleIds, days })) };
}

async function dashboardSlide(context: Context, { projectId, dashboardId }: Of<'dashboard'>): Promise<SlideContent> {
  const { db, caller, now } = context;
  const project = requireRow((await projectsNow(db, caller, now())).find(({ id }) => id === projectId));
  const { name, panels } = await dashboardContents(context, { projectId, dashboardId });
  return { kind: 'dashboard', projectName: project.name, name, panels };
}
