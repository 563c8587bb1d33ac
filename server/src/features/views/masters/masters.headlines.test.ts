/** The headline of a master: the number of the point that has moved most, as that point's own head says it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs } from '@plumbline/contract/kernel/durations';
import { type FamilyCode, fieldsOf } from '@plumbline/contract/points/families';
import { masters } from '@plumbline/contract/views/masters';
import { makePoint, seal } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, world, other] = await openWorlds(['Headlines', 'Elsewhere']);
const token = world.admin.token;
const now = server.clock.now().getTime();

/** A point that read `value` in its main field so many hours ago. */
async function reading(name: string, family: FamilyCode, value: number | null, hoursAgo = 0, more: object = {}) {
  const fields = fieldsOf(family, 0);
  const main = Math.max(
    0,
    fields.findIndex(({ key }) => key === 'deflection'),
  );
  const id = await makePoint(server, world, name, { family, interval_seconds: 3600, main_index: main, ...more });
  const values = fields.map((_, i) => (i === main ? value : null));
  if (value !== null) await seal(server, id, [{ at: now - hoursAgo * hourMs, values }]);
  return id;
}
const joining = (name: string, slaves: readonly number[]) =>
  makePoint(server, world, name, {
    family: 'structuralDeformation',
    type: 3,
    mode: 0,
    slaves: JSON.stringify(slaves.map((pointId) => ({ pointId }))),
  });
const cell = (name: string, value: number | null, initial: number, hoursAgo = 0) =>
  reading(name, 'structuralDeformation', value, hoursAgo, { initial_values: JSON.stringify({ deflection: initial }) });
async function headlineOf(masterId: number, as = token) {
  const { status, body } = await server.call(masters.headlines, { projectId: world.projectId }, as);
  return status === 200 ? body.headlines.find((each) => each.masterId === masterId) : status;
}

test('it is the largest change by size, and whose it is', async () => {
  const slaves = [await cell('A', 103, 100), await cell('B', 89.5, 100), await cell('C', 500, 499)];
  const headline = await headlineOf(await joining('Line', slaves));
  assert.ok(typeof headline === 'object');
  const { name, quantity, amount, unit, field } = headline;
  assert.deepEqual([name, quantity, amount, unit, field], ['B', 'cumulative', -10.5, 'mm', 'deflection']);
});

test('a silent point is no headline while others report, and is one where all are silent', async () => {
  const old = await cell('Old', 200, 100, 40);
  const fresh = await cell('Fresh', 101, 100);
  const mixed = await headlineOf(await joining('Mixed', [old, fresh]));
  assert.ok(typeof mixed === 'object');
  assert.equal(mixed.name, 'Fresh');
  const silent = await headlineOf(await joining('Silent', [old]));
  assert.ok(typeof silent === 'object');
  assert.deepEqual([silent.name, silent.status.state], ['Old', 'stale']);
});

test('points of different units, or without a value, have none; nor has a master that is archived', async () => {
  const warm = await reading('Warm', 'temperature', 20);
  assert.equal(await headlineOf(await joining('Both', [warm, await cell('D', 101, 100)])), undefined);
  assert.equal(await headlineOf(await joining('Empty', [await cell('E', null, 100)])), undefined);
  const gone = await joining('Gone', [await cell('F', 101, 100)]);
  assert.ok(await headlineOf(gone));
  await server.db
    .updateTable('point')
    .set({ archived_at: new Date(now) })
    .where('id', '=', gone)
    .execute();
  assert.equal(await headlineOf(gone), undefined);
});

test('nobody of elsewhere reads them', async () => {
  assert.equal(await headlineOf(0, other.admin.token), 404);
});
