/**
 * Readings in random order, late and doubled. What is compared, exactly:
 *
 * - conditions: the alerts that stand in the end (raised when, cleared when) equal one pass of science's evaluator over the
 *   readings in order of measuring time. The order of arrival leaves no trace.
 * - thresholds: the alerts that stand equal one pass of science's judge over the same readings. Every kind of rule, with
 *   readings that are corrected, is in pipeline/late.order.test.ts.
 *
 * ORDER_READINGS = how many; 100,000 in the long form.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conditions } from '@plumbline/contract/alerts/conditions';
import type { ConditionRules } from '@plumbline/contract/alerts/conditions.terms';
import { dayMs, minuteMs } from '@plumbline/contract/kernel/durations';
import { elementAt } from '@plumbline/contract/kernel/elements';
import { thresholds } from '@plumbline/contract/points/thresholds';
import { evaluate } from '@plumbline/science/limits/condition';
import { ruleOf } from '@plumbline/science/limits/condition-rule';
import type { TermData } from '@plumbline/science/limits/condition-terms';
import { judge, type State } from '@plumbline/science/limits/judge';
import { sql } from 'kysely';
import { rule, sendRecords, settled } from '../../../../test/judging.fixtures.ts';
import { makePoint } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { episodesOf } from './logic/match-alerts.ts';
import { termsOf } from './logic/rule-of.ts';

const [server, world] = await openWorlds(['Order']);
const count = Number(process.env['ORDER_READINGS'] ?? 8_000);
const channels = 4;
const startMs = Date.parse('2026-03-20T00:00:00Z');
const stepMs = 10 * minuteMs;
const endMs = startMs + Math.ceil(count / channels) * stepMs + dayMs;
/** Records of one message. */
const together = 250;

/** Numbers that look random and are the same in every run. */
let state = 11;
const roll = (): number => {
  state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
  return state / 4_294_967_296;
};

interface Reading {
  readonly channel: number;
  readonly at: number;
  readonly value: number;
}
/** Slow waves with noise, and holes; each channel at its own seconds. */
const readings: Reading[] = Array.from({ length: Math.ceil(count / channels) }, (_, i) => i).flatMap((i) =>
  Array.from({ length: channels }, (__, channel) => {
    const wave = 10 + 8 * Math.sin((2 * Math.PI * i) / (700 + 90 * channel));
    return { channel, at: startMs + i * stepMs + channel * 1000, value: Math.round((wave + roll()) * 100) / 100 };
  }).filter(() => Math.floor(i / 40) % 13 !== 5),
);

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
/** In random order, one in ten twice. */
const sent = shuffled([...readings, ...readings.filter(() => roll() < 0.1)]);
const messages = Array.from({ length: Math.ceil(sent.length / together) }, (_, i) =>
  sent.slice(i * together, (i + 1) * together),
);

await server.db
  .updateTable('device')
  .set({
    channels: JSON.stringify(
      Array.from({ length: channels }, (_, i) => ({ number: String(i + 1), mode: 4, label: '' })),
    ),
  })
  .where('id', '=', world.device.id)
  .execute();
const pointIds = [world.pointId];
for (let channel = 1; channel < channels; channel++)
  pointIds.push(
    await makePoint(server, world, `T-${channel + 1}`, {
      device_id: world.device.id,
      channel: String(channel + 1),
      interval_seconds: 600,
    }),
  );
const limits = rule({ levels: [16, 17, 18, 18.5] });

type Terms = ConditionRules['groups'][number]['terms'];
const rulesOf = (name: string, terms: readonly object[], more: object = {}) => ({
  projectId: world.projectId,
  structureId: world.structureId,
  name,
  level: 3 as const,
  groups: [{ combine: 'all' as const, terms: terms.map((each) => ({ maxAgeSeconds: 3600, ...each })) as Terms }],
  ...more,
});
const own = (channel: number, more: object) => ({ pointId: pointIds[channel], field: 'temperature', ...more });
const given = [
  rulesOf('Both', [own(0, { kind: 'value', high: 14, deadBand: 1 }), own(1, { kind: 'value', high: 12 })]),
  rulesOf('Rising', [own(2, { kind: 'rate', high: 6, spanSeconds: 86_400 })], {
    raiseDelaySeconds: 3600,
    clearDelaySeconds: 7200,
  }),
  rulesOf('Incomplete', [
    own(3, { kind: 'completeness', side: 'below', low: 90, spanSeconds: 43_200, intervalSeconds: 600 }),
  ]),
  rulesOf('Silent', [own(1, { kind: 'silence', spanSeconds: 7200 })]),
];

/** One pass over all that was measured, in order. */
function expectedOf(rules: ConditionRules): [number, number | null][] {
  const data = termsOf(rules).map((term): TermData => {
    const of = readings.filter(({ channel }) => pointIds[channel] === term.pointId);
    return { series: { times: of.map(({ at }) => at), values: of.map(({ value }) => value) } };
  });
  const { transitions } = evaluate(ruleOf(rules), data, { startAt: startMs, toMs: endMs });
  return episodesOf(null, transitions).map(({ from, to }) => [from, to]);
}

interface Raised {
  readonly channel: number;
  readonly level: number;
  readonly at: number;
}
/** One pass over the readings of each channel, in order. */
function expectedAlerts(): Raised[] {
  const { levels, method } = limits;
  const judged = { ...limits, kind: 'value' as const, levels, method };
  return Array.from({ length: channels }, (_, channel) => channel).flatMap((channel) => {
    let at: State | null = null;
    return readings
      .filter((each) => each.channel === channel)
      .flatMap((each): Raised[] => {
        const next = judge(judged, at, { value: each.value, cumulative: null, rate: null });
        at = next.state;
        return next.raised ? [{ channel, level: next.raised.level, at: each.at }] : [];
      });
  });
}

const order = (list: readonly Raised[]) => list.map(({ channel, level, at }) => `${channel} ${at} ${level}`).sort();

// At its full length it takes minutes.
const timeLimit = { timeout: 1_800_000 };
test(
  `${count} readings in random order, late and doubled: the alerts are those of the ordered series`,
  timeLimit,
  async () => {
    server.clock.set(new Date(startMs).toISOString());
    for (const pointId of pointIds) {
      const token = await server.tokenFor(world.admin.id);
      const set = await server.call(thresholds.setThresholds, { pointId, thresholds: [limits] }, token);
      assert.equal(set.status, 200, JSON.stringify(set.body));
    }
    const saved: { id: number; rules: ConditionRules }[] = [];
    for (const each of given) {
      const token = await server.tokenFor(world.admin.id);
      const { status, body } = await server.call(conditions.create, each, token);
      assert.equal(status, 200, JSON.stringify(body));
      saved.push({ id: body.condition.id, rules: body.condition });
    }
    await settled(server);
    server.clock.set(new Date(endMs).toISOString());
    for (const message of messages) {
      await sendRecords(
        server,
        world,
        message.map(({ channel, at, value }) => ({ at, channels: { [channel + 1]: { temperature: value } } })),
      );
      // Evaluated now and then, with what had come by then.
      if (roll() < 0.2) await settled(server);
    }
    await settled(server);
    await server.tick('watch-conditions');

    for (const { id, rules } of saved) {
      const { rows } = await sql<{ from: number; to: number | null }>`
      SELECT round(date_part('epoch', reading_at) * 1000) AS "from", round(date_part('epoch', released_at) * 1000) AS "to"
      FROM alert WHERE condition_id = ${id} AND upheld IS NOT FALSE ORDER BY reading_at`.execute(server.db);
      const expected = expectedOf(rules);
      assert.deepEqual(
        rows.map(({ from, to }) => [from, to]),
        expected,
        rules.name,
      );
      assert.ok(expected.length > 0, `${rules.name} raises`);
    }
    const { rows } = await sql<{ pointId: number; level: number; at: number }>`
    SELECT point_id AS "pointId", level, round(date_part('epoch', reading_at) * 1000) AS at
    FROM alert WHERE condition_id IS NULL AND upheld IS NOT FALSE AND reading_at >= ${new Date(startMs)}`.execute(
      server.db,
    );
    const raised = rows.map(({ pointId, level, at }) => ({ channel: pointIds.indexOf(pointId), level, at }));
    const expected = expectedAlerts();
    assert.deepEqual(order(raised), order(expected));
    assert.ok(expected.length > 0);
  },
);
