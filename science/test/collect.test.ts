import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs } from '@plumbline/contract/kernel/durations';
import fc from 'fast-check';
import {
  type AccelerationEvent,
  type AccelerationState,
  halved,
  intervalInForce,
  nextAcceleration,
} from '../src/collect/acceleration.ts';
import { matchNames } from '../src/collect/match-names.ts';
import { type CollectPlan, nextCollects, planFaults } from '../src/collect/plan.ts';

const every: CollectPlan = {
  mode: 'CommandCollect',
  intervalSeconds: 3600,
  startAt: null,
  endAt: null,
  timer: [],
  acceleration: 'none',
};
const utc = (text: string) => Date.parse(`${text}Z`);
const iso = (times: readonly number[]) => times.map((at) => new Date(at).toISOString().slice(0, 16));

test('the next collections by interval', () => {
  assert.deepEqual(nextCollects(every, 'UTC', 0, 3), [hourMs, 2 * hourMs, 3 * hourMs], 'strictly after');
  assert.deepEqual(nextCollects({ ...every, startAt: 100 }, 'UTC', -5 * hourMs, 2), [100, hourMs + 100]);
  assert.deepEqual(nextCollects({ ...every, startAt: 100, endAt: 2 * hourMs + 100 }, 'UTC', 100, 9), [hourMs + 100]);
  assert.deepEqual(nextCollects({ ...every, endAt: hourMs }, 'UTC', 2 * hourMs, 9), []);
  assert.deepEqual(nextCollects({ ...every, mode: 'NoCollect' }, 'UTC', 0, 9), []);
});

test('the next collections by timer, over a change of the clock', () => {
  const timed: CollectPlan = { ...every, intervalSeconds: null, timer: ['14:00', '02:30'] };
  assert.deepEqual(iso(nextCollects(timed, 'Asia/Shanghai', utc('2024-01-01T00:00'), 3)), [
    '2024-01-01T06:00',
    '2024-01-01T18:30',
    '2024-01-02T06:00',
  ]);
  assert.deepEqual(iso(nextCollects(timed, 'Europe/Berlin', utc('2024-03-30T20:00'), 2)), [
    '2024-03-31T01:00',
    '2024-03-31T12:00',
  ]);
  assert.deepEqual(iso(nextCollects(timed, 'Europe/Berlin', utc('2024-10-26T20:00'), 2)), [
    '2024-10-27T00:30',
    '2024-10-27T13:00',
  ]);
  assert.deepEqual(iso(nextCollects({ ...timed, startAt: utc('2024-01-01T18:30') }, 'Asia/Shanghai', 0, 1)), [
    '2024-01-01T18:30',
  ]);
});

test('combinations that are refused, by name', () => {
  const faults = (change: Partial<CollectPlan>) => planFaults({ ...every, ...change });
  assert.deepEqual(faults({}), []);
  assert.deepEqual(faults({ intervalSeconds: 59 }), ['intervalTooShort']);
  assert.deepEqual(faults({ intervalSeconds: Number.NaN }), ['intervalTooShort']);
  assert.deepEqual(faults({ intervalSeconds: null }), ['intervalMissing']);
  const eleven = Array.from({ length: 11 }, (_, i) => `${i}:00`);
  assert.deepEqual(faults({ timer: eleven.slice(1) }), []);
  assert.deepEqual(faults({ timer: eleven }), ['timerTooMany']);
  assert.deepEqual(faults({ timer: ['08:00', '8:00'] }), ['timerRepeats']);
  assert.deepEqual(faults({ timer: ['24:00', 'noon', ''] }), ['timerTimeInvalid']);
  assert.deepEqual(faults({ startAt: 5, endAt: 5 }), ['startNotBeforeEnd']);
  assert.deepEqual(faults({ acceleration: 'halve', intervalSeconds: 60 }), ['accelerationIntervalTooShort']);
  assert.deepEqual(faults({ acceleration: 'fast', timer: ['08:00'] }), ['accelerationNeedsInterval']);
  assert.deepEqual(faults({ mode: 'NoCollect' }), ['noCollectWithPlan']);
  assert.deepEqual(faults({ mode: 'NoCollect', intervalSeconds: null }), []);
});

/** The interval in minutes after each event. */
function story(plan: CollectPlan, events: readonly AccelerationEvent[]): string {
  let state: AccelerationState = null;
  return events
    .map((event) => {
      state = JSON.parse(JSON.stringify(nextAcceleration(plan, state, event))) as AccelerationState;
      return (intervalInForce(plan, state) ?? 0) / 60;
    })
    .join(' ');
}
const alert = (atMs = 0): AccelerationEvent => ({ kind: 'alert', atMs });

test('four alerts halve the hour to 30, 15, 7, 3 minutes, and on to one', () => {
  const halving: CollectPlan = { ...every, acceleration: 'halve' };
  assert.equal(
    story(
      halving,
      Array.from({ length: 7 }, () => alert()),
    ),
    '30 15 7 3 1 1 1',
  );
  assert.equal(story({ ...every, acceleration: 'fast' }, [alert(), alert()]), '1 1');
  assert.equal(story(every, [alert()]), '60', 'not asked for');
  assert.equal(story({ ...halving, intervalSeconds: 60 }, [alert()]), '1', 'not offered');
  assert.deepEqual([3600, 900, 420, 180, 60, 90, 86_400].map(halved), [1800, 420, 180, 60, 60, 60, 43_200]);
});

test('the configured interval comes back with the last verdict, or after a calm day', () => {
  const plan: CollectPlan = { ...every, acceleration: 'halve' };
  const verdict = (status: string, open = 0): AccelerationEvent => ({ kind: 'verdict', atMs: 0, status, open });
  assert.equal(story(plan, [alert(), verdict('Notice'), verdict('Confirm'), verdict('Restore')]), '30 30 30 60');
  assert.equal(story(plan, [alert(), alert(), verdict('FalseAlarm', 1), verdict('FalseAlarm')]), '30 15 15 60');
  const level = (hours: number, to: number): AccelerationEvent => ({ kind: 'level', atMs: hours * hourMs, level: to });
  const tick = (hours: number): AccelerationEvent => ({ kind: 'tick', atMs: hours * hourMs });
  assert.equal(story(plan, [alert(), level(1, 0), tick(24.9), tick(25)]), '30 30 30 60');
  assert.equal(
    story(plan, [alert(), level(1, 0), level(2, 1), tick(30), level(31, 0), level(40, 0), tick(55)]),
    '30 30 30 30 30 30 60',
  );
  assert.equal(
    story(plan, [alert(), level(1, 0), alert(2 * hourMs), tick(26)]),
    '30 30 15 15',
    'an alert ends the calm',
  );
  assert.equal(story(plan, [tick(1), level(2, 0), verdict('Restore')]), '60 60 60');
});

const names = (points: readonly string[], channels: readonly (readonly string[])[]) =>
  matchNames(
    points.map((name, id) => ({ id, name })),
    channels.map((labels, i) => ({ id: `c${i}`, labels })),
  );

test('names are matched by words and numbers, however they are written', () => {
  const { matches, unmatchedPoints, unmatchedChannels } = names(
    ['PZ-03', 'Pier 2 tilt', 'Strain gauge 10 left', 'Nobody', '水位 1'],
    [['3', 'pz 3'], ['tilt_pier2'], ['10', 'strain 10'], ['7'], ['水位01']],
  );
  assert.deepEqual(
    matches.map(({ pointId, channelId, reason }) => `${pointId} ${channelId} ${reason}`),
    ['0 c0 same', '4 c4 same', '1 c1 sameWords', '2 c2 contained'],
  );
  assert.deepEqual([unmatchedPoints, unmatchedChannels], [[3], ['c3']]);
});

test('what fits twice is left to people', () => {
  assert.deepEqual(names(['PZ-1'], [['1'], ['1']]).matches, [], 'channel 1 of two devices');
  assert.deepEqual(names(['PZ-1', 'TL-1'], [['1']]).matches, [], 'two points numbered 1');
  assert.deepEqual(names(['PZ-1'], [['11'], ['10']]).matches, [], 'another number');
  const doubt = names(['dam pz 1 left up', 'dam pz 1 right'], [['dam pz 1'], ['dam pz 1 left mid']]).matches;
  assert.deepEqual(doubt, [], 'the second best is no answer to a doubt about the best');
  // The better one is taken; what is left is then no longer in doubt.
  const left = names(['PZ-1', 'TL-1'], [['1', 'PZ 1'], ['1']]).matches;
  assert.deepEqual(
    left.map(({ pointId, channelId, reason }) => `${pointId} ${channelId} ${reason}`),
    ['0 c0 same', '1 c1 sameNumber'],
  );
  assert.deepEqual(names(['', ' - '], [['', '-']]).matches, []);
});

test('ten thousand points are matched', () => {
  const points = Array.from({ length: 10_000 }, (_, i) => `S${Math.floor(i / 50)}-PZ-${(i % 50) + 1}`);
  const channels = points.map((name, i) => [String((i % 50) + 1), name.toLowerCase().replaceAll('-', '_')]);
  const { matches } = names(points, channels);
  assert.equal(matches.length, 10_000);
  assert.ok(matches.every(({ pointId, channelId }) => channelId === `c${pointId}`));
});

test('property: a match is mutual, single and the same in any order', () => {
  const name = fc
    .tuple(fc.constantFrom('PZ', 'TL', 'pier', ''), fc.integer({ min: 1, max: 6 }))
    .map((parts) => parts.join('-'));
  fc.assert(
    fc.property(fc.array(name, { maxLength: 8 }), fc.array(name, { maxLength: 8 }), (points, channels) => {
      const list = channels.map((label) => [label]);
      const { matches } = names(points, list);
      assert.equal(new Set(matches.map((match) => match.pointId)).size, matches.length);
      assert.equal(new Set(matches.map((match) => match.channelId)).size, matches.length);
      const turned = matchNames(
        points.map((each, id) => ({ id, name: each })).reverse(),
        list.map((labels, i) => ({ id: `c${i}`, labels })).reverse(),
      ).matches;
      const key = (match: { pointId: number; channelId: string }) => `${match.pointId} ${match.channelId}`;
      assert.deepEqual(turned.map(key).sort(), matches.map(key).sort());
    }),
  );
});

test('a person may have one minute at once, and end it; only where the plan may be sped up', () => {
  const fast = { kind: 'fast', atMs: 5 } as const;
  const plan: CollectPlan = { ...every, acceleration: 'halve' };
  assert.deepEqual(nextAcceleration(plan, null, fast), { intervalSeconds: 60, sinceMs: 5, quietSinceMs: null });
  const halved = nextAcceleration(plan, null, { kind: 'alert', atMs: 1 });
  assert.equal(nextAcceleration(plan, halved, fast)?.intervalSeconds, 60);
  assert.equal(nextAcceleration(plan, halved, { kind: 'end', atMs: 6 }), null);
  assert.equal(nextAcceleration(every, null, fast), null);
});
