import { z } from 'zod';
import { done, id, ids, paging, sncode } from './fields.ts';
import { RowProblem } from './points.rows.ts';
import { route } from './route.ts';

/** Ours, where the specification says nothing. */
export const firmwareLimits = {
  /** 64 MB a file. */
  bytes: 64 * 1024 * 1024,
  notice: 1_000,
  /** Versions of one device that are offered, and upgrades of it that are shown. */
  ofDevice: 50,
  /** Devices that one list of fitting devices holds. */
  fitting: 1_000,
  /** A device that has heard and says nothing for so long has failed. */
  silentMinutes: 30,
  /** From beginning to end, however often it comes and goes. */
  openHours: 72,
  /** What was not answered is sent again after so long. */
  againSeconds: 60,
} as const;

export const upgradeStates = ['inProgress', 'success', 'fail', 'cancelled'] as const;
/** How far an upgrade in progress has come; the last one of an upgrade that is over. */
export const upgradePhases = ['waiting', 'sent', 'downloading', 'installing'] as const;
export const upgradeReasons = [
  'notConnected',
  'noAnswer',
  'stalled',
  'noVersion',
  'refused',
  'hashMismatch',
  'otherVersion',
] as const;

const notice = z.string().trim().max(firmwareLimits.notice);
/** A model code or a series. */
const type = z.string().trim().max(32);

export const Firmware = z
  .object({
    id: z.int(),
    type: z.string().describe('The model code or the series of the devices that it is for'),
    version: z.string(),
    note: z.string().describe('The last part of the file name'),
    name: z.string().describe('Of the file'),
    notice: z.string().describe('Release notes'),
    size: z.int().describe('Bytes'),
    sha256: z.string(),
    shared: z.boolean().describe('Of the installation, for every corporation'),
    inProgress: z.int().describe('Upgrades to it that are in progress'),
    byName: z.string(),
    createdAt: z.string(),
  })
  .meta({ id: 'Firmware' });
export type Firmware = z.output<typeof Firmware>;

export const Upgrade = z
  .object({
    id: z.int(),
    deviceId: z.int(),
    deviceName: z.string(),
    sncode: z.string(),
    connected: z.boolean(),
    firmwareId: z.int().nullable().describe('null = deleted since'),
    type: z.string(),
    version: z.string(),
    fromVersion: z.string().describe('What the device ran before; empty = it had not said'),
    state: z.enum(upgradeStates),
    phase: z.enum(upgradePhases),
    percent: z.int().nullable().describe('Of the phase, where the device says it'),
    reason: z.enum(upgradeReasons).nullable(),
    said: z.string().describe('What the device said to it'),
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
    connected: z.boolean(),
    upgrading: z.boolean(),
  })
  .meta({ id: 'FittingDevice' });
export type FittingDevice = z.output<typeof FittingDevice>;

const FirmwareType = z
  .object({
    type: z.string(),
    versions: z.int(),
    newest: z.string(),
    devices: z.int().describe('That it is for'),
    behind: z.int().describe('Of them, those that run an older version than the newest'),
    running: z.array(z.object({ version: z.string(), devices: z.int() })).describe('Newest first; empty = not said'),
  })
  .meta({ id: 'FirmwareType' });
export type FirmwareType = z.output<typeof FirmwareType>;

const within = { corporationId: id };
const one = { corporationId: id, firmwareId: id };
const batch = z.object({ problems: z.array(RowProblem), count: z.int() });

export const firmware = {
  list: route({
    method: 'GET',
    path: '/corporations/{corporationId}/firmware',
    says: 'The firmware that devices of a corporation may be given: its own and that of the installation. Newest version first.',
    needs: 'Retrieve:Device',
    within: 'corporationId',
    input: z.object({ ...within, type: type.optional(), keyword: z.string().trim().max(50).optional(), ...paging }),
    reply: z.object({ firmware: z.array(Firmware), total: z.int() }),
  }),
  types: route({
    method: 'GET',
    path: '/corporations/{corporationId}/firmware-types',
    says: 'By firmware type: the versions there are, the devices it is for, and what they run.',
    needs: 'Retrieve:Device',
    within: 'corporationId',
    input: z.object(within),
    reply: z.object({ types: z.array(FirmwareType) }),
  }),
  upload: route({
    method: 'POST',
    path: '/corporations/{corporationId}/firmware',
    says: 'Brings a firmware file, at most 64 MB, named <type>-x.x.x.x-<note>.hsf. Only a System account may share it with every corporation.',
    needs: 'Create:Device',
    within: 'corporationId',
    kind: 'upload',
    takes: { types: ['application/octet-stream'], maxBytes: firmwareLimits.bytes },
    ownTransaction: true,
    input: z.object({ ...within, notice: notice.default(''), shared: z.enum(['yes', 'no']).default('no') }),
    reply: z.object({ firmware: Firmware }),
    fails: [
      'fileFormat',
      'firmwareNameBlank',
      'firmwareNameLetters',
      'firmwareNameInvalid',
      'firmwareExists',
      'fileTooLarge',
      'fileDamaged',
    ],
  }),
  update: route({
    method: 'PATCH',
    path: '/corporations/{corporationId}/firmware/{firmwareId}',
    says: 'Writes the release notes of a firmware anew.',
    needs: 'Update:Device',
    within: 'corporationId',
    input: z.object({ ...one, notice }),
    reply: z.object({ firmware: Firmware }),
  }),
  remove: route({
    method: 'DELETE',
    path: '/corporations/{corporationId}/firmware/{firmwareId}',
    says: 'Deletes a firmware to which no upgrade is in progress. What devices went through stays in their history.',
    needs: 'Delete:Device',
    within: 'corporationId',
    input: z.object(one),
    reply: done,
    fails: ['firmwareInUse'],
  }),
  file: route({
    method: 'GET',
    path: '/corporations/{corporationId}/firmware/{firmwareId}/file',
    says: 'The firmware file itself.',
    needs: 'Retrieve:Device',
    within: 'corporationId',
    kind: 'download',
    input: z.object(one),
    reply: z.unknown(),
  }),
  fitting: route({
    method: 'GET',
    path: '/corporations/{corporationId}/firmware/{firmwareId}/devices',
    says: 'The devices that a firmware is for, by name: at most 1,000 at once.',
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
    says: 'Upgrades up to 1,000 devices: all of them or none. A dry run says what is against which of them.',
    needs: 'Update:Device',
    within: 'corporationId',
    input: z.object({ ...one, deviceIds: ids, dryRun: z.boolean().default(false) }),
    reply: batch,
    fails: ['rowsRefused'],
    example: { corporationId: 1, firmwareId: 1, deviceIds: [1], dryRun: true },
  }),
  upgrades: route({
    method: 'GET',
    path: '/corporations/{corporationId}/firmware-upgrades',
    says: 'The upgrades of the devices of a corporation, newest first.',
    needs: 'Retrieve:Device',
    within: 'corporationId',
    input: z.object({
      ...within,
      state: z.enum(upgradeStates).optional(),
      type: type.optional(),
      keyword: z.string().trim().max(50).optional().describe('In the name or serial number of the device'),
      ...paging,
    }),
    reply: z.object({
      upgrades: z.array(Upgrade),
      total: z.int(),
      counts: z.record(z.enum(upgradeStates), z.int()).describe('By state, whatever state was asked for'),
    }),
  }),
  retryMany: route({
    method: 'POST',
    path: '/corporations/{corporationId}/firmware-upgrades/retry',
    says: 'Tries up to 1,000 failed upgrades again: all of them or none.',
    needs: 'Update:Device',
    within: 'corporationId',
    input: z.object({ ...within, upgradeIds: ids }),
    reply: batch,
    fails: ['rowsRefused'],
    example: { corporationId: 1, upgradeIds: [1] },
  }),
  cancelMany: route({
    method: 'POST',
    path: '/corporations/{corporationId}/firmware-upgrades/cancel',
    says: 'Cancels up to 1,000 upgrades that their devices have not begun: all of them or none.',
    needs: 'Update:Device',
    within: 'corporationId',
    input: z.object({ ...within, upgradeIds: ids }),
    reply: batch,
    fails: ['rowsRefused'],
    example: { corporationId: 1, upgradeIds: [1] },
  }),
  ofDevice: route({
    method: 'GET',
    path: '/devices/{deviceId}/firmware',
    says: 'What a device runs, what it may be given, and its last 50 upgrades, the newest first.',
    needs: 'Retrieve:Device',
    within: 'deviceId',
    input: z.object({ deviceId: id }),
    reply: z.object({
      version: z.string().describe('Empty = it has not said'),
      upgradable: z.boolean().describe('Devices of its model have a firmware version'),
      choices: z.array(Firmware).describe('Newest first, at most 50'),
      upgrades: z.array(Upgrade),
    }),
  }),
  upgradeDevice: route({
    method: 'POST',
    path: '/devices/{deviceId}/firmware-upgrades',
    says: 'Upgrades one device.',
    needs: 'Update:Device',
    within: 'deviceId',
    input: z.object({ deviceId: id, firmwareId: id }),
    reply: z.object({ upgrade: Upgrade }),
    fails: ['firmwareHostMismatch', 'upgradeOpen'],
  }),
  retry: route({
    method: 'POST',
    path: '/devices/{deviceId}/firmware-upgrades/{upgradeId}/retry',
    says: 'Tries the last upgrade of a device again, when it failed or was cancelled.',
    needs: 'Update:Device',
    within: 'deviceId',
    input: z.object({ deviceId: id, upgradeId: id }),
    reply: z.object({ upgrade: Upgrade }),
    fails: ['upgradeOpen', 'upgradeOver', 'firmwareGone', 'firmwareHostMismatch'],
  }),
  cancel: route({
    method: 'POST',
    path: '/devices/{deviceId}/firmware-upgrades/{upgradeId}/cancel',
    says: 'Cancels an upgrade that its device has not begun.',
    needs: 'Update:Device',
    within: 'deviceId',
    input: z.object({ deviceId: id, upgradeId: id }),
    reply: z.object({ upgrade: Upgrade }),
    fails: ['upgradeBegan', 'upgradeOver'],
  }),
  download: route({
    method: 'GET',
    path: '/devices/{sncode}/firmware/{firmwareId}',
    says: 'The firmware that a device was told to install, to that device alone. Ranges are answered, so that it can go on after a break.',
    needs: 'device',
    kind: 'download',
    input: z.object({ sncode, firmwareId: id }),
    reply: z.unknown(),
    fails: ['deviceRefused', 'rangeInvalid'],
  }),
};

/** A version as a device says it. */
const said = z
  .string()
  .trim()
  .max(32)
  .regex(/^\P{Cc}+$/u);

/** What a device says of an upgrade, or of itself, on its responses topic. */
export const UpgradeAnswer = z.union([
  z.object({
    commandId: z.uuid(),
    state: z.enum(['downloading', 'installing']),
    percent: z.number().min(0).max(100).optional(),
  }),
  z.object({
    commandId: z.uuid(),
    ok: z.boolean(),
    version: said.optional(),
    reason: z.literal('hash').optional(),
    text: z.string().max(1000).optional(),
  }),
  z.object({ commandId: z.undefined().optional(), version: said }),
]);
export type UpgradeAnswer = z.output<typeof UpgradeAnswer>;
