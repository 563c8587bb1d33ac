import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs, hourMs } from '@plumbline/contract/kernel/durations';
import { type FamilyCode, fieldsOf } from '@plumbline/contract/points/families';
import { points } from '@plumbline/contract/points/points';
import { corrections } from '@plumbline/contract/readings/corrections';
import { projects } from '@plumbline/contract/site/projects';
import { masters } from '@plumbline/contract/views/masters';
import { issueOf } from '../../../../test/points.fixtures.ts';
import { makePoint, seal } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, world, other] = await openWorlds(['Masters', 'Elsewhere']);
const token = world.admin.token;
const startMs = Date.parse('2026-03-01T00:00:00Z');
const iso = (ms: number) => new Date(ms).toISOString();
const hour = (n: number) => startMs + n * hourMs;
const noMaster = {
  fixedPointId: null,
  lengthsMm: [],
  chainagesM: [],
  turningPointIds: [],
  closing: null,
  chords: null,
  referenceLine: null,
};

/** A point whose readings are given by field, at full hours; null = no reading then. */
async function measuring(
  name: string,
  family: FamilyCode,
  readings: readonly (Readonly<Record<string, number>> | null)[],
  more: object = {},
): Promise<number> {
  const nodeCount = (more as { node_count?: number }).node_count ?? 0;
  const id = await makePoint(server, world, name, { family, interval_seconds: 3600, ...more });
  const rows = readings.flatMap((given, i) =>
    given === null ? [] : [{ at: hour(i), values: fieldsOf(family, nodeCount).map(({ key }) => given[key] ?? null) }],
  );
  await seal(server, id, rows);
  return id;
}
const joining = (name: string, family: FamilyCode, slaves: readonly number[], master: object = {}, more: object = {}) =>
  makePoint(server, world, name, {
    family,
    type: 3,
    mode: 0,
    interval_seconds: 3600,
    slaves: JSON.stringify(slaves.map((pointId) => ({ pointId }))),
    master_config: JSON.stringify({ ...noMaster, ...master }),
    ...more,
  });
const lines = (pointId: number, times: number[], more: object = {}, as = token) =>
  server.call(masters.lines, { pointId, times: times.map(iso), ...more }, as);
const rounded = (column: readonly (number | null)[] | undefined) =>
  column?.map((value) => value && Math.round(value * 1e5) / 1e5 + 0);

const cell = (name: string, levels: (number | null)[], more: object = {}) =>
  measuring(
    name,
    'structuralDeformation',
    levels.map((deflection) => (deflection === null ? null : { deflection })),
    { initial_values: JSON.stringify({ deflection: levels[0] }), ...more },
  );

test('cells move up by what the liquid fell against the reference; the worked example of the field', async () => {
  const slaves = [await cell('HL-1', [100, 99.5]), await cell('HL-2', [100, 105.2]), await cell('HL-3', [50, 49.5])];
  const line = await joining('HL', 'structuralDeformation', slaves, { chainagesM: [0, 12.5, 25] });
  const { status, body } = await lines(line, [hour(0), hour(1.4), hour(9)]);
  assert.equal(status, 200, JSON.stringify(body));
  const [geometry] = body.geometries;
  assert.deepEqual([geometry?.kind, geometry?.spacing], ['cells', 'set']);
  assert.deepEqual(
    body.geometries[0]?.stations.map(({ chainageM, isFixed }) => [chainageM, isFixed]),
    [
      [0, true],
      [12.5, false],
      [25, false],
    ],
  );
  assert.deepEqual(
    body.surveys.map(({ at, up, isComplete }) => [at, rounded(up), isComplete]),
    [
      [iso(hour(0)), [0, 0, 0], true],
      [iso(hour(1)), [0, -5.7, 0], true],
      [null, [null, null, null], false],
    ],
  );
  const moved = await lines(await joining('HL-R', 'structuralDeformation', slaves, { fixedPointId: slaves[1] }), [
    hour(1),
  ]);
  assert.deepEqual(rounded(moved.body.surveys[0]?.up), [5.7, 0, 5.7], 'another cell holds them');
  assert.equal(moved.body.geometries[0]?.spacing, 'order');
});

test('a cell without a reading of that collection is unknown and named; a silent reference makes all of them unknown', async () => {
  const slaves = [await cell('HM-1', [1, 1, null]), await cell('HM-2', [1, null, 2]), await cell('HM-3', [1, 3, 4])];
  const line = await joining('HM', 'structuralDeformation', slaves);
  const { body } = await lines(line, [hour(1), hour(2)]);
  assert.deepEqual(
    body.surveys.map(({ up, silent, isComplete }) => [rounded(up), silent, isComplete]),
    [
      [[0, null, -2], [slaves[1]], false],
      [[null, null, null], [slaves[0]], false],
    ],
  );
});

test('circuits turn on a shared bracket; a baseline and corrections of each cell count', async () => {
  const slaves = [
    await cell('HC-1', [10, 10, 11]),
    await cell('HC-2', [10, 12, 13]),
    await cell('HC-3', [10, 10, 14]),
    await cell('HC-4', [10, 13, 18]),
  ];
  const line = await joining('HC', 'structuralDeformation', slaves, { turningPointIds: [slaves[2]] });
  const all = await lines(line, [hour(1), hour(2)]);
  assert.deepEqual(
    all.body.surveys.map(({ up }) => rounded(up)),
    [
      [0, -2, -2, -5],
      [0, -2, -2, -6],
    ],
  );
  const since = await lines(line, [hour(2)], { baseline: iso(hour(1)) });
  assert.deepEqual(rounded(since.body.surveys[0]?.up), [0, 0, 0, -1]);
  const shift = await server.call(
    corrections.createShift,
    { pointId: slaves[1], startAt: iso(hour(2)), fixes: { deflection: 0.5 }, reason: 'cell replaced' } as never,
    token,
  );
  assert.equal(shift.status, 200, JSON.stringify(shift.body));
  const corrected = await lines(line, [hour(2)]);
  assert.deepEqual(rounded(corrected.body.surveys[0]?.up), [0, -1.5, -1.5, -5.5]);
  const raw = await lines(line, [hour(2)], { raw: true });
  assert.deepEqual(rounded(raw.body.surveys[0]?.up), [0, -2, -2, -6]);
  const curve = await server.call(
    masters.lineCurve,
    { pointId: line, station: 3, from: iso(hour(0)), to: iso(hour(3)), width: 500 },
    token,
  );
  assert.deepEqual(
    [curve.body.times, rounded(curve.body.values)],
    [
      [hour(0), hour(1), hour(2)],
      [0, -5, -5.5],
    ],
  );
});

test('beams are integrated by their lengths from the firm joint; without an initial value only a baseline helps', async () => {
  const beam = (name: string, tilts: number[], more: object = {}) =>
    measuring(
      name,
      'tilt',
      tilts.map((x) => ({ x })),
      { initial_values: JSON.stringify({ x: tilts[0] }), ...more },
    );
  const slaves = [await beam('TB-1', [0, 0.05]), await beam('TB-2', [0, -0.02])];
  const line = await joining('TB', 'tilt', slaves, { lengthsMm: [2000, 2000] });
  const { body } = await lines(line, [hour(1)]);
  assert.deepEqual(
    body.geometries[0]?.stations.map(({ chainageM }) => chainageM),
    [0, 2, 4],
  );
  assert.deepEqual(rounded(body.surveys[0]?.up), [0, 1.74533, 1.0472]);
  const bare = [await beam('TC-1', [1, 1.05], { initial_values: '{}' }), await beam('TC-2', [0, 0])];
  const unknown = await joining('TC', 'tilt', bare, { lengthsMm: [1000, 1000] });
  const from = await lines(unknown, [hour(1)]);
  assert.deepEqual(
    [from.body.geometries[0]?.withoutInitial, rounded(from.body.surveys[0]?.up)],
    [[bare[0]], [0, null, null]],
  );
  const since = await lines(unknown, [hour(1)], { baseline: iso(hour(0)) });
  assert.deepEqual(rounded(since.body.surveys[0]?.up), [0, 0.87252, 0.87252]);
  const without = await lines(await joining('TD', 'tilt', slaves), [hour(1)]);
  assert.equal(without.status, 400);
  assert.match(JSON.stringify(without.body), /master\.lengthsMm.*lengthsOfSlaves/);
});

test('arrays are joined end to end, each from its own fixed end; a surveyed end moves all', async () => {
  const chain = (name: string, ups: number[], fixedLast: number) =>
    measuring(name, 'deepDisplacement', [Object.fromEntries(ups.map((up, i) => [`x${i + 1}`, up]))], {
      node_count: ups.length,
      parameters: JSON.stringify({ form: 1, segmentMm: 500, fixedLast }),
    });
  const slaves = [await chain('HD-1', [1, 3], 0), await chain('HD-2', [5, 4], 1)];
  const line = await joining('HD', 'deepDisplacement', slaves);
  const { body } = await lines(line, [hour(0)]);
  assert.deepEqual(
    body.geometries[0]?.stations.map(({ member, joint, chainageM, isFixed }) => [member, joint, chainageM, isFixed]),
    [
      [0, 0, 0, true],
      [0, 1, 0.5, false],
      [0, 2, 1, false],
      [1, 1, 1.5, false],
      [1, 2, 2, false],
    ],
  );
  // The second hangs on the end of the first (3): its joints 5, 4, 0 are lowered by 2.
  assert.deepEqual(rounded(body.surveys[0]?.up), [0, 1, 3, 2, -2]);
  const top = await server.call(
    corrections.createTopshift,
    { pointId: slaves[0], startAt: iso(hour(0)), fixes: { x: 2 }, reason: 'surveyed' } as never,
    token,
  );
  assert.equal(top.status, 200, JSON.stringify(top.body));
  const surveyed = await lines(line, [hour(0)]);
  assert.deepEqual(rounded(surveyed.body.surveys[0]?.up), [2, 3, 5, 4, 0]);
});

const prism = (name: string, [e0, n0, h0]: readonly [number, number, number], moved: (number[] | null)[]) =>
  measuring(
    name,
    'surfaceDisplacement',
    moved.map((each) => each && { dx: each[0] ?? 0, dy: each[1] ?? 0, dh: each[2] ?? 0 }),
    { parameters: JSON.stringify({ e0, n0, h0 }) },
  );

test('a section: chords close, prisms move in its plane, offsets are from its line; heights are a line too', async () => {
  const still = [0, 0, 0];
  // The section faces north: east is to the right.
  const slaves = [
    await prism('PR-1', [100, 500, 10], [still, [0, 3, 0]]),
    await prism('PR-2', [105, 500, 15], [still, [0, 0, -4]]),
    await prism('PR-3', [110, 500, 10], [still, [1, -3, 0], null]),
  ];
  const station = await joining('PR', 'surfaceDisplacement', slaves, {
    referenceLine: { fromEast: 105, fromNorth: 490, toEast: 105, toNorth: 510 },
  });
  const question = (more: object = {}) =>
    server.call(masters.sections, { pointId: station, times: [iso(hour(1))], ...more }, token);
  const { status, body } = await question();
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual(
    body.geometries[0]?.chords.map(({ from, to }) => [from, to]),
    [
      [0, 2],
      [1, 0],
      [1, 2],
    ],
  );
  assert.deepEqual(
    body.geometries[0]?.prisms.map(({ acrossM, upM }) => [acrossM, upM]),
    [
      [-5, 10],
      [0, 15],
      [5, 10],
    ],
  );
  const [survey] = body.surveys;
  assert.deepEqual(rounded(survey?.acrossMm), [3, 0, -3]);
  assert.deepEqual(rounded(survey?.upMm), [0, -4, 0]);
  assert.deepEqual(rounded(survey?.forwardMm), [0, 0, 1]);
  assert.equal(Math.round((survey?.convergenceMm[0] ?? 0) * 1000), -6000, 'closing is negative');
  assert.deepEqual(rounded(survey?.offsetsM), [-4.997, 0, 4.997]);
  assert.deepEqual(rounded(survey?.offsetChangeMm), [3, 0, -3]);
  assert.ok(Math.abs((survey?.circle?.radiusM ?? 0) - 5) < 0.01);
  const since = await question({ baseline: iso(hour(1)) });
  assert.deepEqual(rounded(since.body.surveys[0]?.convergenceMm), [0, 0, 0]);
  const chord = await server.call(
    masters.sectionCurve,
    { pointId: station, quantity: 'chord', place: 0, from: iso(hour(0)), to: iso(hour(2)), width: 100 },
    token,
  );
  assert.deepEqual(
    [chord.body.times, chord.body.values.map((value) => value && Math.round(value * 1000) / 1000)],
    [
      [hour(0), hour(1)],
      [0, -6],
    ],
  );
  const heights = await lines(station, [hour(1)]);
  assert.deepEqual(
    [
      heights.body.geometries[0]?.spacing,
      heights.body.geometries[0]?.stations.map(({ chainageM }) => chainageM),
      rounded(heights.body.surveys[0]?.up),
    ],
    ['coordinates', [0, 5, 10], [0, -4, 0]],
  );
});

test('what is no line, no section, no master and of another project is refused', async () => {
  const plain = await measuring('TT-1', 'tilt', []);
  const single = await joining('TT', 'tilt', [plain], { lengthsMm: [1000] });
  const of = async (pointId: number, route: 'lines' | 'sections') => {
    const { status, body } = await server.call(masters[route], { pointId, times: [iso(startMs)] }, token);
    return `${status} ${JSON.stringify(body)}`;
  };
  assert.match(await of(plain, 'lines'), /^400.*pointNotMaster/);
  assert.match(await of(single, 'sections'), /^400.*pointNotSection/);
  const temperature = await measuring('TE-1', 'temperature', []);
  assert.match(await of(await joining('TE', 'temperature', [temperature]), 'lines'), /^400.*pointNotLine/);
  const upright = await measuring('IN-1', 'deepDisplacement', [], { node_count: 2 });
  assert.match(await of(await joining('IN', 'deepDisplacement', [upright]), 'lines'), /^400.*arrayNotHorizontal/);
  const nowhere = await measuring('PN-1', 'surfaceDisplacement', []);
  assert.match(await of(await joining('PN', 'surfaceDisplacement', [nowhere]), 'sections'), /^400.*prismWithoutPlace/);
  assert.equal((await lines(single, [startMs], {}, other.admin.token)).status, 404);
  const beyond = await server.call(
    masters.lineCurve,
    { pointId: single, station: 2, from: iso(startMs), to: iso(hour(1)), width: 100 },
    token,
  );
  assert.match(JSON.stringify(beyond.body), /stationUnknown/);
});

test('a master stands as the points that it joins, and is no silent point of its project', async () => {
  const call = () => server.call(projects.tree, { projectId: world.projectId }, token);
  const group = async () => {
    const { body } = await call();
    const found = body.nodes.find(({ id }) => id === `s${world.structureId}`);
    assert.ok(found && 'points' in found.status);
    return { nodes: body.nodes, points: found.status.points, neverRead: found.status.neverRead };
  };
  const before = await group();
  const slave = await makePoint(server, world, 'ST-1', { family: 'tilt' });
  const master = await joining('ST', 'tilt', [slave], { lengthsMm: [1000] });
  const after = await group();
  assert.deepEqual([after.points - before.points, after.neverRead - before.neverRead], [1, 1], 'the slave alone');
  const { status } = after.nodes.find(({ id }) => id === `p${master}`) ?? {};
  assert.ok(status && 'points' in status);
  assert.deepEqual([status.points, status.state], [1, 'silent']);
});

test('a backup node stands in where a member has no reading, with its own movement, and is named', async () => {
  const backup = await cell('HB-2b', [300, 303, 305, 309]);
  const slaves = [
    await cell('HB-1', [10, 10, 10, 10]),
    await cell('HB-2', [100, 102, null, null], { backup_nodes: [backup] }),
    await cell('HB-3', [50, 50, 50, 50]),
  ];
  const line = await joining('HB', 'structuralDeformation', slaves);
  const { body } = await lines(line, [hour(1), hour(2), hour(3)]);
  const expected = [{ pointId: slaves[1], backupId: backup, backupName: 'HB-2b' }];
  assert.deepEqual(
    body.surveys.map(({ up, silent, standIns }) => [rounded(up), silent, standIns]),
    [
      [[0, -2, 0], [], []],
      [[0, -5, 0], [], expected],
      [[0, -9, 0], [], expected],
    ],
    'its movement since its own initial value, never its level',
  );
  const since = await lines(line, [hour(2), hour(3)], { baseline: iso(hour(1)) });
  assert.deepEqual(
    since.body.surveys.map(({ up }) => rounded(up)),
    [
      [0, -3, 0],
      [0, -7, 0],
    ],
    'from a baseline of the member: movement of one less movement of the other',
  );
  const curve = await server.call(
    masters.lineCurve,
    { pointId: line, station: 1, from: iso(hour(0)), to: iso(hour(4)), width: 400 },
    token,
  );
  assert.deepEqual(rounded(curve.body.values), [0, -2, -5, -9]);
});

test('what cannot be counted does not stand in: another type, no initial value of the member', async () => {
  const tilt = await measuring('HN-t', 'tilt', [{ x: 0 }, { x: 1 }, { x: 2 }]);
  const backup = await cell('HN-2b', [300, 303, 305]);
  const slaves = [
    await cell('HN-1', [10, 10, 10]),
    await cell('HN-2', [100, 102, null], { backup_nodes: [tilt] }),
    await cell('HN-3', [100, 102, null], { backup_nodes: [backup], initial_values: '{}' }),
  ];
  const { body } = await lines(await joining('HN', 'structuralDeformation', slaves), [hour(2)]);
  assert.deepEqual(
    [rounded(body.surveys[0]?.up), body.surveys[0]?.silent, body.surveys[0]?.standIns],
    [[0, null, null], [slaves[1], slaves[2]], []],
  );
  const wrong = await server.call(points.update, { pointId: slaves[1], backupNodes: [tilt] } as never, token);
  assert.deepEqual(issueOf(wrong.body), ['backupNodes.0', 'backupFamily']);
  const right = await server.call(points.update, { pointId: slaves[1], backupNodes: [backup] } as never, token);
  assert.equal(right.status, 200, JSON.stringify(right.body));
});

test('a line that is levelled by hand once a month has its surveys in a year, and each is asked for by its time', async () => {
  const months = [0, 30, 61, 91, 122];
  const monthly = { interval_seconds: 31 * 86_400, type: 2 };
  const marks = [];
  for (const [k, name] of ['LV-1', 'LV-2', 'LV-3'].entries()) {
    const id = await makePoint(server, world, name, { family: 'structuralDeformation', ...monthly });
    // The levelling party needs an hour from mark to mark.
    const rows = months.map((day) => ({ at: startMs + day * dayMs + k * hourMs, values: [day * (k + 1)] }));
    await seal(server, id, rows);
    marks.push(id);
  }
  const line = await joining('Levelled', 'structuralDeformation', marks, {}, { interval_seconds: 31 * 86_400 });
  const span = { from: iso(startMs - 240 * dayMs), to: iso(startMs + 125 * dayMs) };
  const times = async (pointId: number, of = span) =>
    (await server.call(masters.surveyTimes, { pointId, ...of }, token)).body.times;
  const expected = months.map((day) => startMs + day * dayMs + 2 * hourMs);
  assert.deepEqual(await times(line), expected, 'one survey a month, at its last mark');
  assert.deepEqual(
    await times(marks[0] ?? 0),
    months.map((day) => startMs + day * dayMs),
  );
  assert.deepEqual(await times(line, { from: span.from, to: iso(startMs - dayMs) }), []);
  const { body } = await lines(line, expected, { toleranceSeconds: 43_200 });
  assert.deepEqual(
    body.surveys.map(({ at }) => at),
    expected.map(iso),
  );
});

test('a point that is read all the time is not listed', async () => {
  const rows = Array.from({ length: 1_200 }, (_, i) => ({ at: startMs + i * 60_000, values: [1] }));
  const id = await makePoint(server, world, 'Busy', { family: 'waterLevel', interval_seconds: 60 });
  await seal(server, id, rows);
  const timesOver = (hours: number) =>
    server.call(masters.surveyTimes, { pointId: id, from: iso(startMs), to: iso(startMs + hours * hourMs) }, token);
  assert.equal((await timesOver(24)).body.times, null);
  assert.equal((await timesOver(1)).body.times?.length, 61);
});
