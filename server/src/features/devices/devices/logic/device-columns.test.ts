/** The record of columns against the table: written and read they come back, and initialising leaves what a new device has. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { devices } from '@plumbline/contract/devices/devices';
import { intake } from '@plumbline/contract/devices/intake';
import { openWorlds } from '../../../../../test/worlds.ts';
import * as table from '../devices.table.ts';
import { columnsOf, type StoredSetup, setupColumns, setupOf } from './device-columns.ts';

const [server, north] = await openWorlds(['North']);
const db = server.db;

/** Nothing as a new device has it. */
const everything = (collectorId: number, dtuId: number): StoredSetup => ({
  type: 'collector',
  name: 'Whole',
  model: 'none of the catalogue',
  register: 'R-whole',
  manufacturer: 'Works',
  category: 'vibration',
  collectorType: 'IDC',
  measurement: 'tilt',
  iccid: '8986',
  hidden: true,
  mounted: true,
  coordinates: { longitude: 104.5, latitude: 30.25 },
  collectorId,
  dtuId,
  channels: [
    { number: '1', mode: 1, label: 'a', configType: 'serial', protocol: 'adm', sensor: 'TLT', address: '1-000001' },
  ],
  config: { K: 2, elevation: 10 },
  cameraCode: 'encrypted',
  processor: { detrend: 'mean' },
  chart: { reversed: true },
  hem: [{ number: 1, sncode: 'HEM-1' }],
  healthThresholds: { voltageThreshold: 11, lostTolerance: 3, alertTolerance: 6 },
});

const rowOf = (id: number) => db.selectFrom('device').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
let made = 0;
async function insert(setup: Pick<StoredSetup, 'name' | 'model'> & Partial<StoredSetup>) {
  const device = { corporationId: north.corporationId, createdAt: new Date() };
  return await table.insert(db, setup, { ...device, sncode: `COL-${++made}`, secretHash: Buffer.alloc(32, made) });
}
const bare = await insert({ name: 'Bare', model: 'none' });

test('what is set up is read as it was written', async () => {
  const all = everything(bare, bare);
  assert.deepEqual(setupOf(await rowOf(await insert(all))), all);
});

test('what is undefined or unknown is not written', () => {
  const more = { name: undefined, coordinates: null, reason: 'x' };
  assert.deepEqual(columnsOf(more), {
    longitude: null,
    latitude: null,
  });
});

test('initialising leaves the configuration of a new device, and what the device is', async () => {
  const id = await insert({ ...everything(bare, bare), register: 'R-2', channels: [] });
  await server.call(devices.initialise, { deviceId: id }, north.admin.token);
  const { config, cameraCode, processor, chart, hem, healthThresholds, ...others } = setupOf(await rowOf(id));
  const fresh = setupOf(await rowOf(bare));
  assert.deepEqual(
    { config, cameraCode, processor, chart, hem, healthThresholds },
    {
      config: fresh.config,
      cameraCode: null,
      processor: fresh.processor,
      chart: fresh.chart,
      hem: fresh.hem,
      healthThresholds: null,
    },
  );
  assert.deepEqual(others, { ...others, ...pick(everything(bare, bare)), register: 'R-2', channels: [] });
});

test('a row of a bulk creation is kept as it says', async () => {
  const { name, model, manufacturer, iccid, coordinates, measurement, config } = everything(bare, bare);
  const given = { name, model, manufacturer, iccid, coordinates, measurement, config, mounted: true } as const;
  const rows = [
    { sncode: 'BULK-1', model: 'none', name: 'Second' },
    { sncode: 'BULK-2', ...given, register: 'R-3', type: 'measuring', category: 'vibration', collectorType: 'IDC' },
  ];
  const input = { corporationId: north.corporationId, devices: rows, dryRun: false };
  const { body } = await server.call(intake.bulkCreate, input, north.admin.token);
  const [first, second] = await Promise.all(body.secrets.map(({ deviceId }) => rowOf(deviceId)));
  assert.ok(first && second);
  const stored = setupOf(second);
  assert.deepEqual(stored, { ...stored, ...given, register: 'R-3', category: 'vibration', collectorType: 'IDC' });
  assert.deepEqual([first.name, first.category, first.longitude, first.config], ['Second', null, null, {}]);
});

test('columns that are not set up are known by name: one that is forgotten in the record is found here', async () => {
  const names = Object.keys(await rowOf(bare)).filter((name) => !setupColumns.has(name));
  assert.deepEqual(names.sort(), ['corporation_id', 'created_at', 'id', 'secret_hash', 'sncode']);
});

/** What a device is, whatever its configuration. */
function pick({ type, name, model, manufacturer, category, collectorType, iccid, hidden, mounted }: StoredSetup) {
  return { type, name, model, manufacturer, category, collectorType, iccid, hidden, mounted };
}
