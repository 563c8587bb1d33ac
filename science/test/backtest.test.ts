import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs } from '@plumbline/contract/kernel/durations';
import fc from 'fast-check';
import { backtest } from '../src/limits/backtest.ts';
import { judge, type Level, type Rule, type State } from '../src/limits/judge.ts';
import { flagOf, quality, tests } from '../src/quality/flags.ts';
import { ratesOf } from '../src/series/rates.ts';

const rule: Rule = { kind: 'value', method: 'twoSided', levels: [10, 20, 30, 40] };
const hourly = { initial: 0, intervalSeconds: 3600 };
const run = (over: Rule, values: readonly number[], options = hourly as Parameters<typeof backtest>[3]) =>
  backtest(
    over,
    values.map((_, i) => i * hourMs),
    values,
    options,
  );

test('episodes from raise to release, with their peak', () => {
  const made = run(rule, [0, 11, -25, 21, 0, 0, Number.NaN, 12, 13]);
  assert.deepEqual(made.episodes, [
    { level: 2, from: hourMs, to: 5 * hourMs, peak: -25, peakAt: 2 * hourMs, measure: 'value', raises: 2 },
    { level: 1, from: 7 * hourMs, to: null, peak: 13, peakAt: 8 * hourMs, measure: 'value', raises: 1 },
  ]);
  assert.deepEqual([made.raised, made.readings, made.level], [[2, 1, 0, 0], 8, 1]);
  assert.deepEqual(
    made.secondsAt.map((seconds) => seconds / 3600),
    [3, 2, 3, 0, 0],
  );
});

test('the direction of the rule says what a peak is', () => {
  const lower = run({ ...rule, method: 'lower' }, [-15, 90, -12]);
  assert.deepEqual(
    lower.episodes.map(({ peak, level }) => [peak, level]),
    [[-15, 1]],
  );
  const upper = run({ ...rule, method: 'upper' }, [15, 12, -90]);
  assert.equal(upper.episodes[0]?.peak, 15);
});

test('cumulative change: from the initial value, or the curve that is given', () => {
  const over: Rule = { ...rule, kind: 'cumulative' };
  assert.deepEqual(run(over, [100, 112], { initial: 100, intervalSeconds: 3600 }).raised, [1, 0, 0, 0]);
  assert.deepEqual(run(over, [100, 112], { initial: null, intervalSeconds: 3600 }).raised, [0, 0, 0, 0]);
  assert.deepEqual(
    run(over, [100, 112], { initial: 0, intervalSeconds: 3600, cumulative: [1, 25] }).raised,
    [0, 1, 0, 0],
  );
});

test('rates: against a day earlier, or the reading before', () => {
  const over: Rule = { ...rule, kind: 'rate', levels: [24, null, null, null] };
  const values = Array.from({ length: 60 }, (_, i) => i);
  const hourlyMade = run(over, values);
  assert.deepEqual(
    hourlyMade.episodes.map(({ from, to }) => [from / hourMs, to]),
    [[24, null]],
    'none in the first day',
  );
  const daily = backtest(over, [0, 24 * hourMs, 48 * hourMs], [0, 10, 40], { initial: null, intervalSeconds: 86_400 });
  assert.deepEqual(
    daily.episodes.map(({ from, peak, measure }) => [from / hourMs, peak, measure]),
    [[48, 30, 'rate']],
  );
});

test('what failed its quality tests is not judged, and is no base of a rate', () => {
  const fail = flagOf(quality.fail, tests.spike);
  assert.deepEqual(run(rule, [0, 50, 0], { ...hourly, flags: [1, fail, 1] }).episodes, []);
  const suspect = flagOf(quality.suspect, tests.spike);
  assert.equal(run(rule, [0, 50, 0], { ...hourly, flags: [1, suspect, 1] }).episodes.length, 1);
  const daily: Rule = { ...rule, kind: 'rate' };
  const options = { initial: null, intervalSeconds: 86_400 };
  const times = [0, 24 * hourMs, 48 * hourMs];
  assert.deepEqual(backtest(daily, times, [0, 50, 0], { ...options, flags: [1, fail, 1] }).episodes, []);
  // A movement behind a failed or missing reading is seen against the last one that counts.
  assert.deepEqual(backtest(daily, times, [0, 9999, 50], { ...options, flags: [1, fail, 1] }).raised, [0, 1, 0, 0]);
  assert.deepEqual(backtest(daily, times, [0, Number.NaN, 50], options).raised, [0, 1, 0, 0]);
});

const values = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: -50, max: 50 }) },
    { weight: 1, arbitrary: fc.constant(Number.NaN) },
  ),
  {
    maxLength: 120,
  },
);
const someRule: fc.Arbitrary<Rule> = fc.record({
  kind: fc.constantFrom<Rule['kind']>('value', 'cumulative', 'rate', 'multi'),
  method: fc.constantFrom<Rule['method']>('twoSided', 'upper', 'lower'),
  levels: fc.constant([10, 20, null, 40]),
  rate: fc.constant({ method: 'twoSided', levels: [5, 10, 20, 40] } as const),
  combine: fc.constantFrom<'and' | 'or'>('and', 'or'),
  consecutive: fc.integer({ min: 1, max: 3 }),
});

test('property: the same as judging one reading after the other', () => {
  fc.assert(
    fc.property(someRule, values, fc.constantFrom(3600, 86_400), (over, list, intervalSeconds) => {
      const times = list.map((_, i) => i * (intervalSeconds === 3600 ? 5 * hourMs : 30 * hourMs));
      const made = backtest(over, times, list, { initial: 3, intervalSeconds });
      const sound = list.map((value, i) => [times[i]!, value] as const).filter(([, value]) => !Number.isNaN(value));
      const rates = ratesOf(
        sound.map(([at]) => at),
        sound.map(([, value]) => value),
        intervalSeconds,
      );
      let state: State | null = null;
      const raised = [0, 0, 0, 0];
      let [episodes, level] = [0, 0 as Level];
      for (const [i, [, value]] of sound.entries()) {
        const rate = Number.isNaN(rates[i]) ? null : rates[i]!;
        const result = judge(over, state, { value, cumulative: value - 3, rate });
        if (result.raised) raised[result.raised.level - 1]!++;
        if (level === 0 && result.state.level > 0) episodes++;
        ({ state } = result);
        level = state.level;
      }
      assert.deepEqual(
        [made.raised, made.episodes.length, made.level, made.readings],
        [raised, episodes, level, sound.length],
      );
      for (const episode of made.episodes) assert.ok(episode.to === null || episode.to > episode.from);
      assert.equal(made.episodes.filter(({ to }) => to === null).length, level > 0 ? 1 : 0);
      assert.equal(
        made.episodes.reduce((sum, { raises }) => sum + raises, 0),
        raised.reduce((a, b) => a + b, 0),
      );
    }),
    { numRuns: 300 },
  );
});

test('half a million readings are judged, rates too', () => {
  const times = Float64Array.from({ length: 500_000 }, (_, i) => i * 60_000);
  const series = times.map((at) => 25 * Math.sin(at / 7e8) + 5 * Math.sin(at / 3e6));
  const options = { initial: 0, intervalSeconds: 60 };
  for (const over of [
    rule,
    { ...rule, kind: 'multi', combine: 'or', rate: { method: 'twoSided', levels: [5, 10, 20, 40] } } as Rule,
  ]) {
    const made = backtest(over, times, series, options);
    assert.ok(made.episodes.length > 5);
  }
});
