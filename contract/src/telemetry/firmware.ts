import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { done, id, paging, sncode } from '../points/fields.ts';
import { firmwareType, Upgrade, upgradeRoutes } from './firmware.upgrades.ts';

/** Ours, where the specification says nothing. */
export const firmwareLimits = {
  /** 64 MB a file. */
  bytes: 64 * 1024 * 1024,
  notice: 1_000,
  /** Versions of one device that are offered, and upgrades of it that are shown. */
  ofDevice: 50,
  /** Devices that one list of fitting devices holds. */
  fitting: 1_000,
  /** A device that received the command and reports nothing for so long has failed. */
  silentMinutes: 30,
  /** From beginning to end, however often it comes and goes. */
  openHours: 72,
  /** What was not answered is sent again after so long. */
  againSeconds: 60,
} as const;

const notice = z.string().trim().max(firmwareLimits.notice);

export const Firmware = z
  .object({
    id: z.int(),
    type: z.string().describe('The model code or the series of the devices that it is for'),
    version: z.string(),
    note: z.string().describe('The last part of the file name'),
    name: z.string().describe('Of the file'),
    notice: z.string().describe('Release notes'),
    url: z.string().describe('Where the file is fetched: a path of this installation'),
    size: z.int().describe('Bytes'),
    sha256: z.string(),
    shared: z.boolean().describe('Of the installation, for every corporation'),
    inProgress: z.int().describe('Upgrades to it that are in progress'),
    byName: z.string(),
    createdAt: z.string(),
  })
  .meta({ id: 'Firmware' });
export type Firmware = z.output<typeof Firmware>;

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

export const firmware = {
  list: route({
    method: 'GET',
    path: '/corporations/{corporationId}/firmware',
    summary:
      'Returns the firmware available to the devices of a corporation: its own and that of the installation. Newest version first.',
    shows: ['firmware'],
    needs: 'Retrieve:Device',
    within: 'corporationId',
    input: z.object({
      ...within,
      type: firmwareType.optional(),
      keyword: z.string().trim().max(50).optional(),
      ...paging,
    }),
    reply: z.object({ firmware: z.array(Firmware), total: z.int() }),
  }),
  get: route({
    method: 'GET',
    path: '/corporations/{corporationId}/firmware/{firmwareId}',
    summary: 'Returns a firmware with its release notes.',
    shows: ['firmware'],
    needs: 'Retrieve:Device',
    within: 'corporationId',
    input: z.object(one),
    reply: z.object({ firmware: Firmware }),
  }),
  types: route({
    method: 'GET',
    path: '/corporations/{corporationId}/firmware-types',
    summary: 'Returns, by firmware type, its versions, its devices and the versions they run.',
    shows: ['firmware'],
    needs: 'Retrieve:Device',
    within: 'corporationId',
    input: z.object(within),
    reply: z.object({ types: z.array(FirmwareType) }),
  }),
  upload: route({
    method: 'POST',
    path: '/corporations/{corporationId}/firmware',
    summary:
      'Uploads a firmware file, at most 64 MB, named <type>-x.x.x.x-<note>.hsf. Only a System account can share it with every corporation.',
    changes: ['firmware'],
    needs: 'Create:Device',
    within: 'corporationId',
    kind: 'upload',
    upload: { types: ['application/octet-stream'], formats: ['hsf'], maxBytes: firmwareLimits.bytes },
    ownTransaction: true,
    input: z.object({ ...within, notice: notice.default(''), shared: z.enum(['yes', 'no']).default('no') }),
    reply: z.object({ firmware: Firmware }),
    fails: ['firmwareNameBlank', 'firmwareNameLetters', 'firmwareNameInvalid', 'firmwareExists', 'fileDamaged'],
  }),
  update: route({
    method: 'PATCH',
    path: '/corporations/{corporationId}/firmware/{firmwareId}',
    summary: 'Replaces the release notes of a firmware.',
    changes: ['firmware'],
    guards: { read: 'get', part: 'firmware' },
    needs: 'Update:Device',
    within: 'corporationId',
    input: z.object({ ...one, notice }),
    reply: z.object({ firmware: Firmware }),
  }),
  remove: route({
    method: 'DELETE',
    path: '/corporations/{corporationId}/firmware/{firmwareId}',
    summary: 'Deletes a firmware that has no upgrade in progress. The history of devices keeps past upgrades.',
    changes: ['firmware'],
    needs: 'Delete:Device',
    within: 'corporationId',
    input: z.object(one),
    reply: done,
    fails: ['firmwareInUse'],
  }),
  file: route({
    method: 'GET',
    path: '/corporations/{corporationId}/firmware/{firmwareId}/file',
    logged: true,
    summary: 'The firmware file itself.',
    shows: ['firmware'],
    needs: 'Retrieve:Device',
    within: 'corporationId',
    kind: 'download',
    input: z.object(one),
    reply: z.unknown(),
  }),
  ...upgradeRoutes,
  ofDevice: route({
    method: 'GET',
    path: '/devices/{deviceId}/firmware',
    summary: 'Returns the version of a device, the versions available to it, and its last 50 upgrades, newest first.',
    shows: ['firmware', 'device'],
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
  download: route({
    method: 'GET',
    path: '/devices/{sncode}/firmware/{firmwareId}',
    summary:
      'Returns the firmware file of an upgrade, only to its device. Supports ranges, so that an interrupted download can continue.',
    shows: { nothing: 'For devices alone' },
    needs: 'device',
    kind: 'download',
    input: z.object({ sncode, firmwareId: id }),
    reply: z.unknown(),
    fails: ['deviceRefused', 'rangeInvalid'],
  }),
};
