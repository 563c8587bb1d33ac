import assert from 'node:assert/strict';
import { test } from 'node:test';
import { powerBetween } from '../src/spectra/spectrum.ts';
import { averagedSpectrum, columnOf, lineCount, shortTimeSpectra } from '../src/waveforms/over-time.ts';
import { amplitudesOf, densityOf } from '../src/waveforms/spectra.ts';

const sine = (n: number, rateHz: number, hz: number, amplitude = 1): Float64Array =>
  Float64Array.from({ length: n }, (_, i) => amplitude * Math.sin((2 * Math.PI * hz * i) / rateHz));
const near = (found: number | null | undefined, expected: number, within: number) =>
  assert.ok(found !== null && found !== undefined && Math.abs(found - expected) <= within, `${found} for ${expected}`);
const hann = { window: 'hann' } as const;

test('a sine of known amplitude and frequency reads back, as amplitude and as density', () => {
  // The example of Welch's method: 1024 samples at 100 Hz of 2 sin(2 pi 12.5 t), segments of 256.
  const samples = sine(1024, 100, 12.5, 2);
  const density = averagedSpectrum(samples, 100, { ...hann, measure: 'density', segment: 256 });
  const amplitude = averagedSpectrum(samples, 100, { ...hann, measure: 'amplitude', segment: 256 });
  assert.ok(density && amplitude);
  near(density.values[32], 3.413333, 1e-6);
  near(powerBetween(density), 2, 1e-9);
  near(amplitude.values[32], 2, 1e-9);
  const column = columnOf(amplitude, { fromHz: 0, toHz: 50, count: 128 });
  near(column.peakHz, 12.5, 1e-9);
  near(column.peak, 2, 1e-9);
  near(column.values[32], 2, 1e-9);
});

test('without a segment it is the spectrum that one waveform is shown with', () => {
  const samples = sine(70_000, 200, 7, 3);
  for (const [measure, expected] of [
    ['amplitude', amplitudesOf(samples, 200, 'hann')],
    ['density', densityOf(samples, 200, 'hann')],
  ] as const)
    assert.deepEqual(averagedSpectrum(samples, 200, { ...hann, measure, segment: null }), expected);
  assert.equal(averagedSpectrum(samples.subarray(0, 1), 200, { ...hann, measure: 'density', segment: null }), null);
});

test('a frequency between two lines is found by the parabola, of the band alone that is looked at', () => {
  const samples = sine(4000, 200, 2.013, 1).map((value, i) => value + 3 * Math.sin((2 * Math.PI * 31 * i) / 200));
  const spectrum = amplitudesOf(samples, 200, 'hann');
  near(columnOf(spectrum, { fromHz: 0, toHz: 100, count: 100 }).peakHz, 31, 0.001);
  const low = columnOf(spectrum, { fromHz: 1, toHz: 5, count: 80 });
  near(low.peakHz, 2.013, 0.003);
  near(low.peak, 1, 0.15);
  assert.equal(
    columnOf(amplitudesOf(new Float64Array(100), 200, 'hann'), { fromHz: 0, toHz: 5, count: 2 }).peakHz,
    null,
  );
});

test('no peak is lost on wider lines, a coarser spectrum is repeated and not interpolated, beyond half the rate is nothing', () => {
  const values = new Float64Array(1001).fill(1);
  values[777] = 9;
  const wide = columnOf({ resolutionHz: 0.1, values }, { fromHz: 0, toHz: 100, count: 10 });
  assert.deepEqual(wide.values, [1, 1, 1, 1, 1, 1, 1, 9, 1, 1]);
  const coarse = columnOf({ resolutionHz: 2, values: Float64Array.of(50, 3, 7) }, { fromHz: 0, toHz: 8, count: 16 });
  // Lines at 2 and 4 Hz; under 1 Hz is the one at 0 Hz, above 5 Hz there is none.
  assert.deepEqual(coarse.values.slice(0, 2), [null, null]);
  assert.deepEqual(coarse.values.slice(2, 6), [3, 3, 3, 3]);
  assert.deepEqual(coarse.values.slice(6, 10), [7, 7, 7, 7]);
  assert.deepEqual(coarse.values.slice(10), [null, null, null, null, null, null]);
  assert.equal(lineCount(0, 50, 0.05, 256), 256);
  assert.equal(lineCount(0, 50, 0.5, 256), 200);
  assert.equal(lineCount(0, 50, 80, 256), 2);
  // A line at 3 Hz, 1 Hz from the next ones, is drawn from 2.5 to 3.5 Hz.
  const one = { resolutionHz: 1, values: Float64Array.of(0, 0, 0, 8, 0, 0) };
  assert.deepEqual(columnOf(one, { fromHz: 0, toHz: 5, count: lineCount(0, 5, 1, 256) }).values, [
    null,
    0,
    0,
    0,
    0,
    8,
    8,
    0,
    0,
    0,
  ]);
});

test('a window that moves tells which frequency sounded when', () => {
  // 3 Hz for ten seconds, then 20 Hz at half the amplitude.
  const samples = Float64Array.from([...sine(1000, 100, 3, 2), ...sine(1000, 100, 20, 1)]);
  const found = shortTimeSpectra(samples, 100, { ...hann, measure: 'amplitude', size: 200, most: 600 });
  assert.ok(found);
  assert.deepEqual(
    [found.windows, found.windowsEach, found.fromSeconds, found.stepSeconds, found.windowSeconds, found.resolutionHz],
    [19, 1, 1, 1, 2, 0.5],
  );
  const columns = found.spectra.map((each) => columnOf(each, { fromHz: 0, toHz: 50, count: 100 }));
  for (const [i, { peakHz, peak }] of columns.entries()) {
    const at = found.fromSeconds + i * found.stepSeconds;
    // The one in the middle sees both.
    if (Math.abs(at - 10) < 1) continue;
    near(peakHz, at < 10 ? 3 : 20, 1e-6);
    near(peak, at < 10 ? 2 : 1, 1e-9);
  }
});

test('many windows become few columns that keep the highest of each line; a short waveform is one window', () => {
  const samples = sine(20_000, 100, 3, 1);
  for (let i = 10_000; i < 10_200; i++) samples[i] = 5 * Math.sin((2 * Math.PI * 20 * i) / 100);
  const found = shortTimeSpectra(samples, 100, { ...hann, measure: 'amplitude', size: 200, most: 20 });
  assert.ok(found && found.spectra.length <= 20 && found.windows === 199);
  assert.equal(found.windowsEach, 10);
  near(Math.max(...found.spectra.flatMap(({ values }) => values[40] ?? 0)), 5, 0.01);
  const short = shortTimeSpectra(samples.subarray(0, 50), 100, { ...hann, measure: 'density', size: 200, most: 20 });
  assert.deepEqual([short?.spectra.length, short?.windowSeconds, short?.fromSeconds], [1, 0.5, 0.25]);
  assert.equal(shortTimeSpectra(samples.subarray(0, 1), 100, { ...hann, measure: 'density', size: 9, most: 9 }), null);
});
