/**
 * Dashboards: what people put together of a project, as panels on a grid. Everybody may make their own; shared by role, they are
 * read by others. A panel shows what its reader may see, and says so where they may not.
 */
import { z } from 'zod';
import { roleTypes } from '../kernel/permissions.ts';
import { route } from '../kernel/route.ts';
import { done, id, name } from '../points/fields.ts';
import { PanelContent } from './dashboards.contents.ts';
import { dashboardLimits, Panel, panelKinds } from './dashboards.panels.ts';

const { columns } = dashboardLimits;

const described = {
  name: name(50),
  roles: z
    .array(z.enum(roleTypes))
    .max(roleTypes.length)
    .describe('Of the project: who reads it; none = its maker alone'),
  panels: z
    .array(Panel)
    .max(dashboardLimits.panels, 'tooMany')
    .refine((list) => new Set(list.map((each) => each.id)).size === list.length, 'addressRepeat')
    .refine((list) => list.every(({ x, w }) => x + w <= columns), 'badInput'),
};

const summary = {
  id: z.int(),
  projectId: z.int(),
  byName: z.string(),
  isOwn: z.boolean(),
  mayChange: z.boolean(),
  updatedAt: z.string(),
};
export const Dashboard = z.object({ ...summary, ...described }).meta({ id: 'Dashboard' });
export type Dashboard = z.output<typeof Dashboard>;

const projectId = id;
const within = { within: 'projectId', needs: 'Retrieve:Project' } as const;
const one = { projectId, dashboardId: id };
const tagsOfPanels = [
  'dashboard',
  'structure',
  'point',
  'threshold',
  'alert',
  'state',
  'device',
  'health',
  'photo',
] as const;
const example = {
  projectId: 1,
  name: 'Dam at a glance',
  roles: [],
  panels: [{ id: 'a', kind: 'text' as const, x: 0, y: 0, w: 4, h: 2, text: 'Crest survey each Monday' }],
};

export const dashboards = {
  list: route({
    ...within,
    method: 'GET',
    path: '/projects/{projectId}/dashboards',
    summary: 'The dashboards of a project that the caller made or that are shared with them, by name.',
    shows: ['dashboard'],
    input: z.object({ projectId }),
    reply: z.object({
      dashboards: z.array(
        z.object({ ...summary, name: z.string(), roles: described.roles, panelKinds: z.array(z.enum(panelKinds)) }),
      ),
    }),
  }),
  get: route({
    ...within,
    method: 'GET',
    path: '/projects/{projectId}/dashboards/{dashboardId}',
    summary: 'One dashboard with its panels.',
    shows: ['dashboard'],
    input: z.object(one),
    reply: z.object({ dashboard: Dashboard }),
  }),
  create: route({
    ...within,
    method: 'POST',
    path: '/projects/{projectId}/dashboards',
    summary: 'Makes a dashboard. To share it with roles one must be able to change the project (`Update:Project`).',
    changes: ['dashboard'],
    input: z.object({
      projectId,
      ...described,
      roles: described.roles.default([]),
      panels: described.panels.default([]),
    }),
    reply: z.object({ dashboard: Dashboard }),
    fails: ['nameTaken', 'dashboardsFull', 'notAllowed'],
    example,
  }),
  update: route({
    ...within,
    method: 'PUT',
    path: '/projects/{projectId}/dashboards/{dashboardId}',
    summary: 'Replaces a dashboard: its maker may, and of a shared one whoever can change the project.',
    changes: ['dashboard'],
    guards: { read: 'get', part: 'dashboard' },
    input: z.object({ ...one, ...described }),
    reply: z.object({ dashboard: Dashboard }),
    fails: ['nameTaken', 'notAllowed'],
    example: { ...example, dashboardId: 1 },
  }),
  remove: route({
    ...within,
    method: 'DELETE',
    path: '/projects/{projectId}/dashboards/{dashboardId}',
    summary: 'Deletes a dashboard: its maker may, and of a shared one whoever can change the project.',
    changes: ['dashboard'],
    evenArchived: true,
    input: z.object(one),
    reply: done,
    fails: ['notAllowed'],
  }),
  panel: route({
    ...within,
    method: 'POST',
    path: '/projects/{projectId}/dashboard-panel',
    summary: 'What one panel shows to the caller, saved or not.',
    shows: tagsOfPanels,
    readOnly: true,
    background: true,
    input: z.object({ projectId, panel: Panel }),
    reply: PanelContent,
    example: { projectId: 1, panel: { id: 'a', kind: 'alerts' as const, x: 0, y: 0, w: 4, h: 4 } },
  }),
  template: route({
    method: 'GET',
    path: '/structures/{structureId}/dashboard-template',
    summary:
      'Panels for a structure of its kind (bridge, tunnel, dam, slope, pit, building), of the points and drawings that it has.',
    shows: ['structure', 'point', 'drawing'],
    needs: 'Retrieve:Structure',
    within: 'structureId',
    input: z.object({ structureId: id }),
    reply: z.object({ name: z.string(), panels: z.array(Panel) }),
  }),
};
