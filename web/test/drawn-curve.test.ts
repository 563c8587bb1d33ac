/** Curves that a person draws become readings, and are judged by the functions of live readings. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConditionRules } from '@plumbline/contract/alerts/conditions.terms';
import { hourMs } from '@plumbline/contract/kernel/durations';
import { backtest } from '@plumbline/science/limits/backtest';
import { thresholdRule, valueLimits } from '@plumbline/science/limits/threshold-rule';
import { drawnRange, readingsOn } from '../src/charts/drawn-readings.ts';
import { drawingsOf, evaluateDrawn } from '../src/features/alerts/conditions/drawn-series.ts';

const span = { startAt: 0, toMs: 120 * hourMs };
/** A column an hour. */
const columns = (valueAt: (hour: number) => number | null): (number | null)[] =>
  Array.from({ length: 121 }, (_, hour) => valueAt(hour));

test('readings lie on the line at the interval, and nowhere where nothing is drawn', () => {
  const series = readingsOn(
    columns((hour) => (hour >= 50 && hour <= 60 ? null : hour)),
    span,
    1800,
  );
  assert.deepEqual([series.times[1], series.values[1]], [1800_000, 0.5]);
  const inHole = Array.from(series.times).filter((at) => at > 49 * hourMs && at < 61 * hourMs);
  assert.deepEqual(inHole, []);
  assert.equal(
    readingsOn(
      columns(() => 1),
      span,
      1,
    ).times.length <= 5_001,
    true,
  );
  assert.deepEqual(drawnRange([10, 30]), { low: 0, high: 45 });
  assert.deepEqual(drawnRange([-3, 3]), { low: -6, high: 6 });
});

const term = (pointId: number, high: number, more: object = {}) => ({
  pointId,
  field: 'temperature',
  kind: 'value',
  high,
  maxAgeSeconds: 7200,
  ...more,
});
const rulesOf = (...terms: object[]) =>
  ConditionRules.parse({ name: 'Both', structureId: 1, level: 3, groups: [{ terms }] });

test('a condition on drawn curves raises and clears where both hold', () => {
  const rules = rulesOf(term(1, 10), term(2, 20));
  assert.deepEqual(
    drawingsOf(rules).map(({ key }) => key),
    ['1/temperature', '2/temperature'],
  );
  const curves = new Map([
    ['1/temperature', columns((hour) => (hour >= 20 ? 12 : 5))],
    ['2/temperature', columns((hour) => (hour >= 40 && hour < 70 ? 25 : 15))],
  ]);
  const { transitions } = evaluateDrawn(rules, curves, span, () => 3600);
  assert.deepEqual(
    transitions.map(({ kind, at }) => [kind, at / hourMs]),
    [
      ['raise', 40],
      ['clear', 70],
    ],
  );
  const undrawn = evaluateDrawn(rules, new Map(), span, () => 3600);
  assert.deepEqual([undrawn.transitions.length, undrawn.state.truth], [0, null]);
});

test('limits on a drawn curve are those of the judge, with the sign of their side', () => {
  const threshold = {
    kind: 'value' as const,
    method: 'twoSided' as const,
    base: 'value' as const,
    combine: 'and' as const,
    levels: [10, null, 30, null] as const,
    rateLevels: null,
    releaseRatio: 0.95,
    releaseCount: 2,
    consecutive: 1,
  };
  assert.deepEqual(
    valueLimits(threshold).map(({ level, value }) => [level, value]),
    [
      [1, 10],
      [1, -10],
      [3, 30],
      [3, -30],
    ],
  );
  const { times, values } = readingsOn(
    columns((hour) => (hour < 60 ? -12 : 0)),
    span,
    3600,
  );
  const { raised, episodes } = backtest(thresholdRule(threshold), times, values, {
    initial: null,
    intervalSeconds: 3600,
  });
  assert.deepEqual([raised, episodes.length, episodes[0]?.peak], [[1, 0, 0, 0], 1, -12]);
});
