import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notifications } from '@plumbline/contract/alerts/notifications';
import { thresholds as thresholdRoutes } from '@plumbline/contract/points/thresholds';
import { history } from '@plumbline/contract/readings/history';
import { imports } from '@plumbline/contract/readings/imports';
import { readings } from '@plumbline/contract/readings/readings';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { settled } from '../../../../test/judging.fixtures.ts';
import { giveRole } from '../../../../test/roles.ts';
import { makePoint, seal } from '../../../../test/series.ts';
import { openWorlds, setTimeZone } from '../../../../test/worlds.ts';

const [server, world] = await openWorlds(['Entries']);
const token = world.admin.token;
const manual = { type: 2, mode: 0, family: 'waterLevel' } as const;
const year = { from: '2025-06-01T00:00:00Z', to: '2026-05-01T00:00:00Z' };

const enter = (pointId: number, at: string, values: Record<string, number | null>, by = token) =>
  server.call(imports.enter, { pointId, at, values }, by);
const batch = (rows: { pointId: number; at: string; values: Record<string, number | null> }[], more: object = {}) =>
  server.call(imports.enterBatch, { projectId: world.projectId, rows, ...more }, token);
const rowsOf = async (pointId: number) =>
  (await server.call(readings.pagination, { pointId, ...year, order: 'oldest', pageSize: 500 }, token)).body.rows;
const undo = (pointId: number, changeId: number) => server.call(history.undo, { pointId, changeId }, token);
const latest = async (pointId: number) =>
  (await server.call(readings.latest, { pointIds: [pointId] }, token)).body.latest[0];

test('a value is entered, counts as the latest, is overwritten field by field, and comes back', async () => {
  const pointId = await makePoint(server, world, 'M-1', manual);
  const first = await enter(pointId, '2026-03-10T08:00:00Z', { level: 101.25, temp: 12 });
  assert.equal(first.status, 200, JSON.stringify(first.body));
  assert.equal(first.body.result, 'added');
  assert.deepEqual(first.body.record.values, [101.25, null, null, 12]);
  assert.deepEqual((await latest(pointId))!.values, [101.25, null, null, 12]);
  const again = await enter(pointId, '2026-03-10T08:00:00Z', { level: 101.25 });
  assert.deepEqual([again.body.result, again.body.changeId], ['unchanged', null]);
  const second = await enter(pointId, '2026-03-10T08:00:00Z', { level: 101.5, depth: 3 });
  assert.deepEqual([second.body.result, second.body.record.values], ['overwritten', [101.5, 3, null, 12]]);
  const [row] = await rowsOf(pointId);
  assert.deepEqual([row!.values, row!.raw], [[101.5, 3, null, 12], { level: 101.5, depth: 3, temp: 12 }]);
  assert.deepEqual([row!.deviceId, row!.changeId], [null, second.body.changeId]);
  assert.equal((await undo(pointId, second.body.changeId!)).status, 200);
  assert.deepEqual((await rowsOf(pointId))[0]!.values, [101.25, null, null, 12]);
  assert.equal((await undo(pointId, first.body.changeId!)).status, 200);
  assert.deepEqual(await rowsOf(pointId), []);
  assert.equal(await latest(pointId), undefined);
});

test('who does not want to overwrite is told of another value, and may add to a record', async () => {
  const pointId = await makePoint(server, world, 'M-1 kept', manual);
  const at = '2026-03-10T08:00:00Z';
  const add = (values: Record<string, number | null>) =>
    server.call(imports.enter, { pointId, at, values, overwrite: false }, token);
  assert.equal((await add({ level: 101.25 })).body.result, 'added');
  // The same once more: the answer to the first may have been lost.
  assert.equal((await add({ level: 101.25 })).body.result, 'unchanged');
  assert.equal((await add({ temp: 12 })).body.result, 'overwritten');
  const { status, body } = await add({ level: 99, depth: 3 });
  const { error, detail } = body as unknown as { error: string; detail: unknown };
  assert.deepEqual([status, error], [409, 'entryExists']);
  assert.deepEqual(detail, { at: '2026-03-10T08:00:00.000Z', values: { level: 101.25, temp: 12 } });
  assert.deepEqual((await rowsOf(pointId))[0]!.values, [101.25, null, null, 12]);
  // Two at once: one of them is told.
  const both = await Promise.all(
    [1, 2].map((level) =>
      server.call(imports.enter, { pointId, at: '2026-03-11T08:00:00Z', values: { level }, overwrite: false }, token),
    ),
  );
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
});

test('what cannot be entered is refused by name, and nothing is written', async () => {
  const pointId = await makePoint(server, world, 'M-2', manual);
  const closed: object = { ...manual, deprecated_at: server.clock.now() };
  const deprecated = await makePoint(server, world, 'M-2 old', closed);
  const refused: [string, number, string, Record<string, number | null>][] = [
    ['timeInFuture', pointId, '2026-03-18T07:00:00Z', { level: 1 }],
    ['timeTooOld', pointId, '1969-12-31T23:59:59Z', { level: 1 }],
    ['badInput', pointId, '2026-03-10T08:00:00Z', { nonsense: 1 }],
    ['badInput', pointId, '2026-03-10 8 o clock', { level: 1 }],
    ['timeUnreadable', pointId, '2026-02-30 08:00:00', { level: 1 }],
    ['kindUnsuitable', world.pointId, '2026-03-10T08:00:00Z', { temperature: 1 }],
    ['pointDeprecated', deprecated, '2026-03-10T08:00:00Z', { level: 1 }],
  ];
  for (const [error, id, at, values] of refused) {
    const answer = await enter(id, at, values);
    assert.equal(answer.body.error, error, `${error}: ${JSON.stringify(answer.body)}`);
  }
  assert.deepEqual(await rowsOf(pointId), []);
  const ahead = new Date(server.clock.now().getTime() + 60_000).toISOString();
  assert.equal((await enter(pointId, ahead, { level: 1 })).status, 200, 'a clock may be a little ahead');
  const old = await enter(pointId, '1970-01-02T00:00:00Z', { level: 1 });
  assert.equal(old.status, 200);
});

test('times are read on the clock of the project; doubtful ones are refused', async () => {
  const pointId = await makePoint(server, world, 'M-3', manual);
  await setTimeZone(server, world.projectId, 'Europe/Berlin');
  const entered = await enter(pointId, '2025-07-01 12:00:00', { level: 1 });
  assert.equal(entered.body.record.at, '2025-07-01T10:00:00.000Z');
  assert.equal((await enter(pointId, '2025-10-26 02:30:00', { level: 1 })).body.error, 'timeAmbiguous');
  assert.equal((await enter(pointId, '2025-03-30 02:30:00', { level: 1 })).body.error, 'timeSkipped');
});

test('a batch is written whole or not at all, and a dry run writes nothing', async () => {
  const ids = await Promise.all([1, 2, 3].map((n) => makePoint(server, world, `B-${n}`, manual)));
  const rows = ids.flatMap((pointId) =>
    Array.from({ length: 100 }, (_, i) => ({
      pointId,
      at: new Date(Date.parse('2026-01-01T00:00:00Z') + i * 3_600_000).toISOString(),
      values: { level: i },
    })),
  );
  const dry = await batch([...rows, { pointId: ids[0]!, at: '2030-01-01T00:00:00Z', values: { level: 1 } }], {
    dryRun: true,
  });
  assert.deepEqual([dry.body.added, dry.body.problems.length], [300, 1]);
  assert.deepEqual([dry.body.problems[0]!.row, dry.body.problems[0]!.error], [300, 'timeInFuture']);
  const refused = await batch([
    ...rows,
    { pointId: world.pointId, at: '2026-01-01T00:00:00Z', values: { temperature: 1 } },
  ]);
  assert.equal(refused.body.error, 'dataEntryFailed');
  assert.deepEqual((refused.body.detail as { problems: unknown[] }).problems.length, 1);
  assert.deepEqual(await rowsOf(ids[0]!), []);
  const done = await batch(rows, { reason: 'Readings of January' });
  assert.deepEqual([done.body.added, done.body.overwritten, done.body.unchanged], [300, 0, 0]);
  const again = await batch([...rows.slice(0, 299), { ...rows[299]!, values: { level: -1 } }]);
  assert.deepEqual([again.body.added, again.body.overwritten, again.body.unchanged], [0, 1, 299]);
  const log = await server.call(history.changes, { pointId: ids[1]! }, token);
  assert.deepEqual(
    log.body.changes.map(({ kind, reason, counts, pointIds }) => [kind, reason, counts, pointIds.length]),
    [
      ['entry', '', { added: 0, overwritten: 1 }, 3],
      ['entry', 'Readings of January', { added: 300, overwritten: 0 }, 3],
    ],
  );
  const foreign = await batch([{ pointId: 2_000_000_000, at: '2026-01-01T00:00:00Z', values: { level: 1 } }]);
  assert.equal(foreign.body.error, 'notFound');
});

test('an entered record is changed, moved and taken out, each with an undo', async () => {
  const pointId = await makePoint(server, world, 'M-4', manual);
  await enter(pointId, '2026-03-01T00:00:00Z', { level: 1, temp: 5 });
  await enter(pointId, '2026-03-02T00:00:00Z', { level: 2 });
  const none = await server.call(
    imports.updateEntry,
    { pointId, at: '2026-03-01T01:00:00Z', values: { level: 3 } },
    token,
  );
  assert.equal(none.body.error, 'noCollections');
  const changed = await server.call(
    imports.updateEntry,
    { pointId, at: '2026-03-01T00:00:00Z', values: { temp: null } },
    token,
  );
  assert.deepEqual(changed.body.record.values, [1, null, null, null]);
  const moved = await server.call(
    imports.updateEntry,
    { pointId, at: '2026-03-01T00:00:00Z', newAt: '2026-03-03T00:00:00Z', values: { level: 1.5 } },
    token,
  );
  assert.equal(moved.status, 200, JSON.stringify(moved.body));
  const times = async () => (await rowsOf(pointId)).map(({ at, values }) => [at.slice(0, 10), values[0]]);
  assert.deepEqual(await times(), [
    ['2026-03-02', 2],
    ['2026-03-03', 1.5],
  ]);
  assert.equal((await latest(pointId))!.at, '2026-03-03T00:00:00.000Z');
  assert.equal((await undo(pointId, moved.body.changeId!)).status, 200);
  assert.deepEqual(await times(), [
    ['2026-03-01', 1],
    ['2026-03-02', 2],
  ]);
  assert.equal((await latest(pointId))!.at, '2026-03-02T00:00:00.000Z');
  const gone = await server.call(
    imports.removeEntry,
    { pointId, times: ['2026-03-02T00:00:00Z', '2026-03-01T00:00:00Z'] },
    token,
  );
  assert.equal(gone.body.removed, 2);
  assert.equal(await latest(pointId), undefined);
  assert.equal(
    (await server.call(imports.removeEntry, { pointId, times: ['2026-03-02T00:00:00Z'] }, token)).body.error,
    'noCollections',
  );
  assert.equal((await undo(pointId, gone.body.changeId)).body.restored, 2);
  assert.equal((await times()).length, 2);
});

test('what is entered is judged like any reading, late ones too', async () => {
  const pointId = await makePoint(server, world, 'M-5', manual);
  const thresholds = [
    { field: 'level', kind: 'value' as const, method: 'upper' as const, levels: [10, 20, null, null] },
  ];
  assert.equal((await server.call(thresholdRoutes.setThresholds, { pointId, thresholds }, token)).status, 200);
  await enter(pointId, '2026-03-05T00:00:00Z', { level: 15 });
  const raised = await server.db.selectFrom('alert').selectAll().where('point_id', '=', pointId).execute();
  assert.deepEqual(
    raised.map(({ level, value }) => [level, value]),
    [[1, 15]],
  );
  await enter(pointId, '2026-03-04T00:00:00Z', { level: 25 });
  await settled(server);
  const all = await server.db.selectFrom('alert').select('level').where('point_id', '=', pointId).execute();
  assert.ok(all.length > 1, 'a late crossing went unnoticed');
  const { body } = await server.call(notifications.latest, {}, await server.tokenFor(world.admin.id));
  const rung = body.notifications.filter(({ type }) => type === 'MeasuringAlert');
  assert.equal(rung.length, all.length, 'a late crossing is told');
});

test('what is sealed is overwritten and comes back', async () => {
  const pointId = await makePoint(server, world, 'M-6', manual);
  const start = Date.parse('2026-01-01T00:00:00Z');
  await seal(
    server,
    pointId,
    Array.from({ length: 200 }, (_, i) => ({
      at: start + i * 3_600_000,
      values: [i, null, null, null],
      raw: { level: i },
    })),
  );
  const at = new Date(start + 50 * 3_600_000).toISOString();
  const entered = await enter(pointId, at, { depth: 7 });
  assert.deepEqual([entered.body.result, entered.body.record.values], ['overwritten', [50, 7, null, null]]);
  assert.equal((await undo(pointId, entered.body.changeId!)).status, 200);
  assert.deepEqual((await rowsOf(pointId))[50]!.values, [50, null, null, null]);
});

test('who may enter and not overwrite is held to it; a guest enters nothing', async () => {
  const pointId = await makePoint(server, world, 'M-7', manual);
  const person = await makeAccount(server, 'Normal', world.corporationId, 'entries.only');
  await giveRole(server, world, person.id, ['Create:Data', 'Retrieve:Data']);
  assert.equal((await enter(pointId, '2026-03-01T00:00:00Z', { level: 1 }, person.token)).status, 200);
  const over = await enter(pointId, '2026-03-01T00:00:00Z', { level: 2 }, person.token);
  assert.equal(over.body.error, 'notAllowed');
  assert.equal((await rowsOf(pointId))[0]!.values[0], 1);
  const guest = await makeAccount(server, 'Normal', world.corporationId, 'entries.guest');
  await makeMember(server, world.projectId, guest.id, 'Guest');
  assert.equal((await enter(pointId, '2026-03-02T00:00:00Z', { level: 1 }, guest.token)).body.error, 'notAllowed');
});
