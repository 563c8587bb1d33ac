import { z } from 'zod';
import { connectionStates, healthStatuses } from '../devices/devices.words.ts';
import { route } from '../kernel/route.ts';
import { Status } from '../kernel/status.ts';
import { id } from './fields.ts';

/** One node of the topology of a project. */
export const TopoNode = z
  .object({
    id: z.string().describe('d1 for a device, c1:2 for channel 2 of device 1, p1 for a point'),
    parentId: z.string().nullable().describe('null = nothing is known above it'),
    kind: z.enum(['DTU', 'collector', 'measuring', 'channel', 'point']),
    ref: z.int().nullable().describe('Its own id; null for a channel'),
    name: z.string(),
    sncode: z.string().optional(),
    model: z.string().optional(),
    connection: z.enum(connectionStates).optional().describe('Of a device'),
    health: z.enum(healthStatuses).optional().describe('Of a device'),
    status: Status.optional().describe('Of a point'),
    structureId: z.int().optional().describe('Of a point'),
    family: z.string().optional().describe('Of a point'),
    device: z
      .object({
        iccid: z.string(),
        register: z.string().nullable(),
        manufacturer: z.string(),
        category: z.string(),
        collectorType: z.string(),
        measurement: z.string().nullable(),
        hidden: z.boolean(),
        mounted: z.boolean(),
        config: z.record(z.string(), z.unknown()),
        seenAt: z.string().nullable(),
      })
      .optional()
      .describe('Every field, where showAllDeviceField asks for them'),
  })
  .meta({ id: 'TopoNode' });
export type TopoNode = z.output<typeof TopoNode>;

export const topology = {
  get: route({
    method: 'GET',
    path: '/projects/{projectId}/topo',
    summary: 'How the readings of a project arrive: DTU, collector, measuring device, channel, point.',
    shows: ['device', 'point', 'project', 'state'],
    needs: 'Retrieve:Device',
    within: 'projectId',
    input: z.object({
      projectId: id,
      showAllDeviceField: z.enum(['true', 'false']).default('false').describe('true = every field of the devices'),
    }),
    reply: z.object({ nodes: z.array(TopoNode) }),
  }),
};
