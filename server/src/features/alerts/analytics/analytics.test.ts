/** How alerts were handled: reaction and settling from their histories, by level, day and rule; against figures by hand. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { alerts } from '@plumbline/contract/alerts/alerts';
import { alertAnalytics } from '@plumbline/contract/alerts/analytics';
import type { InputOf } from '@plumbline/contract/kernel/route';
import { structures } from '@plumbline/contract/site/structures';
import { openWorlds, setTimeZone } from '../../../../test/worlds.ts';

const [server, world, other] = await openWorlds(['Handled', 'Other'], {}, '2026-03-10T00:00:00Z');
const { projectId, structureId, pointId } = world;
const token = () => server.tokenFor(world.admin.id);
const span = { from: '2026-03-01T00:00:00Z', to: '2026-04-01T00:00:00Z' };

/** Alerts like that of the world, by when they were raised. */
async function raise(at: string, more: Record<string, unknown> = {}): Promise<number> {
  const { id: _, ...like } = await server.db
    .selectFrom('alert')
    .selectAll()
    .where('id', '=', world.alertId)
    .executeTakeFirstOrThrow();
  const { id } = await server.db
    .insertInto('alert')
    .values({ ...like, status: 'Pending', settled_at: null, raised_at: new Date(at), ...more } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
const goTo = (iso: string) => server.clock.advance(Date.parse(iso) - server.clock.now().getTime());
const judge = async (alertId: number, status: 'Notice' | 'Confirm' | 'FalseAlarm') =>
  assert.equal((await server.call(alerts.setStatus, { alertId, status }, await token())).status, 200);
const read = async (input: Partial<InputOf<typeof alertAnalytics.ofProject.input>> = {}) =>
  (await server.call(alertAnalytics.ofProject, { projectId, ...span, ...input }, await token())).body;

before(async () => {
  await setTimeZone(server, projectId, 'Asia/Shanghai');
  await server.db
    .updateTable('alert')
    .set({ raised_at: new Date('2025-01-01') })
    .where('id', '=', world.alertId)
    .execute();
  const quick = await raise('2026-03-10T15:59:00Z', { level: 3 });
  const slow = await raise('2026-03-10T16:01:00Z', { level: 3 });
  const talked = await raise('2026-03-11T16:00:30Z', { level: 4, field: 'other' });
  await raise('2026-03-13T00:00:00Z', { level: 3, upheld: false });
  goTo('2026-03-10T16:09:00Z');
  await judge(quick, 'Notice');
  goTo('2026-03-10T16:59:00Z');
  await judge(quick, 'FalseAlarm');
  goTo('2026-03-10T18:01:00Z');
  await judge(slow, 'Confirm');
  goTo('2026-03-11T16:01:00Z');
  await server.call(alerts.comment, { alertId: talked, text: 'On my way' }, await token());
});

test('reaction is the first verdict or comment, settling the final one', async () => {
  const { all, levels } = await read();
  assert.deepEqual(all, {
    raised: 4,
    reacted: 3,
    settled: 2,
    falseAlarms: 1,
    withdrawn: 1,
    // 30, 600 and 7,200 s: nine of ten lie a fifth of the way from the second to the third.
    reactionMedianSeconds: 600,
    reactionP90Seconds: 600 + 0.8 * 6_600,
    settlingMedianSeconds: (3_600 + 7_200) / 2,
  });
  assert.deepEqual(
    levels.map(({ level, raised, reactionMedianSeconds }) => [level, raised, reactionMedianSeconds]),
    [
      [1, 0, null],
      [2, 0, null],
      [3, 3, 3_900],
      [4, 1, 30],
    ],
  );
});

test('days are those of the project, and nothing is counted twice or left out', async () => {
  const { days, all } = await read();
  assert.deepEqual(days, [
    { day: '2026-03-10', levels: [0, 0, 1, 0] },
    { day: '2026-03-11', levels: [0, 0, 1, 0] },
    { day: '2026-03-12', levels: [0, 0, 0, 1] },
    { day: '2026-03-13', levels: [0, 0, 1, 0] },
  ]);
  assert.equal(
    days.flatMap(({ levels }) => levels).reduce((sum, count) => sum + count, 0),
    all.raised,
  );
});

test('rules are told apart by point, field and kind; a repetition is one within a day at the same level', async () => {
  const { rules, rulesTotal } = await read();
  assert.equal(rulesTotal, 2);
  assert.deepEqual(
    rules.map(({ field, raised, falseAlarms, repeated, withdrawn }) => [
      field,
      raised,
      falseAlarms,
      repeated,
      withdrawn,
    ]),
    [
      ['temperature', 3, 1, 1, 1],
      ['other', 1, 0, 0, 0],
    ],
  );
  assert.deepEqual([rules[0]?.pointId, rules[0]?.lastRaisedAt], [pointId, '2026-03-13T00:00:00.000Z']);
});

test('what nobody has reacted to waits, whenever it was raised', async () => {
  const { waiting } = await read();
  assert.deepEqual(waiting, { count: 2, oldestAt: '2025-01-01T00:00:00.000Z' });
});

test('a structure counts with its items; a span has an end and a length', async () => {
  assert.equal((await read({ structureId })).all.raised, 4);
  const { body } = await server.call(structures.create, { projectId, name: 'Empty', type: 'dam' }, await token());
  const empty = await read({ structureId: body.structure.id });
  assert.deepEqual([empty.all.raised, empty.all.reactionMedianSeconds, empty.rules, empty.days], [0, null, [], []]);
  const refused = async (input: object) =>
    (await server.call(alertAnalytics.ofProject, { projectId, ...span, ...input }, await token())).body.error;
  assert.equal(await refused({ to: span.from }), 'startAfterEnd');
  assert.equal(await refused({ to: '2028-01-01T00:00:00Z' }), 'spanExceeded');
});

test('alerts of others are in no figure', async () => {
  const { body } = await server.call(
    alertAnalytics.ofProject,
    { projectId: other.projectId, ...span, structureId },
    await server.tokenFor(other.admin.id),
  );
  assert.equal(body.all.raised, 0);
});

test('alerts of items are those of their structure; the end of a span belongs to the next; a rise is no repetition', async () => {
  const { body } = await server.call(structures.list, { projectId }, await token());
  const { id: item } = body.structures.find(({ parentId }) => parentId === structureId)!;
  await raise('2026-05-10T00:00:00Z', { level: 2, structure_id: item });
  await raise('2026-05-10T01:00:00Z', { level: 3, structure_id: item });
  await raise('2026-06-01T00:00:00Z');
  const { all, days, rules } = await read({ structureId, from: '2026-05-01T00:00:00Z', to: '2026-06-01T00:00:00Z' });
  assert.equal(all.raised, 2);
  assert.deepEqual(days, [{ day: '2026-05-10', levels: [0, 1, 1, 0] }]);
  assert.deepEqual(
    rules.map(({ raised, repeated }) => [raised, repeated]),
    [[2, 0]],
  );
});
