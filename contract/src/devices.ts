import { z } from 'zod';
import { bulkRoutes } from './devices.bulk.ts';
import { channelList } from './devices.channels.ts';
import { Connection, Device, deviceFields, register } from './devices.device.ts';
import { Brief, filter, healths, positions, types } from './devices.lists.ts';
import { patchRoutes } from './devices.patches.ts';
import { connections } from './devices.words.ts';
import { done, id, sncode } from './fields.ts';
import { route } from './route.ts';

export { Connection, Device } from './devices.device.ts';
export { deviceSorts } from './devices.lists.ts';
export { deviceTypes, healthStatuses } from './devices.words.ts';

const anExample = {
  corporationId: 1,
  name: 'Logger at section 2',
  model: 'VW-8',
  sncode: 'VW8-0001',
  channels: [{ number: '1', mode: 1 }],
};

export const devices = {
  list: route({
    method: 'GET',
    path: '/corporations/{corporationId}/devices',
    says: 'The device warehouse: every device of a corporation.',
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
    says: 'The devices that feed points of a project.',
    needs: 'Retrieve:Device',
    within: 'projectId',
    input: z.object({ projectId: id, ...filter }),
    reply: z.object({ devices: z.array(Device), total: z.int() }),
  }),
  summary: route({
    method: 'GET',
    path: '/corporations/{corporationId}/devices/summary',
    says: 'How many devices the warehouse holds, by health, type, series and model.',
    needs: 'Retrieve:Device',
    within: 'corporationId',
    background: true,
    input: z.object({ corporationId: id }),
    reply: z.object({
      total: z.int(),
      connected: z.int(),
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
    says: 'Where the devices of a corporation stand, for a map: at most 10,000.',
    needs: 'Retrieve:Device',
    within: 'corporationId',
    input: z.object({ corporationId: id }),
    reply: positions,
  }),
  positionsOfProject: route({
    method: 'GET',
    path: '/projects/{projectId}/devices/positions',
    says: 'Where the devices that feed a project stand, for a map.',
    needs: 'Retrieve:Device',
    within: 'projectId',
    input: z.object({ projectId: id }),
    reply: positions,
  }),
  baseStationOptions: route({
    method: 'GET',
    path: '/corporations/{corporationId}/devices/base-station-options',
    says: 'The GNSS devices of a corporation that serve as base stations.',
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
  create: route({
    method: 'POST',
    path: '/corporations/{corporationId}/devices',
    says: 'Takes a device into the warehouse. What is not said is as its model says. Its secret is shown this once.',
    needs: 'Create:Device',
    secures: 'secret',
    within: 'corporationId',
    input: z.object({
      corporationId: id,
      name: deviceFields.name,
      model: deviceFields.model,
      sncode,
      manufacturer: deviceFields.manufacturer.optional(),
      type: deviceFields.type.optional(),
      category: deviceFields.category.optional(),
      collectorType: deviceFields.collectorType.optional(),
      measurement: deviceFields.measurement.default(null),
      iccid: deviceFields.iccid.default(''),
      register: deviceFields.register.optional(),
      coordinates: deviceFields.coordinates.default(null),
      channels: channelList.optional(),
    }),
    reply: z.object({ device: Device, secret: z.string(), connection: Connection }),
    fails: [
      'sncodeExists',
      'registerExists',
      'channelInvalid',
      'channelUnknown',
      'addressInvalid',
      'serialConfigMissing',
    ],
    example: anExample,
  }),
  get: route({
    method: 'GET',
    path: '/devices/{deviceId}',
    aliases: [{ path: '/corporations/{corporationId}/devices/{deviceId}' }],
    says: 'One device, how it reaches the gateway, and what last came on channels that feed no point.',
    needs: 'Retrieve:Device',
    within: 'deviceId',
    background: true,
    input: z.object({ deviceId: id }),
    reply: z.object({
      device: Device,
      connection: Connection,
      unbound: z
        .array(
          z.object({
            channel: z.string(),
            at: z.string(),
            receivedAt: z.string(),
            sample: z.record(z.string(), z.unknown()),
          }),
        )
        .describe('The newest sample of each channel that feeds no point'),
    }),
  }),
  update: route({
    method: 'PATCH',
    path: '/devices/{deviceId}',
    aliases: [
      { method: 'PUT', path: '/devices/{deviceId}' },
      { path: '/corporations/{corporationId}/devices/{deviceId}' },
      { method: 'PUT', path: '/corporations/{corporationId}/devices/{deviceId}' },
    ],
    says: 'Changes what is given. A channel that feeds a point cannot be taken away.',
    needs: 'Update:Device',
    within: 'deviceId',
    guards: { read: 'get', part: 'device' },
    input: z.object({
      deviceId: id,
      ...z.object(deviceFields).partial().shape,
      channels: channelList.optional(),
    }),
    reply: z.object({ device: Device }),
    fails: [
      'channelOccupied',
      'registerExists',
      'channelInvalid',
      'channelUnknown',
      'addressInvalid',
      'serialConfigMissing',
    ],
    example: { deviceId: 1, name: 'Logger at section 2' },
  }),
  newSecret: route({
    method: 'POST',
    path: '/devices/{deviceId}/secret',
    says: 'Gives a device a new secret, shown this once; the old one stops working at once.',
    needs: 'Update:Device',
    secures: 'secret',
    within: 'deviceId',
    input: z.object({ deviceId: id }),
    reply: z.object({ secret: z.string(), connection: Connection }),
  }),
  remove: route({
    method: 'DELETE',
    path: '/devices/{deviceId}',
    aliases: [{ path: '/corporations/{corporationId}/devices/{deviceId}' }],
    says: 'Removes a device that feeds no point and collects from no other device any more.',
    needs: 'Delete:Device',
    within: 'deviceId',
    input: z.object({ deviceId: id }),
    reply: done,
    fails: ['channelOccupied', 'notEmpty'],
  }),
  associated: route({
    method: 'GET',
    path: '/devices/{deviceId}/associated',
    aliases: [{ path: '/corporations/{corporationId}/devices/{deviceId}/associated' }],
    says: 'The chain that a device stands in: measuring devices, their collector, its DTU.',
    needs: 'Retrieve:Device',
    within: 'deviceId',
    input: z.object({ deviceId: id }),
    reply: z.object({
      dtu: Brief.nullable(),
      collector: Brief.nullable(),
      collectors: z.array(Brief).describe('Of a DTU: the collectors that send through it'),
      measuring: z.array(Brief).describe('Of a collector or DTU: the measuring devices on it; at most 1,000'),
    }),
  }),
  associate: route({
    method: 'PUT',
    path: '/devices/{deviceId}/associated',
    aliases: [{ path: '/corporations/{corporationId}/devices/{deviceId}/associated' }],
    says: 'Says which collector and which DTU a device sends through.',
    needs: 'Update:Device',
    within: 'deviceId',
    guards: { read: 'get', part: 'device' },
    input: z.object({ deviceId: id, collectorId: id.nullable().optional(), dtuId: id.nullable().optional() }),
    reply: z.object({ device: Device }),
    fails: ['associationInvalid', 'notFound'],
    example: { deviceId: 1, collectorId: null, dtuId: null },
  }),
  sncodeExist: route({
    method: 'GET',
    path: '/sncode-exist',
    says: 'Whether a device of this serial number is already in the warehouse of the corporation.',
    needs: 'Create:Device',
    within: 'corporationId',
    input: z.object({ corporationId: id, sncode }),
    reply: z.object({ exist: z.boolean() }),
    example: { corporationId: 1, sncode: 'VW8-0001' },
  }),
  registerExist: route({
    method: 'GET',
    path: '/register-exist',
    says: 'Whether a device announces itself with this network register id already.',
    needs: 'Create:Device',
    within: 'corporationId',
    input: z.object({ corporationId: id, register }),
    reply: z.object({ exist: z.boolean() }),
    example: { corporationId: 1, register: 'R0001' },
  }),
  connectionStatus: route({
    method: 'GET',
    path: '/connection-status/{register}',
    says: 'Whether the device of a network register id is connected.',
    needs: 'Retrieve:Device',
    background: true,
    input: z.object({ register }),
    reply: z.object({
      register: z.string(),
      sncode: z.string(),
      connection: z.enum(connections),
      lastSeenAt: z.string().nullable(),
    }),
    example: { register: 'R0001' },
  }),
  simInfoQuery: route({
    method: 'GET',
    path: '/sim-info-query/{sncode}/{iccid}',
    says: "What the operator of a device's SIM card says of it: asked of the vendor that the installation is set up with.",
    needs: 'Retrieve:Device',
    input: z.object({
      sncode,
      iccid: z
        .string()
        .trim()
        .regex(/^[0-9A-Fa-f]{1,20}$/),
    }),
    reply: z.object({
      sim: z.object({
        iccid: z.string(),
        status: z.string().nullable(),
        operator: z.string().nullable(),
        msisdn: z.string().nullable(),
        usedMb: z.number().nullable(),
        totalMb: z.number().nullable(),
        expiresAt: z.string().nullable(),
        other: z
          .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
          .describe('What else the vendor says'),
      }),
    }),
    fails: ['vendorNotConfigured', 'vendorFailed'],
    example: { sncode: 'VW8-0001', iccid: '89860000000000000001' },
  }),
  ...patchRoutes,
  ...bulkRoutes,
};
