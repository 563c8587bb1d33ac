import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alerts } from '@plumbline/contract/alerts/alerts';
import { photos } from '@plumbline/contract/points/photos';
import { drawings } from '@plumbline/contract/site/drawings';
import { makeAccount } from '../../../../test/harness.ts';
import { rule, send, setRules } from '../../../../test/judging.fixtures.ts';
import { png, sendFile } from '../../../../test/pictures.ts';
import { giveRole } from '../../../../test/roles.ts';
import { makePoint } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South']);
const { token } = north.admin;
const { alertId } = north;
const read = async (by = token) => (await server.call(alerts.surroundings, { alertId }, by)).body;

/** Gives a point a level as its newest reading would, some minutes ago. */
async function stand(pointId: number, level: number, minutesAgo: number) {
  const at = new Date(server.clock.now().getTime() - minutesAgo * 60_000);
  const row = { point_id: pointId, at, received_at: at, values: [20], level };
  await server.db
    .insertInto('point_state')
    .values(row as never)
    .onConflict((conflict) => conflict.column('point_id').doUpdateSet({ at, level } as never))
    .execute();
  await server.db
    .insertInto('threshold')
    .values({
      point_id: pointId,
      field: 'temperature',
      kind: 'value',
      method: 'upper',
      levels: [10, 20, 30, 40],
      base: 'value',
      combine: 'and',
      rate_levels: null,
      release_ratio: 0.95,
      release_count: 2,
      consecutive: 1,
    } as never)
    .execute();
}

test('the points beside an alert are shown by family and level, and said to agree only by those that report', async () => {
  const none = await read();
  assert.deepEqual(
    [none.neighbours?.agreement, none.neighbours?.total, none.photo, none.drawing],
    ['unknown', 0, null, null],
  );
  const manual = { device_id: null, channel: null, interval_seconds: 3600 };
  const normal = await makePoint(server, north, 'T-2', { family: 'temperature', ...manual });
  const stale = await makePoint(server, north, 'T-3', { family: 'temperature', ...manual });
  const other = await makePoint(server, north, 'W-1', { family: 'waterLevel', ...manual });
  await stand(normal, 0, 10);
  await stand(stale, 3, 1_000);
  await stand(other, 4, 10);
  const alone = (await read()).neighbours!;
  assert.deepEqual([alone.agreement, alone.raised, alone.normal, alone.silent, alone.total], ['alone', 0, 1, 1, 3]);
  assert.deepEqual(
    alone.points.map(({ name, status }) => [name, status.state, status.level]),
    [
      ['T-3', 'stale', 3],
      ['T-2', 'reporting', 0],
      ['W-1', 'reporting', 4],
    ],
  );
  await server.db.updateTable('point_state').set({ level: 2 }).where('point_id', '=', normal).execute();
  const otherwise = (await read()).neighbours!;
  assert.deepEqual([otherwise.agreement, otherwise.otherwise], ['unknown', 1], 'it has stood there for another reason');
  const [rise] = await server.db.selectFrom('alert').selectAll().where('id', '=', alertId).execute();
  const { id: _, condition: __, ...values } = rise!;
  const hoursAfter = (hours: number) => new Date(rise!.reading_at.getTime() + hours * 3_600_000);
  const beside = await server.db
    .insertInto('alert')
    .values({ ...values, point_id: normal, reading_at: hoursAfter(-12) } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  const change = async (set: object) =>
    await server.db.updateTable('alert').set(set).where('id', '=', Number(beside.id)).execute();
  const agreed = (await read()).neighbours!;
  assert.deepEqual([agreed.agreement, agreed.raised, agreed.otherwise], ['agree', 1, 0]);
  assert.deepEqual(
    agreed.points.map(({ name, roseAt }) => [name, roseAt]),
    [
      ['T-2', hoursAfter(-12).toISOString()],
      ['T-3', null],
      ['W-1', null],
    ],
    'who rose with it comes first',
  );
  for (const [why, set] of [
    ['hours before', { reading_at: hoursAfter(-12.1) }],
    ['hours after', { reading_at: hoursAfter(12.1) }],
    ['withdrawn', { reading_at: hoursAfter(1), upheld: false }],
    ['a false alarm', { upheld: true, status: 'FalseAlarm' }],
  ] as const) {
    await change(set);
    assert.equal((await read()).neighbours?.raised, 0, why);
  }
  await change({ status: 'Restore' });
  await server.db.updateTable('point_state').set({ level: 0 }).where('point_id', '=', normal).execute();
  assert.equal((await read()).neighbours?.agreement, 'agree', 'it rose, and fell again');
  await server.db.updateTable('point').set({ deprecated_at: server.clock.now() }).where('id', '=', normal).execute();
  assert.equal((await read()).neighbours?.agreement, 'unknown', 'a deprecated point says nothing');
});

test('its own status is that of now: silent after its readings stop', async () => {
  await setRules(server, north, rule());
  await send(server, north, [12]);
  assert.equal((await read()).status.state, 'stale', 'it was read a day before');
});

test('place and newest photo come along for who may see them, and for nobody else', async () => {
  const { pointId, structureId } = north;
  for (const [at, tail] of [
    ['2026-03-02T08:00:00Z', 'new'],
    ['2026-03-01T08:00:00Z', 'old'],
  ] as const) {
    const bytes = Buffer.concat([png, Buffer.from(tail)]);
    const input = { pointId, photographedAt: at, note: tail };
    await sendFile(server, photos.upload, input, token, { bytes, name: 'x.png', type: 'image/png' });
  }
  const drawing = await sendFile(server, drawings.upload, { structureId, name: 'Section', plane: 'section' }, token, {
    bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0h9"/></svg>'),
    name: 'a.svg',
    type: 'image/svg+xml',
  });
  assert.equal(drawing.status, 200, JSON.stringify(drawing.body));
  const drawingId = drawing.body.drawing.id as number;
  await server.db
    .insertInto('drawing_place')
    .values({ drawing_id: drawingId, point_id: pointId, x: 0.25, y: 0.5, by_name: 'x', placed_at: server.clock.now() })
    .execute();
  const whole = await read();
  assert.deepEqual([whole.photo?.note, whole.drawing], ['new', { structureId, drawingId, x: 0.25, y: 0.5 }]);

  const narrow = await makeAccount(server, 'Normal', north.corporationId, 'Narrow');
  await giveRole(server, north, narrow.id, ['Retrieve:Alert']);
  const little = await read(narrow.token);
  assert.deepEqual([little.neighbours, little.photo, little.drawing], [null, null, null]);
  assert.equal((await server.call(alerts.surroundings, { alertId }, south.admin.token)).status, 404);
});
