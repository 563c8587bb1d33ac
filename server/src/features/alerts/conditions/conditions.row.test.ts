/** How the terms of a condition stand between its alerts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conditions } from '@plumbline/contract/alerts/conditions';
import { at, sendRecords, settled, startMs } from '../../../../test/judging.fixtures.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, world] = await openWorlds(['In a row']);
const { projectId, structureId, pointId } = world;

test('a term that reaches its bound says how many readings in a row it has and needs, until it is met or unknown', async () => {
  server.clock.set(at(0));
  const term = { pointId, field: 'temperature', kind: 'value' as const, high: 10, maxAgeSeconds: 1800 };
  const watched = {
    projectId,
    structureId,
    name: 'Three in a row',
    level: 2,
    groups: [{ combine: 'any' as const, terms: [{ ...term, consecutive: 3 }, term] }],
  };
  const created = await server.call(conditions.create, watched, world.admin.token);
  assert.equal(created.status, 200, JSON.stringify(created.body));
  const termStates = async () => {
    const { body } = await server.call(conditions.list, { projectId }, world.admin.token);
    return body.conditions[0]?.status.terms.map(({ truth, inARow }) => [truth, inARow]);
  };
  const measure = async (minute: number, temperature: number) => {
    server.clock.set(at(minute + 1));
    await sendRecords(server, world, [{ at: startMs + minute * 60_000, channels: { 1: { temperature } } }]);
    await settled(server);
    return await termStates();
  };
  const needed = 3;
  assert.deepEqual(
    await termStates(),
    [
      [null, null],
      [null, null],
    ],
    'nothing was measured',
  );
  assert.deepEqual(await measure(1, 9), [
    [false, { count: 0, needed }],
    [false, null],
  ]);
  assert.deepEqual(await measure(2, 12), [
    [false, { count: 1, needed }],
    [true, null],
  ]);
  assert.deepEqual(await measure(3, 12), [
    [false, { count: 2, needed }],
    [true, null],
  ]);
  assert.deepEqual(
    await measure(4, 9),
    [
      [false, { count: 0, needed }],
      [false, null],
    ],
    'one below begins anew',
  );
  assert.deepEqual(await measure(5, 12), [
    [false, { count: 1, needed }],
    [true, null],
  ]);
  server.clock.set(at(60));
  await server.tick('watch-conditions');
  await settled(server);
  assert.deepEqual(
    await termStates(),
    [
      [null, null],
      [null, null],
    ],
    'too old: nothing is counted on',
  );
  for (const minute of [61, 62]) await measure(minute, 12);
  assert.deepEqual(await measure(63, 12), [
    [true, null],
    [true, null],
  ]);
});
