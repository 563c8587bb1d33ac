/** Quiet windows: who sets them, what they take, when they are over. What they withhold is tested with the deliveries. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silences } from '@plumbline/contract/alerts/silences';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South']);
const { projectId, corporationId } = north;
const { token } = north.admin;
const hour = { startAt: '2026-03-18T06:00:00Z', endAt: '2026-03-18T07:00:00Z', reason: 'Drilling' };
const create = (more: object, by = token) => server.call(silences.create, { projectId, ...hour, ...more }, by);
const list = async (by = token) => (await server.call(silences.list, { projectId }, by)).body.silences;

test('a window has a reason, ends after it starts, and within 30 days; red needs a reason of its own', async () => {
  const faultOf = async (more: object) => {
    const { status, body } = await create(more);
    return [status, (body.detail as unknown as { path: string; message: string }[])?.[0]?.path ?? body.error];
  };
  assert.deepEqual(await faultOf({ reason: ' ' }), [400, 'reason']);
  assert.deepEqual(await faultOf({ endAt: hour.startAt }), [400, 'endAt']);
  assert.deepEqual(await faultOf({ endAt: '2026-04-17T06:00:01Z' }), [400, 'endAt']);
  assert.deepEqual(await faultOf({ levels: [3, 4] }), [400, 'redReason']);
  assert.deepEqual(await faultOf({ structureId: north.structureId, pointId: north.pointId }), [400, 'pointId']);
  assert.deepEqual(await faultOf({ startAt: '2026-03-17T06:00:00Z', endAt: '2026-03-17T07:00:00Z' }), [
    400,
    'silencePast',
  ]);
  for (const foreign of [{ structureId: south.structureId }, { pointId: south.pointId }])
    assert.equal((await create(foreign)).status, 404);
  assert.equal((await create({ levels: [4], redReason: 'The sensor is being changed' })).status, 200);
  assert.equal((await create({ endAt: '2026-04-17T06:00:00Z' })).status, 200);
});

test('it is active from its start, and over at its end or when somebody ends it', async () => {
  const { body } = await create({ pointId: north.pointId, startAt: '2026-03-18T06:30:00Z' });
  const { id, state, levels, pointName } = body.silence;
  assert.deepEqual([state, levels, pointName], ['ahead', [1, 2, 3], 'T-1']);
  const stateNow = async () => (await list()).find((each) => each.id === id)?.state;
  server.clock.advance(30 * 60_000);
  assert.equal(await stateNow(), 'active');
  const end = () => server.call(silences.end, { projectId, silenceId: id }, token);
  const ended = await end();
  assert.deepEqual([ended.status, ended.body.silence.state, ended.body.silence.endedBy !== null], [200, 'over', true]);
  const again = await end();
  assert.deepEqual([again.status, again.body.error], [409, 'silenceOver']);
  const other = { projectId: south.projectId, silenceId: id };
  assert.equal((await server.call(silences.end, other, south.admin.token)).status, 404);
});

test('one that is over by its time is not ended by anybody any more, and says no other end', async () => {
  const now = server.clock.now().getTime();
  const times = { startAt: new Date(now).toISOString(), endAt: new Date(now + 60_000).toISOString() };
  const { body } = await create(times);
  const silenceId = body.silence.id;
  server.clock.advance(60_000);
  const ended = await server.call(silences.end, { projectId, silenceId }, token);
  assert.deepEqual([ended.status, ended.body.error], [409, 'silenceOver']);
  const over = (await list()).find(({ id }) => id === silenceId);
  assert.deepEqual([over?.state, over?.endedAt, over?.endedBy], ['over', null, null]);
});

test('who sees alerts sees windows; who may not change rules sets none', async () => {
  const guest = await makeAccount(server, 'Normal', corporationId, 'silence.guest');
  await makeMember(server, projectId, guest.id, 'Guest');
  assert.ok((await list(guest.token)).length > 0);
  assert.equal((await create({}, guest.token)).status, 403);
});
