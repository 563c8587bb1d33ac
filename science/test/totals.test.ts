import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs } from '@plumbline/contract/kernel/durations';
import fc from 'fast-check';
import { amountTotalsOf, runningTotals, volumeOf } from '../src/series/totals.ts';
import { numbers } from './mutations.ts';
import { near } from './vectors.ts';

test('rain of two events: total, largest hour and day with its class, and the last event alone', () => {
  const times = [0, 0.5, 1, 2, 10, 10.5].map((hour) => hour * hourMs);
  const totals = amountTotalsOf(times, [1, 2, 4, 8, 3, Number.NaN]);
  assert.ok(totals);
  assert.deepEqual(
    [totals.total, totals.largestHour, totals.largestDay, totals.dayClass, totals.event],
    [18, 8, 18, 'moderate', { fromMs: 10 * hourMs, toMs: 10 * hourMs, total: 3 }],
  );
  assert.equal(amountTotalsOf([0, 1], [Number.NaN, Number.NaN]), null, 'nothing measured is no total of 0');
  const dry = amountTotalsOf([0, hourMs], [0, 0]);
  assert.deepEqual([dry?.total, dry?.event, dry?.dayClass], [0, null, 'trace']);
});

test('property: totals of parts add up, and no window holds more than the whole', () => {
  const amounts = fc.array(fc.nat(50), { minLength: 1, maxLength: 80 });
  fc.assert(
    fc.property(amounts, fc.nat(80), (values, cut) => {
      const times = values.map((_, i) => i * 600_000);
      const overall = amountTotalsOf(times, values);
      const sum = (from: number, to: number) =>
        amountTotalsOf(times.slice(from, to), values.slice(from, to))?.total ?? 0;
      assert.equal(overall?.total, sum(0, cut) + sum(cut, values.length));
      assert.ok((overall?.largestHour ?? 0) <= (overall?.largestDay ?? 0));
      assert.ok((overall?.largestDay ?? 0) <= (overall?.total ?? 0));
    }),
  );
});

test('a volume is the integral of a flow; gaps are not bridged, and one reading has none', () => {
  const times = [0, 1, 2, 8, 9].map((hour) => hour * hourMs);
  const volume = volumeOf(times, [10, 20, 30, 6, 6], hourMs);
  near(volume?.volume ?? null, 15 + 25 + 6);
  assert.equal(volume?.measuredMs, 3 * hourMs);
  assert.equal(volumeOf([0], [4], hourMs), null);
  near(volumeOf(times, [10, Number.NaN, 30, 6, 6], hourMs)?.volume ?? null, 6);
});

test('property: volumes of pieces sum to that of the whole, wherever it is cut and whatever is missing', () => {
  const flow = fc.option(fc.nat(50), { nil: Number.NaN, freq: 6 });
  const readings = fc.array(flow, { minLength: 2, maxLength: 40 });
  fc.assert(
    fc.property(readings, fc.array(fc.nat(40 * 3_600_000), { maxLength: 5 }), (flows, cuts) => {
      const times = flows.map((_, i) => i * hourMs);
      const end = (flows.length - 1) * hourMs;
      const ends = [0, ...cuts.map((at) => Math.min(at, end)), end].sort((a, b) => a - b);
      const pieces = ends.slice(1).map((toMs, i) => volumeOf(times, flows, hourMs, { fromMs: ends[i] ?? 0, toMs }));
      const sum = (of: 'volume' | 'measuredMs') => pieces.reduce((all, piece) => all + (piece?.[of] ?? 0), 0);
      const overall = volumeOf(times, flows, hourMs);
      assert.ok(Math.abs(sum('volume') - (overall?.volume ?? 0)) < 1e-6);
      assert.equal(sum('measuredMs'), overall?.measuredMs ?? 0);
    }),
  );
});

test('totals in pieces are those of the whole, and the last one is the total, or the volume between the ends', () => {
  const random = numbers(31);
  for (let run = 0; run < 200; run++) {
    const count = 2 + Math.floor(random() * 40);
    let at = 0;
    const times = Array.from({ length: count }, () => (at += (random() < 0.2 ? 5 : 1) * 3_600_000));
    const values = times.map(() => (random() < 0.15 ? Number.NaN : Math.round(random() * 100) / 10));
    for (const summed of ['amount', 'flow'] as const) {
      const summing = { summed, intervalMs: 3_600_000 };
      const overall = runningTotals(times, values, summing).totals;
      const cut = Math.floor(random() * count);
      const first = runningTotals(times.slice(0, cut), values.slice(0, cut), summing);
      const second = runningTotals(times.slice(cut), values.slice(cut), summing, first.end);
      assert.deepEqual([...first.totals, ...second.totals], [...overall]);
      const last = overall.findLast((total) => !Number.isNaN(total)) ?? 0;
      const total =
        summed === 'amount'
          ? amountTotalsOf(times, values)?.total
          : volumeOf(times, values, summing.intervalMs)?.volume;
      assert.ok(Math.abs(last - (total ?? 0)) < 1e-9, `${summed} ${last} ${total}`);
    }
  }
});
