/** Temperature compensation: one number wherever a value is shown, judged, computed with or exported. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alerts } from '@plumbline/contract/alerts/alerts';
import { elementAt } from '@plumbline/contract/kernel/elements';
import { points } from '@plumbline/contract/points/points';
import { corrections } from '@plumbline/contract/readings/corrections';
import { history } from '@plumbline/contract/readings/history';
import { imports } from '@plumbline/contract/readings/imports';
import { readings } from '@plumbline/contract/readings/readings';
import vectors from '../../../../../science/test/vectors/temperature_compensation.json' with { type: 'json' };
import { openCorrections, reason } from '../../../../test/corrections.fixtures.ts';
import { settled } from '../../../../test/judging.fixtures.ts';
import { makeComposite, makePoint, seal } from '../../../../test/series.ts';

const { server, world, token } = await openCorrections();
const { in: given, out } = elementAt(vectors.cases, 0);
const crack = { family: 'crack', type: 2, mode: 0 } as const;
/** Half hours: the vector lies within a week. */
const stepMs = 1_800_000;
const startMs = Date.parse('2026-03-01T00:00:00Z');
const iso = (step: number) => new Date(startMs + step * stepMs).toISOString();
const n = given.T.length;
const span = { from: iso(0), to: iso(n + 10) };

const ok = async <T>(answer: Promise<{ status: number; body: T }>): Promise<T> => {
  const { status, body } = await answer;
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
async function crackMeter(name: string) {
  const pointId = await makePoint(server, world, name, crack);
  await seal(
    server,
    pointId,
    given.T.map((temp, i) => ({ at: startMs + i * stepMs, values: [elementAt(given.value, i), temp] })),
  );
  return pointId;
}
const tc = {
  field: 'opening',
  temperatureField: 'temp',
  coefficient: out.b_joint,
  reference: given.Tref,
  enabled: true,
};
const setTc = (pointId: number, more: object | null = {}) =>
  server.call(points.setTc, { pointId, tc: more && { ...tc, ...more }, reason }, token);
const curve = async (pointId: number, more: object = {}) =>
  elementAt(
    (await ok(server.call(readings.query, { pointIds: [pointId], fields: ['opening'], ...span, ...more }, token)))
      .series,
    0,
  );
const near = (a: number | null | undefined, b: number | undefined, within = 1e-8) =>
  assert.ok(typeof a === 'number' && b !== undefined && Math.abs(a - b) <= within, `${a}, not ${b}`);

test('curves, wide ones, tables and the newest value are those of the published vector; raw ones stay as stored', async () => {
  const pointId = await crackMeter('TC-1');
  await ok(setTc(pointId));
  const shown = await curve(pointId);
  assert.equal(shown.corrected, true);
  for (const [i, value] of shown.values.entries()) near(value, out.compensated_joint[i]);
  assert.deepEqual((await curve(pointId, { raw: true })).values, given.value);
  const wide = await curve(pointId, { width: 50 });
  const byTime = new Map(shown.times.map((at, i) => [at, shown.values[i]]));
  for (const [i, at] of wide.times.entries()) assert.equal(wide.values[i], byTime.get(at));
  near(Math.max(...(wide.values as number[])), Math.max(...out.compensated_joint));
  const table = await ok(server.call(readings.pagination, { pointId, ...span, order: 'newest', pageSize: 1 }, token));
  const row = elementAt(table.rows, 0);
  near(row.values[0], out.compensated_joint.at(-1));
  assert.deepEqual(row.stored, [given.value.at(-1), given.T.at(-1)]);
  const latest = async (raw = false) =>
    elementAt((await ok(server.call(readings.latest, { pointIds: [pointId], raw }, token))).latest, 0).values[0];
  near(await latest(), out.compensated_joint.at(-1));
  assert.equal(await latest(true), given.value.at(-1));
  await ok(setTc(pointId, { enabled: false }));
  assert.deepEqual((await curve(pointId)).values, given.value, 'switched off');
  assert.equal(await latest(), given.value.at(-1));
  const nothing = await setTc(pointId, { coefficient: 0 });
  assert.deepEqual(
    [nothing.status, (nothing.body as unknown as { detail: { path: string; message: string }[] }).detail[0]?.message],
    [400, 'coefficientZero'],
    'what is switched on compensates something',
  );
  await ok(setTc(pointId, { coefficient: 0, enabled: false }));
});

test('shift first, then temperature; a record without a temperature has no compensated value', async () => {
  const pointId = await makePoint(server, world, 'TC-2', crack);
  const enter = (hour: number, values: object) =>
    ok(server.call(imports.enter, { pointId, at: iso(hour), values, reason } as never, token));
  await enter(0, { opening: 5, temp: 30 });
  await enter(1, { opening: 6 });
  await ok(setTc(pointId, { coefficient: 0.1, reference: 20 }));
  assert.deepEqual((await curve(pointId)).values, [4, null]);
  const shift = { pointId, startAt: iso(0), endAt: null, fixes: { opening: 1, temp: 5 }, reason };
  await ok(server.call(corrections.createShift, shift, token));
  assert.deepEqual((await curve(pointId)).values, [3.5, null], '5 - 1 - 0.1 (25 - 20)');
  const { trace } = await ok(server.call(history.trace, { pointId, field: 'opening', at: iso(0) }, token));
  assert.deepEqual(
    trace.steps.flatMap((step) =>
      step.kind === 'shift' || step.kind === 'temperature' ? [[step.kind, step.before, step.after]] : [],
    ),
    [
      ['shift', 5, 4],
      ['temperature', 4, 3.5],
    ],
  );
  assert.deepEqual(
    trace.steps.find(({ kind }) => kind === 'shown'),
    { kind: 'shown', value: 3.5 },
  );
});

test('it is an act of the change log: composites, alerts and levels follow it, and its undo takes all back', async () => {
  const pointId = await makePoint(server, world, 'TC-3', crack);
  const sumId = await makeComposite(server, world, 'SUM-3', [['a', pointId]], 'a * 2');
  await server.db
    .updateTable('point')
    .set({ slaves: JSON.stringify([{ pointId, variable: 'a', field: 'opening' }]) })
    .where('id', '=', sumId)
    .execute();
  await server.db
    .insertInto('threshold')
    .values({
      point_id: pointId,
      field: 'opening',
      kind: 'value',
      method: 'upper',
      levels: [4.5, null, null, null],
      rate_levels: null,
    })
    .execute();
  const enter = (hour: number, opening: number, temp: number) =>
    ok(server.call(imports.enter, { pointId, at: iso(hour), values: { opening, temp }, reason }, token));
  await enter(0, 5, 30);
  await settled(server);
  const sum = async () =>
    elementAt(
      (await ok(server.call(readings.query, { pointIds: [sumId], fields: ['temperature'], ...span }, token))).series,
      0,
    ).values;
  const state = async () => {
    const { measuringPoint } = await ok(server.call(points.get, { pointId }, token));
    return [measuringPoint.latest?.values[0], measuringPoint.status.level];
  };
  const revised = async () =>
    (await ok(server.call(alerts.ofProject, { projectId: world.projectId }, token))).alerts
      .filter((each) => each.pointId === pointId)
      .map((each) => each.revised);
  assert.deepEqual([await state(), await sum(), await revised()], [[5, 1], [10], ['upheld']]);
  await ok(setTc(pointId, { coefficient: 0.1, reference: 20 }));
  assert.equal((await state())[0], 4, 'before anything else has happened');
  await settled(server);
  assert.deepEqual([await state(), await sum(), await revised()], [[4, 0], [8], ['noLonger']]);
  const log = await ok(server.call(history.changes, { pointId }, token));
  const act = log.changes.find(({ kind, detail }) => kind === 'recompute' && JSON.stringify(detail).includes('"tc"'));
  assert.equal(act?.reason, reason);
  await ok(server.call(history.undo, { pointId, changeId: act?.id as number }, token));
  await settled(server);
  assert.deepEqual([await state(), await sum(), await revised()], [[5, 1], [10], ['upheld']]);
  assert.equal((await ok(server.call(points.tc, { pointId }, token))).tc, null);
  await ok(setTc(pointId, { coefficient: 0.1, reference: 20 }));
  await enter(1, 5.2, 20);
  assert.deepEqual(await state(), [5.2, 1], 'judged compensated as it comes');
});

test('quality tests look at what was measured, judging at what is shown', async () => {
  const pointId = await makePoint(server, world, 'TC-4', crack);
  await ok(setTc(pointId, { coefficient: 1, reference: 0 }));
  const quality = { fields: { opening: { range: { failMax: 10 } } }, gap: null, clock: null };
  await ok(server.call(points.setProcessing, { pointId, quality }, token));
  const enter = (hour: number, opening: number, temp: number) =>
    ok(server.call(imports.enter, { pointId, at: iso(hour), values: { opening, temp }, reason }, token));
  await enter(0, 9, -5);
  await enter(1, 11, 5);
  const { rows } = await ok(
    server.call(readings.pagination, { pointId, ...span, order: 'oldest', pageSize: 9 }, token),
  );
  assert.deepEqual(
    rows.map(({ values, flags }) => [values[0], flags?.[0]?.quality ?? 'pass']),
    [
      [14, 'pass'],
      [6, 'fail'],
    ],
  );
});

test('the coefficient is estimated beside a trend, and a weak one is said to be weak', async () => {
  const pointId = await crackMeter('TC-5');
  const estimate = (more: object = {}) =>
    server.call(history.estimateTc, { pointId, field: 'opening', temperatureField: 'temp', ...span, ...more }, token);
  const found = await ok(estimate());
  near(found.coefficient, out.b_joint, 1e-6);
  assert.deepEqual([found.reference, found.count, found.isWeak], [given.T[0], n, false]);
  assert.ok((found.deviationAfter ?? 1) < (found.deviationBefore ?? 0) / 2);
  assert.equal((await setTc(pointId)).status, 200);
  near((await ok(estimate())).coefficient, found.coefficient ?? 0, 1e-9);
  assert.equal((await estimate({ temperatureField: 'opening' })).body.error, 'badInput');
  const flat = await makePoint(server, world, 'TC-6', crack);
  await seal(
    server,
    flat,
    given.T.map((temp, i) => ({ at: startMs + i * stepMs, values: [(i * 7919) % 101, temp] })),
  );
  assert.equal((await ok(estimate({ pointId: flat }))).isWeak, true);
});
