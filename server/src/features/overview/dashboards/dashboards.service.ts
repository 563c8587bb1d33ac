/**
 * Dashboards of a project. Invariants: one that is not shared is its maker's alone; who may not read one finds none; a panel
 * names what lies in its project, and what it shows is read anew with the rights of whoever reads it.
 */

import { getOrThrow } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { Dashboard, dashboards } from '@plumbline/contract/overview/dashboards';
import { dashboardLimits, type Panel } from '@plumbline/contract/overview/dashboards.panels';
import { permissionAt } from '../../../kernel/access.ts';
import type { Context, Place } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { onNameTaken } from '../../../kernel/unique-violation.ts';
import { places as pointPlaces } from '../../points/points/points.api.ts';
import { places as projectPlaces, roleTypesAt } from '../../site/projects/projects.api.ts';
import { places as structurePlaces } from '../../site/structures/structures.api.ts';
import { panelContent } from './dashboards.panels.service.ts';
import * as table from './dashboards.table.ts';
import { templatePanels } from './dashboards.templates.service.ts';

type Input<K extends keyof typeof dashboards> = OutputOf<(typeof dashboards)[K]['input']>;

const sharing = 'Update:Project';

async function placeOf({ db }: Context, projectId: number): Promise<Place> {
  return getOrThrow(await projectPlaces(db, [projectId]), projectId);
}

/** Whoever may change the project sees every shared dashboard of it, and changes it. */
async function readerOf(context: Context, projectId: number): Promise<table.Reader> {
  const { db, caller, now } = context;
  return {
    accountId: caller.accountId,
    seesShared: permissionAt(caller, sharing, await placeOf(context, projectId)) === 'yes',
    roles: await roleTypesAt(db, caller.accountId, projectId, now()),
  };
}

const summaryOf = (row: table.Row, { accountId, seesShared }: table.Reader) => ({
  id: row.id,
  projectId: row.project_id,
  name: row.name,
  roles: row.roles,
  byName: row.by_name,
  isOwn: row.account_id === accountId,
  mayChange: row.account_id === accountId || (row.roles.length > 0 && seesShared),
  updatedAt: row.updated_at.toISOString(),
});
const shapeOf = (row: table.Row, reader: table.Reader): Dashboard => ({
  ...summaryOf(row, reader),
  panels: row.panels as Panel[],
});

export async function list(context: Context, { projectId }: Input<'list'>) {
  const reader = await readerOf(context, projectId);
  const rows = await table.ofProject(context.db, projectId, reader);
  return {
    dashboards: rows.map((row) => ({
      ...summaryOf(row, reader),
      panelKinds: (row.panels as Panel[]).map(({ kind }) => kind),
    })),
  };
}

async function requireDashboard(context: Context, { projectId, dashboardId }: Input<'get'>) {
  const reader = await readerOf(context, projectId);
  const row = requireRow(await table.one(context.db, projectId, dashboardId, reader), { dashboardId });
  return { row, reader };
}

export async function get(context: Context, input: Input<'get'>) {
  const { row, reader } = await requireDashboard(context, input);
  return { dashboard: shapeOf(row, reader) };
}

/** Throws dashboardsFull, nameTaken, notAllowed for sharing without the right, notFound for what is none of the project. */
export async function create(context: Context, { projectId, ...dashboard }: Input<'create'>) {
  const { db, caller, now } = context;
  const reader = await readerOf(context, projectId);
  if (dashboard.roles.length > 0 && !reader.seesShared) throw new Failure('notAllowed', { needs: sharing });
  await requireWithin(context, projectId, dashboard.panels);
  if ((await table.count(db, projectId, caller.accountId)) >= dashboardLimits.perPerson)
    throw new Failure('dashboardsFull', { most: dashboardLimits.perPerson });
  const by = { accountId: caller.accountId, displayName: caller.displayName, at: now() };
  const dashboardId = await onNameTaken(table.insert(db, projectId, by, dashboard), { name: dashboard.name });
  return await get(context, { projectId, dashboardId });
}

export async function update(context: Context, { projectId, dashboardId, ...dashboard }: Input<'update'>) {
  const { row, reader } = await requireDashboard(context, { projectId, dashboardId });
  const before = shapeOf(row, reader);
  const isShared = [...before.roles].sort().join() !== [...dashboard.roles].sort().join();
  if (!before.mayChange || (isShared && !reader.seesShared)) throw new Failure('notAllowed', { needs: sharing });
  // What was deleted since stays where it was put; nothing new is named that is not there.
  const namesBefore = new Set(before.panels.flatMap(namesOf).map(({ field, id }) => `${field} ${id}`));
  await requireWithin(context, projectId, dashboard.panels, namesBefore);
  await onNameTaken(table.update(context.db, dashboardId, dashboard, context.now()), { name: dashboard.name });
  return await get(context, { projectId, dashboardId });
}

export async function remove(context: Context, input: Input<'remove'>) {
  const { row, reader } = await requireDashboard(context, input);
  if (!summaryOf(row, reader).mayChange) throw new Failure('notAllowed', { needs: sharing });
  await table.remove(context.db, row.id);
  return {};
}

type Field = 'structureId' | 'pointId';

/** What a panel names of its project. */
function namesOf(panel: Panel): { readonly field: Field; readonly id: number }[] {
  if (panel.kind === 'curve') return panel.pointIds.map((id) => ({ field: 'pointId', id }));
  if ('pointId' in panel) return [{ field: 'pointId', id: panel.pointId }];
  if ('structureId' in panel && panel.structureId !== null) return [{ field: 'structureId', id: panel.structureId }];
  return [];
}

const placesBy = { pointId: pointPlaces, structureId: structurePlaces } as const;

/** Throws notFound for what a panel names outside of the project. */
async function requireWithin(
  { db }: Context,
  projectId: number,
  panels: readonly Panel[],
  allowedNames: ReadonlySet<string> = new Set(),
): Promise<void> {
  const names = panels.flatMap(namesOf).filter(({ field, id }) => !allowedNames.has(`${field} ${id}`));
  for (const field of ['pointId', 'structureId'] as const) {
    const ids = [...new Set(names.filter((each) => each.field === field).map(({ id }) => id))];
    if (ids.length === 0) continue;
    const places = await placesBy[field](db, ids);
    const foreign = ids.find((id) => !places.get(id)?.projectIds.includes(projectId));
    if (foreign !== undefined) throw new Failure('notFound', { [field]: foreign });
  }
}

export const panel = (context: Context, { projectId, panel: panelInput }: Input<'panel'>) =>
  panelContent(context, projectId, panelInput);

export const template = (context: Context, { structureId }: Input<'template'>) => templatePanels(context, structureId);
