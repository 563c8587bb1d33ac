import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { done, id, sncode } from '../points/fields.ts';
import { channelList } from './devices.channels.ts';
import { Brief, Connection, Device, deviceFields, register } from './devices.device.ts';
import { patchRoutes } from './devices.patches.ts';

export { Connection, Device } from './devices.device.ts';
export { deviceTypes, healthStatuses } from './devices.words.ts';

const anExample = {
  corporationId: 1,
  name: 'Logger at section 2',
  model: 'VW-8',
  sncode: 'VW8-0001',
  channels: [{ number: '1', mode: 1 }],
};

export const devices = {
  create: route({
    method: 'POST',
    path: '/corporations/{corporationId}/devices',
    summary:
      'Adds a device to the warehouse. Missing fields get the defaults of its model. Returns its secret, only this once.',
    changes: ['device'],
    needs: 'Create:Device',
    secures: 'secret',
    within: 'corporationId',
    input: z.object({
      corporationId: id,
      ...z.object(deviceFields).partial().shape,
      name: deviceFields.name,
      model: deviceFields.model,
      sncode,
      measurement: deviceFields.measurement.default(null),
      iccid: deviceFields.iccid.default(''),
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
      'tooMany',
    ],
    example: anExample,
  }),
  get: route({
    method: 'GET',
    path: '/devices/{deviceId}',
    aliases: [{ path: '/corporations/{corporationId}/devices/{deviceId}' }],
    summary: 'Returns one device, the addresses of the gateway, and the last samples of channels that feed no point.',
    shows: ['device', 'point', 'health', 'warning', 'firmware'],
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
    summary: 'Changes the given fields. A channel that feeds a point cannot be removed.',
    changes: ['device'],
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
      'channelInUse',
      'registerExists',
      'channelInvalid',
      'channelUnknown',
      'addressInvalid',
      'serialConfigMissing',
    ],
    example: { deviceId: 1, name: 'Logger at section 2' },
  }),
  remove: route({
    method: 'DELETE',
    path: '/devices/{deviceId}',
    aliases: [{ path: '/corporations/{corporationId}/devices/{deviceId}' }],
    summary: 'Removes a device that feeds no point and through which no other device sends.',
    changes: ['device', 'point'],
    needs: 'Delete:Device',
    within: 'deviceId',
    input: z.object({ deviceId: id }),
    reply: done,
    fails: ['channelInUse', 'notEmpty'],
  }),
  associated: route({
    method: 'GET',
    path: '/devices/{deviceId}/associated',
    aliases: [{ path: '/corporations/{corporationId}/devices/{deviceId}/associated' }],
    summary: 'Returns the transmission chain of a device: measuring devices, their collector, its DTU.',
    shows: ['device'],
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
    summary: 'Sets the collector and the DTU that a device sends through.',
    changes: ['device'],
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
    summary: 'Whether a device of this serial number is already in the warehouse of the corporation.',
    shows: ['device'],
    needs: 'Create:Device',
    within: 'corporationId',
    input: z.object({ corporationId: id, sncode }),
    reply: z.object({ exist: z.boolean() }),
    example: { corporationId: 1, sncode: 'VW8-0001' },
  }),
  registerExist: route({
    method: 'GET',
    path: '/register-exist',
    summary: 'Whether a device of the corporation announces itself with this network register id already.',
    shows: ['device'],
    needs: 'Create:Device',
    within: 'corporationId',
    input: z.object({ corporationId: id, register }),
    reply: z.object({ exist: z.boolean() }),
    example: { corporationId: 1, register: 'R0001' },
  }),
  ...patchRoutes,
};
