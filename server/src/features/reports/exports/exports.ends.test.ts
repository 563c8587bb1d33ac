/**
 * The ends of a span: what is listed has the readings of both ends, in curve, table, pages, download and file alike; what is summed
 * belongs to one period, so that pieces count each reading once. Two lists, or two sums, that could differ are compared.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minuteMs } from '@plumbline/contract/kernel/durations';
import { readings } from '@plumbline/contract/readings/readings';
import { linesOf, makeExportsFixture } from '../../../../test/exports.fixtures.ts';
import { makePoint, seal } from '../../../../test/series.ts';

const { server, world, token, download } = await makeExportsFixture();
const startMs = Date.parse('2026-03-28T20:00:00Z');
const iso = (ms: number) => new Date(ms).toISOString();

/** Numbers from 0 to 1, the same at each run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

test('property: every list of a span has the same readings, both ends with them, and every sum each reading once', async () => {
  const random = numbers(17);
  const pointId = await makePoint(server, world, 'Ends', { family: 'rainfall', interval_seconds: 600 });
  // Through the hour that the clock of the project leaves out.
  const times = [
    ...new Set(Array.from({ length: 120 }, () => startMs + Math.floor(random() * 100) * 10 * minuteMs)),
  ].sort((a, b) => a - b);
  const amountAt = (at: number) => ((at / minuteMs) % 7) / 10;
  await seal(
    server,
    pointId,
    times.map((at) => ({ at, values: [amountAt(at), 0, 0, 0, 0] })),
  );
  /** Half of the ends lie on a reading. */
  const end = () =>
    random() < 0.5 ? times[Math.floor(random() * times.length)]! : startMs + Math.floor(random() * 1_000) * minuteMs;
  for (let run = 0; run < 15; run++) {
    const [from = 0, to = 0] = [end(), end()].sort((a, b) => a - b);
    if (from === to) continue;
    const span = { from: iso(from), to: iso(to) };
    const expected = times.filter((at) => at >= from && at <= to);
    assert.deepEqual(await listsOf(pointId, span), Array(5).fill(expected), `${span.from} to ${span.to}`);
    const before = times.filter((at) => at >= from && at < to);
    const total = before.reduce((sum, at) => sum + amountAt(at), 0);
    const summed = await sumsOf(pointId, span);
    for (const [count, sum] of summed) {
      assert.equal(count, before.length, `${span.from} to ${span.to}`);
      assert.ok(Math.abs(sum - total) < 1e-6, `${sum} is not ${total}`);
    }
  }
});

interface Span {
  readonly from: string;
  readonly to: string;
}

/** The times that each list of a span has: curve, table, pages, download, file. */
async function listsOf(pointId: number, span: Span): Promise<number[][]> {
  const one = { pointId, fields: ['interval'], ...span };
  const many = { pointIds: [pointId], fields: ['interval'], ...span };
  const curve = (await server.call(readings.query, many, token)).body.series[0];
  const table = (await server.call(readings.rows, one, token)).body;
  const page = (await server.call(readings.pagination, { pointId, ...span, order: 'oldest', pageSize: 1000 }, token))
    .body;
  const stream = await fetch(`${server.url}/api/monitor/download`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(many),
  });
  const [, ...lines] = (await stream.text()).trim().split('\n');
  const [, ...rows] = linesOf(await download({ ...many, utc: true }));
  return [
    [...(curve?.times ?? [])],
    [...table.times],
    page.rows.map(({ at }) => Date.parse(at)),
    lines.map((line) => Date.parse((JSON.parse(line) as { at: string }).at)),
    rows.map((line) => Date.parse(line.split(',')[1] ?? '')),
  ];
}

/** Count and sum of a span, as statistics, totals of the API and summaries of a file say them. */
async function sumsOf(pointId: number, span: Span): Promise<[count: number, sum: number][]> {
  const { statistics } = (await server.call(readings.statistics, { pointId, field: 'interval', ...span }, token)).body;
  const many = { pointIds: [pointId], fields: ['interval'], ...span };
  const { series } = (await server.call(readings.buckets, { ...many, unit: 'hour' }, token)).body;
  const buckets = series[0]?.buckets ?? [];
  const figures = ['n', 'sum'] as const;
  const [, ...rows] = linesOf(
    await download({ ...many, buckets: { unit: 'hour', dayStartHour: 0, figures: [...figures] } }),
  );
  const cells = rows.map((line) => line.split(',').slice(-2).map(Number));
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
  return [
    [statistics.count, statistics.totals?.total ?? 0],
    [sum(buckets.map(({ n }) => n)), sum(buckets.map((bucket) => bucket.sum ?? 0))],
    [sum(cells.map(([n = 0]) => n)), sum(cells.map(([, total = 0]) => total))],
  ];
}
