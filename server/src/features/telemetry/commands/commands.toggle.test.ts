/** toggle-collect of the specification: a point is switched off, and on again with the plan that stood before. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commands } from '@plumbline/contract/telemetry/commands';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, world] = await openWorlds(['Toggle']);
const { pointId, projectId } = world;
const { token } = world.admin;

const toggle = async (body: object) => {
  const response = await fetch(`${server.url}/api/admi/${projectId}/${pointId}/toggle-collect`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
};
const read = async () => {
  const { collectConfig } = (await server.call(commands.plan, { pointId }, token)).body;
  const { mode, interval, start, end, timer, acceleration, beforeOff } = collectConfig;
  return { mode, interval, start, end, timer, acceleration, beforeOff };
};
const set = async (patch: object) =>
  assert.equal((await server.call(commands.setPlan, { pointId, ...patch }, token)).status, 200);

test('a point that nobody gave a plan is on again at its own interval', async () => {
  const before = await read();
  assert.equal((await toggle({ mode: 'NoCollect' })).status, 200);
  const off = await read();
  assert.deepEqual([off.mode, off.interval, off.beforeOff?.interval], ['NoCollect', null, before.interval]);
  assert.equal((await toggle({ mode: 'UploadCollect' })).status, 200);
  assert.deepEqual(await read(), before);
});

test('interval, acceleration, start and end are there again; times of the day as well', async () => {
  const span = { start: '2026-04-01T00:00:00.000Z', end: '2027-04-01T00:00:00.000Z' };
  for (const patch of [
    { mode: 'CommandCollect', interval: 600, timer: [], acceleration: 'halve', ...span },
    { mode: 'UploadCollect', interval: null, timer: ['06:00', '18:30'], acceleration: 'none', start: null, end: null },
  ]) {
    await set(patch);
    const before = await read();
    await toggle({ mode: 'NoCollect' });
    // Off twice is off.
    await toggle({ mode: 'NoCollect' });
    assert.equal((await read()).mode, 'NoCollect');
    const on = await toggle({ mode: patch.mode });
    assert.equal(on.status, 200, JSON.stringify(on.body));
    assert.deepEqual(await read(), before);
    assert.deepEqual(before.beforeOff, null);
  }
});

test('what is given when it is switched on counts, and the rest as before', async () => {
  await set({ mode: 'UploadCollect', interval: 600, timer: [], acceleration: 'halve' });
  await toggle({ mode: 'NoCollect' });
  await toggle({ mode: 'UploadCollect', interval: 900 });
  const { interval, acceleration } = await read();
  assert.deepEqual([interval, acceleration], [900, 'halve']);
});
