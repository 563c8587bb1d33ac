import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alerts } from '@plumbline/contract/alerts/alerts';
import { dayMs, hourMs } from '@plumbline/contract/kernel/durations';
import { points } from '@plumbline/contract/points/points';
import { history } from '@plumbline/contract/readings/history';
import { readings } from '@plumbline/contract/readings/readings';
import { judge, type State } from '@plumbline/science/limits/judge';
import fc from 'fast-check';
import { makeWorld, type World } from '../../test/harness.ts';
import * as ground from '../../test/judging.fixtures.ts';
import { rule } from '../../test/judging.fixtures.ts';
import { openWorlds } from '../../test/worlds.ts';
import { sealPoint } from '../features/platform/store/store.seal.table.ts';
import { transact } from '../kernel/transact.ts';

const [server] = await openWorlds([]);
const startMs = Date.parse('2025-06-01T00:00:00Z');
const levels = [1.5, 9, 27, 81];
const rateRule = rule({ kind: 'rate', method: 'twoSided', levels });

/** One reading: time in ms, value; null = no value; 9999 fails its range. */
type Reading = readonly [at: number, value: number | null];

async function openPoint(title: string, intervalSeconds: number): Promise<World> {
  const world = await makeWorld(server, title);
  // A world begins with an alert of its own.
  await server.db.deleteFrom('alert').where('project_id', '=', world.projectId).execute();
  await server.db
    .updateTable('point')
    .set({ interval_seconds: intervalSeconds })
    .where('id', '=', world.pointId)
    .execute();
  const range = { failMin: -1000, failMax: 1000, suspectMin: null, suspectMax: null };
  const { status } = await server.call(
    points.setProcessing,
    {
      pointId: world.pointId,
      quality: { fields: { temperature: { range } }, gap: null, clock: { aheadSeconds: 60, backward: false } },
    } as never,
    world.admin.token,
  );
  assert.equal(status, 200);
  await ground.setRules(server, world, rateRule);
  return world;
}
const send = (world: World, some: readonly Reading[]) =>
  ground.sendRecords(
    server,
    world,
    some.map(([at, temperature]) => ({ at, channels: { 1: { temperature } } })),
  );
const seal = (pointId: number) =>
  transact(server.database.pool, (client) => sealPoint(client, pointId, Date.parse('2027-01-01T00:00:00Z')));
const iso = (ms: number) => new Date(ms).toISOString();

/** Rates of the chart, by time. */
async function charted(world: World, fromMs: number, toMs: number): Promise<Map<number, number | null>> {
  const input = { pointIds: [world.pointId], from: iso(fromMs), to: iso(toMs), quantity: 'rate' as const, width: 2000 };
  const { status, body } = await server.call(readings.query, input, world.admin.token);
  assert.equal(status, 200, JSON.stringify([input, body]));
  const [series] = body.series;
  return new Map(series?.times.map((at, i) => [at, series.values[i] ?? null]));
}
/** Rates of the file, by time. */
async function exported(world: World, fromMs: number, toMs: number): Promise<Map<number, number | null>> {
  const response = await fetch(`${server.url}/api/monitor/download`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.admin.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ pointIds: [world.pointId], from: iso(fromMs), to: iso(toMs), quantity: 'rate' }),
  });
  assert.equal(response.status, 200);
  const lines = (await response.text()).trim().split('\n').slice(1);
  return new Map(
    lines.map((line) => {
      const { at, values } = JSON.parse(line) as { at: string; values: (number | null)[] };
      return [Date.parse(at), values[0] ?? null];
    }),
  );
}
async function dayChange({ pointId, admin }: World, fromMs: number, toMs: number): Promise<number | null> {
  const input = { pointId, from: iso(fromMs), to: iso(toMs) };
  return (await server.call(readings.statistics, input, admin.token)).body.statistics.change24h;
}
const raised = async (world: World) =>
  (await server.call(alerts.ofProject, { projectId: world.projectId }, world.admin.token)).body.alerts
    .map(({ readingAt, level, value }) => ({ at: Date.parse(readingAt), level, value }))
    .sort((a, b) => a.at - b.at);

/** The definition, word for word: over the readings that have a value which did not fail. */
function naiveRates(all: readonly Reading[], intervalSeconds: number): Map<number, number | null> {
  const usable = all.filter((each): each is readonly [number, number] => each[1] !== null && each[1] < 1000);
  return new Map(
    all.map(([at, value]) => {
      if (value === null || value >= 1000) return [at, null];
      if (intervalSeconds >= 86_400) {
        const previous = usable.findLast(([then]) => then < at);
        return [at, previous ? ((value - previous[1]) / (at - previous[0])) * dayMs : null];
      }
      const then = at - dayMs;
      const before = usable.findLast(([when]) => when <= then);
      const after = usable.find(([when]) => when >= then);
      if (!before || !after) return [at, null];
      const part = after[0] === before[0] ? 0 : (then - before[0]) / (after[0] - before[0]);
      return [at, value - (before[1] + part * (after[1] - before[1]))];
    }),
  );
}

const same = (
  found: ReadonlyMap<number, number | null>,
  expected: ReadonlyMap<number, number | null>,
  words: string,
) => {
  for (const [at, rate] of found) {
    const wanted = expected.get(at) ?? null;
    assert.ok(
      rate === wanted || (rate !== null && wanted !== null && Math.abs(rate - wanted) < 1e-6),
      `${words} ${iso(at)}: ${rate}, not ${wanted}`,
    );
  }
};

const value = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: -40, max: 40 }) },
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 2, arbitrary: fc.constant(9999) },
);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.constant(1) },
  { weight: 2, arbitrary: fc.constantFrom(0.4, 1.7, 2.5) },
  { weight: 1, arbitrary: fc.constantFrom(7, 31) },
);
let runs = 0;

test('property: live judging, chart, file and back-test have the rates of one function, whatever is missing or failed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(3600, 21_600, 86_400),
      fc.array(fc.tuple(step, value), { minLength: 20, maxLength: 70 }),
      fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 4 }),
      fc.nat({ max: 19 }),
      async (intervalSeconds, drawn, sizes, cut) => {
        const world = await openPoint(`Rates ${++runs}`, intervalSeconds);
        let at = startMs;
        const all = drawn.map(([steps, each]): Reading => {
          at += Math.round(steps * intervalSeconds) * 1000;
          return [at, each];
        });
        for (let done = 0, i = 0; done < all.length; i++) {
          const size = sizes[i % sizes.length] ?? 1;
          await send(world, all.slice(done, done + size));
          done += size;
          if (i % 3 === 2) await seal(world.pointId);
        }
        const expected = naiveRates(all, intervalSeconds);
        const whole = await charted(world, startMs, at);
        assert.equal(whole.size, all.length);
        same(whole, expected, 'chart');
        same(await charted(world, all[cut]?.[0] ?? startMs, at + 1), expected, 'chart of a part');
        same(await exported(world, all[cut]?.[0] ?? startMs, at + 1), expected, 'file of a part');

        // "24 h" on the screens is that rate of the newest reading, however often the point is read.
        const newest = all.findLast(([, each]) => each !== null && each < 1000)?.[0] ?? null;
        const daily = newest === null ? null : (naiveRates(all, 3600).get(newest) ?? null);
        same(new Map([[at, await dayChange(world, startMs, at)]]), new Map([[at, daily]]), 'change in 24 h');

        let state: State | null = null;
        const wanted: { at: number; level: number; value: number }[] = [];
        for (const [when] of all) {
          const rate = expected.get(when) ?? null;
          if (rate === null) continue;
          const judged = judge({ ...rateRule, kind: 'rate' }, state, { value: null, cumulative: null, rate });
          state = judged.state;
          if (judged.raised) wanted.push({ at: when, level: judged.raised.level, value: judged.raised.value });
        }
        const live = await raised(world);
        assert.deepEqual(
          live.map((each) => [iso(each.at), each.level]),
          wanted.map((each) => [iso(each.at), each.level]),
        );
        for (const [i, each] of live.entries()) assert.ok(Math.abs(each.value - (wanted[i]?.value ?? 0)) < 1e-6);
        const { body } = await server.call(
          alerts.backTest,
          { pointId: world.pointId, thresholds: [rateRule], from: iso(startMs), to: iso(at) },
          world.admin.token,
        );
        assert.deepEqual(
          body.rules[0]?.raised,
          [1, 2, 3, 4].map((level) => wanted.filter((each) => each.level === level).length),
        );
      },
    ),
    // A counterexample is made smaller for so long and then reported: the runner would end the test without a word of it.
    { numRuns: 20, interruptAfterTimeLimit: 240_000 },
  );
});

test('a month of records without a value, sealed and hot, hides no movement', async () => {
  const world = await openPoint('Month of nulls', 3600);
  const nulls = Array.from({ length: 720 }, (_, i): Reading => [startMs + (i + 1) * hourMs, null]);
  await send(world, [[startMs, 0], ...nulls.slice(0, 600)]);
  await seal(world.pointId);
  await send(world, nulls.slice(600));
  const at = startMs + 721 * hourMs;
  await send(world, [[at, 721]]);
  const rates = await charted(world, at, at + 1);
  assert.ok(Math.abs((rates.get(at) ?? 0) - 24) < 1e-9, `${rates.get(at)}`);
  assert.deepEqual(
    (await raised(world)).map(({ level }) => level),
    [2],
  );
});

test('a base farther back than a year is none, for the judge and for the chart', async () => {
  for (const days of [366, 367]) {
    const world = await openPoint(`Reach ${days}`, 86_400);
    const first = Date.parse('2024-06-01T00:00:00Z');
    const last = first + days * dayMs;
    await send(world, [
      [first, 0],
      [last, days * 2],
    ]);
    const found = (await charted(world, last, last + 1)).get(last) ?? null;
    if (days > 366) assert.equal(found, null);
    else assert.ok(found !== null && Math.abs(found - 2) < 1e-6, `${found}`);
    assert.equal((await raised(world)).length, days > 366 ? 0 : 1);
  }
});

test('what is flagged before a gap is judged again up to the readings that count from it', async () => {
  const world = await openPoint('Reach of a change', 3600);
  const gap = 40 * dayMs;
  // Enough readings without a value that the end of the change alone would stop the run before the movement.
  const later = Array.from(
    { length: 700 },
    (_, i): Reading => [startMs + gap + (i - 660) * hourMs, i < 660 ? null : 300],
  );
  await send(world, [[startMs - dayMs, 0], [startMs, 300], ...later]);
  // 300 in a day, and that is over with the next reading that has a value.
  const before = await raised(world);
  assert.deepEqual(
    before.map(({ at, level }) => [at, level]),
    [[startMs, 4]],
  );
  const { status } = await server.call(
    history.flag,
    { pointId: world.pointId, fields: ['temperature'], times: [iso(startMs)], quality: 'fail', reason: 'Knocked' },
    world.admin.token,
  );
  assert.equal(status, 200);
  await ground.settled(server);
  // 300 in 41 days, as the chart shows it.
  const rates = await charted(world, startMs + gap, startMs + gap + 1);
  assert.ok(Math.abs((rates.get(startMs + gap) ?? 0) - 300 / 41) < 1e-6);
  const found = (await raised(world)).filter(({ at }) => at > startMs);
  assert.deepEqual(
    found.map(({ at, level }) => [iso(at), level]),
    [[iso(startMs + gap), 1]],
  );
});
