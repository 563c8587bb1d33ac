/** Spectra, filters, velocity, events and limits of vibration against the vectors (scipy) and worked examples. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { filterBothWays } from '../src/spectra/butterworth.ts';
import { cableForce, fundamentalOf, slenderness } from '../src/spectra/cable.ts';
import { findEvents, staLta, usualTrigger } from '../src/spectra/events.ts';
import { fft } from '../src/spectra/fft.ts';
import {
  curveOfBands,
  din4150Foundation,
  gb6722,
  limitAt,
  stepAt,
  stepsOfBands,
  velocityLimit,
} from '../src/spectra/limits.ts';
import { amplitudeOf, peakVelocity, velocityOf, withoutMean, withoutTrend } from '../src/spectra/signal.ts';
import { amplitudeSpectrum, dominantOf, powerBetween, thirdOctaves, welch } from '../src/spectra/spectrum.ts';
import { answer, needsRealFiles, realText } from './real-files.ts';
import { near, nearAll, vector } from './vectors.ts';

/** The last column of a vector's CSV without its heading. */
const samplesOf = (file: string): number[] =>
  readFileSync(new URL(`vectors/${file}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => Number(line.split(',').at(-1)))
    .filter((value) => !Number.isNaN(value));

const sine = (n: number, rateHz: number, hz: number, amplitude = 1): number[] =>
  Array.from({ length: n }, (_, i) => amplitude * Math.sin((2 * Math.PI * hz * i) / rateHz));

test('a transform of any length is the sum that defines it', () => {
  for (const n of [1, 2, 3, 7, 8, 12, 30, 64, 97]) {
    const re = Array.from({ length: n }, (_, i) => Math.sin(i * i) + 0.3 * i);
    const im = Array.from({ length: n }, (_, i) => Math.cos(3 * i));
    const out = fft(re, im);
    for (let k = 0; k < n; k++) {
      let [a, b] = [0, 0];
      for (let i = 0; i < n; i++) {
        const angle = (-2 * Math.PI * k * i) / n;
        a += (re[i] ?? 0) * Math.cos(angle) - (im[i] ?? 0) * Math.sin(angle);
        b += (re[i] ?? 0) * Math.sin(angle) + (im[i] ?? 0) * Math.cos(angle);
      }
      near(out.re[k], a, 1e-11);
      near(out.im[k], b, 1e-11);
    }
  }
});

test('amplitudes, dominant frequency and Welch density', () => {
  const { cases } = vector<
    { file: string; fs: number; n: number },
    Record<string, number> & { welch256_const: number[] }
  >('vibration_spectrum');
  for (const { in: given, out } of cases) {
    const samples = samplesOf(given.file);
    assert.equal(samples.length, given.n);
    const clean = withoutTrend(samples);
    const size = amplitudeOf(clean);
    near(size?.peak, out['peak_abs_after_detrend'] ?? null, 1e-9);
    near(size?.rms, out['rms_after_detrend'] ?? null, 1e-9);
    near(size?.crest, out['crest'] ?? null, 1e-9);
    const spectrum = amplitudeSpectrum(clean, given.fs);
    const peak = dominantOf(spectrum);
    near(spectrum.resolutionHz, out['fft_bin_hz'] ?? null);
    near(peak?.lineHz, out['dominant_bin_hz'] ?? null);
    near(peak?.value, out['dominant_amp'] ?? null, 1e-9);
    near(peak?.frequencyHz, out['dominant_interp_hz'] ?? null, 1e-9);
    const density = welch(samples, given.fs);
    assert.ok(density);
    nearAll(density.values, out.welch256_const, 1e-9);
    near(dominantOf(density)?.lineHz, out['welch_dominant_hz'] ?? null);
    const linear = welch(samples, given.fs, 256, withoutTrend);
    assert.ok(linear);
    // The vector was summed by trapezoids: the first and the last line count half.
    const ends = (linear.values[0] ?? 0) + (linear.values.at(-1) ?? 0);
    const trapezoids = powerBetween(linear) - (ends / 2) * linear.resolutionHz;
    near(trapezoids, out['welch256_linear_total_power'] ?? null, 1e-9);
  }
});

test('the area below the density of a sine is half its amplitude squared', () => {
  const density = welch(sine(1024, 100, 12.5, 2), 100);
  assert.ok(density);
  near(dominantOf(density)?.lineHz, 12.5);
  near(dominantOf(density)?.value, 3.413333, 1e-6);
  near(powerBetween(density), 2, 1e-9);
  assert.equal(welch([1], 100), null);
  assert.equal(dominantOf({ values: Float64Array.of(0, 0, 0), resolutionHz: 1 }), null);
});

test('third octaves hold the power of their band, and none where no line lies', () => {
  const density = welch(sine(4096, 200, 31.5, 2), 200, 1024);
  assert.ok(density);
  const bands = thirdOctaves(density);
  const at = bands.find(({ centreHz }) => Math.abs(centreHz - 31.62) < 0.01);
  near(at?.rms, Math.sqrt(2), 1e-6);
  assert.ok(bands.every(({ centreHz }) => centreHz > 0.75 && centreHz < 100));
  const coarse = thirdOctaves({ values: Float64Array.from({ length: 11 }, () => 1), resolutionHz: 10 });
  assert.equal(coarse.find(({ centreHz }) => centreHz < 2)?.rms, null);
});

test('velocity of an acceleration, by its trend and by a high-pass', () => {
  const { cases } = vector<
    { file: string; fs: number },
    { ppv_trapz_detrend_mm_s: number; ppv_trapz_hp1Hz_butter4_filtfilt_mm_s: number; pga_mm_s2: number }
  >('acc_to_velocity');
  for (const { in: given, out } of cases) {
    const acceleration = samplesOf(given.file);
    const velocity = velocityOf(acceleration, given.fs);
    near(amplitudeOf(withoutTrend(velocity))?.peak, out.ppv_trapz_detrend_mm_s, 1e-6);
    const passed = filterBothWays(velocity, { kind: 'highPass', order: 4, cornerHz: 1, rateHz: given.fs });
    assert.ok(passed);
    near(amplitudeOf(passed)?.peak, out.ppv_trapz_hp1Hz_butter4_filtfilt_mm_s, 1e-6);
    near(amplitudeOf(withoutMean(acceleration))?.peak, out.pga_mm_s2, 1e-6);
  }
});

test('a filter passes one side of its corner, shifts nothing, and refuses what it cannot do', () => {
  const [slow, fast] = [sine(4000, 200, 0.5), sine(4000, 200, 40)];
  const both = slow.map((value, i) => value + (fast[i] ?? 0));
  const low = filterBothWays(both, { kind: 'lowPass', cornerHz: 5, rateHz: 200 });
  const high = filterBothWays(both, { kind: 'highPass', cornerHz: 5, rateHz: 200 });
  assert.ok(low && high);
  for (let i = 500; i < 3500; i++) {
    assert.ok(Math.abs((low[i] ?? 9) - (slow[i] ?? 0)) < 1e-3);
    assert.ok(Math.abs((high[i] ?? 9) - (fast[i] ?? 0)) < 1e-3);
  }
  assert.equal(filterBothWays([1, 2, 3], { kind: 'lowPass', cornerHz: 5, rateHz: 200 }), null);
  assert.throws(() => filterBothWays(both, { kind: 'lowPass', cornerHz: 100, rateHz: 200 }), RangeError);
  assert.throws(() => filterBothWays(both, { kind: 'lowPass', order: 3, cornerHz: 5, rateHz: 200 }), RangeError);
});

test('peak velocity of components and of their vector', () => {
  const { components, vector: together } = peakVelocity([
    [3, 0, -1],
    [4, 5, 0],
    [0, 0, -12],
  ]);
  assert.deepEqual(components, [3, 5, 12]);
  near(together, Math.hypot(1, 12));
});

test('a burst is one event with its time before and after; a level finds two that are far apart', () => {
  const rate = 100;
  const quiet = Array.from({ length: 6000 }, (_, i) => 0.01 * Math.sin(i * 1.7));
  const burst = quiet.map((value, i) => value + (i >= 3000 && i < 3100 ? Math.sin(i) : 0));
  const [event, ...others] = findEvents(burst, rate) ?? [];
  assert.deepEqual(others, []);
  assert.ok(event && Math.abs(event.triggeredSeconds - 30) < 0.2 && event.fromSeconds < 29.3 && event.toSeconds > 35);
  assert.ok(event.peak > 0.9);
  const level = { ...usualTrigger, kind: 'level' as const, on: 0.5, off: 0.02 };
  const two = quiet.map((value, i) => value + (i === 1000 || i === 4000 ? 1 : 0));
  assert.equal(findEvents(two, rate, level)?.length, 2);
  assert.deepEqual(findEvents(quiet, rate), []);
  assert.equal(findEvents([...burst, Number.NaN], rate), null, 'an unknown sample is not silence');
  assert.ok(
    staLta(quiet, rate, 0.5, 10)
      .subarray(0, 900)
      .every((value) => value === 0),
  );
});

test('DIN 4150-3: limits by frequency', () => {
  const rows = { L1: 'industrial', L2: 'dwellings', L3: 'sensitive' } as const;
  const { cases } = vector<
    { f_hz: number; ppv_mm_s: number },
    Record<keyof typeof rows, { limit: number; exceeded: boolean }>
  >('din4150_3_short_term');
  for (const { in: given, out } of cases)
    for (const [row, name] of Object.entries(rows) as [keyof typeof rows, (typeof rows)[keyof typeof rows]][]) {
      const limit = limitAt(din4150Foundation[name], given.f_hz);
      near(limit, out[row].limit);
      assert.equal(given.ppv_mm_s > (limit ?? Number.NaN), out[row].exceeded);
    }
  assert.equal(limitAt([], 10), null);
  assert.equal(limitAt(din4150Foundation.sensitive, Number.NaN), null);
  near(limitAt(din4150Foundation.sensitive, 80), 9.2);
});

test('GB 6722: bands by frequency', () => {
  const civil = gb6722.civil;
  const upper = stepsOfBands(civil, 'upper').corners;
  assert.deepEqual(
    [10, 30, 50, 400, Number.NaN].map((hz) => stepAt(upper, hz)),
    [20, 25, 25, 30, null],
  );
  for (const table of Object.values(gb6722)) assert.ok(table.every(({ lower, upper }) => lower < upper));
});

test('cable force from one order, with stiffness, and from several orders', () => {
  const { cases } = vector<
    { m_kg_m: number; L_m: number; order?: number; orders?: number[]; f_hz: number | number[]; EI_Nm2?: number },
    { T_taut_kN: number; T_with_EI_hinged_kN?: number; f1_fit?: number }
  >('cable_force');
  for (const { in: given, out } of cases) {
    const cable = { massKgM: given.m_kg_m, lengthM: given.L_m };
    if (typeof given.f_hz === 'number') {
      near(cableForce(cable, given.f_hz, given.order), out.T_taut_kN);
      const stiff = { ...cable, stiffnessNm2: given.EI_Nm2 ?? 0 };
      near(cableForce(stiff, given.f_hz, given.order), out.T_with_EI_hinged_kN ?? null);
    } else {
      const frequencies = given.f_hz;
      const first = fundamentalOf(
        (given.orders ?? []).map((order, i) => ({ order, frequencyHz: frequencies[i] ?? 0 })),
      );
      near(first, out.f1_fit ?? null);
      near(cableForce(cable, first ?? 0), out.T_taut_kN);
    }
  }
  near(cableForce({ massKgM: 60, lengthM: 100 }, 1.2), 3456);
  assert.equal(fundamentalOf([]), null);
  assert.equal(slenderness({ massKgM: 60, lengthM: 100 }, 3456), Number.POSITIVE_INFINITY);
});

test('a K-NET record has the peak that its header names', needsRealFiles, () => {
  const text = realText('vibration/AKT013_EW_19960811.knet').split('\n');
  const scale = /(\d+)\(gal\)\/(\d+)/.exec(text.find((line) => line.startsWith('Scale Factor')) ?? '');
  const factor = Number(scale?.[1]) / Number(scale?.[2]);
  const start = text.findIndex((line) => line.startsWith('Memo')) + 1;
  const counts = text.slice(start).join(' ').trim().split(/\s+/).map(Number);
  const known = answer<Record<string, number>>('knet_AKT013');
  assert.equal(counts.length, known['samples']);
  const size = amplitudeOf(withoutMean(counts.map((count) => count * factor)));
  near(size?.peak, known['computed_pga_gal_mean_removed'] ?? null, 1e-9);
  near(size?.rms, known['rms_gal'] ?? null, 1e-9);
});

test('bands of GB 6722 as a line with jumps and as steps say the same limit at every frequency', () => {
  for (const table of Object.values(gb6722))
    for (const side of ['lower', 'upper'] as const)
      for (const hz of [0.5, 9.99, 10, 10.01, 30, 49.99, 50, 50.01, 80, 500])
        assert.equal(
          velocityLimit(stepsOfBands(table, side), hz),
          limitAt(curveOfBands(table, side), hz),
          `${side} ${hz}`,
        );
});
