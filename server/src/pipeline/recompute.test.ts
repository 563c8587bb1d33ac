import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { changes } from '@plumbline/contract/changes';
import { points } from '@plumbline/contract/points';
import { makeWorld, startServer, type TestServer, type World } from '../../test/harness.ts';

let server: TestServer;
let world: World;
before(async () => {
  server = await startServer();
});
after(() => server.close());
beforeEach(async (context) => {
  world = await makeWorld(server, context.name.slice(0, 40));
});

const startMs = Date.parse('2026-03-17T00:00:00Z');

async function send(values: readonly (number | null)[], fromMinute = 0) {
  const response = await fetch(`${server.url}/api/devices/${world.device.sncode}/readings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.device.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(
      values.map((temperature, i) => ({ at: startMs + (fromMinute + i) * 60_000, channels: { 1: { temperature } } })),
    ),
  });
  assert.equal(response.status, 200);
}
const stored = async () =>
  (
    await server.db
      .selectFrom('reading')
      .select(['values', 'change_id'])
      .where('point_id', '=', world.pointId)
      .orderBy('at')
      .execute()
  ).map((row) => row.values[0]);
const latest = async () =>
  (await server.db.selectFrom('point_state').select('values').where('point_id', '=', world.pointId).executeTakeFirst())
    ?.values[0];
const setFormula = async (source: string) => {
  const { status } = await server.call(
    points.update,
    {
      pointId: world.pointId,
      formulaType: 'CUSTOM_FORMULA',
      customFormula: { temperature: source },
      reason: 'New calibration',
    },
    world.admin.token,
  );
  assert.equal(status, 200);
};
const settle = async () => {
  for (let i = 0; i < 200; i++) {
    await server.tasks!.settle();
    const { count } = await server.db
      .selectFrom('outbox')
      .select((each) => each.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    if (Number(count) === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await server.tasks!.settle();
};
const log = async () =>
  (await server.call(changes.changes, { pointId: world.pointId }, world.admin.token)).body.changes;
const undo = (changeId: number) => server.call(changes.undo, { pointId: world.pointId, changeId }, world.admin.token);

test('a new formula computes history again, and undoing puts settings, history and what came meanwhile back', async () => {
  await send([1, 2, null, 4]);
  await setFormula('temperature * 10');
  await settle();
  assert.deepEqual(await stored(), [10, 20, null, 40]);
  assert.equal(await latest(), 40);
  const [change] = await log();
  assert.deepEqual(
    [change?.kind, change?.reason, change?.counts, change?.undoable],
    ['recompute', 'New calibration', { recomputed: 3 }, true],
  );
  // By the new formula, and so the undoing converts it again.
  await send([5], 4);
  assert.deepEqual(await stored(), [10, 20, null, 40, 50]);
  const undone = await undo(change!.id);
  assert.deepEqual([undone.status, undone.body.restored], [200, 3]);
  await settle();
  assert.deepEqual(await stored(), [1, 2, null, 4, 5]);
  assert.equal(await latest(), 5);
  const { body } = await server.call(points.get, { pointId: world.pointId }, world.admin.token);
  assert.equal(body.measuringPoint.formulaType, 'SYSTEM_FORMULA');
  await new Promise((resolve) => setTimeout(resolve, 60));
  await send([6], 5);
  assert.equal(await latest(), 6);
});

test('what was entered by hand before a sensor fed the point is no sample of it, and stands', async () => {
  await send([1, 2]);
  await server.db
    .insertInto('reading')
    .values({
      point_id: world.pointId,
      at: new Date(startMs - 60_000),
      received_at: server.clock.now(),
      values: [7],
      raw: JSON.stringify({ byHand: 7 }),
    })
    .execute();
  await setFormula('temperature * 10');
  await settle();
  assert.deepEqual(await stored(), [7, 10, 20]);
});

test('a newer change takes over from one that still runs; undoing it goes back behind both', async () => {
  await send(Array.from({ length: 300 }, (_, i) => i));
  await Promise.all([setFormula('temperature + 1'), send([1000], 400)]);
  await setFormula('temperature + 2');
  await setFormula('temperature + 3');
  await settle();
  const values = await stored();
  assert.deepEqual(values.slice(0, 3), [3, 4, 5]);
  assert.equal(values.at(-1), 1003);
  const standing = (await log()).filter((each) => each.undoneAt === null);
  for (const change of standing) {
    const answer = await undo(change.id);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
  }
  await settle();
  assert.deepEqual((await stored()).slice(0, 3), [0, 1, 2]);
  assert.equal(await latest(), 1000);
});

test('cancelling puts the settings and the history back', async () => {
  await send([1, 2, 3]);
  await setFormula('temperature * 2');
  await settle();
  await setFormula('temperature * 3');
  for (let i = 0; i < 100; i++) {
    const { numUpdatedRows } = await server.db
      .updateTable('task')
      .set({ cancel_asked: true })
      .where('kind', '=', 'recompute')
      .where('project_id', '=', world.projectId)
      .where('state', 'in', ['queued', 'running'])
      .executeTakeFirst();
    if (Number(numUpdatedRows) > 0) break;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await settle();
  const cancelled = await server.db
    .selectFrom('task')
    .select('id')
    .where('kind', '=', 'recompute')
    .where('project_id', '=', world.projectId)
    .where('state', '=', 'cancelled')
    .execute();
  if (cancelled.length > 0) {
    const { custom_formula } = await server.db
      .selectFrom('point')
      .select('custom_formula')
      .where('id', '=', world.pointId)
      .executeTakeFirstOrThrow();
    assert.deepEqual(custom_formula, { temperature: 'temperature * 2' });
    assert.deepEqual(await stored(), [2, 4, 6]);
  } else assert.deepEqual(await stored(), [3, 6, 9]);
});

test('what is on its way when the settings change is converted by the new ones', async () => {
  await send([1]);
  await Promise.all([setFormula('temperature + 100'), ...Array.from({ length: 40 }, (_, i) => send([i], 10 + i))]);
  await settle();
  const values = await stored();
  assert.ok(
    values.every((value) => value! >= 100),
    JSON.stringify(values),
  );
});
