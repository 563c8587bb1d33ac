/** The geometry of a master over time, and lines that are closed on their far end. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs } from '@plumbline/contract/kernel/durations';
import { fieldsOf } from '@plumbline/contract/points/families';
import { lifecycle } from '@plumbline/contract/points/lifecycle';
import { points } from '@plumbline/contract/points/points';
import { masters } from '@plumbline/contract/views/masters';
import { makePoint, seal } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, world, other] = await openWorlds(['Versions', 'Elsewhere']);
const { token } = world.admin;
const startMs = server.clock.now().getTime() - 10 * 24 * hourMs;
const hour = (n: number) => startMs + n * hourMs;
const iso = (ms: number) => new Date(ms).toISOString();

async function beam(name: string, tilts: readonly (number | null)[]): Promise<number> {
  const initial = JSON.stringify({ x: 0 });
  const id = await makePoint(server, world, name, { family: 'tilt', interval_seconds: 3600, initial_values: initial });
  const values = (x: number) => fieldsOf('tilt').map(({ key }) => (key === 'x' ? x : null));
  await seal(
    server,
    id,
    tilts.flatMap((x, i) => (x === null ? [] : [{ at: hour(i), values: values(x) }])),
  );
  return id;
}
const plain = {
  fixedPointId: null,
  lengthsMm: [] as number[],
  chainagesM: [],
  turningPointIds: [],
  closing: null,
  chords: null,
  referenceLine: null,
};
const lineOf = (name: string, slaves: readonly number[], lengthsMm: readonly number[], more: object = {}) =>
  makePoint(server, world, name, {
    family: 'tilt',
    type: 3,
    mode: 0,
    interval_seconds: 3600,
    slaves: JSON.stringify(slaves.map((pointId) => ({ pointId }))),
    master_config: JSON.stringify({ ...plain, lengthsMm, ...more }),
  });
const set = (pointId: number, slaves: readonly number[], master: object, more: object = {}) =>
  server.call(
    points.setSlaves,
    { pointId, slaves: slaves.map((id) => ({ pointId: id })), master: { ...plain, ...master }, ...more } as never,
    token,
  );
const lines = async (pointId: number, times: readonly number[], more: object = {}) => {
  const { status, body } = await server.call(masters.lines, { pointId, times: times.map(iso), ...more }, token);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
const versions = async (pointId: number) => (await server.call(masters.versions, { pointId }, token)).body;
const rounded = (column: readonly (number | null)[] | undefined) =>
  column?.map((value) => value && Math.round(value * 1e4) / 1e4 + 0);
const issueOf = (body: unknown) => {
  const [issue] = (body as { detail: { path: string; message: string }[] }).detail;
  return [issue?.path, issue?.message];
};
/** What a beam of a metre at 0.1 degrees goes up, mm. */
const perMetre = 1000 * Math.sin((0.1 * Math.PI) / 180);

test('dates before a change keep the geometry that they were measured with', async () => {
  const [a, b, c] = [
    await beam('TA-1', [0.1, 0.1, 0.1, 0.1]),
    await beam('TA-2', [0.1, 0.1, 0.1, 0.1]),
    await beam('TA-3', [null, null, 0.1, 0.1]),
  ];
  const line = await lineOf('TA', [a, b], [1000, 1000]);
  assert.deepEqual(await versions(line), { versions: [], total: 0 });
  const changed = await set(
    line,
    [a, b, c],
    { lengthsMm: [1000, 2000, 1000] },
    { validFrom: iso(hour(2)), reason: 'Longer' },
  );
  assert.equal(changed.status, 200, JSON.stringify(changed.body));
  const { geometries, surveys } = await lines(line, [hour(1), hour(3)]);
  assert.deepEqual(
    geometries.map(({ fromAt, toAt, stations, members }) => [
      fromAt,
      toAt,
      members.length,
      stations.map(({ chainageM }) => chainageM),
    ]),
    [
      [null, iso(hour(2)), 2, [0, 1, 2]],
      [iso(hour(2)), null, 3, [0, 1, 3, 4]],
    ],
  );
  const ups = (factors: readonly number[]) => rounded(factors.map((factor) => factor * perMetre));
  assert.deepEqual(
    surveys.map(({ geometry, up, isComplete }) => [geometry, rounded(up), isComplete]),
    [
      [0, ups([0, 1, 2]), true],
      [1, ups([0, 1, 3, 4]), true],
    ],
  );
  const nearest = await lines(line, [hour(2) - 1]);
  assert.deepEqual(
    [nearest.surveys[0]?.at, nearest.geometries[0]?.members.length],
    [iso(hour(2)), 3],
    'what counts is when it was measured',
  );
  const { total, versions: acts } = await versions(line);
  assert.deepEqual(
    [
      total,
      ...acts.map(({ fromAt, toAt, isInForce, byName, reason, slaves }) => [
        fromAt,
        toAt,
        isInForce,
        byName,
        reason,
        slaves.length,
      ]),
    ],
    [2, [iso(hour(2)), null, true, 'Versions.admin', 'Longer', 3], [null, iso(hour(2)), true, '', '', 2]],
  );
});

test('nothing counts from a baseline of another geometry; a curve is of one geometry and in its time', async () => {
  const [a, b] = [await beam('TB-1', [0, 0.1, 0.1, 0.1]), await beam('TB-2', [0, 0.1, 0.1, 0.1])];
  const line = await lineOf('TB', [a, b], [1000, 1000]);
  await set(line, [a, b], { lengthsMm: [1000, 3000] }, { validFrom: iso(hour(2)) });
  const { surveys, baseline } = await lines(line, [hour(1), hour(3)], { baseline: iso(hour(0)) });
  assert.deepEqual(
    surveys.map(({ isComparable, up }) => [isComparable, rounded(up)]),
    [
      [true, rounded([0, perMetre, 2 * perMetre])],
      [false, [null, null, null]],
    ],
  );
  assert.equal(baseline?.geometry, 0);
  const curve = async (geometryAt: string | null) => {
    const span = { from: iso(hour(0)), to: iso(hour(4)), width: 100 };
    const { body } = await server.call(masters.lineCurve, { pointId: line, station: 2, geometryAt, ...span }, token);
    return [body.times, rounded(body.values)];
  };
  assert.deepEqual(await curve(null), [[hour(2), hour(3)], rounded([4 * perMetre, 4 * perMetre])]);
  assert.deepEqual(await curve(iso(hour(1))), [[hour(0), hour(1)], rounded([0, 2 * perMetre])]);
});

test('a mistake is put right from the beginning, and what it was is written down; the same again is no change', async () => {
  const [a, b] = [await beam('TC-1', [0.1, 0.1]), await beam('TC-2', [0.1, 0.1])];
  const line = await lineOf('TC', [a, b], [1000, 1000]);
  await set(line, [a, b], { lengthsMm: [1000, 1500] }, { validFrom: iso(hour(1)) });
  await set(line, [a, b], { lengthsMm: [1000, 1500] }, { reason: 'nothing new' });
  assert.equal((await versions(line)).total, 2);
  await set(line, [a, b], { lengthsMm: [1000, 2500] }, { fromBeginning: true, reason: 'Misread drawing' });
  const { geometries, surveys } = await lines(line, [hour(0), hour(1)]);
  assert.equal(geometries.length, 1);
  assert.deepEqual(
    surveys.map(({ up }) => rounded(up)?.at(-1)),
    rounded([3.5 * perMetre, 3.5 * perMetre]),
  );
  assert.deepEqual(
    (await versions(line)).versions.map(({ isInForce, fromAt, toAt, reason }) => [isInForce, fromAt, toAt, reason]),
    [
      [true, null, null, 'Misread drawing'],
      [false, iso(hour(1)), null, ''],
      [false, null, null, ''],
    ],
  );
});

test('what is set up wrongly is refused with its place, and changes nothing', async () => {
  const [a, b, c] = [await beam('TD-1', []), await beam('TD-2', []), await beam('TD-3', [])];
  const line = await lineOf('TD', [a, b, c], [1000, 1000, 1000]);
  const lengthsMm = [1000, 1000, 1000];
  for (const [master, more, issue] of [
    [{ lengthsMm: [] }, {}, ['master.lengthsMm', 'beamLengthsNeeded']],
    [{ lengthsMm: [1000, 1000] }, {}, ['master.lengthsMm', 'lengthsOfSlaves']],
    [{ lengthsMm: [1000, 499, 1000] }, {}, ['master.lengthsMm', 'segmentTooShort']],
    [{ lengthsMm, fixedPointId: b, closing: { knownUpMm: 0 } }, {}, ['master.closing', 'closingNeedsEnd']],
    [{ lengthsMm }, { validFrom: iso(server.clock.now().getTime() + hourMs) }, ['validFrom', 'changedInFuture']],
  ] as const) {
    const { status, body } = await set(line, [a, b, c], master, more);
    assert.deepEqual([status, issueOf(body)], [400, issue]);
  }
  assert.equal((await versions(line)).total, 0);
  assert.equal((await server.call(masters.versions, { pointId: line }, other.admin.token)).status, 404);
});

test('a point of the past of a master can be retired and not deleted; a reset forgets the past', async () => {
  const [a, b, c] = [await beam('TE-1', [0.1]), await beam('TE-2', []), await beam('TE-3', [])];
  const line = await lineOf('TE', [a, b], [1000, 1000]);
  await set(line, [a, c], { lengthsMm: [1000, 1000] });
  const removed = await server.call(lifecycle.remove, { pointId: b, data: 'clear' } as never, token);
  assert.deepEqual([removed.status, (removed.body as { error?: string }).error], [409, 'pointInUse']);
  const retired = await server.call(lifecycle.deprecate, { pointId: b, deprecated: true } as never, token);
  assert.equal(retired.status, 200, JSON.stringify(retired.body));
  assert.deepEqual(
    (await lines(line, [hour(0)])).geometries[0]?.members.map(({ name }) => name),
    ['TE-1', 'TE-2'],
  );
  await server.call(lifecycle.reset, { pointId: line, data: 'keep' } as never, token);
  assert.equal((await versions(line)).total, 0);
});

test('a closed line shares its misclosure out by distance, from either end, and says it; without its far end nothing is known', async () => {
  const [a, b] = [await beam('TF-1', [0.1, 0.1]), await beam('TF-2', [0.1, null])];
  const line = await lineOf('TF', [a, b], [1000, 3000], { closing: { knownUpMm: 0 } });
  const { geometries, surveys } = await lines(line, [hour(0), hour(1)]);
  assert.equal(geometries[0]?.isClosed, true);
  assert.deepEqual(
    surveys.map(({ up, misclosureMm, isComplete }) => [
      rounded(up),
      misclosureMm && rounded([misclosureMm])?.[0],
      isComplete,
    ]),
    [
      // 4 m out: a metre on, a quarter of it is taken off.
      [[0, 0, 0], rounded([4 * perMetre])?.[0], true],
      [[0, null, null], null, false],
    ],
  );
  const known = await lineOf('TF-K', [a, b], [1000, 3000], { closing: { knownUpMm: perMetre } });
  assert.deepEqual(rounded((await lines(known, [hour(0)])).surveys[0]?.up), rounded([0, 0.25 * perMetre, perMetre]));
  const last = await lineOf('TF-L', [a, b], [1000, 3000], { fixedPointId: b, closing: { knownUpMm: -2 * perMetre } });
  const [survey] = (await lines(last, [hour(0)])).surveys;
  assert.deepEqual(rounded(survey?.up), rounded([-2 * perMetre, -1.5 * perMetre, 0]));
  assert.deepEqual(rounded([survey?.misclosureMm ?? Number.NaN]), rounded([-2 * perMetre]));
});

test('a prism that was set anew keeps the place of its time; nothing is counted across', async () => {
  const prism = async (name: string, e0: number, n0: number, h0: number) => {
    const id = await makePoint(server, world, name, {
      family: 'surfaceDisplacement',
      mode: 4,
      interval_seconds: 3600,
      parameters: JSON.stringify({ e0, n0, h0 }),
    });
    const still = fieldsOf('surfaceDisplacement').map(({ key }) => (['dx', 'dy', 'dh'].includes(key) ? 0 : null));
    await seal(server, id, [
      { at: hour(0), values: still },
      { at: hour(4), values: still },
    ]);
    return id;
  };
  const [a, b, c] = [
    await prism('SV-1', 100, 500, 10),
    await prism('SV-2', 105, 500, 15),
    await prism('SV-3', 110, 500, 10),
  ];
  const station = await makePoint(server, world, 'SV', {
    family: 'surfaceDisplacement',
    type: 3,
    mode: 0,
    interval_seconds: 3600,
    slaves: JSON.stringify([a, b, c].map((pointId) => ({ pointId }))),
    master_config: JSON.stringify(plain),
  });
  const moved = await server.call(
    points.update,
    { pointId: c, parameters: { e0: 112, n0: 500, h0: 10 }, validFrom: iso(hour(2)), reason: 'Prism replaced' },
    token,
  );
  assert.equal(moved.status, 200, JSON.stringify(moved.body));
  const { body } = await server.call(
    masters.sections,
    { pointId: station, times: [iso(hour(0)), iso(hour(4))], baseline: iso(hour(0)) },
    token,
  );
  assert.deepEqual(
    body.geometries.map(({ fromAt, toAt, chords }) => [fromAt, toAt, chords[0]?.initialM]),
    [
      [null, iso(hour(2)), 10],
      [iso(hour(2)), null, 12],
    ],
  );
  assert.deepEqual(
    body.surveys.map(({ geometry, isComparable, chordsM }) => [geometry, isComparable, chordsM[0]]),
    [
      [0, true, 10],
      [1, false, null],
    ],
  );
});
