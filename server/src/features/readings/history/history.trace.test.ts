import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs, minuteMs } from '@plumbline/contract/kernel/durations';
import { corrections } from '@plumbline/contract/readings/corrections';
import { history } from '@plumbline/contract/readings/history';
import { readings } from '@plumbline/contract/readings/readings';
import { deliver, makeComposite, makePoint, seal } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, world] = await openWorlds(['Trace']);
const token = world.admin.token;
const startMs = Date.parse('2026-03-01T00:00:00Z');
const at = (hours: number) => new Date(startMs + hours * hourMs).toISOString();
const reason = 'Knocked';

const trace = (pointId: number, hours: number, field?: string) =>
  server.call(history.trace, { pointId, at: at(hours), ...(field && { field }) }, token);

test('of a delivered value: sample, system formula, corrections, initial value, device, arrival, what was there before', async () => {
  const { pointId } = world;
  await server.db
    .updateTable('point')
    .set({ initial_values: JSON.stringify({ temperature: 4 }) })
    .where('id', '=', pointId)
    .execute();
  await deliver(server, world, [{ at: startMs, temperature: 20 }]);
  await deliver(server, world, [{ at: startMs, temperature: 21 }]);
  const created = await server.call(
    corrections.createShift,
    { pointId, startAt: at(-1), fixes: { temperature: 1.5 }, stableTimes: 4, reason },
    token,
  );
  const { status, body } = await trace(pointId, 0);
  assert.equal(status, 200);
  const { steps, versions, ...facts } = body.trace;
  assert.deepEqual(
    steps.map((step) => step.kind),
    ['raw', 'system', 'stored', 'shift', 'shown', 'cumulative', 'rate'],
  );
  assert.deepEqual(steps[0], {
    kind: 'raw',
    variables: [{ name: 'temperature', value: 21 }],
    sample: { temperature: 21 },
    sources: [],
    line: null,
  });
  const [, system, stored, shift, visible, cumulative, rate] = steps as [unknown, ...Record<string, unknown>[]];
  assert.deepEqual([system!['family'], system!['mode'], system!['value']], ['temperature', 4, 21]);
  assert.deepEqual([stored!['value'], stored!['agrees']], [21, true]);
  assert.deepEqual([shift!['before'], shift!['after']], [21, 19.5]);
  assert.deepEqual(shift!['correction'], created.body.correction);
  assert.deepEqual([visible!['value'], cumulative!['value'], rate!['value']], [19.5, 15.5, null]);
  assert.deepEqual(facts.device, { id: world.device.id, sncode: world.device.sncode });
  assert.equal(facts.delaySeconds, (server.clock.now().getTime() - startMs) / 1000);
  assert.deepEqual([facts.change, facts.quality, facts.tests], [null, 'pass', []]);
  assert.deepEqual(
    versions.map((version) => [version.how, version.value, version.raw, version.change]),
    [['overwritten', 20, { temperature: 20 }, null]],
  );
});

test('of a value between two that were changed there was nothing before', async () => {
  const pointId = await makePoint(server, world, 'B-1');
  await seal(
    server,
    pointId,
    Array.from({ length: 3 }, (_, i) => ({ at: startMs + i * hourMs, values: [i] })),
  );
  const verdict = {
    pointId,
    fields: ['temperature'],
    quality: 'fail' as const,
    quantity: 'value' as const,
    raw: true,
    reason,
  };
  assert.equal((await server.call(history.flag, { ...verdict, times: [at(0), at(2)] }, token)).status, 200);
  const versions = await Promise.all([0, 1, 2].map(async (n) => (await trace(pointId, n)).body.trace.versions.length));
  assert.deepEqual(versions, [1, 0, 1]);
});

test('of a custom formula: the formula, its values, and whether it still gives what is stored', async () => {
  const pointId = await makePoint(server, world, 'C-1');
  await server.db
    .updateTable('point')
    .set({
      formula_type: 'CUSTOM_FORMULA',
      custom_formula: JSON.stringify({ temperature: 'temperature*k+2' }),
      parameters: JSON.stringify({ k: 3 }),
    })
    .where('id', '=', pointId)
    .execute();
  await seal(server, pointId, [
    { at: startMs, values: [32], raw: { temperature: 10 } },
    { at: startMs + hourMs, values: [99], raw: { temperature: 10 } },
  ]);
  const step = async (hours: number) => (await trace(pointId, hours)).body.trace.steps;
  const [, custom, stored] = await step(0);
  assert.deepEqual(custom, {
    kind: 'custom',
    formula: 'temperature*k+2',
    variables: [
      { name: 'temperature', value: 10 },
      { name: 'k', value: 3 },
    ],
    value: 32,
  });
  assert.deepEqual(stored, { kind: 'stored', value: 32, agrees: true });
  assert.deepEqual((await step(1))[2], { kind: 'stored', value: 99, agrees: false });
});

test('of a flagged value and one that was deleted and put back: the acts behind them', async () => {
  const pointId = await makePoint(server, world, 'C-2');
  await seal(
    server,
    pointId,
    [0, 1, 2].map((i) => ({ at: startMs + i * hourMs, values: [i] })),
  );
  const flagged = await server.call(
    history.flag,
    { pointId, fields: ['temperature'], times: [at(1)], quality: 'suspect', reason: 'Odd' },
    token,
  );
  const { body } = await trace(pointId, 1);
  assert.deepEqual([body.trace.quality, body.trace.tests], ['suspect', ['person']]);
  assert.deepEqual(
    [body.trace.change?.id, body.trace.change?.kind, body.trace.change?.reason],
    [flagged.body.changeId, 'flag', 'Odd'],
  );
  assert.deepEqual(
    body.trace.versions.map((version) => [version.how, version.value, version.quality, version.change?.id]),
    [['replaced', 1, 'pass', flagged.body.changeId]],
  );
  assert.equal(body.trace.device, null);
  const gone = await server.call(history.delete, { pointIds: [pointId], times: [at(2)], reason }, token);
  assert.deepEqual((await trace(pointId, 2)).body.error, 'noCollections');
  await server.call(history.undo, { pointId, changeId: gone.body.changeId! }, token);
  const back = (await trace(pointId, 2)).body.trace;
  assert.deepEqual([back.versions[0]!.how, back.versions[0]!.change?.undoneBy], ['removed', 'Trace.admin']);
});

test('of a composite: which reading of which point each variable is, and which of them is gone', async () => {
  const [a, b, gone] = [
    await makePoint(server, world, 'A'),
    await makePoint(server, world, 'B'),
    await makePoint(server, world, 'G'),
  ];
  const slaves = [
    ['a', a],
    ['b', b],
    ['g', gone],
  ] as const;
  const sum = await makeComposite(server, world, 'Sum', slaves, 'a + b + g');
  await server.db.updateTable('point').set({ interval_seconds: 3600 }).where('id', '=', sum).execute();
  await seal(server, a, [{ at: startMs, values: [1] }]);
  await seal(
    server,
    b,
    [-20, 10, 40].map((minutes) => ({ at: startMs + minutes * minuteMs, values: [minutes] })),
  );
  await seal(server, sum, [{ at: startMs, values: [14], raw: { a: 1, b: 10, g: 3 } }]);
  const [raw] = (await trace(sum, 0)).body.trace.steps;
  assert.ok(raw?.kind === 'raw');
  assert.deepEqual(raw.sources, [
    { variable: 'a', pointId: a, name: 'A', field: 'temperature', at: at(0), value: 1 },
    { variable: 'b', pointId: b, name: 'B', field: 'temperature', at: at(1 / 6), value: 10 },
    { variable: 'g', pointId: gone, name: 'G', field: 'temperature', at: null, value: 3 },
  ]);
});

test('of a survey of a master: the nearest reading of each of its points, and none is 404', async () => {
  const [near, far] = [await makePoint(server, world, 'Near'), await makePoint(server, world, 'Far')];
  await server.db.updateTable('point').set({ interval_seconds: 3600 }).where('id', 'in', [near, far]).execute();
  const slaves = JSON.stringify([{ pointId: far }, { pointId: near }]);
  const master = await makePoint(server, world, 'Line', { type: 3, mode: 0, slaves });
  await seal(
    server,
    near,
    [-20, 10].map((minutes) => ({ at: startMs + minutes * minuteMs, values: [minutes] })),
  );
  await seal(server, far, [{ at: startMs + 31 * minuteMs, values: [5] }]);
  const { trace: survey } = (await trace(master, 0)).body;
  const [raw] = survey.steps;
  assert.ok(raw?.kind === 'raw');
  const field = 'temperature';
  assert.deepEqual(raw.sources, [
    { variable: '', pointId: far, name: 'Far', field, at: null, value: null },
    { variable: '', pointId: near, name: 'Near', field, at: at(1 / 6), value: 10 },
  ]);
  assert.deepEqual(
    [survey.at, survey.receivedAt, survey.quality],
    [at(0), new Date(startMs + 10 * minuteMs + 1000).toISOString(), 'notEvaluated'],
  );
  assert.equal((await trace(master, 500)).body.error, 'noCollections');
});

test('no reading at that time, no such field', async () => {
  const missing = await trace(world.pointId, 500);
  assert.deepEqual([missing.status, missing.body.error], [404, 'noCollections']);
  assert.equal((await trace(world.pointId, 0, 'pressure')).body.error, 'badInput');
});

test('the fix of a jump: the worked example, missing and failed values left out', async () => {
  const pointId = await makePoint(server, world, 'E-1');
  const series = [1.5, 2.0, 2.02, 9, 2.01, null, 2.03, 7.05, 7.03, 7.06, 7.04, 7.08];
  await seal(
    server,
    pointId,
    series.map((value, i) => ({ at: startMs + i * hourMs, values: [value], flags: i === 3 ? [4 + 16] : null })),
  );
  const estimate = (hours: number, more: object = {}) =>
    server.call(history.estimateShift, { pointId, startAt: at(hours), stableTimes: 4, ...more }, token);
  const { body } = await estimate(7);
  assert.deepEqual(body.fixes, { temperature: 5.03 });
  assert.deepEqual(
    body.fields[0]!.before.map((each) => [each.at, each.value]),
    [
      [at(1), 2.0],
      [at(2), 2.02],
      [at(4), 2.01],
      [at(6), 2.03],
    ],
  );
  assert.deepEqual(
    body.fields[0]!.after.map((each) => each.value),
    [7.05, 7.03, 7.06, 7.04],
  );
  const fixes = body.fixes;
  await server.call(corrections.createShift, { pointId, startAt: at(7), fixes, stableTimes: 4, reason }, token);
  const { series: corrected } = (
    await server.call(readings.query, { pointIds: [pointId], from: at(0), to: at(12) }, token)
  ).body;
  assert.equal(corrected[0]!.values[11], 2.05);
  const again = (await estimate(7)).body;
  assert.deepEqual([again.fields[0]!.fix, again.fixes], [0, {}], 'what is corrected has no jump any more');
  const few = await estimate(1);
  assert.deepEqual([few.status, few.body.error, few.body.code], [409, 'momentAbnormal', 4223]);
  assert.equal((await estimate(7, { stableFrom: at(6) })).body.error, 'startAfterEnd');
  const stable = (await estimate(7, { stableFrom: at(9), stableTimes: 2 })).body.fields[0]!;
  assert.deepEqual(
    stable.after.map((each) => each.at),
    [at(9), at(10)],
  );
});

test('a new zero needs an initial value, and readings on both sides', async () => {
  const pointId = await makePoint(server, world, 'E-2');
  await seal(
    server,
    pointId,
    [0, 1, 2].map((i) => ({ at: startMs + i * hourMs, values: [i] })),
  );
  const estimateAt = (hours: number) => server.call(history.estimateInitshift, { pointId, startAt: at(hours) }, token);
  const refused = await estimateAt(1);
  assert.deepEqual([refused.status, refused.body.error], [409, 'noInitialValue']);
  await server.db
    .updateTable('point')
    .set({ initial_values: JSON.stringify({ temperature: 0.5 }) })
    .where('id', '=', pointId)
    .execute();
  assert.deepEqual((await estimateAt(1)).body.fields[0], {
    field: 'temperature',
    unit: '°C',
    initial: 0.5,
    beforeAt: at(0),
    cumulativeBefore: -0.5,
    valueAt: at(1),
    value: 1,
    newInitial: 1.5,
  });
  for (const hours of [0, 3]) assert.equal((await estimateAt(hours)).body.error, 'momentAbnormal');
});
