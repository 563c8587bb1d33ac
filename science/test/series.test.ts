import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs, minuteMs } from '@plumbline/contract/kernel/durations';
import fc from 'fast-check';
import * as rates from '../src/series/rates.ts';
import { summaryOf } from '../src/series/statistics.ts';
import { m4 } from '../src/series/thinning.ts';
import { near, vector } from './vectors.ts';

test('cumulative, change, rates, gaps and repeats agree with the vector', () => {
  interface In {
    t_unix: number[];
    value: number[];
    expected_interval_s: number;
  }
  interface Out {
    rate_prev_per_day: (number | null)[];
    rate_24h_per_day: (number | null)[];
    gaps: { from_: number; to: number; missing: number }[];
  }
  const { in: i, out } = vector<In, Out>('cumulative_rate').cases[0]!;
  const times = i.t_unix.map((t) => t * 1000);
  const same = (actual: Float64Array, expected: (number | null)[]) => {
    for (const [at, value] of expected.entries()) near(Number.isNaN(actual[at]) ? null : actual[at], value);
  };
  same(rates.ratesOf(times, i.value, 86_400), out.rate_prev_per_day);
  same(rates.ratesOf(times, i.value, 3600), out.rate_24h_per_day);
  assert.deepEqual(
    rates.gapsOf(times, i.expected_interval_s * 1000),
    out.gaps.map((gap) => ({ fromMs: gap.from_ * 1000, toMs: gap.to * 1000, missing: gap.missing })),
  );
});

test('the worked examples of rates', () => {
  near(rates.rateBetween({ atMs: 0, value: 5.12 }, { atMs: 6 * hourMs, value: 5.37 }), 1);
  const before = { atMs: -26 * hourMs, value: 7 };
  const after = { atMs: -22 * hourMs, value: 7.6 };
  near(rates.rateOverDay({ atMs: 0, value: 8.4 }, before, after), 1.1);
  assert.equal(rates.rateOverDay({ atMs: 0, value: 8.4 }, after, null), null);
  assert.equal(rates.rateOverDay({ atMs: 0, value: 8.4 }, null, null), null);
  assert.equal(rates.rateBetween({ atMs: 5, value: 1 }, { atMs: 5, value: 2 }), null);
  assert.deepEqual(rates.gapsOf([0, 3600, 14400], 3600), [{ fromMs: 3600, toMs: 14400, missing: 2 }]);
});

test('thinning agrees with the vectors', () => {
  interface File {
    series: { x: number[]; y: number[] };
  }
  const file = vector<{ algorithm: string; buckets?: number }, { indices: number[] }>('downsampling');
  const { x, y } = (file as unknown as File).series;
  const [times, values] = [Float64Array.from(x), Float64Array.from(y)];
  const cases = file.cases.filter(({ in: i }) => i.algorithm === 'm4');
  assert.ok(cases.length > 0);
  for (const { in: i, out } of cases) assert.deepEqual([...m4(times, values, i.buckets!)], out.indices);
});

const cell = fc.oneof(
  { weight: 5, arbitrary: fc.double({ min: -100, max: 100, noNaN: true }) },
  { weight: 1, arbitrary: fc.constant(Number.NaN) },
);

test('property: M4 keeps every extreme, both ends and breaks at gaps; indices ascend', () => {
  fc.assert(
    fc.property(fc.array(cell, { maxLength: 400 }), fc.integer({ min: 1, max: 40 }), (list, columns) => {
      const values = Float64Array.from(list);
      const times = values.map((_, i) => i * 60 + (i % 7));
      const selected = [...m4(times, values, columns)];
      assert.ok(selected.every((index, i) => i === 0 || index > (selected[i - 1] as number)));
      assert.ok(selected.length <= columns * 5);
      const sound = list.map((_, i) => i).filter((i) => !Number.isNaN(list[i]));
      const drawn = selected.filter((i) => !Number.isNaN(list[i]));
      if (sound.length > 0) {
        assert.equal(drawn[0], sound[0]);
        assert.equal(drawn.at(-1), sound.at(-1));
        assert.equal(Math.max(...drawn.map((i) => list[i]!)), Math.max(...sound.map((i) => list[i]!)));
        assert.equal(Math.min(...drawn.map((i) => list[i]!)), Math.min(...sound.map((i) => list[i]!)));
      }
      if (sound.length < list.length) assert.ok(selected.some((i) => Number.isNaN(list[i])));
    }),
    { numRuns: 300 },
  );
});

test('summary', () => {
  const values = [2, Number.NaN, 4, 4, 4, 5, 5, 7, 9];
  const { standardDeviation, ...rest } = summaryOf(
    values.map((_, i) => i * 10),
    values,
  );
  assert.deepEqual(rest, { count: 8, min: 2, minAtMs: 0, max: 9, maxAtMs: 80, mean: 5 });
  near(standardDeviation, Math.sqrt(32 / 7));
  const nothing = { count: 0, min: null, minAtMs: null, max: null, maxAtMs: null, mean: null, standardDeviation: null };
  assert.deepEqual(summaryOf([], []), nothing);
  assert.equal(summaryOf([0], [3]).standardDeviation, null);
});

test('completeness: fast readings hide no gap, and both ends count', () => {
  const span = { fromMs: 0, toMs: 48 * hourMs, intervalMs: minuteMs };
  const tenSeconds = (from: number, to: number) =>
    Array.from({ length: (to - from) / 10_000 }, (_, i) => from + i * 10_000);
  const gap = [...tenSeconds(0, 10 * hourMs), ...tenSeconds(37 * hourMs, 48 * hourMs)];
  assert.ok(gap.length > 2880);
  assert.deepEqual(rates.completenessOf(gap, span), { expected: 2880, missing: 27 * 60 - 1 });
  assert.deepEqual(rates.completenessOf([], span), { expected: 2880, missing: 2880 });
  const whole = Array.from({ length: 2880 }, (_, i) => i * minuteMs + ((i * 7919) % 20_000));
  assert.deepEqual(rates.completenessOf(whole, span), { expected: 2880, missing: 0 });
  assert.deepEqual(rates.completenessOf(whole.slice(60), span).missing, 60);
  assert.deepEqual(rates.completenessOf(whole.slice(0, -60), span).missing, 60);
});
