import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Threshold } from '@plumbline/contract/points/points';
import { viewsOf } from '@plumbline/contract/views/views';
import type { Waveform } from '@plumbline/contract/views/waveforms';
import { din4150Foundation, gb6722, limitAt, readCurve } from '@plumbline/science/spectra/limits';
import { heightAt, placeOf, stopsIn, wholeRange } from '../src/charts/kinds/spectrum/places.ts';
import { spectrum } from '../src/charts/kinds/spectrum/spectrum.ts';
import { lanesOf, peakTime, valueNear, zeroOf } from '../src/charts/kinds/waveform/lanes.ts';
import { waveform } from '../src/charts/kinds/waveform/waveform.ts';
import { tokens } from '../src/design/tokens.ts';
import { limitLinesOf } from '../src/features/views/waveforms/limit-lines.ts';
import { asOneFile, mayHaveMore } from '../src/features/views/waveforms/upload-files.ts';
import {
  limitRows,
  limitsContent,
  spectrumContent,
  waveformContent,
} from '../src/features/views/waveforms/waveform-content.ts';
import { partOf, readWaveforms, writeWaveforms } from '../src/features/views/waveforms/waveform-state.ts';
import type { Samples } from '../src/features/views/waveforms/waveforms.queries.ts';

const samples: Samples = {
  unit: 'mm/s',
  seconds: 4,
  fromSeconds: 0,
  stepSeconds: 1,
  isExact: false,
  axes: [
    { axis: 'x', low: [-1, -2, -1, 0], high: [1, 1, 3, 0] },
    { axis: 'z', low: [0, -5, 0, 0], high: [0, 1, 1, 0] },
  ],
};
const canvas = {
  widthPx: 800,
  heightPx: 300,
  tokens: tokens.white,
  language: 'en',
  t: ((key: string) => key) as never,
};
const event = (id: number, velocityMmS: number, velocityHz: number | null) =>
  ({ id, governing: { axis: 'x', velocityMmS, velocityHz } }) as Waveform;

test('vibration points offer their events, others do not', () => {
  const point = { nodeCount: 0, type: 0, parameters: {} };
  assert.deepEqual(viewsOf({ ...point, family: 'vibration' }).slice(0, 2), ['time-value', 'idm-event']);
  assert.ok(!viewsOf({ ...point, family: 'crack' }).includes('idm-event'));
});

test('all that is shown lies in the address, and what others keep there stays', () => {
  const search = new URLSearchParams(
    'point=7&quantity=cumulative&event=12&with=9&as=velocity&highpass=2&lowpass=40.5&spectrum=thirdOctaves&window=rectangle&log=1&part=1.25-3&minppv=2&mode=spectra&axis=y&measure=density&colours=own&fromhz=1.5&tohz=3&segment=20&moving=0.5&ratio=5&standard=gb&protects=ancient&limitcurve=10%3A5',
  );
  const state = readWaveforms(search);
  assert.deepEqual(state, {
    event: 12,
    other: 9,
    quantity: 'velocity',
    highPassHz: 2,
    lowPassHz: 40.5,
    kind: 'thirdOctaves',
    window: 'rectangle',
    isLog: true,
    part: { from: 1.25, to: 3 },
    minVectorSumMmS: 2,
    mode: 'spectra',
    axis: 'y',
    measure: 'density',
    colours: 'own',
    bandFromHz: 1.5,
    bandToHz: 3,
    segmentSeconds: 20,
    movingSeconds: 0.5,
    ratio: 5,
    limits: { standard: 'gb', object: 'ancient', ownCurve: [{ hz: 10, limit: 5 }] },
  });
  assert.equal(writeWaveforms(search, state).toString(), search.toString());
  const begun = readWaveforms(
    new URLSearchParams('event=x&part=3-1&highpass=-2&spectrum=none&axis=w&segment=7&moving=0'),
  );
  assert.deepEqual([begun.event, begun.part, begun.highPassHz, begun.kind], [null, null, null, 'amplitude']);
  assert.equal(writeWaveforms(new URLSearchParams('point=7'), begun).toString(), 'point=7');
});

test('a part lies inside the waveform; all of it is no part', () => {
  assert.deepEqual(partOf({ from: -1, to: 2.00049 }, 6), { from: 0, to: 2 });
  assert.equal(partOf({ from: -1, to: 7 }, 6), null);
  assert.equal(partOf({ from: 7, to: 9 }, 6), null);
});

test('axes have lanes of one height, values are read where the crosshair is', () => {
  const content = waveformContent(samples, undefined, [], 'Velocity');
  const lanes = lanesOf(content);
  assert.deepEqual(lanes.axes, ['x', 'z']);
  assert.ok(zeroOf(lanes, 'x') > zeroOf(lanes, 'z'));
  assert.ok(lanes.mark <= lanes.half && lanes.half > 5);
  const [x, z] = content.traces;
  assert.deepEqual([x && valueNear(x, 2.2), z && valueNear(z, 1), x && valueNear(x, 9)], [3, -5, null]);
  assert.equal(peakTime(content), 1);
  assert.deepEqual(
    waveform.dotsAt(content, 1, tokens.white).map(({ value }) => value),
    [zeroOf(lanes, 'x') - 2, zeroOf(lanes, 'z') - 5],
  );
  assert.deepEqual(waveform.tableOf(content, { from: 1, to: 2 }, canvas.t).slice(1), [
    [1, -2, 1, -5, 1],
    [2, -1, 3, 0, 1],
  ]);
  const { yAxis } = waveform.draw(content, { from: 0, to: 4 }, canvas).option as unknown as {
    yAxis: { axisLabel: { customValues: number[]; formatter: (at: number) => string } };
  };
  const labels = yAxis.axisLabel.customValues.map(yAxis.axisLabel.formatter);
  assert.deepEqual(labels, ['−2', '0', '2', '−2', '0', '2']);
});

test('limits of the peak are drawn where mm/s are, and another event is laid over one of the same unit alone', () => {
  const threshold = { enabled: true, field: 'peak', kind: 'value', levels: [2, null, 4, null] } as unknown as Threshold;
  const content = waveformContent(samples, { ...samples, unit: 'gal' }, [threshold], 'Velocity');
  assert.deepEqual(
    content.limits?.map(({ value }) => value),
    [2, 4],
  );
  assert.equal(content.traces.length, 2);
  assert.equal(waveformContent({ ...samples, unit: 'gal' }, undefined, [threshold], 'a').limits?.length, 0);
  assert.equal(waveformContent(samples, samples, [], 'Velocity').traces.length, 4);
});

const choice = { standard: 'din', object: 'civil', ownCurve: null } as const;

test('the lines of DIN 4150-3 and where an event lies to them are what science says', () => {
  const lines = limitLinesOf(choice);
  const rows = limitRows(event(1, 10, 30).governing, lines);
  assert.deepEqual(
    rows?.map(({ line, limitMmS, isAbove }) => [line, limitMmS, isAbove]),
    (['industrial', 'dwellings', 'sensitive'] as const).map((line) => {
      const limit = limitAt(din4150Foundation[line], 30);
      return [line, limit, 10 > (limit ?? 0)];
    }),
  );
  assert.equal(limitRows(event(1, 0, null).governing, lines), null);
  const named = lines.map((line) => ({ ...line, name: line.id }));
  const content = limitsContent([event(1, 3, 20), event(2, 4, 150), event(3, 0, null)], event(1, 3, 20), named, 'v');
  assert.deepEqual(
    content.spots?.map(({ id, isChosen }) => [id, isChosen]),
    [
      ['spot-2', false],
      ['spot-1', true],
    ],
  );
  assert.equal(wholeRange(content).to, Math.log10(150));
  for (const { id, hz, values } of content.curves)
    for (const [i, at] of hz.entries()) {
      const line = lines.find((each) => each.id === id);
      assert.equal(values[i], limitAt(line?.curve ?? [], at), `${id} at ${at} Hz is drawn where the table has it`);
    }
  assert.ok((content.curves[0]?.hz.length ?? 0) > 20, 'also between the corners: straight is bent on these axes');
});

test('GB 6722 by what is protected, and a line of one\u2019s own, are kept in the address', () => {
  const gb = limitLinesOf({ ...choice, standard: 'gb', object: 'ancient' });
  for (const hz of [5, 10, 10.1, 50, 80]) {
    const band = gb6722.ancient.find(({ upToHz }) => hz <= upToHz);
    assert.deepEqual(
      limitRows(event(1, 3, hz).governing, gb)?.map(({ line, limitMmS, isAbove }) => [line, limitMmS, isAbove]),
      [
        ['lower', (band?.lower ?? 0) * 10, 3 > (band?.lower ?? 0) * 10],
        ['upper', (band?.upper ?? 0) * 10, 3 > (band?.upper ?? 0) * 10],
      ],
      `${hz} Hz`,
    );
  }
  const content = limitsContent(
    [],
    event(1, 3, 20),
    gb.map((line) => ({ ...line, name: line.id })),
    'v',
  );
  assert.deepEqual(
    [content.curves[0]?.hz, content.curves[0]?.values],
    [
      [1, 10, 10, 50, 50, 100],
      [1, 1, 2, 2, 3, 3],
    ],
  );
  const own = { standard: 'own', object: 'ancient', ownCurve: readCurve('10:5, 50：15；100: 20.5') } as const;
  assert.deepEqual(own.ownCurve, [
    { hz: 10, limit: 5 },
    { hz: 50, limit: 15 },
    { hz: 100, limit: 20.5 },
  ]);
  const address = writeWaveforms(new URLSearchParams(), { ...readWaveforms(new URLSearchParams()), limits: own });
  assert.deepEqual(readWaveforms(address).limits, own);
  for (const wrong of ['', '10', '10:0', '50:5, 10:5', '10:5, x', '-1:5', '10:5:6'])
    assert.equal(readCurve(wrong), null, wrong);
  assert.deepEqual(limitLinesOf({ ...choice, standard: 'own' }), []);
});

test('a logarithmic axis shows what has a logarithm, bands are logarithmic across', () => {
  const of = (kind: 'amplitude' | 'thirdOctaves', isLog: boolean) =>
    spectrumContent(
      { unit: 'mm/s', resolutionHz: 1, axes: [{ axis: 'x', hz: [1, 10, 100], values: [0, 2, null], dominantHz: 10 }] },
      undefined,
      { kind, isLog },
      'Amplitude',
    );
  const content = of('amplitude', true);
  assert.deepEqual([heightAt(content, 0), heightAt(content, 100), placeOf(content, 10)], [null, 2, 1]);
  assert.deepEqual(stopsIn(content), [0, 1, 2]);
  assert.equal(spectrum.restsAt?.(content), 1);
  assert.deepEqual([of('thirdOctaves', false).isLogFrequency, of('thirdOctaves', false).isLogValue], [true, false]);
  assert.doesNotThrow(() => spectrum.draw(content, wholeRange(content), canvas));
  assert.deepEqual(wholeRange(of('amplitude', false)), { from: 0, to: 100 });
});

test('directions of a K-NET record become one file', async () => {
  const files = ['a.EW', 'a.NS'].map((name) => new File([name], name));
  assert.equal(mayHaveMore(files), true);
  assert.equal(mayHaveMore([new File([''], 'a.csv')]), false);
  assert.equal(await (await asOneFile(files)).text(), 'a.EW\na.NS');
});
