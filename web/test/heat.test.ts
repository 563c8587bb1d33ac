import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Plane } from '../src/charts/frame/plane.ts';
import { heat } from '../src/charts/kinds/heat/heat.ts';
import { columnAt, levelsOf, shareOf, valueAt } from '../src/charts/kinds/heat/levels.ts';
import { rasterOf, stripsOf } from '../src/charts/kinds/heat/raster.ts';
import type { HeatColumn, HeatContent } from '../src/charts/kinds/heat/shapes.ts';
import { heatColour, heatStops } from '../src/design/heat-colours.ts';
import { tokens } from '../src/design/tokens.ts';
import { leftOutReasons, overTimeContent, shortTimeContent } from '../src/features/views/waveforms/spectra-content.ts';

const column = (id: number, from: number, values: (number | null)[], more: Partial<HeatColumn> = {}): HeatColumn => ({
  id,
  from,
  to: from + 10,
  values,
  peakHz: 2.5,
  peak: Math.max(...values.map((value) => value ?? 0)),
  ...more,
});
const content: HeatContent = {
  columns: [column(1, 100, [0.1, 10, 1]), column(2, 500, [0.001, 0.01, null])],
  fromHz: 1,
  lineHz: 1,
  lines: 3,
  unit: 'mm/s',
  isPower: false,
  scale: 'decibel',
  axisName: 'Spectrum Z',
  peakName: 'Peak',
  isContinuous: false,
  zone: 'UTC',
  span: { from: 0, to: 1000 },
};
const view = { from: 0, to: 1000 };
const near = (found: number, expected: number) => assert.ok(Math.abs(found - expected) < 1e-9, `${found}`);

test('colours: dB under the highest of all, linear from 0, or each column under its own peak', () => {
  const [strong, weak] = content.columns as [HeatColumn, HeatColumn];
  const levels = levelsOf(content);
  assert.deepEqual(levels, { low: -40, high: 20, unit: 'dB' });
  near(shareOf(content, levels, strong, 10), 1);
  near(shareOf(content, levels, weak, 0.01), 0);
  near(shareOf({ ...content, isPower: true }, { low: -50, high: 10, unit: 'dB' }, strong, 10), 1);
  const linear = { ...content, scale: 'linear' } as const;
  assert.deepEqual(levelsOf(linear), { low: 0, high: 10, unit: 'mm/s' });
  near(shareOf(linear, levelsOf(linear), strong, 5), 0.5);
  const own = { ...content, scale: 'own' } as const;
  near(shareOf(own, levelsOf(own), weak, 0.01), 1);
  near(shareOf(own, levelsOf(own), weak, 0.001), 0.5);
  near(shareOf(own, levelsOf(own), weak, 0), 0);
});

test('nothing is drawn between columns, nor where a column has no value', () => {
  const [first, second] = stripsOf(content, view, 100);
  // The strongest last; as wide as a strip, about its time.
  assert.deepEqual([first?.column.id, second?.column.id], [2, 1]);
  assert.deepEqual([second?.from, second?.to], [5, 17]);
  const pixels = rasterOf(content, levelsOf(content), view, { widthPx: 100, heightPx: 30 });
  const opaque = (x: number, y: number) => pixels[4 * (y * 100 + x) + 3] === 255;
  assert.ok(opaque(10, 0) && opaque(10, 29) && opaque(50, 29));
  assert.ok(!opaque(30, 15) && !opaque(90, 15), 'a gap stays a gap');
  assert.ok(!opaque(50, 0), 'no value is no colour');
  const colour = (x: number, y: number) => [...pixels.slice(4 * (y * 100 + x), 4 * (y * 100 + x) + 3)];
  assert.deepEqual(colour(10, 15), [253, 231, 37], 'the highest line is the last colour, in the middle of three');
  const tiny = rasterOf(content, levelsOf(content), view, { widthPx: 100, heightPx: 1 });
  assert.deepEqual([...tiny.slice(40, 43)], [253, 231, 37], 'of lines that share a pixel the strongest is drawn');
});

test('columns that follow each other are as wide as they last', () => {
  const continuous = { ...content, isContinuous: true, zone: null } as const;
  assert.deepEqual(
    stripsOf(continuous, view, 1000).map(({ from, to }) => [from, to]),
    [
      [100, 110],
      [500, 510],
    ],
  );
});

test('neighbours leave each other room, and one alone in a pixel is still drawn', () => {
  const close = { ...content, columns: [column(1, 100, [1]), column(2, 140, [2]), column(3, 141, [3])] };
  const strips = stripsOf(close, view, 100);
  assert.equal(strips.at(-1)?.column.id, 3);
  assert.ok(strips.every(({ from, to }) => to > from && to - from <= 12));
});

test('the pointer reads time, frequency and value; without it the peak is read', () => {
  const canvas = {
    widthPx: 600,
    heightPx: 300,
    tokens: tokens.white,
    language: 'en',
    t: ((key: string) => key) as never,
  };
  const drawing = heat.draw(content, view, canvas);
  const plane = new Plane(heat, view, drawing, canvas);
  assert.deepEqual([drawing.scale.min, drawing.scale.max], [1, 4]);
  const { layout } = drawing;
  near(plane.valueAcross({ x: 200, y: layout.top }) ?? 0, 4);
  assert.equal(plane.valueAcross({ x: 200, y: 1 }), null);
  assert.equal(columnAt(content, 130)?.id, 1);
  assert.equal(valueAt(content, content.columns[0] as HeatColumn, 2.2), 10);
  const [cell, peak] = heat.entriesOf(content, 105, tokens.white, 2.2);
  assert.deepEqual([cell?.name, cell?.value, cell?.unit], ['2.20 Hz', '10.0', 'mm/s (20.0 dB)']);
  assert.equal(cell?.swatch.colour, heatColour(1));
  assert.equal(peak?.value, '2.500');
  assert.equal(heat.entriesOf(content, 105, tokens.white)[0]?.value, '');
  const [none] = heat.entriesOf(content, 505, tokens.white, 3.5);
  assert.deepEqual([none?.swatch.colour, none?.unit], [tokens.white.gapfill, 'mm/s']);
});

test('the table has a line for each time in view and a column for each frequency', () => {
  const [head, ...rows] = heat.tableOf(content, { from: 0, to: 200 }, ((key: string) => key) as never);
  assert.deepEqual(head, [
    'common:chart.time',
    'Peak (Hz)',
    'Peak (mm/s)',
    '1.5 Hz (mm/s)',
    '2.5 Hz (mm/s)',
    '3.5 Hz (mm/s)',
  ]);
  assert.deepEqual(
    rows.map((row) => row.slice(1).map(String)),
    [['2.5', '10', '0.1', '10', '1']],
  );
});

test('what the server answers becomes columns at their time', () => {
  const drawn = { scale: 'own', isPower: true, axisName: 'Z', peakName: 'P' } as const;
  const over = overTimeContent(
    {
      unit: 'mm/s',
      fromHz: 0,
      lineHz: 0.5,
      columns: [
        { waveformId: 7, startAt: '2026-03-01T00:00:00.000Z', seconds: 20, values: [1, 2], peakHz: 1, peak: 2 },
      ],
      total: 9,
      chosen: 5,
      leftOut: { otherUnit: 0, withoutAxis: 3, unfit: 1 },
    },
    { ...drawn, zone: 'UTC', span: view },
  );
  const from = Date.parse('2026-03-01T00:00:00Z');
  assert.deepEqual(over.columns, [{ id: 7, from, to: from + 20_000, values: [1, 2], peakHz: 1, peak: 2 }]);
  assert.deepEqual([over.lines, over.isContinuous], [2, false]);
  assert.deepEqual(leftOutReasons({ leftOut: { otherUnit: 0, withoutAxis: 3, unfit: 1 } }), [
    { reason: 'withoutAxis', count: 3 },
    { reason: 'unfit', count: 1 },
  ]);
  const short = shortTimeContent(
    {
      unit: 'mm/s',
      fromHz: 0,
      lineHz: 1,
      columns: [{ fromSeconds: 0.5, toSeconds: 1.5, values: [3], peakHz: null, peak: null }],
      windows: 1,
      windowsEach: 1,
      windowSeconds: 2,
    },
    drawn,
  );
  assert.deepEqual([short.columns[0]?.from, short.columns[0]?.to, short.zone], [500, 1500, null]);
  assert.equal(heatStops.length, 11);
});
