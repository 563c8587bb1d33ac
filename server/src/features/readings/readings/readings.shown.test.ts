import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs, minuteMs } from '@plumbline/contract/kernel/durations';
import type { InputOf } from '@plumbline/contract/kernel/route';
import { corrections } from '@plumbline/contract/readings/corrections';
import { readings } from '@plumbline/contract/readings/readings';
import { makePoint, seal } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, world] = await openWorlds(['Shown']);
const token = world.admin.token;
const startMs = Date.parse('2026-01-01T00:00:00Z');
const iso = (ms: number) => new Date(ms).toISOString();
const reason = 'Knocked';
const failed = 4 + 16 * 1;
const suspect = 3 + 16 * 2;

/** Thirty days of minutes: a wave with noise; every 10,007th value far too large and failed, every 5,003rd suspect. */
const n = 30 * 1440;
const values = Array.from({ length: n }, (_, i) =>
  i % 10_007 === 5_000 ? 5_000 : Number((Math.sin(i / 700) * 10 + ((i * 7919) % 101) / 100).toFixed(3)),
);
const flagOf = (i: number) => (i % 10_007 === 5_000 ? failed : i % 5_003 === 77 ? suspect : null);
const marks = [...values.keys()].filter((i) => flagOf(i) !== null);

async function month(name: string, flagged: boolean, more: object = {}) {
  const pointId = await makePoint(server, world, name, { interval_seconds: 60, ...more });
  await seal(
    server,
    pointId,
    values.map((value, i) => {
      const flag = flagged ? flagOf(i) : null;
      return { at: startMs + i * minuteMs, values: [value], flags: flag === null ? null : [flag] };
    }),
  );
  return pointId;
}
type Query = InputOf<typeof readings.query.input>;
async function wide(pointId: number, more: Partial<Query> = {}) {
  const input = { pointIds: [pointId], from: iso(startMs), to: iso(startMs + n * minuteMs), width: 300, ...more };
  return (await server.call(readings.query, input, token)).body.series[0]!;
}
const numbers = (list: readonly (number | null)[]) => list.filter((value): value is number => value !== null);
const close = (a: number, b: number) => assert.ok(Math.abs(a - b) < 1e-9, `${a}, not ${b}`);

/** Of every column of the width: the least and the most of what should be shown is among what is drawn. */
function holdsEveryExtreme(
  series: { times: number[]; values: (number | null)[] },
  shown: (i: number) => number | null,
) {
  const drawn = new Map(series.times.map((at, i) => [at, series.values[i]]));
  for (const [i, at] of series.times.entries()) {
    const expected = shown((at - startMs) / minuteMs);
    if (series.values[i] === null) assert.equal(expected, null);
    else close(series.values[i]!, expected!);
  }
  // A column may reach over its pixel by a block of 64 records: what is least and most in a stretch is drawn in it, or
  // covered by something farther out within a column and a block of it.
  const [step, near] = [500, n / 300 + 64];
  for (let from = 0; from < n; from += step) {
    const inside = Array.from({ length: Math.min(step, n - from) }, (_, k) => shown(from + k));
    const expected = Array.from({ length: step + 2 * near }, (_, k) =>
      drawn.get(startMs + (from - near + k) * minuteMs),
    );
    const around = numbers(expected.map((value) => value ?? null));
    assert.ok(Math.max(...around) >= Math.max(...numbers(inside)) - 1e-9, `most from ${from}`);
    assert.ok(Math.min(...around) <= Math.min(...numbers(inside)) + 1e-9, `least from ${from}`);
  }
  const all = numbers(values.map((_, i) => shown(i)));
  close(Math.max(...numbers(series.values)), Math.max(...all));
  close(Math.min(...numbers(series.values)), Math.min(...all));
}

test('a wide view without corrections and flags draws every extreme', async () => {
  const pointId = await month('W-1', false);
  const series = await wide(pointId);
  assert.deepEqual([series.total, series.thinned, series.corrected, series.flaggedTotal], [n, true, false, 0]);
  assert.ok(series.times.length < 300 * 6, `${series.times.length} points`);
  holdsEveryExtreme(series, (i) => values[i]!);
});

test('a wide view through corrections: each stretch with its own fix, an edge inside a block too', async () => {
  const pointId = await month('W-2', false);
  const edges = [3_333 * minuteMs, 17_171 * minuteMs, 30_001 * minuteMs].map((ms) => startMs + ms);
  const shift = (from: number, to: number | null, fix: number) =>
    server.call(
      corrections.createShift,
      { pointId, startAt: iso(from), endAt: to === null ? null : iso(to), fixes: { temperature: fix }, reason },
      token,
    );
  await shift(edges[0]!, edges[1]!, 100);
  await shift(edges[2]!, null, -50);
  const fixAt = (i: number) => {
    const at = startMs + i * minuteMs;
    return at >= edges[2]! ? -50 : at >= edges[0]! && at < edges[1]! ? 100 : 0;
  };
  const series = await wide(pointId);
  assert.deepEqual([series.total, series.corrected], [n, true]);
  holdsEveryExtreme(series, (i) => values[i]! - fixAt(i));
  const raw = await wide(pointId, { raw: true });
  assert.equal(raw.corrected, false);
  holdsEveryExtreme(raw, (i) => values[i]!);
});

test('failed values neither hide an extreme nor are drawn; they are listed with the suspect ones', async () => {
  const pointId = await month('W-3', true);
  const series = await wide(pointId);
  holdsEveryExtreme(series, (i) => (flagOf(i) === failed ? null : values[i]!));
  assert.ok(Math.max(...numbers(series.values)) < 100);
  assert.equal(series.flaggedTotal, marks.length);
  assert.deepEqual(
    series.flagged.map((each) => (each.at - startMs) / minuteMs),
    marks,
  );
  assert.deepEqual(series.flagged.map((each) => [each.value, each.quality, each.tests]).slice(0, 2), [
    [values[77], 'suspect', ['spike']],
    [5_000, 'fail', ['range']],
  ]);
  const all = await wide(pointId, { quality: 'all' });
  holdsEveryExtreme(all, (i) => values[i]!);
  assert.equal(Math.max(...numbers(all.values)), 5_000);
});

test('a cumulative view counts from the initial value in force, new zeros and shifts included', async () => {
  const pointId = await month('W-4', true, { initial_values: JSON.stringify({ temperature: 2 }) });
  const zeroAt = startMs + 20_000 * minuteMs;
  const jumpAt = startMs + 10_000 * minuteMs;
  await server.call(
    corrections.createInitshift,
    { pointId, startAt: iso(zeroAt), initials: { temperature: -3 }, reason },
    token,
  );
  await server.call(
    corrections.createShift,
    { pointId, startAt: iso(jumpAt), fixes: { temperature: 7 }, reason },
    token,
  );
  const expected = (i: number) => {
    if (flagOf(i) === failed) return null;
    const at = startMs + i * minuteMs;
    return values[i]! - (at >= jumpAt ? 7 : 0) - (at >= zeroAt ? -3 : 2);
  };
  holdsEveryExtreme(await wide(pointId, { quantity: 'cumulative' }), expected);
  const none = await month('W-5', false);
  assert.ok((await wide(none, { quantity: 'cumulative' })).values.every((value) => value === null));
});

test('a rate leaves out what failed', async () => {
  const pointId = await makePoint(server, world, 'R-1', { interval_seconds: 3600 });
  await seal(
    server,
    pointId,
    Array.from({ length: 72 }, (_, i) => ({
      at: startMs + i * hourMs,
      values: [i === 30 ? 900 : i],
      flags: i === 30 ? [failed] : null,
    })),
  );
  const span = { pointIds: [pointId], from: iso(startMs), to: iso(startMs + 72 * hourMs), quantity: 'rate' as const };
  const { values: rates } = (await server.call(readings.query, span, token)).body.series[0]!;
  assert.equal(rates[30], null);
  assert.deepEqual(new Set(rates.slice(24).filter((rate) => rate !== null)), new Set([24]));
  const { values: all } = (await server.call(readings.query, { ...span, quality: 'all' }, token)).body.series[0]!;
  assert.equal(all[30], 894);
});

test('the latest value and pages are corrected, with the stored value beside them', async () => {
  const pointId = await makePoint(server, world, 'L-1');
  await seal(server, pointId, [
    { at: startMs, values: [20], flags: [suspect] },
    { at: startMs + hourMs, values: [25] },
  ]);
  await server.call(
    corrections.createShift,
    { pointId, startAt: iso(startMs + hourMs), fixes: { temperature: 5.03 }, reason },
    token,
  );
  const latest = async (raw: boolean) =>
    (await server.call(readings.latest, { pointIds: [pointId], raw }, token)).body.latest[0]!.values;
  assert.deepEqual([await latest(false), await latest(true)], [[19.97], [25]]);
  const page = { pointId, from: iso(startMs), to: iso(startMs + 2 * hourMs), order: 'oldest' as const };
  const { rows } = (await server.call(readings.pagination, page, token)).body;
  assert.deepEqual(
    rows.map((row) => [row.values, row.stored, row.flags]),
    [
      [[20], null, [{ quality: 'suspect', tests: ['spike'] }]],
      [[19.97], [25], null],
    ],
  );
  const raw = (await server.call(readings.pagination, { ...page, raw: true }, token)).body.rows;
  assert.deepEqual([raw[1]!.values, raw[1]!.stored], [[25], null]);
});

test('fields: those of other families are left out, one that no point has is refused', async () => {
  const adm = await makePoint(server, world, 'ADM-1', { family: 'deepDisplacement', mode: 5, node_count: 1 });
  const span = { from: iso(startMs), to: iso(startMs + hourMs) };
  const query = (fields: string[]) =>
    server.call(readings.query, { pointIds: [adm, world.pointId], fields, ...span }, token);
  assert.deepEqual(
    (await query(['temperature', 'x1'])).body.series.map((each) => [each.pointId, each.field]),
    [
      [adm, 'x1'],
      [world.pointId, 'temperature'],
    ],
  );
  const unknown = await query(['temperature', 'x2', 'nonsense']);
  assert.deepEqual(
    [unknown.status, unknown.body.detail],
    [400, ['x2', 'nonsense'].map((field) => ({ path: 'fields', message: 'fieldUnknown', field }))],
  );
});

test('an answer that would hold too many values says how many days fit', async () => {
  const pointId = await makePoint(server, world, 'T-9', { family: 'tilt', interval_seconds: 1 });
  const count = 520_000;
  await seal(
    server,
    pointId,
    Array.from({ length: count }, (_, i) => ({ at: startMs + i * 1000, values: [i % 10, 0, 1, 20], raw: null })),
  );
  const span = { pointIds: [pointId], from: iso(startMs), to: iso(startMs + count * 1000) };
  const fields = ['x', 'y', 'resultant', 'temp'];
  const { status, body } = await server.call(readings.query, { ...span, fields }, token);
  assert.deepEqual([status, body.error, body.detail], [400, 'spanExceeded', { days: 5.7, values: 2_000_000 }]);
  const two = await server.call(readings.query, { ...span, fields: ['x', 'temp'] }, token);
  assert.equal(two.body.series[0]!.total, count);
});
