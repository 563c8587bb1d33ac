import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs } from '@plumbline/contract/kernel/durations';
import { correctionNamed, viewNamed, viewsOf } from '@plumbline/contract/views/views';
import { histogram } from '../src/charts/kinds/histogram/histogram.ts';
import { scatter } from '../src/charts/kinds/scatter/scatter.ts';
import { tokens } from '../src/design/tokens.ts';
import {
  fieldOf,
  otherFieldOf,
  pastOf,
  readAnalysis,
  writeAnalysis,
} from '../src/features/views/analysis/analysis-state.ts';

const canvas = {
  widthPx: 800,
  heightPx: 400,
  tokens: tokens.white,
  language: 'en',
  t: ((key: string) => key) as never,
};
type Series = { readonly data: readonly (readonly number[] | { readonly value: readonly number[] })[] };
const seriesOf = (option: unknown): Series[] => (option as { series: Series[] }).series;

test('the period before ends where this one begins; last year has the same dates, whatever the length of the year', () => {
  const march = { from: Date.parse('2025-03-01T00:00:00Z'), to: Date.parse('2025-03-08T00:00:00Z') };
  assert.deepEqual(pastOf(march, 'before'), { from: march.from - 7 * dayMs, to: march.from, shiftMs: 7 * dayMs });
  const year = pastOf(march, 'lastYear');
  assert.equal(new Date(year.from).toISOString(), '2024-03-01T00:00:00.000Z');
  assert.equal(year.to - year.from, 7 * dayMs);
  assert.equal(year.shiftMs, 365 * dayMs);
  const leap = pastOf({ from: Date.parse('2024-06-01T00:00:00Z'), to: Date.parse('2024-06-02T00:00:00Z') }, 'lastYear');
  assert.equal(leap.shiftMs, 366 * dayMs);
});

test('a field is first held against a temperature that is not itself', () => {
  const crack = { mainField: 'opening' };
  assert.equal(fieldOf(['opening', 'temp'], null, crack), 'opening');
  assert.equal(fieldOf(['opening', 'temp'], 'temp', crack), 'temp');
  assert.equal(otherFieldOf(['opening', 'temp'], null, crack, 'opening'), 'temp');
  assert.equal(otherFieldOf(['opening', 'temp'], null, crack, 'temp'), 'opening');
  assert.equal(otherFieldOf(['opening'], null, crack, 'opening'), '', 'there is no other');
});

test('the address holds what is analysed', () => {
  const text =
    'analysis=relation&quantity=cumulative&field=opening&past=lastYear&other=12&otherField=temp&tolerance=600';
  const state = readAnalysis(new URLSearchParams(text));
  assert.deepEqual(state, {
    analysis: 'relation',
    quantity: 'cumulative',
    field: 'opening',
    past: 'lastYear',
    otherId: 12,
    otherField: 'temp',
    toleranceSeconds: 600,
  });
  assert.equal(writeAnalysis(new URLSearchParams('point=4'), state).toString(), `point=4&${text}`);
});

test('pairs are drawn where they are, the line from end to end of the axis', () => {
  const content = {
    pairs: [
      { x: 1, y: 2, age: 0 },
      { x: 3, y: 6, age: 1 },
    ],
    fit: { slope: 2, intercept: 0 },
    xName: 'T',
    xUnit: '°C',
    yName: 'w',
    yUnit: 'mm',
    precision: 3,
    pairsName: 'Pairs',
    fitName: 'Line',
  };
  const [pairs, line] = seriesOf(scatter.draw(content, { from: 0, to: 4 }, canvas).option);
  assert.deepEqual(
    pairs?.data.map((each) => ('value' in each ? each.value : null)),
    [
      [1, 2],
      [3, 6],
    ],
  );
  assert.deepEqual(line?.data, [
    [0, 0],
    [4, 8],
  ]);
  assert.deepEqual(scatter.tableOf(content, { from: 0, to: 2 }, canvas.t), [
    ['T (°C)', 'w (mm)'],
    [1, 2],
  ]);
  assert.equal(
    seriesOf(scatter.draw(scatter.without(content, new Set(['fit'])), { from: 0, to: 4 }, canvas).option).length,
    1,
  );
});

test('bars stand from end to end of their bins', () => {
  const content = {
    edges: [0, 1, 2],
    counts: [3, 5],
    normal: [{ x: 1, count: 4 }],
    name: 'w',
    unit: 'mm',
    countName: 'n',
    normalName: 'normal',
  };
  const [bars] = seriesOf(histogram.draw(content, { from: -1, to: 3 }, canvas).option);
  assert.deepEqual(bars?.data, [
    [0, 0],
    [0, 3],
    [1, 3],
    [1, 0],
    [1, 5],
    [2, 5],
    [2, 0],
  ]);
  assert.deepEqual(histogram.tableOf(content, { from: 0, to: 2 }, canvas.t)[2], [1, 2, 5]);
});

test('analysis is offered where there are readings; names of curves in specification 2 open the curve', () => {
  const crack = { family: 'crack', nodeCount: 0, type: 0, parameters: {} } as const;
  assert.ok(viewsOf(crack).includes('analysis'));
  assert.ok(!viewsOf({ ...crack, family: 'camera' }).includes('analysis'));
  for (const name of ['adm-prop', 'rdm-change-chart', 'rdm-prop-chart', 'pam-data-chart', 'pdm-prop'])
    assert.equal(viewNamed(name), 'time-value');
  // Of covers and smoke detectors the specification names curves of their own.
  for (const name of ['hiksmoke-chart', 'manhole-cover-chart', 'manhole-cover-ott-chart'])
    assert.equal(viewNamed(name), name);
});

test('names of corrections in specification 2 open the dialog of their kind, and no view', () => {
  assert.deepEqual(['Shift', 'Topshift', 'Initshift', 'BasenodeFix'].map(correctionNamed), [
    'shift',
    'topshift',
    'initshift',
    'basenode',
  ]);
  for (const name of ['constructor', 'shift', 'adm-profile']) assert.equal(correctionNamed(name), null);
  assert.equal(viewNamed('Shift'), null);
});
