/** The device warehouse: the devices of a corporation as lists, counts and a map, and those of a project in the same form. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { id, paging } from '../points/fields.ts';
import { Device } from './devices.device.ts';
import { connectionStates, deviceCategories, deviceTypes, healthStatuses } from './devices.words.ts';

export const deviceSorts = [
  'name',
  'sncode',
  'model',
  'type',
  'health',
  'connection',
  'lastSeenAt',
  'signal',
  'voltage',
  'warnings',
  'createdAt',
] as const;

/** What a list of devices may be narrowed to, and how it is sorted. */
const filter = {
  keyword: z.string().trim().max(50).optional().describe('In name, serial number, model, register or ICCID'),
  health: z.enum(healthStatuses).optional(),
  connection: z.enum(connectionStates).optional(),
  model: z.string().trim().max(32).optional(),
  series: z.string().trim().max(32).optional(),
  type: z.enum(deviceTypes).optional(),
  category: z.enum(deviceCategories).optional(),
  mounted: z.stringbool().optional(),
  hidden: z.enum(['no', 'yes', 'all']).default('no'),
  warned: z.stringbool().optional().describe('With something in its Warnings list, or with nothing'),
  unbound: z.stringbool().optional().describe('That feed no point, or at least one'),
  sort: z.enum(deviceSorts).default('name'),
  order: z.enum(['asc', 'desc']).default('asc'),
  ...paging,
};

const Position = z
  .object({
    id: z.int(),
    name: z.string(),
    sncode: z.string(),
    model: z.string(),
    type: z.enum(deviceTypes),
    health: z.enum(healthStatuses),
    connection: z.enum(connectionStates),
    longitude: z.number(),
    latitude: z.number(),
    from: z.enum(['own', 'points']).describe('Its own coordinates, or the middle of those of its points'),
  })
  .meta({ id: 'DevicePosition' });
const positions = z.object({
  positions: z.array(Position),
  unplaced: z.int().describe('Devices without a place'),
});

const healths = z.record(z.enum(healthStatuses), z.int());
const types = z.record(z.enum(deviceTypes), z.int());

export const warehouse = {
  list: route({
    method: 'GET',
    path: '/corporations/{corporationId}/devices',
    summary: 'The device warehouse: every device of a corporation.',
    shows: ['device', 'point', 'health'],
    needs: 'Retrieve:Device',
    within: 'corporationId',
    input: z.object({
      corporationId: id,
      inProject: id.optional().describe('Those that feed points of one project'),
      ...filter,
    }),
    reply: z.object({ devices: z.array(Device), total: z.int() }),
  }),
  ofProject: route({
    method: 'GET',
    path: '/projects/{projectId}/devices',
    summary: 'The devices that feed points of a project.',
    shows: ['device', 'point', 'health'],
    needs: 'Retrieve:Device',
    within: 'projectId',
    input: z.object({ projectId: id, ...filter }),
    reply: z.object({ devices: z.array(Device), total: z.int() }),
  }),
  summary: route({
    method: 'GET',
    path: '/corporations/{corporationId}/devices/summary',
    summary: 'How many devices the warehouse holds, by health, type, series and model.',
    shows: ['device', 'health'],
    needs: 'Retrieve:Device',
    within: 'corporationId',
    background: true,
    input: z.object({ corporationId: id }),
    reply: z.object({
      total: z.int(),
      connected: z.int(),
      connectionUnknown: z.int().describe('Behind an edge that has not been heard of'),
      mounted: z.int(),
      hidden: z.int(),
      warned: z.int(),
      unbound: z.int(),
      health: healths,
      types,
      series: z.array(z.object({ series: z.string().nullable(), count: z.int() })),
      models: z.array(z.object({ model: z.string(), count: z.int() })),
    }),
  }),
  positions: route({
    method: 'GET',
    path: '/corporations/{corporationId}/devices/positions',
    summary: 'Returns the locations of the devices of a corporation, for a map: at most 10,000.',
    shows: ['device', 'health'],
    needs: 'Retrieve:Device',
    within: 'corporationId',
    input: z.object({ corporationId: id }),
    reply: positions,
  }),
  positionsOfProject: route({
    method: 'GET',
    path: '/projects/{projectId}/devices/positions',
    summary: 'Returns the locations of the devices that feed a project, for a map.',
    shows: ['device', 'health'],
    needs: 'Retrieve:Device',
    within: 'projectId',
    input: z.object({ projectId: id }),
    reply: positions,
  }),
  baseStationOptions: route({
    method: 'GET',
    path: '/corporations/{corporationId}/devices/base-station-options',
    summary: 'The GNSS devices of a corporation that serve as base stations.',
    shows: ['device'],
    needs: 'Retrieve:Device',
    within: 'corporationId',
    input: z.object({ corporationId: id }),
    reply: z.object({
      options: z.array(
        z.object({
          id: z.int(),
          name: z.string(),
          sncode: z.string(),
          model: z.string(),
          host: z.string().nullable(),
          port: z.int().nullable(),
          approxX: z.number().nullable(),
          approxY: z.number().nullable(),
          approxZ: z.number().nullable(),
        }),
      ),
    }),
  }),
};
