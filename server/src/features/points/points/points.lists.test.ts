import assert from 'node:assert/strict';
import { test } from 'node:test';
import { batches } from '@plumbline/contract/points/batches';
import { lifecycle } from '@plumbline/contract/points/lifecycle';
import { points } from '@plumbline/contract/points/points';
import { structures } from '@plumbline/contract/site/structures';
import { sql } from 'kysely';
import { addPoint } from '../../../../test/points.fixtures.ts';
import { fewestStatementsOf } from '../../../../test/statements.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north] = await openWorlds(['North']);

const make = (input: object) => addPoint(server, north, input);

test('the console lists every point by structure, place and name', async () => {
  const names = ['Q-10', 'Q-9', 'Q-2'];
  for (const [i, name] of names.entries())
    await make({ name, structureId: north.itemId, ...(i === 0 && { onlySort: 1 }) });
  const gone = await make({ name: 'Q-1', structureId: north.itemId });
  await server.call(lifecycle.deprecate, { pointId: gone, deprecated: true }, north.admin.token);
  const rows = async (deprecated: string) =>
    (await server.call(points.rows, { projectId: north.projectId, deprecated }, north.admin.token)).body.rows.filter(
      ({ structureId }) => structureId === north.itemId,
    );
  assert.deepEqual(
    (await rows('false')).map(({ name }) => name),
    ['Q-10', 'Q-2', 'Q-9'],
  );
  assert.deepEqual((await rows('true')).map(({ name, deprecated }) => [name, deprecated]).at(1), ['Q-1', true]);
  const first = (await server.call(points.rows, { projectId: north.projectId }, north.admin.token)).body.rows.find(
    ({ id }) => id === north.pointId,
  );
  assert.deepEqual(
    [first?.sncode, first?.channel, first?.unit, first?.mainField, first?.value, first?.initial, first?.thresholds],
    [north.device.sncode, '1', '°C', 'temperature', null, false, 0],
  );
});

test('what the table returns can be sent back by a batch edit, and changes nothing', async () => {
  const { rows } = (await server.call(points.table, { projectId: north.projectId }, north.admin.token)).body;
  assert.deepEqual(rows.find(({ name }) => name === 'Q-2')?.structurePath, ['Main dam', 'Section 1']);
  const sets = rows
    .filter(({ type }) => type === 0)
    .map(({ id: pointId, sncode, channel, ...row }) => ({
      pointId,
      set: {
        name: row.name,
        structurePath: row.structurePath,
        mainField: row.mainField,
        mode: row.mode,
        formulaType: row.formulaType,
        parameters: row.parameters,
        customFormula: row.customFormula,
        initialValues: row.initialValues,
        intervalSeconds: row.intervalSeconds,
        coordinates: row.coordinates,
        imageLocation: row.imageLocation,
        collectMode: row.collectMode,
        lockLocation: row.lockLocation,
        onlySort: row.onlySort,
        timedPhotographing: row.timedPhotographing,
        backupNodes: row.backupNodes,
        sncode,
        ...(channel !== null && { channel }),
      },
    }));
  const { status, body } = await server.call(
    batches.batchEdit,
    { projectId: north.projectId, rows: sets },
    north.admin.token,
  );
  assert.deepEqual([status, body.changed, body.problems], [200, [], []], JSON.stringify(body));
  const item = await server.call(
    points.table,
    { projectId: north.projectId, structureId: north.itemId },
    north.admin.token,
  );
  assert.deepEqual(
    item.body.rows.map(({ name }) => name),
    ['Q-10', 'Q-2', 'Q-9'],
  );
});

test('ten thousand points are listed, tabled and checked by a handful of statements', async () => {
  const { projectId, structureId } = north;
  await sql`
    INSERT INTO point (project_id, structure_id, name, family, mode, parameters, initial_values, longitude, latitude, created_at)
    SELECT ${projectId}, ${structureId}, 'N-' || n, 'waterLevel', 1, '{"K": 0.1, "f0": 2900}', '{"level": 1}', 114, 30, now()
    FROM generate_series(1, 10000) AS n`.execute(server.db);
  await sql`
    INSERT INTO point_state (point_id, at, received_at, values, level)
    SELECT id, now(), now(), '{1,2,3,4}', 1 FROM point WHERE project_id = ${projectId} ON CONFLICT DO NOTHING`.execute(
    server.db,
  );
  await sql`ANALYZE point, point_state`.execute(server.db);
  const url = `${server.url}/api/projects/${projectId}`;
  const headers = { authorization: `Bearer ${north.admin.token}` };
  for (const path of ['measuring-points/rows', 'measuring-points/table', 'commissioning'])
    assert.ok(
      (await fewestStatementsOf(async () => {
        const answer = await fetch(`${url}/${path}`, { headers });
        assert.equal(answer.status, 200);
        await answer.arrayBuffer();
      })) < 20,
      path,
    );
});

test('the first rows are the first of all rows, and say how many there are', async () => {
  const { structureId } = north;
  const item = await server.call(structures.createItem, { structureId, name: 'Item 10' }, north.admin.token);
  const second = await server.call(
    structures.create,
    { projectId: north.projectId, name: 'A before' },
    north.admin.token,
  );
  for (const [at, names] of [
    [item.body.item.id, ['I-10', 'I-2']],
    [second.body.structure.id, ['S-2', 'S-10', 'S-1']],
  ] as const)
    for (const name of names) await make({ name, structureId: at });
  const of = async (first?: number) => ({
    rows: (await server.call(points.rows, { projectId: north.projectId, first }, north.admin.token)).body,
    table: (await server.call(points.table, { projectId: north.projectId, first }, north.admin.token)).body,
    below: (await server.call(points.table, { projectId: north.projectId, structureId, first }, north.admin.token))
      .body,
  });
  const all = await of();
  const names = all.rows.rows.map(({ name }) => name);
  assert.deepEqual(names.slice(0, 3), ['S-1', 'S-2', 'S-10']);
  assert.ok(names.indexOf('I-2') < names.indexOf('I-10'));
  assert.equal(all.below.rows.length, names.length - 3);
  for (const first of [1, 3, 4, 6, 1000]) {
    const part = await of(first);
    for (const key of ['rows', 'table', 'below'] as const) {
      assert.deepEqual(part[key].rows, all[key].rows.slice(0, first), `${key}, ${first}`);
      assert.equal(part[key].total, all[key].rows.length);
    }
  }
  assert.equal(
    (await server.call(points.rows, { projectId: north.projectId, first: 0 }, north.admin.token)).status,
    400,
  );
});
