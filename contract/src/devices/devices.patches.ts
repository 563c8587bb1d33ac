import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { HealthThresholds } from '../people/corporations.ts';
import { id, paging } from '../points/fields.ts';
import { ChannelPatch } from './devices.channels.ts';
import { cameraCode, DeviceChart, DeviceConfig } from './devices.config.ts';
import { Device, HemModule } from './devices.device.ts';
import { ProcessorConfig } from './devices.processor.ts';
import { warningKinds } from './devices.words.ts';

const patch = { method: 'PATCH', needs: 'Update:Device', within: 'deviceId' } as const;
const theDevice = z.object({ device: Device });
const number = z.string().trim().max(16);

export const Warning = z
  .object({
    id: z.int(),
    deviceId: z.int(),
    kind: z.enum(warningKinds),
    at: z.string(),
    detail: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'Warning' });

/** The config patches of a device, its flags, thresholds and warnings. */
export const patchRoutes = {
  setConfig: route({
    ...patch,
    path: '/devices/{deviceId}/config',
    aliases: [{ path: '/corporations/{corporationId}/devices/{deviceId}/config' }],
    summary:
      'Sets config fields of the model; null removes one. The resulting config is validated as a whole. A calibration, range or sign holds for each point that the device feeds and that does not set the parameter itself: the points are converted again.',
    changes: ['device', 'point', 'reading', 'changeLog', 'state', 'alert', 'task'],
    guards: { read: 'get', part: 'device' },
    input: z.object({
      deviceId: id,
      config: DeviceConfig.default({}),
      cameraCode: cameraCode.nullable().optional().describe('Verification code of a camera: never read back'),
    }),
    reply: theDevice,
    fails: ['badInput', 'serialNumberMissing'],
    example: { deviceId: 1, config: { K: 1.25, elevation: 120.5 } },
  }),
  setChannels: route({
    ...patch,
    path: '/devices/{deviceId}/channel',
    aliases: [{ path: '/corporations/{corporationId}/devices/{deviceId}/channel' }],
    summary:
      'Adds and changes channels, and removes channels that feed no point. A channel without a number gets the next free one.',
    changes: ['device', 'point'],
    guards: { read: 'get', part: 'device' },
    input: z.object({
      deviceId: id,
      channels: z.array(ChannelPatch).max(512).default([]),
      remove: z.array(number).max(512).default([]),
    }),
    reply: theDevice,
    fails: [
      'channelInUse',
      'channelUnknown',
      'channelInvalid',
      'lastChannelUsed',
      'addressInvalid',
      'serialConfigMissing',
      'badInput',
    ],
    example: { deviceId: 1, channels: [{ number: '1', label: 'Upstream' }] },
  }),
  setProcessor: route({
    ...patch,
    path: '/devices/{deviceId}/processor',
    aliases: [{ path: '/corporations/{corporationId}/devices/{deviceId}/processor' }],
    summary:
      'Sets the signal processing of the device: sampling, filter, events, serial port, polling bytes. All of it is sent to the device as a command, again until the device answers. Register channels need the serial port.',
    changes: ['device', 'command'],
    guards: { read: 'get', part: 'device' },
    input: z.object({ deviceId: id, processor: ProcessorConfig }),
    reply: theDevice,
    fails: ['badInput', 'eventUnsupported', 'channelUnknown'],
    example: { deviceId: 1, processor: { frequenciesHz: { 1: 16 } } },
  }),
  setChart: route({
    ...patch,
    path: '/devices/{deviceId}/chart',
    aliases: [{ path: '/corporations/{corporationId}/devices/{deviceId}/chart' }],
    summary:
      'Sets how charts of the points that a device feeds begin: fields, and the axis of each. A chart setting of the point wins.',
    changes: ['device', 'pointSettings'],
    guards: { read: 'get', part: 'device' },
    input: z.object({ deviceId: id, chart: DeviceChart }),
    reply: theDevice,
    fails: ['badInput'],
    example: { deviceId: 1, chart: { reversed: true } },
  }),
  setHem: route({
    ...patch,
    path: '/devices/{deviceId}/hem',
    aliases: [{ path: '/corporations/{corporationId}/devices/{deviceId}/hem' }],
    summary:
      'Sets the extension modules of the device. The channels of a removed module are removed too, unless they feed a point.',
    changes: ['device'],
    guards: { read: 'get', part: 'device.hem' },
    input: z.object({
      deviceId: id,
      modules: z
        .array(HemModule)
        .max(99)
        .refine((list) => new Set(list.map((each) => each.number)).size === list.length, 'modulesRepeat'),
    }),
    reply: theDevice,
    fails: ['channelUnknown', 'channelInUse', 'channelInvalid', 'sncodeExists', 'tooMany'],
    example: { deviceId: 1, modules: [] },
  }),
  setMounted: route({
    ...patch,
    path: '/devices/{deviceId}/mounted',
    summary: 'Sets whether a device is installed in the field.',
    changes: ['device'],
    input: z.object({ deviceId: id, mounted: z.boolean() }),
    reply: theDevice,
  }),
  setHidden: route({
    ...patch,
    path: '/devices/{deviceId}/hidden',
    summary: 'Hides a device from lists, or shows it again. It can still deliver readings.',
    changes: ['device'],
    input: z.object({ deviceId: id, hidden: z.boolean() }),
    reply: theDevice,
  }),
  initialise: route({
    ...patch,
    method: 'POST',
    path: '/devices/{deviceId}/init',
    aliases: [{ path: '/corporations/{corporationId}/devices/{deviceId}/init' }],
    summary:
      'Resets the config, processor, chart and modules of a device to the defaults of its model. Channels that feed points are kept.',
    changes: ['device', 'point', 'reading', 'changeLog', 'state', 'alert', 'task'],
    input: z.object({ deviceId: id }),
    reply: theDevice,
  }),
  healthThreshold: route({
    method: 'GET',
    path: '/devices/{deviceId}/health-threshold',
    aliases: [{ path: '/corporations/{corporationId}/devices/{deviceId}/health-threshold' }],
    summary: 'When the device counts as unhealthy: its own limits, or those of its corporation.',
    shows: ['health', 'device'],
    needs: 'Retrieve:Device',
    within: 'deviceId',
    input: z.object({ deviceId: id }),
    reply: z.object({
      thresholds: HealthThresholds,
      own: z.boolean(),
      corporation: HealthThresholds.describe('What holds where the device says nothing'),
    }),
  }),
  setHealthThreshold: route({
    ...patch,
    method: 'PUT',
    path: '/devices/{deviceId}/health-threshold',
    aliases: [
      { path: '/corporations/{corporationId}/devices/{deviceId}/health-threshold' },
      { method: 'PATCH', path: '/corporations/{corporationId}/devices/{deviceId}/health-threshold' },
    ],
    summary: 'Gives a device limits of its own, or with null those of its corporation again.',
    changes: ['health'],
    guards: { read: 'healthThreshold', part: '' },
    input: z.object({ deviceId: id, thresholds: HealthThresholds.nullable() }),
    reply: theDevice,
    example: { deviceId: 1, thresholds: { voltageThreshold: 11, lostTolerance: 3, alertTolerance: 6 } },
  }),
  warnings: route({
    method: 'GET',
    path: '/devices/{deviceId}/warnings',
    summary: 'The Warnings list of a device, newest first.',
    shows: ['warning', 'device'],
    needs: 'Retrieve:Device',
    within: 'deviceId',
    background: true,
    input: z.object({ deviceId: id, ...paging }),
    reply: z.object({ warnings: z.array(Warning), total: z.int() }),
  }),
  removeWarnings: route({
    ...patch,
    method: 'DELETE',
    path: '/devices/{deviceId}/warnings',
    summary: 'Removes the given warnings from the list, all or none. Code 0 = done.',
    changes: ['warning', 'health'],
    input: z.object({ deviceId: id, ids: z.array(id).min(1).max(1000) }),
    reply: z.object({ code: z.literal(0), removed: z.int() }),
    example: { deviceId: 1, ids: [1] },
  }),
};
