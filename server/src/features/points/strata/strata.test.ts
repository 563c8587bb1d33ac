import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InputOf } from '@plumbline/contract/kernel/route';
import { versionOf } from '@plumbline/contract/kernel/versions';
import { strata } from '@plumbline/contract/points/strata';
import { profiles } from '@plumbline/contract/views/profiles';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { makePoint, seal } from '../../../../test/series.ts';
import { openWorlds, setTimeZone } from '../../../../test/worlds.ts';

const [server, world, other] = await openWorlds(['Strata', 'Elsewhere']);
const { token } = world.admin;
const chain = { family: 'deepDisplacement' as const, node_count: 2, interval_seconds: 3600, parameters: '{}' };
const pointId = await makePoint(server, world, 'IN-1', chain);

const layers = [
  { topM: 0, bottomM: 2.5, soil: 'fill', name: '' },
  { topM: 2.5, bottomM: 9, soil: 'siltyClay', name: '②-1' },
] as const;
const excavations = [
  { on: '2026-03-02', depthM: 6 },
  { on: '2026-03-01', depthM: 3 },
];
type Given = Partial<InputOf<typeof strata.set.input>>;
const set = (given: Given = {}, by = token) =>
  server.call(strata.set, { pointId, layers: [...layers], excavations, ...given }, by);
const get = async () => (await server.call(strata.get, { pointId }, token)).body.strata;

test('nothing is known until it is entered; then all of it is there, days in order', async () => {
  assert.deepEqual(await get(), { layers: [], excavations: [] });
  const answer = await set();
  const expected = { layers, excavations: [excavations[1], excavations[0]] };
  assert.deepEqual(answer.body.strata, expected);
  assert.deepEqual(await get(), expected);
});

test('what was entered before stays, with who, when and why, and can be entered again', async () => {
  const before = await get();
  await set({ layers: [], excavations: [], reason: 'Wrong borehole' });
  const { records, total } = (await server.call(strata.changes, { pointId }, token)).body;
  assert.deepEqual(
    records.map(({ byName, reason, strata: each }) => [byName, reason, each.layers.length]),
    [
      ['Strata.admin', 'Wrong borehole', 0],
      ['Strata.admin', '', 2],
    ],
  );
  assert.equal(total, 2);
  await set({ ...records[1]?.strata });
  assert.deepEqual(await get(), before);
  const page = await server.call(strata.changes, { pointId, page: 2, pageSize: 1 }, token);
  assert.deepEqual([page.body.records[0]?.reason, page.body.total], ['Wrong borehole', 3]);
});

test('layers that overlap, stand on their head or lie deeper than anything, and a day given twice are refused', async () => {
  const [fill, clay] = layers;
  const before = await get();
  for (const [given, path, message] of [
    [{ layers: [fill, { ...clay, topM: 2.4 }] }, 'layers.1.topM', 'layersOverlap'],
    [{ layers: [clay, fill] }, 'layers.1.topM', 'layersOverlap'],
    [{ layers: [{ ...fill, bottomM: 0 }] }, 'layers.0.bottomM', 'layerOrder'],
    [{ layers: [{ ...fill, bottomM: 2500 }] }, 'layers.0.bottomM', undefined],
    [{ layers: [{ ...fill, topM: -1 }] }, 'layers.0.topM', undefined],
    [{ layers: [{ ...fill, soil: 'cheese' }] }, 'layers.0.soil', undefined],
    [{ excavations: [...excavations, { on: '2026-03-01', depthM: 4 }] }, 'excavations.2.on', 'daysRepeat'],
    [{ excavations: [{ on: '2026-02-30', depthM: 4 }] }, 'excavations.0.on', undefined],
    [{ pointId: world.pointId }, 'pointId', 'pointWithoutNodes'],
  ] as const) {
    const { status, body } = await set(given as Given);
    const [issue] = body.detail as { path: string; message: string }[];
    assert.deepEqual([status, issue?.path], [400, path], JSON.stringify(given));
    if (message !== undefined) assert.equal(issue?.message, message);
  }
  assert.deepEqual(await get(), before, 'nothing of it was kept');
});

test('a point keeps its newest hundred records', async () => {
  const depth = await makePoint(server, world, 'IN-2', chain);
  for (let i = 0; i < 103; i++)
    await set({ pointId: depth, layers: [], excavations: [{ on: '2026-01-01', depthM: i }] });
  const { body } = await server.call(strata.changes, { pointId: depth, pageSize: 200 }, token);
  assert.equal(body.total, 100);
  assert.deepEqual(
    [body.records[0], body.records[99]].map((each) => each?.strata.excavations[0]?.depthM),
    [102, 3],
  );
});

test('the second of two people is told who was first', async () => {
  const version = versionOf(await get(), ['layers', 'excavations']);
  const colleague = await makeAccount(server, 'Admin', world.corporationId, 'li.wei');
  await set({ excavations: [] }, colleague.token);
  const response = await fetch(`${server.url}/api/measuring-points/${pointId}/strata`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'if-match': `"${version}"` },
    body: JSON.stringify({ layers: [], excavations: [] }),
  });
  const { error, detail } = (await response.json()) as { error: string; detail: { by: string } };
  assert.deepEqual([response.status, error, detail.by], [409, 'changedMeanwhile', 'li.wei']);
});

test('a guest reads and does not write, a member writes, a stranger finds nothing', async () => {
  const guest = await makeAccount(server, 'Normal', world.corporationId, 'strata.guest');
  await makeMember(server, world.projectId, guest.id, 'Guest');
  const member = await makeAccount(server, 'Normal', world.corporationId, 'strata.member');
  await makeMember(server, world.projectId, member.id, 'Member');
  assert.equal((await server.call(strata.get, { pointId }, guest.token)).status, 200);
  assert.equal((await set({}, guest.token)).status, 403);
  assert.equal((await set({}, member.token)).status, 200);
  assert.equal((await set({}, other.admin.token)).status, 404);
  assert.equal((await server.call(strata.changes, { pointId }, other.admin.token)).status, 404);
});

test('surveys come with the layers and the level of their day, by the clocks of the project', async () => {
  await setTimeZone(server, world.projectId, 'Asia/Shanghai');
  await set();
  // In Shanghai the second day begins at 16:00 UTC.
  const times = ['2026-02-28T15:00:00.000Z', '2026-02-28T16:00:00.000Z', '2026-03-01T16:00:00.000Z'];
  await seal(
    server,
    pointId,
    times.map((at) => ({ at: Date.parse(at), values: [0, 0, 1, 1, 1, 1] })),
  );
  const question = { pointId, times: [...times, '2026-03-05T00:00:00.000Z'] };
  const { body } = await server.call(profiles.surveys, question, token);
  assert.deepEqual(body.layers, layers);
  assert.deepEqual(
    body.surveys.map(({ at, excavationM }) => [at, excavationM]),
    [
      [times[0], null],
      [times[1], 3],
      [times[2], 6],
      [null, null],
    ],
  );
});
