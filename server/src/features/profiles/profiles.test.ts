import assert from 'node:assert/strict';
import { test } from 'node:test';
import { corrections } from '@plumbline/contract/corrections';
import { profiles } from '@plumbline/contract/profiles';
import { readings } from '@plumbline/contract/readings';
import { makePoint, seal } from '../../../test/series.ts';
import { openWorlds } from '../../../test/worlds.ts';

const [server, world] = await openWorlds(['Profiles']);
const token = world.admin.token;
const hourMs = 3_600_000;
const startMs = Date.parse('2026-03-01T00:00:00Z');
const iso = (ms: number) => new Date(ms).toISOString();
const casing = (name: string, more: object = {}) =>
  makePoint(server, world, name, {
    family: 'deepDisplacement',
    node_count: 3,
    interval_seconds: 3600,
    parameters: JSON.stringify({ segmentMm: 500 }),
    ...more,
  });
const surveys = (pointId: number, times: number[], more: object = {}) =>
  server.call(profiles.surveys, { pointId, times: times.map(iso), ...more }, token);
/** maxX, maxY, then x1, y1, x2, y2, x3, y3. */
const row = (hour: number, nodes: (number | null)[]) => ({
  at: startMs + hour * hourMs,
  values: [nodes[0] ?? null, nodes[1] ?? null, ...nodes],
});

test('a survey is all joints of the nearest reading, the held one among them, at their depths', async () => {
  const pointId = await casing('IN-1');
  await seal(server, pointId, [row(0, [1, 2, 3, 4, 5, 6]), row(1, [7, 8, 9, 10, 11, 12])]);
  const { body } = await surveys(pointId, [startMs + 1.4 * hourMs, startMs, startMs + 5 * hourMs]);
  assert.deepEqual(body.casings, [{ segmentMm: 500, fixedEnd: 'bottom', depthsM: [0, 0.5, 1, 1.5] }]);
  assert.deepEqual(
    body.surveys.map(({ at, x, y, isComplete }) => [at, x, y, isComplete]),
    [
      [iso(startMs), [1, 3, 5, 0], [2, 4, 6, 0], true],
      [iso(startMs + hourMs), [7, 9, 11, 0], [8, 10, 12, 0], true],
      [null, [null, null, null, null], [null, null, null, null], false],
    ],
    'a time without a reading near enough has none',
  );
});

test('a baseline is counted from; a node that is missing there or now has no number', async () => {
  const pointId = await casing('IN-2', { depth_m: 0.5, parameters: JSON.stringify({ segmentMm: 1000, fixedTop: 1 }) });
  await seal(server, pointId, [
    row(0, [1, 0, null, 0, 3, 0]),
    row(1, [2, 0, 5, 0, null, 0]),
    row(2, [4, 1, 5, 1, 9, 1]),
  ]);
  const { body } = await surveys(pointId, [startMs + 2 * hourMs], { baseline: iso(startMs) });
  assert.deepEqual(body.casings, [{ segmentMm: 1000, fixedEnd: 'top', depthsM: [0.5, 1.5, 2.5, 3.5] }]);
  assert.deepEqual(body.baseline?.x, [0, 1, null, 3]);
  assert.deepEqual(body.surveys[0]?.x, [0, 3, null, 6]);
  assert.equal(body.surveys[0]?.isComplete, false);
});

test('corrections act on every joint as on curve and table, on the one that holds the chain too', async () => {
  const pointId = await casing('IN-3', { initial_values: JSON.stringify({ x1: 0.5 }) });
  await seal(server, pointId, [row(0, [1, 2, 3, 4, 5, 6]), row(1, [7, 8, 9, 10, 11, 12])]);
  const top = await server.call(
    corrections.createTopshift,
    { pointId, startAt: iso(startMs + hourMs), fixes: { x: 2 }, reason: 'surveyed' } as never,
    token,
  );
  assert.equal(top.status, 200, JSON.stringify(top.body));
  const { body } = await surveys(pointId, [startMs, startMs + hourMs]);
  assert.deepEqual(
    body.surveys.map(({ x }) => x),
    [
      [0.5, 3, 5, 0],
      [8.5, 11, 13, 2],
    ],
  );
  const section = await server.call(
    readings.section,
    { pointIds: [pointId], fields: ['x1', 'x2', 'x3'], times: [iso(startMs + hourMs)], quantity: 'value' },
    token,
  );
  assert.deepEqual(section.body.sections[0]?.points[0]?.values, [9, 11, 13]);
  const raw = await surveys(pointId, [startMs + hourMs], { raw: true });
  assert.deepEqual(raw.body.surveys[0]?.x, [6.5, 9, 11, 0]);
});

test('a point without nodes has no profile, and says so', async () => {
  const pointId = await makePoint(server, world, 'PZ-1', {});
  const { status, body } = await surveys(pointId, [startMs]);
  assert.equal(status, 400);
  assert.match(JSON.stringify(body), /pointWithoutNodes/);
});
