import { z } from 'zod';
import { HealthThresholds } from '../people/corporations.ts';
import { type FamilyCode, familyCodes } from '../points/families.ts';
import { coordinates, name, sncode } from '../points/fields.ts';
import { StoredChannel } from './devices.channels.ts';
import { DeviceChart, StoredConfig } from './devices.config.ts';
import { ProcessorConfig } from './devices.processor.ts';
import { collectorTypes, connectionStates, deviceCategories, deviceTypes, healthStatuses } from './devices.words.ts';

/** An extension module (HEM): its number on the device, and its serial number. */
export const HemModule = z.object({ number: z.int().min(1).max(99), sncode }).meta({ id: 'HemModule' });
export type HemModule = z.output<typeof HemModule>;

const measurement = z.enum(familyCodes as [FamilyCode, ...FamilyCode[]]).nullable();

/**
 * What people set up at a device, as answers hold it. How each may be given is said below or in devices.patches.ts, where
 * it is kept in server/src/features/devices/devices/logic/device-columns.ts, and where it stands in a sheet in intake.sheet.ts.
 */
const setup = {
  type: z.enum(deviceTypes),
  name: z.string(),
  model: z.string(),
  register: z.string().nullable().describe('Network register id'),
  manufacturer: z.string(),
  category: z.enum(deviceCategories),
  collectorType: z.enum(collectorTypes),
  measurement,
  iccid: z.string(),
  hidden: z.boolean(),
  mounted: z.boolean(),
  coordinates: coordinates.nullable(),
  collectorId: z.int().nullable(),
  dtuId: z.int().nullable(),
  channels: z.array(StoredChannel),
  config: StoredConfig,
  processor: ProcessorConfig,
  chart: DeviceChart,
  hem: z.array(HemModule),
  healthThresholds: HealthThresholds.nullable().describe("null = the corporation's"),
};
export type DeviceSetup = z.output<z.ZodObject<typeof setup>>;

export const Device = z
  .object({
    id: z.int(),
    corporationId: z.int(),
    sncode: z.string(),
    ...setup,
    channels: z.array(
      StoredChannel.extend({
        pointId: z.int().nullable(),
        pointName: z.string().nullable(),
        projectId: z.int().nullable(),
      }),
    ),
    series: z.string().nullable().describe("The predefined model's; null = none of the catalogue"),
    hasCameraCode: z.boolean(),
    signal: z.number().nullable().describe('In `signalUnit`'),
    signalUnit: z.enum(['dBm', 'dB']).describe('dB where its model says that it reports the 4G signal so'),
    battery: z.number().nullable().describe('Per cent'),
    voltage: z.number().nullable().describe('External voltage, V'),
    health: z.enum(healthStatuses),
    warnings: z.int().describe('How many are in its list'),
    connection: z.enum(connectionStates),
    lastSeenAt: z.string().nullable(),
    refused: z
      .object({
        count: z.int(),
        at: z.string().nullable(),
        error: z.string().nullable(),
        detail: z.unknown(),
        deferred: z.int().describe('Readings kept until the clock or the channels have caught up'),
      })
      .describe('Messages of this device that the gateway refused'),
    projectIds: z.array(z.int()),
    activatedAt: z.string().nullable().describe('When it was first heard of'),
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

/** Network register id: what a session announces itself with. */
export const register = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9._:-]{1,32}$/);

/** Of the set-up: what has a route of its own (devices.patches.ts, `devices.associate`). */
type SetAlone =
  | 'hidden'
  | 'mounted'
  | 'collectorId'
  | 'dtuId'
  | 'channels'
  | 'config'
  | 'processor'
  | 'chart'
  | 'hem'
  | 'healthThresholds';

/** All else that is set up, as it may be given for a new device, one that exists, and a row of many. */
export const deviceFields = {
  name: name(32),
  model: name(32),
  manufacturer: z.string().trim().max(32),
  type: z.enum(deviceTypes),
  category: z.enum(deviceCategories),
  collectorType: z.enum(collectorTypes),
  measurement,
  iccid: z
    .string()
    .trim()
    .regex(/^[0-9A-Fa-f]{0,20}$/),
  register: register.nullable(),
  coordinates: coordinates.nullable(),
} satisfies Record<Exclude<keyof DeviceSetup, SetAlone>, z.ZodType>;

/** A device as a member of a transmission chain. */
export const Brief = z
  .object({
    id: z.int(),
    name: z.string(),
    sncode: z.string(),
    model: z.string(),
    type: z.enum(deviceTypes),
    register: z.string().nullable(),
    health: z.enum(healthStatuses),
    connection: z.enum(connectionStates),
  })
  .meta({ id: 'DeviceBrief' });
