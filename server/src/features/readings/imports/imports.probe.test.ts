/** Runs of an inclinometer probe: checked, stored as counts, calculated by the geometry and the initial run of the point. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { points } from '@plumbline/contract/points/points';
import { history } from '@plumbline/contract/readings/history';
import { imports } from '@plumbline/contract/readings/imports';
import { profiles } from '@plumbline/contract/views/profiles';
import { chainSampleOf } from '@plumbline/science/sensors/probe-sample';
import { settled } from '../../../../test/judging.fixtures.ts';
import { makePoint } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, world, other] = await openWorlds(['Probe', 'Elsewhere']);
const { token } = world.admin;
const casing = (name: string, more: object = {}) =>
  makePoint(server, world, name, {
    family: 'deepDisplacement',
    type: 2,
    mode: 0,
    node_count: 2,
    interval_seconds: 86_400,
    parameters: JSON.stringify({ segmentMm: 500 }),
    ...more,
  });
const first = { depthsM: [0.5, 1], a0: [112, 12], a180: [-100, -10], b0: [5, 3], b180: [-3, -1], constant: 25_000 };
/** The upper interval leans by 10 counts, the lower one by 20 further to A+. */
const second = { ...first, a0: [122, 32], a180: [-110, -30] };
const bring = (pointId: number, at: string, run: object, as = token) =>
  server.call(imports.importProbe, { pointId, at, ...run } as never, as);
const initialOf = (run: typeof first) => {
  const { x, y } = chainSampleOf(run) as { x: number[]; y: number[] };
  return {
    segmentMm: 500,
    ...Object.fromEntries(x.map((angle, i) => [`ix${i + 1}`, angle])),
    ...Object.fromEntries(y.map((angle, i) => [`iy${i + 1}`, angle])),
  };
};
const rounded = (column: readonly (number | null)[] | undefined) =>
  column?.map((value) => (value === null ? null : Math.round(value * 1e5) / 1e5 + 0));

test('a run is looked at, stored as it was read, and calculated again when the initial run is set', async () => {
  const pointId = await casing('IP-1');
  const tried = await bring(pointId, '2026-03-01 09:00:00', { ...first, dryRun: true });
  assert.equal(tried.status, 200, JSON.stringify(tried.body));
  assert.deepEqual(
    [tried.body.hasInitial, tried.body.result, tried.body.changeId, tried.body.at],
    [false, 'added', null, '2026-03-01T01:00:00.000Z'],
  );
  assert.deepEqual([tried.body.checks.a.mean, tried.body.checks.a.outliers, tried.body.checks.b?.mean], [7, [], 2]);
  assert.equal(
    (await server.db.selectFrom('reading').select('at').where('point_id', '=', pointId).execute()).length,
    0,
  );
  assert.equal((await bring(pointId, '2026-03-01 09:00:00', first)).body.result, 'added');
  assert.deepEqual(rounded((await bring(pointId, '2026-03-02 09:00:00', second)).body.x), [2.94, 0.62]);

  const set = await server.call(
    points.update,
    { pointId, parameters: initialOf(first), reason: 'Initial run' } as never,
    token,
  );
  assert.equal(set.status, 200, JSON.stringify(set.body));
  await settled(server);
  const { body } = await server.call(
    profiles.surveys,
    { pointId, times: ['2026-03-01T01:00:00Z', '2026-03-02T01:00:00Z'] },
    token,
  );
  assert.deepEqual(
    body.surveys.map(({ x }) => rounded(x)),
    [
      [0, 0, 0],
      [0.6, 0.4, 0],
    ],
  );
  const row = await server.db
    .selectFrom('reading')
    .select('raw')
    .where('point_id', '=', pointId)
    .executeTakeFirstOrThrow();
  assert.deepEqual((row.raw as { a0: number[] }).a0, first.a0, 'the counts are what is kept');
  const { body: traced } = await server.call(
    history.trace,
    { pointId, field: 'x1', at: '2026-03-02T01:00:00.000Z' },
    token,
  );
  const stored = traced.trace.steps.find(({ kind }) => kind === 'stored');
  assert.ok(stored?.kind === 'stored' && stored.agrees, JSON.stringify(traced.trace.steps));
});

test('a run of another casing, cut in half or of the future is refused, and nothing of it is stored', async () => {
  const pointId = await casing('IP-2');
  const short = { depthsM: [0.5], a0: [1], a180: [2], b0: [1], b180: [2], constant: 25_000 };
  for (const [run, fault, path] of [
    [short, 'intervals', 'depthsM'],
    [{ ...first, a180: [-90] }, 'intervals', 'a180'],
    [{ ...first, depthsM: [1, 2] }, 'length', 'depthsM.1'],
    [{ ...first, b180: null }, 'direction', 'b180'],
  ] as const) {
    const { status, body } = await bring(pointId, '2026-03-01 09:00:00', run);
    const { error, detail } = body as unknown as { error: string; detail: { fault: string; path: string } };
    assert.deepEqual([status, error, detail.fault, detail.path], [400, 'probeRunDiffers', fault, path]);
  }
  assert.equal((await bring(pointId, '2030-03-01 09:00:00', first)).body.error, 'timeInFuture');
  assert.equal((await bring(pointId, '2026-03-01 09:00:00', { ...first, a0: [Number.NaN, 1] })).status, 400);
  const line = await casing('IP-3', { parameters: JSON.stringify({ form: 1, segmentMm: 500 }) });
  assert.equal((await bring(line, '2026-03-01 09:00:00', first)).body.error, 'badInput');
  const automatic = await casing('IP-4', { type: 0, mode: 5 });
  assert.equal((await bring(automatic, '2026-03-01 09:00:00', first)).body.error, 'kindUnsuitable');
  assert.equal((await bring(pointId, '2026-03-01 09:00:00', first, other.admin.token)).status, 404);
  const rows = await server.db
    .selectFrom('reading')
    .select('at')
    .where('point_id', 'in', [pointId, line, automatic])
    .execute();
  assert.deepEqual(rows, []);
});

test('one axis alone has no movement of the other; a sum that leaves the others is named', async () => {
  const pointId = await casing('IP-5', { node_count: 6 });
  const depthsM = [0.5, 1, 1.5, 2, 2.5, 3];
  const a0 = [100, 100, 100, 160, 100, 100];
  const { body } = await bring(pointId, '2026-03-01 09:00:00', {
    depthsM,
    a0,
    a180: depthsM.map(() => -90),
    constant: 25_000,
  });
  assert.deepEqual([body.checks.a.outliers, body.checks.b], [[3], null]);
  assert.deepEqual([body.x.every((each) => each !== null), body.y], [true, depthsM.map(() => null)]);
});

test('values that are entered for the time of a run take its place', async () => {
  const pointId = await casing('IP-6');
  await bring(pointId, '2026-03-01 09:00:00', first);
  const entered = await server.call(
    imports.enter,
    { pointId, at: '2026-03-01 09:00:00', values: { x1: 5, y1: 1, x2: 2, y2: 0 } },
    token,
  );
  assert.deepEqual([entered.body.result, entered.body.record.values.slice(2)], ['overwritten', [5, 1, 2, 0]]);
  const again = await bring(pointId, '2026-03-01 09:00:00', first);
  assert.equal(again.body.result, 'overwritten');
  assert.deepEqual(rounded(again.body.x), [2.34, 0.22]);
});
