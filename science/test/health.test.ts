import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs, minuteMs } from '@plumbline/contract/kernel/durations';
import type { CollectPlan } from '../src/collect/plan.ts';
import { countRepeats, type HealthInput, healthOf, isVoltageLow, type Repeats } from '../src/health/health.ts';

const hourly: CollectPlan = {
  mode: 'UploadCollect',
  intervalSeconds: 3600,
  startAt: null,
  endAt: null,
  timer: [],
  acceleration: 'none',
};
const sound: HealthInput = {
  nowMs: 100 * hourMs,
  thresholds: { voltageThreshold: 10.5, lostTolerance: 3, alertTolerance: 6 },
  voltage: 12,
  plan: hourly,
  timeZone: 'UTC',
  lastAtMs: 100 * hourMs - 20 * minuteMs,
  expectedSinceMs: 0,
  nodes: [900],
  repeats: 1,
};
const of = (change: Partial<HealthInput>) => healthOf({ ...sound, ...change });

test('a point in good health', () => {
  assert.deepEqual(of({}), {
    status: 'normal',
    lowVoltage: false,
    dataLost: false,
    dataRepeat: false,
    brokenNodes: [],
    missed: 0,
    overdue: false,
    expectedAtMs: 100 * hourMs + 40 * minuteMs,
  });
});

test('data are lost by the point’s own interval, also when nothing ever came', () => {
  const silent = (hours: number) => of({ lastAtMs: 100 * hourMs - hours * hourMs });
  assert.deepEqual(
    [1, 1.05, 1.2, 2.9, 3, 3.2].map((h) => silent(h).missed),
    [0, 0, 1, 2, 2, 3],
  );
  assert.deepEqual([silent(2.9).status, silent(3.2).status], ['normal', 'dataLost']);
  assert.deepEqual([silent(5.9).overdue, silent(6.2).overdue], [false, true]);
  assert.equal(silent(3.2).expectedAtMs, 100 * hourMs - 2.2 * hourMs);
  const never = of({ lastAtMs: null, expectedSinceMs: 90 * hourMs });
  assert.deepEqual([never.missed, never.status, never.overdue], [9, 'dataLost', true]);
  assert.equal(of({ lastAtMs: null, expectedSinceMs: null }).missed, 0);
  const weekly = { ...hourly, intervalSeconds: 7 * 86_400 };
  assert.equal(of({ plan: weekly, lastAtMs: 100 * hourMs - 20 * 24 * hourMs }).status, 'normal');
});

test('nothing is lost where nothing is expected', () => {
  assert.equal(of({ plan: null, lastAtMs: 0 }).missed, 0);
  assert.equal(of({ plan: { ...hourly, mode: 'NoCollect', intervalSeconds: null }, lastAtMs: 0 }).missed, 0);
  assert.equal(
    of({ plan: { ...hourly, endAt: 50 * hourMs }, lastAtMs: 49.5 * hourMs }).missed,
    0,
    'the plan has ended',
  );
  assert.equal(of({ plan: { ...hourly, endAt: 60 * hourMs }, lastAtMs: 49.5 * hourMs }).missed, 10);
  assert.equal(of({ plan: { ...hourly, startAt: 98 * hourMs }, lastAtMs: 0 }).missed, 2, 'it began two hours ago');
});

test('a timer is expected at its times of the day', () => {
  const plan: CollectPlan = { ...hourly, intervalSeconds: null, timer: ['08:00', '20:00'] };
  const at = (text: string) => Date.parse(`${text}Z`);
  const since = (last: string, now: string, timeZone = 'UTC') =>
    of({ plan, timeZone, lastAtMs: at(last), nowMs: at(now) });
  assert.equal(since('2024-05-01T08:00:10', '2024-05-01T19:59:00').missed, 0);
  assert.equal(since('2024-05-01T07:59:50', '2024-05-01T20:05:00').missed, 0, 'on its way');
  assert.equal(since('2024-05-01T08:00:10', '2024-05-01T20:07:00').missed, 1);
  const lost = since('2024-05-01T08:00:10', '2024-05-02T20:10:00');
  assert.deepEqual([lost.missed, lost.status, lost.expectedAtMs], [3, 'dataLost', at('2024-05-01T20:00:00')]);
  assert.equal(since('2024-05-01T00:00:10', '2024-05-01T12:10:00', 'Asia/Shanghai').missed, 1, '20:00 in Shanghai');
});

test('low voltage, repeats and broken nodes; the worst is the status, all are reported', () => {
  assert.equal(of({ voltage: 10.5 }).status, 'normal');
  assert.equal(of({ voltage: 10.4 }).status, 'lowVoltage');
  assert.equal(of({ voltage: null }).status, 'normal');
  assert.deepEqual([of({ repeats: 3 }).status, of({ repeats: 4 }).status], ['normal', 'dataRepeat']);
  assert.equal(of({ repeats: 99, repeatLimit: null }).status, 'normal', 'a dry month of a rain gauge');
  assert.deepEqual(of({ nodes: [1, null, 3, Number.NaN] }).brokenNodes, [2, 4]);
  assert.deepEqual(of({ nodes: [399, 400, 6000, 6001], sane: [400, 6000] }).brokenNodes, [1, 4]);
  const all = of({ voltage: 5, repeats: 9, nodes: [null], lastAtMs: 0 });
  assert.deepEqual(
    [all.status, all.lowVoltage, all.dataLost, all.dataRepeat, all.brokenNodes],
    ['dataLost', true, true, true, [1]],
  );
  assert.equal(of({ voltage: 5, repeats: 9, nodes: [null] }).status, 'nodeBroken');
  assert.equal(of({ voltage: 5, repeats: 9 }).status, 'dataRepeat');
});

test('identical raw samples in a row', () => {
  let state: Repeats | null = null;
  const counts = [
    { frequency: 4.2, temperature: 20 },
    { temperature: 20, frequency: 4.2 },
    { frequency: null, temperature: null },
    { frequency: 4.2, temperature: 20 },
    { frequency: 4.2, temperature: 20.1 },
    { x: [1, 2] },
    { x: [1, 2] },
    { x: [1, null] },
    {},
  ].map((sample) => {
    state = countRepeats(state, sample as Record<string, number | null | number[]>);
    return state.count;
  });
  assert.deepEqual(counts, [1, 2, 2, 3, 1, 1, 2, 1, 1]);
});

test('a supply that was low is low until 3 % above its threshold', () => {
  const story = (voltages: (number | null)[], was = false) =>
    voltages.map((voltage) => {
      was = isVoltageLow(voltage, 10, was);
      return was;
    });
  assert.deepEqual(story([10, 9.99, 10.01, 10.29, 10.3, 10.29, 9.9, null]), [
    false,
    true,
    true,
    true,
    false,
    false,
    true,
    false,
  ]);
  assert.equal(of({ voltage: 10.6, wasLow: true }).status, 'lowVoltage');
  assert.equal(of({ voltage: 10.6 }).status, 'normal');
});
