import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs } from '@plumbline/contract/kernel/durations';
import { bindings } from '@plumbline/contract/points/bindings';
import { points } from '@plumbline/contract/points/points';
import { corrections } from '@plumbline/contract/readings/corrections';
import { readings } from '@plumbline/contract/readings/readings';
import { profiles } from '@plumbline/contract/views/profiles';
import { makePoint, seal } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, world] = await openWorlds(['Profiles']);
const token = world.admin.token;
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
  assert.deepEqual(body.casings, [
    {
      form: 'vertical',
      segmentMm: 500,
      lengthsMm: [500, 500, 500],
      fixedEnd: 'bottom',
      fromAt: null,
      markAzimuthDeg: null,
      chainagesM: [0, 0.5, 1, 1.5],
      depthsM: [0, 0.5, 1, 1.5],
      elevationsM: [],
      panelAngleDeg: null,
      nodes: [],
    },
  ]);
  assert.deepEqual(body.drawing, {
    direction: 1,
    settlementSign: 1,
    convergenceSign: 1,
    archSign: 1,
    markAzimuthDeg: null,
  });
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
  assert.deepEqual(
    body.casings.map(({ fixedEnd, depthsM }) => ({ fixedEnd, depthsM })),
    [{ fixedEnd: 'top', depthsM: [0.5, 1.5, 2.5, 3.5] }],
  );
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

test('a node that was zeroed again and has no initial value counts in a survey as in the curve beside it', async () => {
  const pointId = await casing('IN-4');
  await seal(server, pointId, [row(0, [1, 2, 3, 4, 5, 6]), row(1, [7, 8, 9, 10, 11, 12])]);
  const zeroed = await server.call(
    corrections.createInitshift,
    { pointId, startAt: iso(startMs + hourMs), initials: { x1: 4 }, reason: 'new zero' } as never,
    token,
  );
  assert.equal(zeroed.status, 200, JSON.stringify(zeroed.body));
  const { body } = await surveys(pointId, [startMs, startMs + hourMs]);
  const section = await server.call(
    readings.section,
    { pointIds: [pointId], fields: ['x1', 'x2'], times: [startMs, startMs + hourMs].map(iso), quantity: 'cumulative' },
    token,
  );
  const curve = section.body.sections.map(({ points: [point] }) => point?.values);
  assert.deepEqual(
    body.surveys.map(({ x }) => x.slice(0, 2)),
    curve,
  );
  assert.deepEqual(curve, [
    [1, 3],
    [3, 9],
  ]);
});

test('a settlement line says how far each joint lies and has no second axis; its joints are complete without one', async () => {
  const pointId = await casing('HDA-1', {
    parameters: JSON.stringify({ form: 1, segmentMm: 2000, length2: 1500, settlementSign: -1 }),
  });
  await seal(server, pointId, [row(0, [-1, null, -2, null, -3, null])]);
  const { body } = await surveys(pointId, [startMs]);
  const [line] = body.casings;
  assert.deepEqual([line?.form, line?.fixedEnd, line?.chainagesM], ['horizontal', 'top', [0, 2, 3.5, 5.5]]);
  assert.equal(body.drawing.settlementSign, -1);
  const [survey] = body.surveys;
  assert.deepEqual([survey?.x, survey?.y, survey?.isComplete], [[0, -1, -2, -3], [null, null, null, null], true]);
});

test('a slab says the elevation of its joints', async () => {
  const parameters = { form: 2, segmentMm: 2000, panelAngle: 30, plinthElevation: 100 };
  const pointId = await casing('PD-1', { parameters: JSON.stringify(parameters) });
  await seal(server, pointId, [row(0, [1, null, 2, null, 3, null])]);
  const { body } = await surveys(pointId, [startMs]);
  assert.deepEqual(body.casings[0]?.elevationsM, [100, 101, 102, 103]);
  assert.equal(body.casings[0]?.panelAngleDeg, 30);
  assert.deepEqual(body.surveys[0]?.x, [0, 1, 2, 3]);
});

test('a ring has a joint for each segment; what did not close is said, not drawn as a joint', async () => {
  const parameters = { form: 3, segmentMm: 1000, ix1: 0, ix2: 120, ix3: 240 };
  const pointId = await casing('RG-1', { parameters: JSON.stringify(parameters) });
  await seal(server, pointId, [row(0, [1, 2, 3, 4, 0.5, -0.5])]);
  const { body } = await surveys(pointId, [startMs]);
  const [ring] = body.casings;
  assert.deepEqual(ring?.chainagesM, [0, 1, 2]);
  assert.deepEqual(
    ring?.nodes.map(({ x, y }) => [Math.round(x) + 0, Math.round(y) + 0]),
    [
      [0, 0],
      [1000, 0],
      [500, 866],
    ],
  );
  const [survey] = body.surveys;
  assert.deepEqual([survey?.x, survey?.y, survey?.isComplete], [[0, 1, 3], [0, 2, 4], true]);
  assert.deepEqual(
    [survey?.misclosure?.x, survey?.misclosure?.y].map((mm) => Math.round((mm ?? Number.NaN) * 1e6) / 1e6),
    [0.5, -0.5],
  );
});

test('a point without nodes has no profile, and says so', async () => {
  const pointId = await makePoint(server, world, 'PZ-1', {});
  const { status, body } = await surveys(pointId, [startMs]);
  assert.equal(status, 400);
  assert.match(JSON.stringify(body), /pointWithoutNodes/);
});

test('the shapes of several chains at once are the surveys of each, with the chain of then; one that was silent has none', async () => {
  const upper = await casing('IN-S1', {
    depth_m: 0.5,
    parameters: JSON.stringify({ segmentMm: 1000, markAzimuth: 30 }),
  });
  const lower = await casing('IN-S2', { initial_values: JSON.stringify({ x1: 0.5 }), interval_seconds: 60 });
  const silent = await casing('IN-S3');
  await seal(server, upper, [row(0, [1, 2, 3, 4, 5, 6]), row(9, [7, 8, 9, 10, null, 12])]);
  await seal(server, lower, [row(9.9, [1, 2, 3, 4, 5, 6])]);
  await seal(server, silent, [row(6, [1, 2, 3, 4, 5, 6])]);
  const topshift = { pointId: lower, startAt: iso(startMs), fixes: { x: 2 }, reason: 'surveyed' };
  assert.equal((await server.call(corrections.createTopshift, topshift as never, token)).status, 200);
  const at = iso(startMs + 10 * hourMs);
  const shapesOf = (pointIds: number[], more: object = {}) =>
    server.call(profiles.shapes, { pointIds, at, ...more }, token);
  const { body } = await shapesOf([lower, upper, silent, lower]);
  assert.deepEqual(
    body.shapes.map(({ pointId, at: found, isComplete }) => [pointId, found, isComplete]),
    [
      [lower, iso(startMs + 9.9 * hourMs), true],
      [upper, iso(startMs + 9 * hourMs), false],
      // Of a chain that is read each hour, three hours are the end.
      [silent, null, false],
    ],
  );
  assert.deepEqual(body.shapes[1]?.x, [7, 9, null, 0]);
  assert.deepEqual(body.shapes[1]?.casing.depthsM, [0.5, 1.5, 2.5, 3.5]);
  assert.equal(body.shapes[1]?.casing.markAzimuthDeg, 30);
  for (const { pointId, at: found, x, y } of body.shapes.slice(0, 2)) {
    const alone = await surveys(pointId, [Date.parse(found ?? '')]);
    const [survey] = alone.body.surveys;
    assert.deepEqual([x, y], [survey?.x, survey?.y]);
  }
  assert.deepEqual(body.shapes[2]?.x, [null, null, null, null]);
  const later = await shapesOf([silent], { toleranceSeconds: 5 * 3600 });
  assert.equal(later.body.shapes[0]?.at, iso(startMs + 6 * hourMs));
  const mixed = await shapesOf([upper, await makePoint(server, world, 'PZ-2', {})]);
  assert.equal(mixed.status, 400);
  assert.match(JSON.stringify(mixed.body), /pointWithoutNodes/);
});

test('a probe against a chain: each manual survey with the nearest automatic one, compared at the depths of the probe', async () => {
  const automatic = await casing('IN-C');
  const manual = await casing('IN-C-M', {
    type: 2,
    node_count: 2,
    parameters: JSON.stringify({ segmentMm: 750 }),
    interval_seconds: 31 * 86_400,
  });
  // Joints at 0, 0.5, 1 and 1.5 m, held below.
  await seal(server, automatic, [
    row(0, [6, 0, 4, 0, 2, 0]),
    row(24, [9, 3, 6, 0, null, 0]),
    row(200, [1, 1, 1, 1, 1, 1]),
  ]);
  // Joints at 0, 0.75 and 1.5 m.
  await seal(server, manual, [row(0.5, [6.5, 0, 3, 0]), row(23, [8, 7, 5, 0]), row(90, [1, 0, 1, 0])]);
  const compared = (more: object = {}) =>
    server.call(
      profiles.compare,
      {
        pointId: automatic,
        manualPointId: manual,
        from: iso(startMs - hourMs),
        to: iso(startMs + 100 * hourMs),
        toleranceSeconds: 7200,
        ...more,
      },
      token,
    );
  const { body } = await compared();
  assert.deepEqual(body.unmatched, [iso(startMs + 90 * hourMs)], 'no automatic survey within two hours');
  assert.equal(body.baseline, null);
  const [first, second] = body.pairs;
  assert.deepEqual(first?.manual, { at: iso(startMs + 0.5 * hourMs), depthsM: [0, 0.75, 1.5], values: [6.5, 3, 0] });
  assert.deepEqual(first?.automatic, { at: iso(startMs), depthsM: [0, 0.5, 1, 1.5], values: [6, 4, 2, 0] });
  assert.equal(first?.apartSeconds, -1800);
  assert.deepEqual([first?.atDepths, first?.differences, first?.count], [[6, 3, 0], [-0.5, 0, 0], 3]);
  assert.deepEqual(first?.largest, { depthM: 0, difference: -0.5 });
  assert.equal(first?.mean, -0.5 / 3);
  assert.equal(first?.rms, Math.sqrt(0.25 / 3));
  // Between 0.5 and 1 m the chain has no value at one end: nothing is known there.
  assert.deepEqual([second?.atDepths, second?.differences, second?.count], [[9, null, 0], [1, null, 0], 2]);
  const own = await surveys(automatic, [startMs + 24 * hourMs]);
  assert.deepEqual(second?.automatic.values, own.body.surveys[0]?.x, 'the numbers of its own profile');
  const across = await compared({ axis: 'y' });
  assert.deepEqual(across.body.pairs[1]?.differences, [-4, 0, 0]);
  const since = await compared({ baseline: iso(startMs) });
  assert.deepEqual(since.body.baseline, { manualAt: iso(startMs + 0.5 * hourMs), automaticAt: iso(startMs) });
  assert.deepEqual(since.body.pairs[1]?.differences, [1.5, null, 0]);
  const nothing = await compared({ baseline: iso(startMs + 50 * hourMs) });
  assert.deepEqual(nothing.body.baseline, { manualAt: null, automaticAt: null });
  assert.deepEqual([nothing.body.pairs[0]?.count, nothing.body.pairs[0]?.mean], [0, null]);
});

test('only a manual chain of the same structure is compared with an automatic one', async () => {
  const automatic = await casing('IN-D');
  const manual = await casing('IN-D-M', { type: 2 });
  const level = await makePoint(server, world, 'WL-D', { family: 'waterLevel', type: 2 });
  const ring = await casing('RC-D-M', { type: 2, parameters: JSON.stringify({ form: 3, segmentMm: 500 }) });
  const refused = async (pointId: number, manualPointId: number): Promise<string> => {
    const answer = await server.call(
      profiles.compare,
      { pointId, manualPointId, from: iso(startMs), to: iso(startMs + hourMs) },
      token,
    );
    assert.equal(answer.status, 400);
    return JSON.stringify(answer.body);
  };
  assert.match(await refused(automatic, automatic), /noManualChain/);
  assert.match(await refused(automatic, level), /noManualChain/);
  assert.match(await refused(automatic, 999_999), /noManualChain/, 'as if it did not exist');
  assert.match(await refused(manual, manual), /pointReadByHand/);
  assert.match(await refused(automatic, ring), /pointWithoutDepths/);
});

test('surveys keep the chain that they were measured with: lengths, depth and mark of their time', async () => {
  const pointId = await casing('IN-V', {
    mode: 5,
    depth_m: 1,
    parameters: JSON.stringify({ segmentMm: 500, markAzimuth: 10 }),
  });
  await seal(server, pointId, [row(0, [1, 2, 3, 4, 5, 6]), row(4, [7, 8, 9, 10, 11, 12])]);
  const turnedAt = startMs + 2 * hourMs;
  const answer = await server.call(
    points.update,
    {
      pointId,
      parameters: { segmentMm: 500, length1: 750, markAzimuth: 55 },
      depthM: 0.5,
      validFrom: iso(turnedAt),
      reason: 'Head rebuilt',
    },
    token,
  );
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  const { body } = await surveys(pointId, [startMs, startMs + 4 * hourMs], { baseline: iso(startMs) });
  assert.deepEqual(
    body.casings.map(({ fromAt, lengthsMm, depthsM, markAzimuthDeg }) => [fromAt, lengthsMm, depthsM, markAzimuthDeg]),
    [
      [null, [500, 500, 500], [1, 1.5, 2, 2.5], 10],
      [iso(turnedAt), [750, 500, 500], [0.5, 1.25, 1.75, 2.25], 55],
    ],
  );
  assert.deepEqual(
    body.surveys.map(({ casing: which, isComparable, x }) => [which, isComparable, x]),
    [
      [0, true, [0, 0, 0, 0]],
      [1, false, [null, null, null, null]],
    ],
    'nothing is counted across another chain',
  );
  const { body: history } = await server.call(bindings.deviceGroups, { pointId }, token);
  assert.deepEqual(
    history.deviceGroups.map(({ validFrom, depthM, reason }) => [validFrom, depthM, reason]),
    [
      [iso(turnedAt), 0.5, 'Head rebuilt'],
      [null, 1, ''],
    ],
  );
});

test('a probe that is read by hand lies as it is set up, from a time on', async () => {
  const pointId = await casing('IN-P', { type: 2, mode: 0, parameters: '{}' });
  await seal(server, pointId, [row(0, [1, 2, 3, 4, 5, 6]), row(4, [7, 8, 9, 10, 11, 12])]);
  const set = (input: object) => server.call(points.update, { pointId, ...input } as never, token);
  assert.equal((await set({ parameters: { segmentMm: 500, fixedTop: 1 } })).status, 200);
  assert.equal((await set({ parameters: { segmentMm: 1000 }, validFrom: iso(startMs + 2 * hourMs) })).status, 200);
  const { body } = await surveys(pointId, [startMs, startMs + 4 * hourMs]);
  assert.deepEqual(
    body.casings.map(({ fixedEnd, depthsM }) => [fixedEnd, depthsM]),
    [
      ['top', [0, 0.5, 1, 1.5]],
      ['bottom', [0, 1, 2, 3]],
    ],
  );
  assert.deepEqual(
    body.surveys.map(({ x }) => x),
    [
      [0, 1, 3, 5],
      [7, 9, 11, 0],
    ],
  );
  for (const [parameters, path, message] of [
    [{ segmentMm: 400 }, 'parameters.segmentMm', 'segmentTooShort'],
    [{ K: 1 }, 'parameters.K', 'parameterUnknown'],
  ] as const) {
    const { status, body: refused } = await set({ parameters });
    const [issue] = (refused as unknown as { detail: { path: string; message: string }[] }).detail;
    assert.deepEqual([status, issue?.path, issue?.message], [400, path, message]);
  }
});
