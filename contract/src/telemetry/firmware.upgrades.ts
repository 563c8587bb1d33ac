/** The upgrades of devices to a firmware: part of `firmware`; and what devices say of them. */
import { z } from 'zod';
import { connectionStates } from '../devices/devices.words.ts';
import type { ErrorName } from '../kernel/errors.ts';
import { route } from '../kernel/route.ts';
import { id, ids, paging } from '../points/fields.ts';
import { RowProblem } from '../points/points.rows.ts';

export const upgradeStates = ['inProgress', 'success', 'fail', 'cancelled'] as const;
/** How far an upgrade in progress has come; the last one of an upgrade that is over. */
export const upgradePhases = ['waiting', 'sent', 'downloading', 'installing'] as const;
export const upgradeReasons = [
  'notConnected',
  // The edge that the device is behind is not heard of: whether the device was there is not known.
  'edgeAway',
  'noAnswer',
  'stalled',
  'noVersion',
  'refused',
  'hashMismatch',
  'otherVersion',
] as const;

/** A model code or a series. */
export const firmwareType = z.string().trim().max(32);

export const Upgrade = z
  .object({
    id: z.int(),
    deviceId: z.int(),
    deviceName: z.string(),
    sncode: z.string(),
    connection: z.enum(connectionStates),
    firmwareId: z.int().nullable().describe('null = deleted since'),
    type: z.string(),
    version: z.string(),
    fromVersion: z.string().describe('What the device ran before; empty = it had not said'),
    state: z.enum(upgradeStates),
    phase: z.enum(upgradePhases),
    percent: z.int().nullable().describe('Of the phase, where the device says it'),
    reason: z.enum(upgradeReasons).nullable(),
    deviceMessage: z.string().describe('What the device said to it'),
    attempt: z.int().describe('1 = the first'),
    last: z.boolean().describe('No later upgrade of the device: it can be tried again'),
    byName: z.string(),
    createdAt: z.string(),
    sentAt: z.string().nullable(),
    beganAt: z.string().nullable(),
    endedAt: z.string().nullable(),
  })
  .meta({ id: 'Upgrade' });
export type Upgrade = z.output<typeof Upgrade>;

/** A device that a firmware is for. */
const FittingDevice = z
  .object({
    id: z.int(),
    name: z.string(),
    sncode: z.string(),
    model: z.string(),
    version: z.string().describe('Empty = it has not said'),
    connection: z.enum(connectionStates),
    upgrading: z.boolean(),
  })
  .meta({ id: 'FittingDevice' });
export type FittingDevice = z.output<typeof FittingDevice>;

const within = { corporationId: id };
const one = { corporationId: id, firmwareId: id };
const batch = z.object({ problems: z.array(RowProblem), count: z.int() });

type Act = 'retry' | 'cancel';

/** An act on many upgrades at once. */
const actOnMany = (act: Act, summary: string) =>
  route({
    method: 'POST',
    path: `/corporations/{corporationId}/firmware-upgrades/${act}`,
    summary,
    changes: ['firmware', 'command'],
    needs: 'Update:Device',
    within: 'corporationId',
    input: z.object({ ...within, upgradeIds: ids }),
    reply: batch,
    fails: ['rowsRefused', 'upgradeOpen'],
    example: { corporationId: 1, upgradeIds: [1] },
  });

/** The same act on one upgrade of a device. */
const actOnOne = (act: Act, summary: string, fails: readonly ErrorName[]) =>
  route({
    method: 'POST',
    path: `/devices/{deviceId}/firmware-upgrades/{upgradeId}/${act}`,
    summary,
    changes: ['firmware', 'command'],
    needs: 'Update:Device',
    within: 'deviceId',
    input: z.object({ deviceId: id, upgradeId: id }),
    reply: z.object({ upgrade: Upgrade }),
    fails,
  });

export const upgradeRoutes = {
  fitting: route({
    method: 'GET',
    path: '/corporations/{corporationId}/firmware/{firmwareId}/devices',
    summary: 'Returns the devices that a firmware is for, by name: at most 1,000.',
    shows: ['firmware', 'device'],
    needs: 'Retrieve:Device',
    within: 'corporationId',
    input: z.object({
      ...one,
      keyword: z.string().trim().max(50).optional(),
      behind: z.enum(['yes', 'no']).default('no').describe('yes = only those that do not run this version'),
    }),
    reply: z.object({ devices: z.array(FittingDevice), total: z.int() }),
  }),
  upgrade: route({
    method: 'POST',
    path: '/corporations/{corporationId}/firmware/{firmwareId}/upgrades',
    summary: 'Upgrades up to 1,000 devices, all or none. A dry run returns the obstacles of each device.',
    changes: ['firmware', 'command'],
    needs: 'Update:Device',
    within: 'corporationId',
    input: z.object({ ...one, deviceIds: ids, dryRun: z.boolean().default(false) }),
    reply: batch,
    fails: ['rowsRefused', 'upgradeOpen'],
    example: { corporationId: 1, firmwareId: 1, deviceIds: [1], dryRun: true },
  }),
  upgrades: route({
    method: 'GET',
    path: '/corporations/{corporationId}/firmware-upgrades',
    summary: 'The upgrades of the devices of a corporation, newest first.',
    shows: ['firmware', 'device'],
    needs: 'Retrieve:Device',
    within: 'corporationId',
    input: z.object({
      ...within,
      state: z.enum(upgradeStates).optional(),
      type: firmwareType.optional(),
      keyword: z.string().trim().max(50).optional().describe('In the name or serial number of the device'),
      ...paging,
    }),
    reply: z.object({
      upgrades: z.array(Upgrade),
      total: z.int(),
      counts: z.record(z.enum(upgradeStates), z.int()).describe('By state, whatever state was asked for'),
    }),
  }),
  retryMany: actOnMany('retry', 'Tries up to 1,000 failed upgrades again: all of them or none.'),
  cancelMany: actOnMany(
    'cancel',
    'Cancels up to 1,000 upgrades that their devices have not begun: all of them or none.',
  ),
  upgradeDevice: route({
    method: 'POST',
    path: '/devices/{deviceId}/firmware-upgrades',
    summary: 'Upgrades one device.',
    changes: ['firmware', 'command'],
    needs: 'Update:Device',
    within: 'deviceId',
    input: z.object({ deviceId: id, firmwareId: id }),
    reply: z.object({ upgrade: Upgrade }),
    fails: ['firmwareHostMismatch', 'upgradeOpen'],
  }),
  retry: actOnOne('retry', 'Tries the last upgrade of a device again, when it failed or was cancelled.', [
    'upgradeOpen',
    'upgradeOver',
    'firmwareGone',
    'firmwareHostMismatch',
  ]),
  cancel: actOnOne('cancel', 'Cancels an upgrade that its device has not begun.', ['upgradeBegan', 'upgradeOver']),
};

/** A version as a device says it. */
const reportedVersion = z
  .string()
  .trim()
  .max(32)
  .regex(/^\P{Cc}+$/u);

/** Answer of a device about an upgrade, or about itself, on its responses topic. */
export const UpgradeAnswer = z.union([
  z.object({
    commandId: z.uuid(),
    state: z.enum(['downloading', 'installing']),
    percent: z.number().min(0).max(100).optional(),
  }),
  z.object({
    commandId: z.uuid(),
    ok: z.boolean(),
    version: reportedVersion.optional(),
    reason: z.literal('hash').optional(),
    text: z.string().max(1000).optional(),
  }),
  z.object({ commandId: z.undefined().optional(), version: reportedVersion }),
]);
export type UpgradeAnswer = z.output<typeof UpgradeAnswer>;
