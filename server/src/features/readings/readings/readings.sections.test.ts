import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs } from '@plumbline/contract/kernel/durations';
import { corrections } from '@plumbline/contract/readings/corrections';
import { readings } from '@plumbline/contract/readings/readings';
import { makePoint, seal } from '../../../../test/series.ts';
import { openWorlds, setTimeZone } from '../../../../test/worlds.ts';

const [server, world] = await openWorlds(['Sections']);
await setTimeZone(server, world.projectId, 'Europe/Berlin');
const token = world.admin.token;
const startMs = Date.parse('2026-03-01T00:00:00Z');
const iso = (ms: number) => new Date(ms).toISOString();

const section = (pointIds: number[], times: number[], more: object = {}) =>
  server.call(readings.section, { pointIds, times: times.map(iso), ...more }, token);
const buckets = (pointId: number, more: object) =>
  server.call(readings.buckets, { pointIds: [pointId], ...more } as never, token);

test('a section takes the nearest reading within half an interval, of each point by its own rhythm', async () => {
  const hourly = await makePoint(server, world, 'H-1', { interval_seconds: 3600 });
  const minutely = await makePoint(server, world, 'M-1', { interval_seconds: 60 });
  await seal(
    server,
    hourly,
    [0, 1, 2].map((i) => ({ at: startMs + i * hourMs, values: [i] })),
  );
  await seal(
    server,
    minutely,
    [0, 20, 61].map((i) => ({ at: startMs + i * 60_000, values: [i] })),
  );
  const { body } = await section([minutely, hourly], [startMs + 61 * 60_000, startMs + 20 * 60_000]);
  assert.deepEqual(
    body.sections.map((each) => [each.at, each.points.map((point) => [point.pointId, point.at, point.values])]),
    [
      [
        iso(startMs + 20 * 60_000),
        [
          [minutely, iso(startMs + 20 * 60_000), [20]],
          [hourly, iso(startMs), [0]],
        ],
      ],
      [
        iso(startMs + 61 * 60_000),
        [
          [minutely, iso(startMs + 61 * 60_000), [61]],
          [hourly, iso(startMs + hourMs), [1]],
        ],
      ],
    ],
    'unsorted times are answered in order of time',
  );
  const far = (await section([minutely, hourly], [startMs + 40 * 60_000])).body.sections[0]!;
  assert.deepEqual(
    far.points.map((point) => [point.at, point.values]),
    [
      [null, [null]],
      [iso(startMs + hourMs), [1]],
    ],
  );
  const wide = (await section([minutely], [startMs + 40 * 60_000], { toleranceSeconds: 1200 })).body.sections[0]!;
  assert.deepEqual(wide.points[0]!.values, [20], 'of two equally near, the earlier');
});

test('a section of a profile gives its nodes, corrected, with their flags', async () => {
  const pointId = await makePoint(server, world, 'ADM-1', { family: 'deepDisplacement', mode: 5, node_count: 2 });
  await seal(server, pointId, [{ at: startMs, values: [4, 1, 4, 1, 2, 1], flags: [1, 1, 1, 1, 4 + 16 * 2, 1] }]);
  const { body } = await section([pointId], [startMs]);
  assert.deepEqual(
    body.points[0]!.fields.map((field) => field.key),
    ['maxX', 'maxY', 'x1', 'y1', 'x2', 'y2'],
  );
  const [shown] = body.sections[0]!.points;
  assert.deepEqual(shown!.values, [4, 1, 4, 1, null, 1]);
  assert.deepEqual(shown!.flags![4], { quality: 'fail', tests: ['spike'] });
  const fix = { pointId, startAt: iso(startMs), fixes: { x: 10 }, reason: 'Surveyed' };
  await server.call(corrections.createTopshift, fix, token);
  const all = await section([pointId], [startMs], { quality: 'all', fields: ['x1', 'x2'] });
  assert.deepEqual(all.body.sections[0]!.points[0]!.values, [14, 12]);
  const raw = await section([pointId], [startMs], { quality: 'all', fields: ['x1', 'x2'], raw: true });
  assert.deepEqual(raw.body.sections[0]!.points[0]!.values, [4, 2]);
  const unknown = await section([pointId], [startMs], { fields: ['x9'] });
  assert.deepEqual(unknown.body.detail, [{ path: 'fields', message: 'fieldUnknown', field: 'x9' }]);
});

test("days are the project's own: 23 hours in spring, 25 in autumn", async () => {
  const pointId = await makePoint(server, world, 'B-1');
  // Berlin: clocks go forward on 2026-03-29 and back on 2026-10-25.
  for (const [day, hours] of [
    ['2026-03-29', 23],
    ['2026-10-25', 25],
  ] as const) {
    const from = Date.parse(`${day}T00:00:00Z`) - 48 * hourMs;
    await seal(
      server,
      pointId,
      Array.from({ length: 120 }, (_, i) => ({ at: from + i * hourMs, values: [1] })),
    );
    const { body } = await buckets(pointId, { from: iso(from), to: iso(from + 120 * hourMs), unit: 'day' });
    const series = body.series[0]!;
    assert.equal(series.timeZone, 'Europe/Berlin');
    const bucket = series.buckets.find(
      (each) =>
        Date.parse(each.start) <= Date.parse(`${day}T10:00Z`) && Date.parse(each.end) > Date.parse(`${day}T10:00Z`),
    )!;
    assert.equal((Date.parse(bucket.end) - Date.parse(bucket.start)) / hourMs, hours);
    assert.deepEqual([bucket.n, bucket.sum], [hours, hours]);
    assert.equal(series.buckets.filter((each) => each.n === 24).length >= 2, true);
    const total = series.buckets.reduce((sum, each) => sum + each.n, 0);
    assert.equal(total, 120, 'every reading is in exactly one bucket');
  }
});

test('totals of a bucket; hydrological days; a month of minutes read in chunks is one bucket', async () => {
  const pointId = await makePoint(server, world, 'B-2', { interval_seconds: 60 });
  const from = Date.parse('2026-01-31T23:00:00Z');
  const n = 28 * 1440;
  await seal(
    server,
    pointId,
    Array.from({ length: n }, (_, i) => ({ at: from + i * 60_000, values: [i] })),
  );
  const span = { from: iso(from), to: iso(from + n * 60_000) };
  const { body } = await buckets(pointId, { ...span, unit: 'month' });
  assert.deepEqual(body.series[0]!.buckets, [
    {
      start: iso(from),
      end: iso(from + n * 60_000),
      n,
      sum: (n * (n - 1)) / 2,
      mean: (n - 1) / 2,
      min: 0,
      max: n - 1,
      first: 0,
      last: n - 1,
    },
  ]);
  const hydrological = await buckets(pointId, { ...span, unit: 'day', dayStartHour: 8 });
  assert.equal(hydrological.body.series[0]!.buckets[1]!.start, '2026-02-01T07:00:00.000Z');
  const closed = await buckets(pointId, { ...span, from: iso(from - 1), unit: 'day', closed: 'end' });
  assert.equal(closed.body.series[0]!.buckets[0]!.n, 1, 'the value at midnight stands for the day before');
});

test('spans of buckets, and more of them than an answer holds, are refused', async () => {
  const pointId = await makePoint(server, world, 'B-3');
  const year = { from: '2025-01-01T00:00:00Z', to: '2026-01-01T00:00:00Z' };
  const hours = await buckets(pointId, { ...year, unit: 'hour' });
  assert.deepEqual([hours.body.error, hours.body.detail], ['spanExceeded', { days: 30 }]);
  assert.equal((await buckets(pointId, { ...year, unit: 'day' })).status, 200);
  const decade = { from: '2016-06-01T00:00:00Z', to: '2026-01-01T00:00:00Z' };
  assert.equal((await buckets(pointId, { ...decade, unit: 'week' })).body.error, 'spanExceeded');
  assert.equal((await buckets(pointId, { ...decade, unit: 'year' })).status, 200);
  assert.equal((await buckets(pointId, { from: year.to, to: year.from, unit: 'day' })).body.error, 'startAfterEnd');
  assert.equal((await buckets(pointId, { ...year, unit: 'day', fields: ['pressure'] })).body.error, 'badInput');
});

test('the download streams every reading, corrected, with what was found in it', async () => {
  const pointId = await makePoint(server, world, 'L-1', { interval_seconds: 60 });
  const n = 40_000;
  await seal(
    server,
    pointId,
    Array.from({ length: n }, (_, i) => ({
      at: startMs + i * 60_000,
      values: [i],
      flags: i === 7 ? [4 + 16 * 64] : null,
    })),
  );
  const fix = { pointId, startAt: iso(startMs + 10 * 60_000), fixes: { temperature: 1000 }, reason: 'Moved' };
  await server.call(corrections.createShift, fix, token);
  const query = async (more: object) => {
    const response = await fetch(`${server.url}/api/monitor/download`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        pointIds: [pointId, world.pointId],
        from: iso(startMs),
        to: iso(startMs + n * 60_000),
        ...more,
      }),
    });
    assert.equal(response.headers.get('content-type'), 'application/x-ndjson');
    return (await response.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  };
  const lines = await query({});
  assert.equal(lines.length, n + 2);
  assert.deepEqual(lines[0], { pointId, fields: [{ key: 'temperature', unit: '°C', precision: 2 }] });
  assert.deepEqual(lines[8], {
    at: iso(startMs + 7 * 60_000),
    values: [null],
    flags: [{ quality: 'fail', tests: ['person'] }],
  });
  assert.deepEqual(lines[11], { at: iso(startMs + 10 * 60_000), values: [-990] });
  assert.deepEqual(lines[n]!['values'], [n - 1 - 1000]);
  assert.equal(lines[n + 1]!['pointId'], world.pointId);
  const raw = await query({ raw: true, quality: 'all' });
  assert.deepEqual([raw[8]!['values'], raw[11]!['values']], [[7], [10]]);
});
