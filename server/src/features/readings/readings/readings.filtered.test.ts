/** Filtered values: one number for chart, table, stream and file, whatever span it is asked in. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs, minuteMs } from '@plumbline/contract/kernel/durations';
import { elementAt } from '@plumbline/contract/kernel/elements';
import type { InputOf, Route } from '@plumbline/contract/kernel/route';
import { corrections } from '@plumbline/contract/readings/corrections';
import { readings } from '@plumbline/contract/readings/readings';
import type { DisplayFilter } from '@plumbline/contract/readings/readings.filters';
import { exports } from '@plumbline/contract/reports/exports';
import { makePoint, type Reading, seal } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, world] = await openWorlds(['Filtered']);
const token = world.admin.token;
const startMs = Date.parse('2026-03-01T00:00:00Z');
const iso = (ms: number) => new Date(ms).toISOString();
const failed = 4 + 16 * 2;

/** Numbers between 0 and 1, the same at every run. */
function chances(seed: number) {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** 3,000 readings of ten minutes with gaps, spikes, failed values and times without a value. */
function uneven(): Reading[] {
  const next = chances(77);
  let at = startMs;
  return Array.from({ length: 3_000 }, (_, i) => {
    at += 10 * minuteMs * (next() < 0.01 ? 1 + Math.floor(40 * next()) : 1);
    const plain = Number((Math.sin(i / 90) * 5 + next()).toFixed(3));
    const isFailed = next() < 0.02;
    const value = next() < 0.02 ? null : isFailed ? 9_999 : next() < 0.02 ? plain + 40 : plain;
    return { at, values: [value], flags: isFailed && value !== null ? [failed] : null };
  });
}
const measured = uneven();
const endMs = elementAt(measured, -1).at;

/** Older readings lie sealed, the newest as rows, some of them between sealed ones. */
async function makeSeries(name: string): Promise<number> {
  const pointId = await makePoint(server, world, name, { interval_seconds: 600, initial_values: '{"temperature":1}' });
  const isHot = (i: number) => i >= 2_500 || i % 211 === 0;
  await seal(
    server,
    pointId,
    measured.filter((_, i) => !isHot(i)),
  );
  await server.db
    .insertInto('reading')
    .values(
      measured
        .filter((_, i) => isHot(i))
        .map(({ at, values, flags }) => ({
          point_id: pointId,
          at: new Date(at),
          received_at: new Date(at),
          values: [...values],
          flags: flags ? [...flags] : null,
          raw: '{}',
        })),
    )
    .execute();
  return pointId;
}
const pointId = await makeSeries('FILTERED-1');

const filters: readonly DisplayFilter[] = [
  { method: 'average', window: 6, unit: 'hours', threshold: 3 },
  { method: 'average', window: 101, unit: 'readings', threshold: 3 },
  { method: 'median', window: 24, unit: 'hours', threshold: 3 },
  { method: 'hampel', window: 13, unit: 'readings', threshold: 3 },
  { method: 'sigma', window: 12, unit: 'hours', threshold: 3 },
  { method: 'sigma', window: 25, unit: 'readings', threshold: 2.5 },
];
type Query = Partial<InputOf<typeof readings.query.input>>;
const curve = async (more: Query) => {
  const { body } = await server.call(
    readings.query,
    { pointIds: [pointId], from: iso(startMs), to: iso(endMs), ...more },
    token,
  );
  assert.ok('series' in body, JSON.stringify(body));
  return elementAt(body.series, 0);
};
const rows = async (from: number, to: number, more: object = {}) =>
  (await server.call(readings.rows, { pointId, from: iso(from), to: iso(to), ...more }, token)).body;
async function textOf(route: Route, path: string, input: object): Promise<string> {
  const answer = await fetch(`${server.url}/api${path}`, {
    method: route.method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  });
  const text = await answer.text();
  assert.equal(answer.status, 200, text);
  return text;
}
const exported = async (input: object) =>
  (
    await textOf(exports.download, `/projects/${world.projectId}/exports/download`, {
      pointIds: [pointId],
      format: 'csv',
      ...input,
    })
  )
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));

test('a filtered value does not depend on the span that it is asked in, nor on the quality', async () => {
  const next = chances(5);
  for (const filter of filters)
    for (const quantity of ['value', 'cumulative', 'rate'] as const) {
      const whole = await rows(startMs, endMs, { filter, quantity });
      const of = new Map(whole.times.map((at, i) => [at, whole.filtered?.columns[0]?.values[i]]));
      const refused = new Set(whole.filtered?.columns[0]?.refused.map((row) => whole.times[row]));
      assert.equal(refused.size > 0, filter.method === 'hampel' || filter.method === 'sigma');
      for (let k = 0; k < 6; k++) {
        const from = startMs + Math.floor(next() * (endMs - startMs));
        const to = Math.min(endMs, from + Math.floor(next() ** 3 * 10 * 24 * hourMs) + 1);
        const part = await rows(from, to, { filter, quantity, quality: k % 2 === 0 ? 'all' : 'good' });
        const words = `${filter.method} ${filter.window} ${filter.unit}, ${quantity}, ${iso(from)} to ${iso(to)}`;
        assert.deepEqual(
          part.filtered?.columns[0]?.values,
          part.times.map((at) => of.get(at)),
          words,
        );
        assert.deepEqual(
          part.filtered?.columns[0]?.refused.map((row) => part.times[row]),
          part.times.filter((at) => refused.has(at)),
          words,
        );
      }
    }
});

test('chart, table, stream and file give the same; what was measured stays beside it', async () => {
  const week = { from: iso(startMs + 48 * hourMs), to: iso(startMs + 9 * 24 * hourMs) };
  for (const filter of filters) {
    const table = await rows(Date.parse(week.from), Date.parse(week.to), { filter, quality: 'good' });
    const plain = await rows(Date.parse(week.from), Date.parse(week.to), { quality: 'good' });
    assert.deepEqual([table.times, table.columns], [plain.times, plain.columns], 'measured values are as without it');
    assert.equal(plain.filtered, null);
    const filtered = table.filtered?.columns[0];
    assert.ok(filtered);
    const drawn = await curve({ ...week, filter });
    assert.deepEqual(drawn.values, plain.columns[0]);
    assert.deepEqual([drawn.filtered?.times, drawn.filtered?.values], [table.times, filtered.values]);
    const refused = filtered.refused.map((row) => ({ at: table.times[row], value: table.columns[0]?.[row] }));
    assert.deepEqual([drawn.filtered?.refused, drawn.filtered?.refusedTotal], [refused, refused.length]);

    const stream = await textOf(readings.download, readings.download.path, { pointIds: [pointId], ...week, filter });
    const lines = stream
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => JSON.parse(line) as { values: unknown[]; filtered: unknown[] });
    assert.deepEqual(
      lines.map((line) => line.filtered[0]),
      filtered.values,
    );
    const [heading, ...file] = await exported({ ...week, filter, flags: true });
    const name = `temperature filtered ${filter.method}-`;
    assert.ok(heading?.[5]?.startsWith(name) && heading[5].endsWith('(°C)'), heading?.join());
    const near = (text: string | undefined, value: number | null | undefined) =>
      assert.equal(text, value === null || value === undefined ? '' : String(Number(value.toPrecision(12))));
    for (const [i, cells] of file.entries()) {
      near(cells[3], plain.columns[0]?.[i]);
      near(cells[5], filtered.values[i]);
    }
    const marked = file.flatMap((cells, i) => (cells[6] === 'refused' ? [i] : []));
    assert.deepEqual(marked, filtered.refused);
  }
});

test('a wide chart draws values of the table, with their extremes; refused values are all named', async () => {
  for (const filter of filters) {
    const table = await rows(startMs, endMs, { filter, quality: 'good' });
    const known = new Map(table.times.map((at, i) => [at, table.filtered?.columns[0]?.values[i]]));
    const { filtered, thinned } = await curve({ filter, width: 100 });
    assert.ok(filtered && thinned && filtered.times.length < table.times.length / 2);
    for (const [i, at] of filtered.times.entries()) assert.equal(filtered.values[i], known.get(at));
    const numbers = (list: readonly (number | null | undefined)[]) => list.filter((each) => typeof each === 'number');
    assert.equal(Math.max(...numbers(filtered.values)), Math.max(...numbers([...known.values()])));
    assert.equal(filtered.refusedTotal, table.filtered?.columns[0]?.refused.length);
    assert.equal(filtered.refused.length, filtered.refusedTotal);
    const [, ...file] = await exported({ from: iso(startMs), to: iso(endMs), filter, width: 100, layout: 'columns' });
    const drawn = file.filter((cells) => cells[2] !== '').length;
    assert.equal(
      drawn,
      filtered.values.filter((value) => value !== null).length,
      'the file holds what the chart draws',
    );
  }
});

test('a filter looks at corrected values, and never at failed ones', async () => {
  const own = await makePoint(server, world, 'FILTERED-2', { interval_seconds: 3600 });
  const of = async (more: object) =>
    (
      await server.call(
        readings.rows,
        {
          pointId: own,
          from: iso(startMs),
          to: iso(startMs + 10 * hourMs),
          filter: { method: 'average', window: 3, unit: 'readings' },
          ...more,
        },
        token,
      )
    ).body.filtered;
  await seal(
    server,
    own,
    [1, 2, 600, 4, 5].map((value, i) => ({
      at: startMs + i * hourMs,
      values: [value],
      flags: value === 600 ? [failed] : null,
    })),
  );
  const expected = { filter: 'average-3r', columns: [{ values: [1.5, 1.5, null, 4.5, 4.5], refused: [] }] };
  assert.deepEqual(await of({ quality: 'all' }), expected);
  assert.deepEqual(await of({ quality: 'good' }), expected);
  const fix = { pointId: own, startAt: iso(startMs), fixes: { temperature: 1 }, reason: 'Moved' };
  await server.call(corrections.createShift, fix, token);
  assert.deepEqual((await of({}))?.columns[0]?.values, [0.5, 0.5, null, 3.5, 3.5]);
  assert.deepEqual(await of({ raw: true }), expected);
});

test('what is no filter is refused with its field; what is too much says how much would do', async () => {
  const refusal = async (filter: object, more: object = {}) => {
    const answer = await server.call(
      readings.query,
      { pointIds: [pointId], from: iso(startMs), to: iso(endMs), filter: filter as DisplayFilter, ...more },
      token,
    );
    const { error, detail } = answer.body as unknown as { error: string; detail: { path: string; message: string }[] };
    return [error, detail?.[0]?.path, detail?.[0]?.message];
  };
  const hours = { method: 'median', unit: 'hours' };
  const count = { method: 'hampel', unit: 'readings' };
  for (const window of [0, -1, Number.NaN, '24'])
    assert.deepEqual((await refusal({ ...hours, window })).slice(0, 2), ['badInput', 'filter.window']);
  assert.deepEqual(await refusal({ ...hours, window: 745 }), ['badInput', 'filter.window', 'filterHours']);
  for (const window of [1, 8, 2.5, 1001])
    assert.deepEqual(await refusal({ ...count, window }), ['badInput', 'filter.window', 'filterReadings']);
  assert.deepEqual(await refusal({ method: 'sigma', unit: 'readings', window: 9 }), [
    'badInput',
    'filter.window',
    'filterRefusesNone',
  ]);
  assert.deepEqual((await refusal({ ...count, window: 7, threshold: 0 })).slice(0, 2), [
    'badInput',
    'filter.threshold',
  ]);
  assert.deepEqual((await refusal({ ...hours, window: 24, method: 'mean' })).slice(0, 2), [
    'badInput',
    'filter.method',
  ]);

  const dense = await makePoint(server, world, 'FILTERED-3', { interval_seconds: 1 });
  await seal(
    server,
    dense,
    Array.from({ length: 21_000 }, (_, i) => ({ at: startMs + i * 1000, values: [i % 7], raw: null })),
  );
  const filter: DisplayFilter = { method: 'median', unit: 'hours', window: 24, threshold: 3 };
  const tooMuch = await server.call(
    readings.query,
    { pointIds: [dense], from: iso(startMs), to: iso(startMs + 24 * hourMs), filter, width: 500 },
    token,
  );
  assert.deepEqual(
    [tooMuch.body.error, (tooMuch.body as unknown as { detail: unknown }).detail],
    ['filterWindowExceeded', { readings: 20_000 }],
  );
  const [file] = await Promise.all([
    fetch(`${server.url}/api/projects/${world.projectId}/exports/download`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        pointIds: [pointId],
        format: 'ags4',
        from: iso(startMs),
        to: iso(endMs),
        filter: { method: 'median', window: 24, unit: 'hours' },
      }),
    }),
  ]);
  const { error, detail } = (await file.json()) as { error: string; detail: { message: string }[] };
  assert.deepEqual([error, detail[0]?.message], ['badInput', 'notTogether']);
});
