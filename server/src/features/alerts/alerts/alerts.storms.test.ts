import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { alerts } from '@plumbline/contract/alerts/alerts';
import { alertCauses } from '@plumbline/contract/alerts/causes';
import { makePoint } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South']);
const { token } = north.admin;
const { projectId } = north;
const startMs = Date.parse('2026-03-17T00:00:00Z');
const ids: number[] = [];

/** An alert of a point, as a reading of that minute raises it. */
async function raise(pointId: number, minute: number, more: object = {}): Promise<number> {
  const at = new Date(startMs + minute * 60_000);
  const { id } = await server.db
    .insertInto('alert')
    .values({
      project_id: projectId,
      structure_id: north.structureId,
      point_id: pointId,
      threshold_id: null,
      field: 'temperature',
      kind: 'value',
      measure: 'value',
      unit: '°C',
      level: 2,
      value: 41,
      threshold: 40,
      levels: [10, 40, null, null],
      reading_at: at,
      received_at: at,
      raised_at: at,
      last_value: 41,
      last_at: at,
      released_at: null,
      settled_at: null,
      settled_by: null,
      ...more,
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

before(async () => {
  await server.db.deleteFrom('alert').where('project_id', '=', projectId).execute();
  const { id: itemId } = await server.db
    .selectFrom('structure')
    .select('id')
    .where('parent_id', '=', north.structureId)
    .executeTakeFirstOrThrow();
  for (let i = 0; i < 6; i++) {
    const inItem = i >= 4;
    const structureId = inItem ? itemId : north.structureId;
    const pointId = await makePoint(server, { projectId, structureId }, `S-${i}`);
    ids.push(await raise(pointId, 60 - i * 5, { structure_id: structureId, level: i === 2 ? 4 : 2 }));
  }
  const alone = await makePoint(server, north, 'Alone');
  ids.push(await raise(alone, 600));
});

test('many points of a structure and its items that rise together are one storm, in the order of time', async () => {
  const { body } = await server.call(alerts.storms, { projectId }, token);
  assert.equal(body.storms.length, 1);
  const [storm] = body.storms;
  assert.deepEqual(
    [storm!.structureName, storm!.points, storm!.alerts, storm!.open, storm!.level, storm!.id],
    ['Main dam', 6, 6, 6, 4, ids[5]],
  );
  assert.equal(storm!.beganAt, '2026-03-17T00:35:00.000Z');
  const whole = (await server.call(alerts.storm, { alertId: ids[2]! }, token)).body.storm!;
  assert.deepEqual(
    whole.list.map(({ pointName }) => pointName),
    ['S-5', 'S-4', 'S-3', 'S-2', 'S-1', 'S-0'],
  );
  assert.equal((await server.call(alerts.storm, { alertId: ids[6]! }, token)).body.storm, null, 'alone');
  assert.equal((await server.call(alerts.storm, { alertId: ids[0]! }, south.admin.token)).status, 404);
  assert.deepEqual(
    (await server.call(alerts.storms, { projectId: south.projectId }, south.admin.token)).body.storms,
    [],
  );
});

test('a storm is settled, commented and assigned at once; the counts of the list hide none of its alerts', async () => {
  const storm = (await server.call(alerts.storm, { alertId: ids[0]! }, token)).body.storm!;
  const alertIds = storm.list.map(({ id }) => id);
  const before = (await server.call(alerts.ofProject, { projectId }, token)).body;
  assert.deepEqual([before.total, before.counts.Pending], [7, 7]);
  assert.equal((await server.call(alerts.commentMany, { alertIds, text: 'Blasting' }, token)).status, 200);
  assert.equal((await server.call(alerts.assignMany, { alertIds, assigneeId: north.admin.id }, token)).status, 200);
  const { set } = (await server.call(alerts.setStatuses, { alertIds, status: 'Restore', reason: 'Blasting' }, token))
    .body;
  assert.equal(set.length, 6);
  const after = (await server.call(alerts.storm, { alertId: ids[0]! }, token)).body.storm!;
  assert.deepEqual(
    [after.alerts, after.open, new Set(after.list.map(({ assigneeName }) => assigneeName)).size],
    [6, 0, 1],
  );
  const { counts } = (await server.call(alerts.ofProject, { projectId }, token)).body;
  assert.deepEqual([counts.Pending, counts.Restore], [1, 6]);
});

test('what history proved wrong is in no storm', async () => {
  await server.db.updateTable('alert').set({ upheld: false }).where('id', 'in', ids.slice(0, 2)).execute();
  assert.deepEqual((await server.call(alerts.storms, { projectId }, token)).body.storms, []);
  await server.db.updateTable('alert').set({ upheld: null }).where('id', 'in', ids.slice(0, 2)).execute();
});

test('the list is grouped by structure and by cause, over all its pages', async () => {
  const corporationId = north.corporationId;
  const cause = (await server.call(alertCauses.create, { corporationId, name: 'Blasting' }, token)).body.cause;
  for (const alertId of ids.slice(0, 2)) await server.call(alerts.setCause, { alertId, causeId: cause.id }, token);
  const byCause = (await server.call(alerts.ofProject, { projectId, group: 'cause', pageSize: 3 }, token)).body;
  assert.deepEqual(
    byCause.groups?.map(({ name, total, open }) => [name, total, open]),
    [
      ['Blasting', 2, 0],
      ['', 5, 1],
    ],
  );
  assert.deepEqual(
    byCause.alerts.map(({ causeName }) => causeName),
    ['Blasting', 'Blasting', null],
  );
  const byPlace = (await server.call(alerts.list, { group: 'structure', pageSize: 200 }, token)).body;
  assert.deepEqual(
    byPlace.groups?.map(({ name, total }) => [name, total]),
    [
      ['Main dam', 5],
      ['Main dam / Section 1', 2],
    ],
  );
  const order = byPlace.alerts.map(({ structureName }) => structureName);
  assert.deepEqual(order, [...Array(5).fill('Main dam'), ...Array(2).fill('Section 1')]);
  const open = (await server.call(alerts.ofProject, { projectId, group: 'structure', status: 'Open' }, token)).body;
  assert.deepEqual([open.groups?.length, open.groups?.[0]?.total, open.total], [1, 1, 1]);
});
