import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs } from '@plumbline/contract/kernel/durations';
import { init } from 'echarts';
import { roundTicks, valueAxis } from '../src/charts/frame/option.ts';
import { nearest, panned, zoomed } from '../src/charts/frame/range.ts';
import { extentOf, scaleOf, stackLabels } from '../src/charts/frame/scale.ts';
import { instantOf, offsetMs, tickLabel, timeTicks } from '../src/charts/frame/ticks.ts';
import { byUnit } from '../src/charts/kinds/time-value/by-unit.ts';
import { cutAtGaps, hasFailed } from '../src/charts/kinds/time-value/gaps.ts';
import { rainAxisOf } from '../src/charts/kinds/time-value/rain.ts';

const hour = 3_600_000;

test('marks of the time axis lie at round instants of the zone given', () => {
  const from = Date.parse('2026-02-16T06:00:00Z');
  const { at, stepMs } = timeTicks(from, from + 30 * dayMs, 8, 'Asia/Shanghai');
  assert.equal(stepMs, 4 * dayMs);
  for (const each of at) assert.equal((each + 8 * hour) % dayMs, 0);
  assert.ok(at.length >= 6 && at.length <= 9);
  assert.equal(tickLabel(at[0]!, stepMs, 'Asia/Shanghai', 'en').split(' ')[1], 'Feb');
});

test('days begin right on both sides of a change to summer time', () => {
  const from = Date.parse('2026-03-28T00:00:00+01:00');
  const { at } = timeTicks(from, from + 3 * dayMs, 4, 'Europe/Berlin');
  assert.deepEqual(
    at.map((each) => new Date(each).toISOString()),
    ['2026-03-27T23:00:00.000Z', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z', '2026-03-30T22:00:00.000Z'],
  );
  assert.equal(offsetMs(from, 'Europe/Berlin'), hour);
  assert.equal(instantOf(Date.UTC(2026, 6, 1), 'Europe/Berlin'), Date.parse('2026-06-30T22:00:00Z'));
});

test('marks of a value axis lie where their words say, also where its ends were given and are not round', () => {
  const scale = { min: 85.5, max: 88, step: 1, decimals: 0 };
  assert.deepEqual(roundTicks(scale), [86, 87, 88]);
  assert.deepEqual(roundTicks({ min: -0.3, max: 0.3, step: 0.25 }), [-0.25, 0, 0.25]);
  const { axisTick, axisLabel } = valueAxis(scale, { tokens: {}, t: String } as never) as {
    axisTick: { customValues: number[] };
    axisLabel: { customValues: number[]; formatter: (value: number) => string };
  };
  assert.deepEqual(axisTick.customValues, axisLabel.customValues);
  for (const value of axisLabel.customValues) assert.equal(Number(axisLabel.formatter(value)), value);
  // Drawn by the library: no mark counted from the lower end.
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: 300, height: 250 });
  chart.setOption({
    animation: false,
    grid: { top: 0, bottom: 0 },
    xAxis: { type: 'value', show: false },
    yAxis: { type: 'value', min: 85.5, max: 88, interval: 1, axisTick, axisLabel },
    series: [{ type: 'line', data: [] }],
  });
  const svg = chart.renderToSVGString();
  chart.dispose();
  const heights = [...svg.matchAll(/translate\([\d.]+ ([\d.]+)\)"[^>]*>(8[678])</g)].map(([, y, word]) => [
    word,
    Number(y),
  ]);
  const [words, places] = [heights.map(([word]) => word), heights.map(([, y]) => Number(y))] as const;
  assert.deepEqual(words, ['86', '87', '88']);
  const [six = 0, seven = 0, eight = 0] = places;
  assert.ok(Math.abs(six - seven - (seven - eight)) < 0.5, `${places}`);
});

test('a month on a phone has more than one date', () => {
  const from = Date.parse('2026-10-23T06:00:00Z');
  for (let shift = 0; shift < 60; shift++)
    assert.ok(timeTicks(from + shift * dayMs, from + (shift + 30) * dayMs, 3, 'UTC').at.length >= 2, `day ${shift}`);
});

test('a year is marked at beginnings of months', () => {
  const from = Date.parse('2025-03-18T00:00:00Z');
  const { at, stepMs } = timeTicks(from, from + 366 * dayMs, 8, 'UTC');
  assert.deepEqual(
    at.map((each) => tickLabel(each, stepMs, 'UTC', 'en')),
    ['May 2025', 'Jul 2025', 'Sep 2025', 'Nov 2025', 'Jan 2026', 'Mar 2026'],
  );
  assert.ok(at.every((each) => new Date(each).getUTCDate() === 1));
});

test('the value axis holds its data between round ends and never forces zero', () => {
  const scale = scaleOf(92.3, 93.6);
  assert.ok(scale.min <= 92.3 && scale.max >= 93.6 && scale.min > 90);
  assert.equal(Math.round((scale.max - scale.min) / scale.step), (scale.max - scale.min) / scale.step);
  const flat = scaleOf(5, 5);
  assert.ok(flat.min < 5 && flat.max > 5);
});

test('limits near the data are in the picture, far ones are not', () => {
  assert.deepEqual(extentOf([10, 12, null], [13, 900]), [10, 13]);
  assert.deepEqual(extentOf([], [1, 4]), [1, 4]);
  assert.deepEqual(extentOf([10, 12], [-10, -40]), [10, 12]);
});

test('labels in the margin never touch', () => {
  const places = [10, 12, 40];
  const shifts = stackLabels(places, 15);
  assert.deepEqual(shifts, [0, 13, 0]);
});

test('a gap cuts the line and a lone reading is kept visible', () => {
  const cut = cutAtGaps([0, 10, 20, 100, 200, 210], [1, 2, 3, 4, 5, 6], 30);
  assert.deepEqual(cut.gaps, [
    { from: 20, to: 100 },
    { from: 100, to: 200 },
  ]);
  assert.deepEqual(cut.lone, [[100, 4]]);
  assert.equal(cut.line.filter(([, value]) => value === null).length, 2);
});

test('the nearest reading is found', () => {
  assert.equal(nearest([], 5), -1);
  assert.equal(nearest([0, 10, 20], 14), 1);
  assert.equal(nearest([0, 10, 20], 16), 2);
  assert.equal(nearest([0, 10, 20], 99), 2);
});

test('zoom keeps the instant under the pointer, pan keeps the span', () => {
  const range = { from: 0, to: 100_000 };
  const half = zoomed(range, 0.25, 0.5);
  assert.deepEqual(half, { from: 12_500, to: 62_500 });
  assert.deepEqual(panned(range, 0.1), { from: -10_000, to: 90_000 });
});

test('a gap in which readings came and failed is not called a stretch without data', () => {
  const gap = { from: 0, to: 27 * hour };
  assert.equal(hasFailed([], gap), false);
  assert.equal(hasFailed([{ at: 3 * hour, quality: 'fail' }], gap), true);
  assert.equal(hasFailed([{ at: 3 * hour, quality: 'suspect' }], gap), false);
  assert.equal(hasFailed([{ at: 29 * hour, quality: 'fail' }], gap), false);
});

test('rain has an axis: 3 mm reads otherwise than 30', () => {
  const words = (values: number[]): string[] => {
    const axis = rainAxisOf(values, 'mm');
    const at: string[] = [];
    for (let value = 0; value <= axis.max; value += axis.interval) at.push(axis.labelOf(value));
    return at.filter((each) => each !== '');
  };
  assert.deepEqual(words([0, 1, 3]), ['2 mm']);
  assert.deepEqual(words([0, 12, 30]), ['20 mm']);
  assert.deepEqual(words([0, 12, 41]), ['20', '40 mm']);
});

const curve = (id: string, unit: string) => ({ id, name: id, unit, times: [0], values: [1] });

test('a second unit takes the right axis by itself, unless people have placed the series', () => {
  const axes = (curves: readonly { axis?: string }[]) => curves.map(({ axis }) => axis);
  assert.deepEqual(axes(byUnit([curve('level', 'm'), curve('rain', 'mm'), curve('other level', 'm')])), [
    undefined,
    'right',
    undefined,
  ]);
  assert.deepEqual(
    axes(byUnit([curve('level', 'm'), curve('rain', 'mm'), { ...curve('other level', 'm'), axis: 'right' as const }])),
    [undefined, undefined, 'right'],
  );
});
