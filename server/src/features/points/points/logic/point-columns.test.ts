/** The record of columns against the table: written and read they come back, and a reset leaves what a new point has. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PointSetup } from '@plumbline/contract/points/points.point';
import { openWorlds } from '../../../../../test/worlds.ts';
import { clearPoints } from '../points.settings.api.ts';
import {
  columnsOf,
  deviceKeys,
  initialDeviceSetup,
  newRow,
  resetColumns,
  setupColumns,
  setupOf,
} from './point-columns.ts';

const [server, north] = await openWorlds(['North']);
const db = server.db;

/** Nothing as a new point has it. */
const everything = (name: string): PointSetup => ({
  structureId: north.structureId,
  name,
  type: 1,
  family: 'tilt',
  mode: 4,
  nodeCount: 0,
  mainField: 'y',
  formulaType: 'CUSTOM_FORMULA',
  parameters: { K: 2 },
  deviceParameters: { f0: 2850 },
  customFormula: { x: 'a' },
  initialValues: { x: 1.5 },
  intervalSeconds: 61,
  coordinates: { longitude: 104.5, latitude: 30.25 },
  imageLocation: { x: 0.25, y: 0.75 },
  depthM: 12.25,
  slaves: [{ pointId: north.pointId, variable: 'a' }],
  master: {
    fixedPointId: null,
    lengthsMm: [500],
    chainagesM: [],
    turningPointIds: [],
    closing: null,
    chords: null,
    referenceLine: null,
  },
  collectMode: 'NoCollect',
  lockLocation: true,
  onlySort: 7,
  timedPhotographing: ['08:00'],
  backupNodes: [north.pointId],
});

const rowOf = (id: number) => db.selectFrom('point').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
async function insert(row: ReturnType<typeof newRow>): Promise<number> {
  return (await db.insertInto('point').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

test('what is set up is read as it was written', async () => {
  const all = everything('Whole');
  assert.deepEqual(setupOf(await rowOf(await insert(newRow(north.projectId, all, new Date())))), all);
});

test('what is undefined or unknown is not written', () => {
  const kind = { family: 'tilt', nodeCount: 0 } as const;
  const more = { name: undefined, coordinates: null, reason: 'x' };
  assert.deepEqual(columnsOf(more, kind), {
    longitude: null,
    latitude: null,
  });
});

test('a reset leaves the columns that it names as a new point has them, and no others changed', async () => {
  const { structureId, family, mode, type, nodeCount } = everything('');
  const bare = await rowOf(
    await insert(newRow(north.projectId, { name: 'Bare', structureId, family, mode, type, nodeCount }, new Date())),
  );
  const id = await insert(newRow(north.projectId, everything('Set up'), new Date()));
  await db
    .updateTable('point')
    .set({
      processing: '{}',
      chart_config: '{}',
      gnss_config: '{}',
      tc_config: '{}',
    })
    .where('id', '=', id)
    .execute();
  const before = await rowOf(id);
  await clearPoints(db, [id]);
  const after = await rowOf(id);
  for (const column of Object.keys(after) as (keyof typeof after)[])
    assert.deepEqual(after[column], Object.hasOwn(resetColumns, column) ? bare[column] : before[column], column);
});

test('columns that are not set up are known by name: one that is forgotten in the record is found here', async () => {
  const others = ['archived_at', 'channel', 'created_at', 'deprecated_at', 'device_id', 'id', 'image', 'project_id'];
  const tabs = ['chart_config', 'gnss_config', 'processing', 'tc_config'];
  const names = Object.keys(await rowOf(north.pointId)).filter((name) => !setupColumns.has(name));
  assert.deepEqual(names.sort(), [...others, ...tabs].sort());
});

test('what only a device needs has a value that every new point begins with', async () => {
  const bare = setupOf(await rowOf(north.pointId));
  for (const key of deviceKeys) assert.deepEqual(initialDeviceSetup[key], bare[key], key);
});
