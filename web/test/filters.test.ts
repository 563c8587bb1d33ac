import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DisplayFilter, filterText, readFilter } from '@plumbline/contract/readings/readings.filters';
import { filteredFacts, throughFilter } from '../src/charts/filter/filter-curves.ts';
import { curveSeries } from '../src/charts/kinds/time-value/curve-series.ts';
import { panelsOf } from '../src/charts/kinds/time-value/panels.ts';
import type { ChartCurve, TimeValueContent } from '../src/charts/kinds/time-value/shapes.ts';
import type { Sketch } from '../src/charts/kinds/time-value/sketch.ts';
import { timeValue } from '../src/charts/kinds/time-value/time-value.ts';
import { tokens } from '../src/design/tokens.ts';
import { readView, writeView } from '../src/features/views/views/view-state.parts.ts';

const median: DisplayFilter = { method: 'median', window: 24, unit: 'hours', threshold: 3 };
const hampel: DisplayFilter = { method: 'hampel', window: 7, unit: 'readings', threshold: 2.5 };

test('an address names a filter as it was chosen, and what is none is none', () => {
  for (const filter of [median, hampel, { ...median, method: 'average', window: 0.5 } as const])
    assert.deepEqual(readFilter(filterText(filter)), filter);
  assert.deepEqual([filterText(median), filterText(hampel)], ['median-24h', 'hampel-7r-2.5']);
  const wrong = ['', 'median', 'median-0h', 'median-NaNh', 'median-745h', 'hampel-8r-3', 'sigma-9r-3', 'mean-24h'];
  for (const text of [...wrong, 'hampel-7r-0', 'hampel-7r-99', 'median-1.2.3h', 'MEDIAN-24h'])
    assert.equal(readFilter(text), null, text);
  const changed = writeView(
    readView(new URLSearchParams('point=5&filter=median-24h')),
    new URLSearchParams('filter=median-24h'),
  );
  assert.equal(changed.get('filter'), 'median-24h', 'another choice of the view keeps it');
});

const measured: ChartCurve = { id: '5 level', name: 'P1', unit: 'm', times: [0, 1_000, 2_000], values: [1, 9, 2] };
const answer = {
  filtered: {
    filter: 'hampel-7r-2.5',
    times: [0, 1_000, 2_000],
    values: [1, 2, 2],
    refused: [{ at: 1_000, value: 9 }],
    refusedTotal: 1,
  },
};
const curves = throughFilter(measured, answer, hampel, 'filtered: Hampel');

test('what was measured lies faint beneath what a filter makes of it; the answer to another filter is not shown', () => {
  assert.deepEqual(
    curves.map(({ name, kind, isFaint, values }) => ({ name, kind, isFaint, values })),
    [
      { name: 'P1', kind: undefined, isFaint: true, values: [1, 9, 2] },
      { name: 'filtered: Hampel', kind: 'filtered', isFaint: undefined, values: [1, 2, 2] },
    ],
  );
  assert.deepEqual(throughFilter(measured, answer, median, ''), [measured]);
  assert.deepEqual(throughFilter(measured, answer, null, ''), [measured]);
  assert.deepEqual(throughFilter(measured, { filtered: null }, hampel, ''), [measured]);
  const { mayRefuse, isThinned } = filteredFacts({ ...answer.filtered, refusedTotal: 2 }, hampel, 'P1');
  assert.deepEqual([mayRefuse, isThinned], [true, true]);
});

const other: ChartCurve = { ...measured, id: '6 level', name: 'P2' };
const content: TimeValueContent = {
  curves: [...curves, other],
  thresholds: [{ level: 1, value: 3 }],
  flags: [{ at: 0, value: 1, quality: 'suspect' }],
};

test('a filtered curve has colour and chart of its own reading; hiding what was measured keeps the limits', () => {
  const colours = timeValue.entriesOf(content, null, tokens.white).map(({ swatch }) => [swatch.colour, swatch.opacity]);
  assert.equal(colours[0]?.[0], colours[1]?.[0]);
  assert.notEqual(colours[1]?.[0], colours[2]?.[0]);
  assert.deepEqual(
    colours.map(([, opacity]) => opacity),
    [0.35, undefined, undefined],
  );
  const panels = panelsOf({ ...content, panels: 'curve' });
  assert.deepEqual(
    panels.map((panel) => panel.curves.map(({ id }) => id)),
    [['5 level', '5 level filtered'], ['6 level']],
  );
  const hidden = timeValue.without(content, new Set(['5 level']));
  assert.deepEqual([hidden.thresholds?.length, hidden.flags], [1, []]);
  assert.equal(timeValue.without(content, new Set(['5 level', '5 level filtered'])).thresholds, undefined);
  assert.deepEqual(timeValue.stopsOf(content), measured.times);
});

test('refused values are hollow squares where they were measured', () => {
  const { curves: coloured } = timeValue.without(content, new Set());
  const sketch = {
    content: { ...content, curves: coloured, thresholds: [] },
    view: { from: 500, to: 2_000 },
    canvas: { widthPx: 800, heightPx: 300, tokens: tokens.white, language: 'en', t: (key: string) => key },
    layout: { left: 0, right: 0, top: 0, bottom: 0 },
    size: { width: 800, height: 300 },
    scale: { min: 0, max: 10, step: 2, decimals: 0 },
  } as unknown as Sketch;
  const series = curveSeries(sketch) as {
    id: string;
    data: unknown;
    itemStyle?: { color: string };
    lineStyle?: { opacity: number };
  }[];
  const refused = series.find(({ id }) => id === '5 level filtered refused');
  assert.deepEqual(refused?.data, [[1_000, 9]]);
  assert.equal(refused?.itemStyle?.color, 'transparent');
  assert.deepEqual(
    series.flatMap(({ lineStyle }) => lineStyle?.opacity ?? []),
    [0.35, 1, 1],
  );
});
