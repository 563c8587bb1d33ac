/**
 * Readings in any order of arrival: in messages of any size, doubled, corrected by a later message. What is compared, of every
 * kind of rule, exactly:
 *
 * - the alerts that are upheld (level, reading, measure, value, release) are those of one pass of science's judge over the
 *   series as it is in the end, in order of measuring time;
 * - the back-test says the same of the same rule;
 * - rule and point stand where that pass ends.
 *
 * LATE_CASES = how many rules, each on a series and an order of its own; 60 by default, 1,000 in the long form. A run of 10,000:
 * `LATE_CASES=10000 npm test -- late.order`. LATE_SEED begins with another random number.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alerts } from '@plumbline/contract/alerts/alerts';
import { hourMs } from '@plumbline/contract/kernel/durations';
import { elementAt } from '@plumbline/contract/kernel/elements';
import type { Threshold } from '@plumbline/contract/points/points';
import { thresholds as thresholdRoutes } from '@plumbline/contract/points/thresholds';
import { judge, type State } from '@plumbline/science/limits/judge';
import { thresholdRule } from '@plumbline/science/limits/threshold-rule';
import { ratesOf } from '@plumbline/science/series/rates';
import { sql } from 'kysely';
import { makeWorld, type World } from '../../test/harness.ts';
import { rule, sendRecords, settled } from '../../test/judging.fixtures.ts';
import { makePoint } from '../../test/series.ts';
import { openWorlds } from '../../test/worlds.ts';

const [server] = await openWorlds([]);
const cases = Number(process.env['LATE_CASES'] ?? 60);
const pointsOfRound = 20;
const rulesOfPoint = 3;
const startMs = Date.parse('2026-02-01T00:00:00Z');

/** Numbers that look random and are the same in every run of a seed. */
let state = Number(process.env['LATE_SEED'] ?? 7);
const roll = (): number => {
  state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
  return state / 4_294_967_296;
};
const oneOf = <T>(list: readonly T[]): T => elementAt(list, Math.floor(roll() * list.length));
function shuffled<T>(list: readonly T[]): T[] {
  const mixed = [...list];
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = Math.floor(roll() * (i + 1));
    const [a, b] = [elementAt(mixed, i), elementAt(mixed, j)];
    mixed[i] = b;
    mixed[j] = a;
  }
  return mixed;
}

interface Case {
  readonly pointId: number;
  readonly channel: number;
  readonly intervalSeconds: number;
  readonly initial: number | null;
  readonly rules: readonly Threshold[];
  /** The series as it is in the end. */
  readonly times: readonly number[];
  readonly values: readonly (number | null)[];
}
interface Sent {
  readonly channel: number;
  readonly at: number;
  readonly temperature: number | null;
}

const levelsOf = () =>
  oneOf([
    [4, 8, 12, 16],
    [5, null, 11, null],
    [null, 6, 6.5, null],
    [3, 4, 5, 6],
  ] as Threshold['levels'][]);
const kinds = ['value', 'cumulative', 'rate', 'multi'] as const;
/** Kind and method are said once of a point. */
function rulesFor(): Threshold[] {
  const found = new Map<string, Threshold>();
  while (found.size < rulesOfPoint) {
    const kind = oneOf(kinds);
    const method = oneOf(['twoSided', 'upper', 'lower'] as const);
    const more =
      kind === 'multi'
        ? {
            rateLevels: levelsOf(),
            combine: oneOf(['and', 'or'] as const),
            base: oneOf(['value', 'cumulative'] as const),
          }
        : {};
    const released = { releaseRatio: oneOf([0.95, 0.7, 1]), releaseCount: oneOf([1, 2, 3]) };
    found.set(
      `${kind} ${method}`,
      rule({ kind, method, levels: levelsOf(), consecutive: oneOf([1, 1, 2, 3]), ...released, ...more }),
    );
  }
  return [...found.values()];
}

/** A walk that crosses limits and comes back, with holes; readings six hours apart, or a day. */
function seriesOf(intervalSeconds: number): Pick<Case, 'times' | 'values'> {
  const length = 12 + Math.floor(roll() * 30);
  const times: number[] = [];
  const values: (number | null)[] = [];
  let value = 0;
  for (let i = 0; i < length; i++) {
    times.push(startMs + i * intervalSeconds * 1000 + Math.floor(roll() * 2) * 60_000);
    value = roll() < 0.3 ? value : Math.round((value * 0.8 + (roll() - 0.5) * 16) * 10) / 10;
    values.push(roll() < 0.08 ? null : value);
  }
  return { times, values };
}

async function openCases(world: World): Promise<Case[]> {
  const channels = Array.from({ length: pointsOfRound }, (_, i) => ({ number: String(i + 2), mode: 4, label: '' }));
  await server.db
    .updateTable('device')
    .set({ channels: JSON.stringify(channels) })
    .where('id', '=', world.device.id)
    .execute();
  const opened: Case[] = [];
  for (let channel = 2; channel < pointsOfRound + 2; channel++) {
    const intervalSeconds = oneOf([21_600, 86_400]);
    const initial = roll() < 0.8 ? Math.round(roll() * 40) / 10 - 2 : null;
    const pointId = await makePoint(server, world, `P-${channel}`, {
      device_id: world.device.id,
      channel: String(channel),
      interval_seconds: intervalSeconds,
      ...(initial !== null && { initial_values: JSON.stringify({ temperature: initial }) }),
    });
    const rules = rulesFor();
    const { status, body } = await server.call(
      thresholdRoutes.setThresholds,
      { pointId, thresholds: rules },
      await server.tokenFor(world.admin.id),
    );
    assert.equal(status, 200, JSON.stringify(body));
    opened.push({ pointId, channel, intervalSeconds, initial, rules, ...seriesOf(intervalSeconds) });
  }
  return opened;
}

/** In an order of its own: whole, or a backlog behind the newest, or nearly in order; some doubled, some wrong at first. */
function sentOf({ channel, times, values }: Case): Sent[] {
  const all = times.map((at, i): Sent => ({ channel, at, temperature: values[i] ?? null }));
  const way = roll();
  const keyOf = (i: number) =>
    way < 0.4 ? roll() : way < 0.7 ? i / all.length + roll() * 0.3 : i === all.length - 1 ? -1 : i / all.length;
  const ordered = all
    .map((each, i) => ({ each, key: keyOf(i) }))
    .sort((a, b) => a.key - b.key)
    .map(({ each }) => each);
  const sent: Sent[] = [];
  for (const each of ordered)
    sent.push(roll() < 0.12 ? { ...each, temperature: Math.round((roll() - 0.5) * 300) / 10 } : each);
  // Corrected, or doubled, some time after.
  for (const [i, each] of ordered.entries())
    if (sent.find((one) => one.at === each.at)?.temperature !== each.temperature || roll() < 0.1) {
      const place = sent.findIndex((one) => one.at === each.at);
      sent.splice(Math.max(place + 1, Math.min(sent.length, i + 1 + Math.floor(roll() * 10))), 0, each);
    }
  return sent;
}

/** The cases through one another, each in its order, in messages of any size. */
function messagesOf(all: readonly Sent[][]): Sent[][] {
  const queues = shuffled(all.flatMap((sent, n) => sent.map(() => n)));
  const next = all.map(() => 0);
  const mixed = queues.map((n) => elementAt(elementAt(all, n), next[n]!++));
  const messages: Sent[][] = [];
  for (let i = 0; i < mixed.length; ) {
    const size = 1 + Math.floor(roll() * roll() * 200);
    messages.push(mixed.slice(i, i + size));
    i += size;
  }
  return messages;
}

interface Expected {
  level: number;
  at: number;
  measure: string;
  value: number;
  over: number | null;
}
/** One pass over the ordered series. */
function expectedOf({ times, values, initial, intervalSeconds }: Case, threshold: Threshold) {
  const given = thresholdRule(threshold);
  const rates = ratesOf(
    times,
    values.map((value) => value ?? Number.NaN),
    intervalSeconds,
  );
  const found: Expected[] = [];
  let current: State | null = null;
  for (const [i, at] of times.entries()) {
    const value = values[i] ?? null;
    const rate = rates[i] ?? Number.NaN;
    const cumulative = value === null || initial === null ? null : value - initial;
    const before: number = (current as State | null)?.level ?? 0;
    const result = judge(given, current, {
      value,
      cumulative,
      rate: value === null || Number.isNaN(rate) ? null : rate,
    });
    current = result.state;
    for (const each of found) if (result.state.level < before && each.level > result.state.level) each.over ??= at;
    if (result.raised)
      found.push({
        level: result.raised.level,
        at,
        measure: result.raised.measure,
        value: result.raised.value,
        over: null,
      });
  }
  return { found, level: (current as State | null)?.level ?? 0 };
}

const near = (value: number) => Math.round(value * 1e5) / 1e5;
const lineOf = ({ level, at, measure, value, over }: Expected) =>
  `${level} at ${(at - startMs) / hourMs} h by ${measure} ${near(value)} to ${over === null ? 'now' : (over - startMs) / hourMs}`;

async function compare(world: World, each: Case, seed: string) {
  const { rows: set } = await sql<{ id: number; kind: string; method: string; level: number | null }>`
    SELECT t.id, t.kind, t.method, s.level FROM threshold t LEFT JOIN alert_state s ON s.threshold_id = t.id AND s.point_id = t.point_id
    WHERE t.point_id = ${each.pointId}`.execute(server.db);
  const { rows } = await sql<Expected & { thresholdId: number }>`
    SELECT threshold_id AS "thresholdId", level, measure, round(date_part('epoch', reading_at) * 1000) AS at,
      round(date_part('epoch', released_at) * 1000) AS over,
      coalesce((SELECT r.value FROM alert_revision r WHERE r.alert_id = alert.id ORDER BY r.id DESC LIMIT 1), value) AS value
    FROM alert WHERE point_id = ${each.pointId} AND upheld IS NOT FALSE ORDER BY reading_at, level`.execute(server.db);
  const span = { from: new Date(startMs).toISOString(), to: new Date(elementAt(each.times, -1) + 1).toISOString() };
  let worst = 0;
  for (const threshold of each.rules) {
    const { id, level } =
      set.find(({ kind, method }) => kind === threshold.kind && method === threshold.method) ?? assert.fail();
    const expected = expectedOf(each, threshold);
    const words = `${seed}: ${JSON.stringify(threshold)} of ${JSON.stringify(each.times.map((at, i) => [(at - startMs) / hourMs, each.values[i]]))}, initial ${each.initial}`;
    assert.deepEqual(
      rows.filter(({ thresholdId }) => thresholdId === id).map(lineOf),
      expected.found.map(lineOf),
      words,
    );
    assert.equal(level ?? 0, expected.level, words);
    worst = Math.max(worst, expected.level);
    const { status, body } = await server.call(
      alerts.backTest,
      { pointId: each.pointId, thresholds: [threshold], ...span },
      await server.tokenFor(world.admin.id),
    );
    assert.equal(status, 200, JSON.stringify(body));
    const counts = [1, 2, 3, 4].map((n) => expected.found.filter((one) => one.level === n).length);
    assert.deepEqual(body.rules[0]?.raised, counts, `back-test, ${words}`);
  }
  const point = await server.db
    .selectFrom('point_state')
    .select('level')
    .where('point_id', '=', each.pointId)
    .executeTakeFirstOrThrow();
  assert.equal(point.level, worst, `point, ${seed}`);
  return rows.length;
}

// At its full length it takes half an hour.
test(`${cases} rules on readings in any order: the alerts are those of the ordered series`, {
  timeout: 7_200_000,
}, async () => {
  server.clock.set('2026-04-20T00:00:00Z');
  let found = 0;
  const rounds = Math.ceil(cases / pointsOfRound / rulesOfPoint);
  for (let round = 0; round < rounds; round++) {
    const seed = `round ${round}, seed ${state}`;
    const world = await makeWorld(server, `Order ${round}`);
    const opened = await openCases(world);
    for (const message of messagesOf(opened.map(sentOf))) {
      await sendRecords(
        server,
        world,
        message.map(({ channel, at, temperature }) => ({ at, channels: { [channel]: { temperature } } })),
      );
      // Judged again now and then, with what had come by then.
      if (roll() < 0.2) await settled(server);
    }
    await settled(server);
    for (const each of opened) found += await compare(world, each, seed);
  }
  assert.ok(found > cases, 'rules raise');
  // Judging, and planning what is sent, lock nothing against each other: what is rolled back comes later than it could.
  const { rows } = await sql<{ deadlocks: string }>`
    SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`.execute(server.db);
  assert.equal(Number(rows[0]?.deadlocks), 0, 'deadlocks');
});
