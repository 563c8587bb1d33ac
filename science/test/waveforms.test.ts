import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeSamples, encodeSamples } from '../src/waveforms/codec.ts';
import { figuresOf, governingAxis } from '../src/waveforms/figures.ts';
import { readWaveformFile } from '../src/waveforms/file.ts';
import { processed } from '../src/waveforms/processing.ts';
import { amplitudesOf, densityOf, thirdOctavesOf } from '../src/waveforms/spectra.ts';
import { highestLines, thinExtremes } from '../src/waveforms/thinning.ts';
import { waveformUnitOf } from '../src/waveforms/units.ts';
import { needsRealFiles, realText } from './real-files.ts';

const sine = (n: number, rateHz: number, hz: number, amplitude = 1): Float64Array =>
  Float64Array.from({ length: n }, (_, i) => amplitude * Math.sin((2 * Math.PI * hz * i) / rateHz));
const rounded = (samples: Float64Array, decimals: number): Float64Array =>
  samples.map((value) => Number(value.toFixed(decimals)) + 0);

test('samples come back exactly, as integers where few decimals allow it and as floats where not', () => {
  const decimals = rounded(sine(2000, 200, 7, 12), 4);
  const floats = Float64Array.from([Math.PI, 1 / 3, 1e300, 5e-324, -1.5]);
  const large = Float64Array.from([2 ** 50, -(2 ** 50), 0, 1]);
  const axes = [decimals, floats, large, Float64Array.from([0.1, 0.2, 0.30000000000000004]), new Float64Array(0)];
  const bytes = encodeSamples(axes);
  assert.deepEqual(decodeSamples(bytes), axes);
  const one = encodeSamples([rounded(sine(2000, 200, 7, 12), 2)]);
  assert.ok(one.length < 2000 * 2.1, `${one.length} bytes for 2000 samples of two decimals`);
  assert.deepEqual(encodeSamples([decimals]).length < 2000 * 3.1, true);
});

test('random samples of any decimals come back exactly', () => {
  for (let power = 0; power <= 9; power++) {
    const samples = Float64Array.from(
      { length: 300 },
      () => Number(((Math.random() - 0.5) * 10 ** (Math.random() * 5)).toFixed(power)) + 0,
    );
    assert.deepEqual(decodeSamples(encodeSamples([samples])), [samples], `${power} decimals`);
  }
});

test('bytes that are no waveform, or a part of one, are refused', () => {
  const bytes = encodeSamples([rounded(sine(100, 100, 3), 3), Float64Array.from([1 / 3, 1 / 7])]);
  for (let end = 0; end < bytes.length; end++) assert.throws(() => decodeSamples(bytes.subarray(0, end)), RangeError);
  assert.throws(() => decodeSamples(Uint8Array.of(9, 1, 0, 0)), RangeError);
  assert.throws(() => decodeSamples(Uint8Array.of(1, 1, 255, 255, 255, 255, 255, 255, 255, 255, 1)), RangeError);
});

test('a peak of one sample is not lost at any width, and few samples are given as they are', () => {
  const samples = sine(10_000, 200, 2);
  samples[7123] = 40;
  for (const width of [1, 7, 100, 999, 4000]) {
    const { low, high, stepSeconds, fromSeconds } = thinExtremes(samples, { rateHz: 200, from: 0, to: 10_000, width });
    assert.ok(low.length <= width);
    assert.equal(Math.max(...(high ?? [])), 40);
    const at = fromSeconds + (high ?? low).indexOf(40) * stepSeconds;
    assert.ok(Math.abs(at - 7123 / 200) <= stepSeconds, `${at}`);
  }
  const exact = thinExtremes(samples, { rateHz: 200, from: 7000, to: 7200, width: 100 });
  assert.deepEqual([exact.high, exact.fromSeconds, exact.low.length], [null, 35, 200]);
  assert.deepEqual(exact.low, samples.slice(7000, 7200));
  assert.equal(thinExtremes(samples, { rateHz: 200, from: 9990, to: 20_000, width: 10 }).low.length, 10);
});

test('thinned lines keep each peak at its own frequency', () => {
  const { values, resolutionHz } = amplitudesOf(sine(8192, 100, 12.5, 3), 100, 'hann');
  const lines = highestLines(values, resolutionHz, 50);
  assert.ok(lines.length <= 50);
  const top = lines.reduce((a, b) => (b.value > a.value ? b : a));
  assert.equal(top.hz, 12.5);
  assert.ok(Math.abs(top.value - 3) < 1e-9);
});

test('a waveform longer than a transform keeps its amplitude, under either window', () => {
  const samples = sine(200_000, 200, 12.5, 4);
  for (const window of ['hann', 'rectangle'] as const) {
    const { values, resolutionHz } = amplitudesOf(samples, 200, window);
    const k = Math.round(12.5 / resolutionHz);
    assert.ok(Math.abs((values[k] ?? 0) - 4) < 1e-6, window);
  }
  const density = densityOf(samples, 200, 'hann');
  assert.ok(density && Math.abs(density.resolutionHz - 200 / 4096) < 1e-12);
  const octave = thirdOctavesOf(samples, 200).find(({ centreHz }) => Math.abs(centreHz - 12.589) < 0.01);
  assert.ok(Math.abs((octave?.rms ?? 0) - 4 / Math.SQRT2) < 1e-3, String(octave?.rms));
});

test('figures: peak, rms and frequency of each axis, and the velocity of an acceleration', () => {
  const rateHz = 400;
  const [f, amplitude] = [10, 2];
  // a = A w cos(w t) is the derivative of v = A sin(w t); whole periods.
  const velocity = sine(4000, rateHz, f, amplitude);
  const w = 2 * Math.PI * f;
  const acceleration = Float64Array.from({ length: 4000 }, (_, i) => amplitude * w * Math.cos((w * i) / rateHz));
  const asVelocity = figuresOf([velocity, velocity.map((v) => v / 2 + 7)], { rateHz, unit: 'mm/s' });
  assert.ok(Math.abs((asVelocity.axes[0]?.peak ?? 0) - 2) < 1e-9);
  assert.ok(Math.abs((asVelocity.axes[0]?.rms ?? 0) - Math.SQRT2) < 1e-9);
  assert.ok(Math.abs((asVelocity.axes[1]?.peak ?? 0) - 1) < 1e-9, 'its offset is no peak');
  assert.ok(Math.abs(asVelocity.vectorSumMmS - Math.hypot(2, 1)) < 1e-9);
  assert.ok(Math.abs((asVelocity.axes[0]?.velocityHz ?? 0) - f) < 0.01);
  const ofAcceleration = figuresOf([acceleration.map((a) => a / 10)], { rateHz, unit: 'gal' });
  assert.ok(Math.abs(ofAcceleration.vectorSumMmS - amplitude) < 0.05, String(ofAcceleration.vectorSumMmS));
  assert.ok(Math.abs((ofAcceleration.axes[0]?.peak ?? 0) - (amplitude * w) / 10) < 1e-9, 'in its own unit');
  assert.equal(governingAxis(asVelocity.axes), 0);
  assert.equal(governingAxis([]), null);
  const still = figuresOf([new Float64Array(100)], { rateHz, unit: 'mm/s' });
  assert.deepEqual(still.axes[0], {
    peak: 0,
    rms: 0,
    crest: null,
    frequencyHz: null,
    velocityMmS: 0,
    velocityHz: null,
  });
});

test('processing: as recorded nothing changes, a band keeps what lies in it, a short waveform has none', () => {
  const rateHz = 200;
  const low = sine(4000, rateHz, 1, 5);
  const mixed = sine(4000, rateHz, 25, 2).map((v, i) => v + (low[i] ?? 0) + 3);
  const about = { rateHz, unit: 'mm/s' } as const;
  assert.equal(processed(mixed, about, { quantity: 'recorded', highPassHz: null, lowPassHz: null }), mixed);
  const band = processed(mixed, about, { quantity: 'recorded', highPassHz: 8, lowPassHz: 50 });
  const middle = (band ?? new Float64Array()).slice(1000, 3000);
  assert.ok(Math.abs(Math.max(...middle) - 2) < 0.02);
  assert.equal(processed(mixed.slice(0, 10), about, { quantity: 'recorded', highPassHz: 8, lowPassHz: null }), null);
  assert.throws(() => processed(mixed, about, { quantity: 'recorded', highPassHz: null, lowPassHz: 100 }), RangeError);
});

test('units as instruments write them', () => {
  assert.deepEqual(['mm/s²', 'm/s^2', 'm/s/s', 'Gal', ' g ', 'MM/S', 'furlong'].map(waveformUnitOf), [
    'mm/s2',
    'm/s2',
    'm/s2',
    'gal',
    'g',
    'mm/s',
    null,
  ]);
});

const knet = ({
  dir = 'E-W',
  rows = ['  100  -200  300', '  400'],
  rate = '100Hz',
  time = '2026/03/01 09:00:15',
} = {}) =>
  [
    'Origin Time       2026/03/01 08:59:40',
    'Lat.              38.920',
    'Long.             140.630',
    'Depth. (km)       7',
    'Mag.              5.9',
    'Station Code      PLB001',
    'Station Lat.      39.6069',
    'Station Long.     140.3213',
    'Station Height(m) 34',
    `Record Time       ${time}`,
    `Sampling Freq(Hz) ${rate}`,
    'Duration Time(s)  1',
    `Dir.              ${dir}`,
    'Scale Factor      2000(gal)/8000',
    'Max. Acc. (gal)   100.000',
    'Last Correction   2026/03/01 08:00:00',
    'Memo.             Made for a test',
    ...rows,
    '',
  ].join('\n');

test('K-NET: counts become gal, the start is 15 s before the record time of Japan', () => {
  const { file } = readWaveformFile(knet(), 1000);
  assert.deepEqual(file && { ...file, axes: file.axes.map(({ axis, samples }) => [axis, [...samples]]) }, {
    startMs: Date.parse('2026-03-01T00:00:00Z'),
    rateHz: 100,
    unit: 'gal',
    trigger: null,
    isLengthStated: true,
    axes: [['x', [25, -50, 75, 100]]],
  });
});

test('K-NET: the directions of one record become its axes; another time or the same direction does not', () => {
  const three = readWaveformFile(knet({ dir: 'U-D' }) + knet() + knet({ dir: 'N-S' }), 1000);
  assert.deepEqual(
    three.file?.axes.map(({ axis }) => axis),
    ['x', 'y', 'z'],
  );
  assert.equal(readWaveformFile(knet() + knet(), 1000).faults[0]?.fault, 'axisTwice');
  const later = readWaveformFile(knet() + knet({ dir: 'N-S', time: '2026/03/01 09:01:15' }), 1000);
  assert.deepEqual(
    later.faults.map(({ line, fault }) => [line, fault]),
    [[20, 'recordsDiffer']],
  );
});

test('K-NET: what is wrong is told with its line', () => {
  const fault = (text: string, most = 1000) =>
    readWaveformFile(text, most).faults.map((each) => [each.line, each.fault]);
  assert.deepEqual(fault(knet({ dir: 'up' })), [[13, 'axisUnknown']]);
  assert.deepEqual(fault(knet({ rate: 'fast' })), [[11, 'rateInvalid']]);
  assert.deepEqual(fault(knet({ time: 'yesterday' })), [[10, 'startInvalid']]);
  assert.deepEqual(fault(knet({ rows: ['1 2', '3 x4'] })), [[19, 'notNumber']]);
  assert.deepEqual(fault(knet({ rows: [] })), [[17, 'samplesMissing']]);
  assert.deepEqual(fault(knet(), 2), [[18, 'tooLong']]);
  const cut = knet().replace('Duration Time(s)  1', 'Duration Time(s)  2');
  assert.deepEqual(fault(cut), [[12, 'cut']], 'a record of two seconds with four samples');
});

test('a K-NET record has the peak that its header names', needsRealFiles, () => {
  const { file } = readWaveformFile(realText('vibration/AKT013_EW_19960811.knet'), 400_000);
  assert.ok(file && file.unit === 'gal');
  assert.equal(new Date(file.startMs ?? 0).toISOString(), '1996-08-10T18:12:24.000Z');
  const samples = file.axes.map((each) => each.samples);
  const { axes } = figuresOf(samples, { rateHz: file.rateHz, unit: 'gal' });
  assert.equal(samples[0]?.length, 5900);
  assert.ok(Math.abs((axes[0]?.peak ?? 0) - 4.38327647872) < 1e-9);
  assert.ok(Math.abs((axes[0]?.rms ?? 0) - 0.778663332036) < 1e-9);
  assert.deepEqual(decodeSamples(encodeSamples(samples)), samples);
});

test('separated text: a head with rate, start and unit, or times that give them', () => {
  const headed = readWaveformFile(
    '# made by hand\nstart,2026-03-01T08:00:00+08:00\nrate,200 Hz\nunit,mm/s\nx,y\n1,2\n-3,4e-1\n',
    100,
  );
  assert.deepEqual(headed.file && [headed.file.startMs, headed.file.rateHz, headed.file.unit], [
    Date.parse('2026-03-01T00:00:00Z'),
    200,
    'mm/s',
  ]);
  assert.deepEqual(
    headed.file?.axes.map(({ axis, samples }) => [axis, ...samples]),
    [
      ['x', 1, -3],
      ['y', 2, 0.4],
    ],
  );
  const timed = readWaveformFile('time;z (gal)\r\n0;1\r\n0.005;2\r\n0.010;3\r\n', 100);
  assert.deepEqual(timed.file && [timed.file.startMs, timed.file.rateHz, timed.file.unit], [null, 200, 'gal']);
  const dated = readWaveformFile('unit: mm/s2\nat,x\n2026-03-01T00:00:00.000Z,1\n2026-03-01T00:00:00.010Z,2\n', 100);
  assert.deepEqual(dated.file && [dated.file.startMs, dated.file.rateHz], [Date.parse('2026-03-01T00:00:00Z'), 100]);
});

test('separated text: what is wrong is told with its line', () => {
  const faults = (text: string, most = 100) =>
    readWaveformFile(text, most).faults.map(({ line, fault, found }) => [line, fault, found]);
  assert.deepEqual(faults(''), [[1, 'axesMissing', '']]);
  assert.deepEqual(faults('x,y\n1,2\n3,4'), [[1, 'rateMissing', '']]);
  assert.deepEqual(faults('rate,0\nx\n1\n2'), [[1, 'rateInvalid', '0']]);
  assert.deepEqual(faults('start,yesterday\nrate,5\nx\n1\n2'), [[1, 'startInvalid', 'yesterday']]);
  assert.deepEqual(faults('unit,furlong\nrate,5\nx\n1\n2'), [[1, 'unitUnknown', 'furlong']]);
  assert.deepEqual(faults('rate,5\nx,w\n1,2'), [[2, 'axisUnknown', 'w']]);
  assert.deepEqual(faults('rate,5\nx,x\n1,2'), [[2, 'axisTwice', 'x']]);
  assert.deepEqual(faults('rate,5\nx,y\n1,2\n3\n5,NaN\n'), [
    [4, 'cellCount', '1'],
    [4, 'notNumber', ''],
    [5, 'notNumber', 'NaN'],
  ]);
  assert.deepEqual(faults('time,x\n0,1\n0.01,2\n0.03,3\n0.04,4\n0.05,5\n0.06,6'), [[4, 'timeUneven', '0.03']]);
  assert.deepEqual(faults('rate,5\nx\n1\n'), [[4, 'samplesMissing', '']]);
  assert.deepEqual(faults('rate,5\nx\n1\n2\n3\n', 2), [[5, 'tooLong', '2']]);
  assert.deepEqual(faults('rate,5\nsamples,4\nx\n1\n2\n'), [[2, 'cut', '2 / 4']]);
  assert.deepEqual(faults('rate,5\nsamples,1\nx\n1\n2\n'), [[2, 'cut', '2 / 1']]);
  assert.deepEqual(faults('rate,5\nduration,1.2 s\nx\n1\n2\n3\n'), [[2, 'cut', '3 / 6']]);
  assert.deepEqual(faults('rate,5\nsamples,many\nx\n1\n2\n'), [[2, 'lengthInvalid', 'many']]);
});

test('separated text: a file that says its length is whole, one that does not says nothing', () => {
  const isStated = (head: string) => readWaveformFile(`rate,5\n${head}x\n1\n2\n3\n`, 100).file?.isLengthStated;
  assert.deepEqual(['samples,3\n', 'duration,0.6\n', 'duration: 0.4\n', ''].map(isStated), [true, true, true, false]);
});
