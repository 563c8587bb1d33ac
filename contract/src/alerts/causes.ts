/** Causes of alerts: the list that a corporation keeps, from which people choose. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { done, id, name } from '../points/fields.ts';

export const alertCauseLimits = { causes: 100 } as const;

export const AlertCause = z
  .object({
    id: z.int(),
    name: z.string(),
    alerts: z.int().describe('How many alerts have it'),
    byName: z.string(),
    createdAt: z.string(),
  })
  .meta({ id: 'AlertCause' });
export type AlertCause = z.output<typeof AlertCause>;

const within = { corporationId: id };
const one = { ...within, causeId: id };
const write = { changes: ['alertCause', 'alert'], needs: 'Update:Corporation', within: 'corporationId' } as const;

export const alertCauses = {
  list: route({
    method: 'GET',
    path: '/corporations/{corporationId}/alert-causes',
    summary: 'The causes of alerts that a corporation keeps, by name.',
    shows: ['alertCause'],
    needs: 'Update:Corporation',
    within: 'corporationId',
    input: z.object(within),
    reply: z.object({ causes: z.array(AlertCause) }),
  }),
  ofProject: route({
    method: 'GET',
    path: '/projects/{projectId}/alert-causes',
    summary: 'The causes that may be chosen for alerts of a project, by name.',
    shows: ['alertCause'],
    needs: 'Retrieve:Alert',
    within: 'projectId',
    input: z.object({ projectId: id }),
    reply: z.object({ causes: z.array(AlertCause.pick({ id: true, name: true })) }),
  }),
  create: route({
    ...write,
    method: 'POST',
    path: '/corporations/{corporationId}/alert-causes',
    summary: 'Adds a cause to the list of a corporation.',
    input: z.object({ ...within, name: name(50) }),
    reply: z.object({ cause: AlertCause }),
    fails: ['nameTaken', 'alertCausesFull'],
    example: { corporationId: 1, name: 'Rainfall' },
  }),
  update: route({
    ...write,
    method: 'PATCH',
    path: '/corporations/{corporationId}/alert-causes/{causeId}',
    summary: 'Renames a cause. Alerts that have it show the new name; their history keeps the old one.',
    guards: { read: 'list', part: 'causes', by: { field: 'id', input: 'causeId' } },
    input: z.object({ ...one, name: name(50) }),
    reply: z.object({ cause: AlertCause }),
    fails: ['nameTaken'],
    example: { corporationId: 1, causeId: 1, name: 'Heavy rain' },
  }),
  remove: route({
    ...write,
    method: 'DELETE',
    path: '/corporations/{corporationId}/alert-causes/{causeId}',
    summary: 'Takes a cause off the list. Alerts that have it go on naming it.',
    input: z.object(one),
    reply: done,
  }),
};
