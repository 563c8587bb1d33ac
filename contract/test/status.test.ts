/** What may be shown as a level: the rule itself, and that no answer carries a level or counts by level without it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import type { Route } from '../src/kernel/route.ts';
import {
  mergeWholes,
  newerStatus,
  type PointStatus,
  pointStatus,
  staleAfterMs,
  statusAt,
  urgencyOf,
  wholeOf,
  wholeStatus,
} from '../src/kernel/status.ts';
import { registry } from '../src/registry.ts';

const now = Date.parse('2026-03-18T06:00:00Z');
const at = (secondsAgo: number | null, level: number | null = 0, intervalSeconds = 60): PointStatus =>
  pointStatus(
    {
      atMs: secondsAgo === null ? null : now - secondsAgo * 1000,
      level,
      hasLimits: true,
      failed: false,
      intervalSeconds,
    },
    now,
  );

test('a point reports until three collections and ten minutes have passed', () => {
  assert.deepEqual([staleAfterMs(60), staleAfterMs(3600)], [600_000, 3 * 3_600_000]);
  assert.deepEqual([at(600).state, at(601).state], ['reporting', 'stale']);
  assert.deepEqual([at(3 * 3600, 0, 3600).state, at(3 * 3600 + 1, 0, 3600).state], ['reporting', 'stale']);
  assert.deepEqual(at(null), { state: 'neverRead', level: null, at: null, staleAt: null });
});

test('time makes a point stale on an open page; only a reading makes it report again', () => {
  const fresh = at(0, 4);
  assert.equal(statusAt(fresh, now + 600_000).state, 'reporting');
  assert.deepEqual(statusAt(fresh, now + 600_001), { ...fresh, state: 'stale' });
  assert.deepEqual(statusAt(at(601, 4), now - 86_400_000).state, 'stale', 'not even a clock that runs behind');
  assert.equal(statusAt(at(null), now + 1).state, 'neverRead');
});

test('a whole is made of all of its points: silent ones are in no level, and none of them leaves it normal', () => {
  assert.deepEqual(wholeOf([at(0), at(0, 2)]), {
    state: 'reporting',
    level: 2,
    lastLevel: null,
    levels: [1, 0, 1, 0, 0],
    withoutLimits: 0,
    failed: 0,
    stale: 0,
    neverRead: 0,
    points: 2,
    conditionLevel: null,
    unknownConditions: 0,
  });
  const mixed = wholeOf([at(0), at(601, 4), at(null)]);
  assert.deepEqual(
    [mixed.state, mixed.level, mixed.lastLevel, mixed.levels, mixed.stale, mixed.neverRead],
    ['silent', 0, 4, [1, 0, 0, 0, 0], 1, 1],
  );
  assert.deepEqual([wholeOf([at(601, 4)]).level, wholeOf([at(null)]).level], [null, null], 'no point, no level');
  assert.deepEqual([wholeOf([]).state, wholeOf([]).level], ['empty', null]);
  assert.deepEqual(mergeWholes([wholeOf([at(0)]), wholeOf([at(601, 4), at(null)]), wholeOf([])]), mixed);
});

test('a point without limits reports and is at no level: nothing was compared, so nothing is normal', () => {
  const free = pointStatus({ atMs: now, level: 0, hasLimits: false, failed: false, intervalSeconds: 60 }, now);
  assert.deepEqual([free.state, free.level], ['reporting', null]);
  assert.deepEqual([wholeOf([free]).state, wholeOf([free]).level, wholeOf([free]).points], ['reporting', null, 1]);
  const mixed = wholeOf([free, at(0), at(0, 2)]);
  assert.deepEqual([mixed.level, mixed.levels, mixed.withoutLimits, mixed.points], [2, [1, 0, 1, 0, 0], 1, 3]);
  const stale = pointStatus(
    { atMs: now - 3_600_000, level: 0, hasLimits: false, failed: false, intervalSeconds: 60 },
    now,
  );
  assert.deepEqual([stale.state, stale.level, wholeOf([stale]).lastLevel], ['stale', null, null]);
  assert.deepEqual(mergeWholes([wholeOf([free]), wholeOf([at(0), at(0, 2)])]), mixed);
});

test('silence is more urgent than normal, and less than a level', () => {
  const order = [at(0, 4), wholeOf([at(0, 1), at(null)]), at(601, 4), at(601, 0), at(null), at(0), wholeOf([])].map(
    urgencyOf,
  );
  assert.deepEqual(
    order,
    [...order].sort((a, b) => b - a),
  );
});

/** Objects that have a level and do not give the present status of a point, each with the reason. */
const levelsOfOtherThings: Readonly<Record<string, string>> = {
  Alert: 'the level at which it was raised',
  Condition: 'the level that it raises',
  ConditionRules: 'the level that it raises',
  AlertStorm: 'the highest level of alerts of the past',
  'alerts.storm': 'the highest level of alerts of the past',
  StormAlert: 'the level at which it was raised',
  ReportEvent: 'the level at which the alert was raised',
  ResponsePlan: 'the level that it is for',
  AlertRule: 'the level from which on it tells somebody',
  'alertRules.vendorTopo': 'the level from which on a rule tells somebody',
  AlertChange: 'the level of an act of the past',
  BackTest: 'what would have been raised',
  Notification: 'the level that was notified',
  MovedPoint: 'the level that the reading of a chosen date reaches',
  'stats.activity': 'the level of an act of the past',
  'projects.gradings': 'what a level is called',
  'projects.setGradings': 'what a level is called',
  'structures.gradings': 'what a level is called',
  'structures.setGradings': 'what a level is called',
  ProcessorConfig: 'the level that triggers a recording',
  LimitDistance: 'the level of a limit',
  DrawnLimit: 'the level of a limit',
  Threshold: 'limits',
  ThresholdTemplate: 'limits',
  Silence: 'levels whose messages are withheld',
  'alertAnalytics.ofProject': 'levels of alerts of the past',
  WallAlert: 'the level at which it was raised',
  Feed: 'which part of a topic names the sender',
  'modbusServer.get': 'what is in the registers of a control system, of the one status, with its state beside it',
};

interface JsonSchema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly [key: string]: unknown;
}

/** Every object of an answer that has a property of this name, with the id of its schema or else the route's name. */
function holders(name: string, route: Route, wanted: readonly string[]): string[] {
  const schema = z.toJSONSchema(route.reply as unknown as z.ZodType, { unrepresentable: 'any' });
  const found: string[] = [];
  const walk = (node: unknown, owner: string): void => {
    if (Array.isArray(node)) for (const each of node) walk(each, owner);
    else if (typeof node === 'object' && node !== null) {
      const { properties, $defs, ...rest } = node as JsonSchema & { $defs?: Record<string, JsonSchema> };
      for (const [id, definition] of Object.entries($defs ?? {})) walk(definition, id);
      if (properties) {
        if (wanted.some((key) => Object.hasOwn(properties, key))) found.push(owner);
        for (const each of Object.values(properties)) walk(each, owner);
      }
      for (const each of Object.values(rest)) walk(each, owner);
    }
  };
  walk(schema, name);
  return found;
}

test('a raised condition is the level of its whole, and an unknown one keeps it from being normal', () => {
  const normal = { levels: [3, 0, 0, 0, 0], withoutLimits: 0, failed: 0, stale: 0, neverRead: 0, lastLevel: null };
  const raised = wholeStatus({ ...normal, conditionLevel: 3 });
  assert.deepEqual([raised.state, raised.level], ['reporting', 3]);
  const unknown = wholeStatus({ ...normal, unknownConditions: 2 });
  assert.deepEqual([unknown.state, unknown.level], ['failed', 0]);
  const both = mergeWholes([raised, unknown]);
  assert.deepEqual([both.state, both.level, both.unknownConditions], ['failed', 3, 2]);
});

test('no answer carries a level, counts by level or staleness of points other than by the one status', () => {
  const wrong: string[] = [];
  const met = new Set<string>();
  for (const [feature, own] of Object.entries(registry))
    for (const [key, route] of Object.entries<Route>(own)) {
      if (route.kind === 'document' || route.kind === 'download') continue;
      const name = `${feature}.${key}`;
      for (const owner of holders(name, route, ['level', 'levels', 'stale', 'worst']))
        if (owner in levelsOfOtherThings) met.add(owner);
        else if (owner !== 'PointStatus' && owner !== 'WholeStatus')
          wrong.push(owner === name ? name : `${name}: ${owner}`);
    }
  assert.deepEqual([...new Set(wrong)], []);
  assert.deepEqual(
    Object.keys(levelsOfOtherThings).filter((owner) => !met.has(owner)),
    [],
    'an exception that excuses nothing',
  );
});

test('a point whose newest value failed is not normal, and a level above normal is kept', () => {
  const of = (level: number | null, hasLimits = true, failed = true) =>
    pointStatus({ atMs: now, level, hasLimits, failed, intervalSeconds: 60 }, now);
  assert.deepEqual([of(0).state, of(0).level, of(3).state, of(3).level], ['failed', 0, 'failed', 3]);
  assert.equal(statusAt(of(0), now + 600_001).state, 'stale', 'silence goes before');
  const whole = wholeOf([of(0), of(null, false), at(0)]);
  assert.deepEqual(
    [whole.state, whole.level, whole.levels, whole.failed, whole.withoutLimits, whole.points],
    ['failed', 0, [1, 0, 0, 0, 0], 2, 0, 3],
  );
  assert.deepEqual([wholeOf([of(3), at(0)]).state, wholeOf([of(3), at(0)]).level], ['reporting', 3]);
  assert.equal(wholeOf([of(0), at(601)]).state, 'silent');
  assert.deepEqual(mergeWholes([wholeOf([of(0)]), wholeOf([of(null, false), at(0)])]), whole);
  assert.ok(urgencyOf(of(0)) > urgencyOf(at(0)) && urgencyOf(whole) > urgencyOf(at(0)));
  assert.ok(urgencyOf(of(0)) < urgencyOf(at(null)));
});

test('of one reading, the fetched status counts; a newer reading goes before it', () => {
  const at = (ms: number, level: number) => ({ state: 'reporting' as const, level, at: ms, staleAt: ms + 1 });
  assert.equal(newerStatus(at(5, 0), at(5, 4)).level, 4, 'its limits were changed after it came');
  assert.equal(newerStatus(at(6, 0), at(5, 4)).level, 0);
  assert.equal(newerStatus(at(4, 0), at(5, 4)).level, 4);
});
