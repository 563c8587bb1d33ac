import { z } from 'zod';
import { familyCodes, sensorModes } from './families.ts';
import { done, id, name, paging, sncode } from './fields.ts';
import { route } from './route.ts';

export const deviceTypes = ['measuring', 'collector', 'DTU'] as const;
export const healthStatuses = ['normal', 'lowVoltage', 'dataLost', 'dataRepeat', 'nodeBroken'] as const;

/** A place of a device that delivers samples: what a message names, and how it is read. */
export const Channel = z
  .object({
    number: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9._-]{1,16}$/)
      .describe('As the device names it in its messages'),
    mode: z.coerce
      .number<number>()
      .refine((mode) => mode in sensorModes, 'sensorMode')
      .describe('Sensor mode 1..9'),
    label: z.string().trim().max(32).default(''),
  })
  .meta({ id: 'Channel' });

export const Device = z
  .object({
    id: z.int(),
    corporationId: z.int(),
    type: z.enum(deviceTypes),
    name: z.string(),
    model: z.string(),
    sncode: z.string(),
    manufacturer: z.string(),
    measurement: z.enum(familyCodes as [(typeof familyCodes)[number], ...(typeof familyCodes)[number][]]).nullable(),
    iccid: z.string(),
    channels: z.array(
      Channel.extend({ pointId: z.int().nullable(), pointName: z.string().nullable(), projectId: z.int().nullable() }),
    ),
    signal: z.number().nullable().describe('dBm'),
    battery: z.number().nullable().describe('Per cent'),
    voltage: z.number().nullable().describe('External voltage, V'),
    health: z.enum(healthStatuses),
    connection: z.enum(['notConnected', 'connecting', 'connected']),
    lastSeenAt: z.string().nullable(),
    refused: z
      .object({ count: z.int(), at: z.string().nullable(), error: z.string().nullable(), detail: z.unknown() })
      .describe('Messages of this device that the gateway refused'),
    projectIds: z.array(z.int()),
    activatedAt: z.string().nullable(),
    createdAt: z.string(),
  })
  .meta({ id: 'Device' });
export type Device = z.output<typeof Device>;

/** How a device reaches the gateway of this installation. */
export const Connection = z
  .object({
    sncode: z.string(),
    mqtt: z
      .object({
        host: z.string(),
        port: z.int(),
        tls: z.boolean(),
        readings: z.string(),
        commands: z.string(),
        responses: z.string(),
        errors: z.string(),
      })
      .nullable()
      .describe('null = this installation takes no MQTT'),
    http: z.object({ url: z.string() }),
    sample: z.unknown().describe('A message body that this device may send'),
  })
  .meta({ id: 'Connection' });

const channels = z
  .array(Channel)
  .max(512)
  .refine((list) => new Set(list.map((channel) => channel.number)).size === list.length, 'channelsRepeat');

const said = {
  name: name(32),
  model: name(32),
  manufacturer: z.string().trim().max(32),
  type: z.enum(deviceTypes),
  measurement: z.enum(familyCodes as [(typeof familyCodes)[number], ...(typeof familyCodes)[number][]]).nullable(),
  iccid: z
    .string()
    .trim()
    .regex(/^[0-9A-Fa-f]{0,20}$/),
  channels,
};

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
      keyword: z.string().trim().max(50).optional(),
      health: z.enum(healthStatuses).optional(),
      connection: z.enum(['connected', 'notConnected']).optional(),
      ...paging,
    }),
    reply: z.object({ devices: z.array(Device), total: z.int() }),
  }),
  ofProject: route({
    method: 'GET',
    path: '/projects/{projectId}/devices',
    says: 'The devices that feed points of a project.',
    needs: 'Retrieve:Device',
    within: 'projectId',
    input: z.object({
      projectId: id,
      keyword: z.string().trim().max(50).optional(),
      health: z.enum(healthStatuses).optional(),
      connection: z.enum(['connected', 'notConnected']).optional(),
      ...paging,
    }),
    reply: z.object({ devices: z.array(Device), total: z.int() }),
  }),
  create: route({
    method: 'POST',
    path: '/corporations/{corporationId}/devices',
    says: 'Takes a device into the warehouse. Its secret is shown this once.',
    needs: 'Create:Device',
    within: 'corporationId',
    input: z.object({
      corporationId: id,
      name: said.name,
      model: said.model,
      sncode,
      manufacturer: said.manufacturer.default(''),
      type: said.type.default('measuring'),
      measurement: said.measurement.default(null),
      iccid: said.iccid.default(''),
      channels: said.channels.default([{ number: '1', mode: 4, label: '' }]),
    }),
    reply: z.object({ device: Device, secret: z.string(), connection: Connection }),
    fails: ['sncodeExists'],
    example: anExample,
  }),
  get: route({
    method: 'GET',
    path: '/devices/{deviceId}',
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
    says: 'Changes what is given. A channel that feeds a point cannot be taken away.',
    needs: 'Update:Device',
    within: 'deviceId',
    input: z.object({ deviceId: id, ...z.object(said).partial().shape }),
    reply: z.object({ device: Device }),
    fails: ['channelOccupied'],
    example: { deviceId: 1, name: 'Logger at section 2' },
  }),
  newSecret: route({
    method: 'POST',
    path: '/devices/{deviceId}/secret',
    says: 'Gives a device a new secret, shown this once; the old one stops working at once.',
    needs: 'Update:Device',
    within: 'deviceId',
    input: z.object({ deviceId: id }),
    reply: z.object({ secret: z.string(), connection: Connection }),
  }),
  remove: route({
    method: 'DELETE',
    path: '/devices/{deviceId}',
    says: 'Removes a device that feeds no point any more.',
    needs: 'Delete:Device',
    within: 'deviceId',
    input: z.object({ deviceId: id }),
    reply: done,
    fails: ['channelOccupied'],
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
};
