/** A probe against a chain: what is drawn and listed of a pair of surveys, and what the address holds. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Point } from '@plumbline/contract/points/points';
import type { ComparedPair } from '@plumbline/contract/views/profiles';
import { viewNamed, viewsOf } from '@plumbline/contract/views/views';
import { profile } from '../src/charts/kinds/profile/profile.ts';
import { tokens } from '../src/design/tokens.ts';
import {
  depthColumns,
  differenceContent,
  manualChains,
  pairColumns,
  shapesContent,
} from '../src/features/views/probe-runs/compare-content.ts';
import { readCompare, writeCompare } from '../src/features/views/probe-runs/compare-state.ts';
import { type ProbeRun, questionOf } from '../src/features/views/probe-runs/probe-run.ts';

const pair: ComparedPair = {
  manual: { at: '2026-03-01T02:12:00.000Z', depthsM: [0, 0.75, 1.5], values: [6.5, null, 0] },
  automatic: { at: '2026-03-01T02:00:00.000Z', depthsM: [0, 0.5, 1, 1.5], values: [6, 4, 2, 0] },
  apartSeconds: -720,
  atDepths: [6, 3, 0],
  differences: [-0.5, null, 0],
  count: 2,
  mean: -0.25,
  rms: 0.354,
  largest: { depthM: 0, difference: -0.5 },
};
const words = {
  manual: 'M',
  automatic: 'A',
  difference: 'D',
  axisName: 'X',
  depth: 'z',
  count: 'n',
  mean: 'mean',
  rms: 'rms',
  largest: 'max',
};

test('both shapes at their own joints, the difference at the depths of the probe, each in a colour of its own', () => {
  const content = shapesContent(pair, words);
  const entries = profile.entriesOf(content, 1.5, tokens.white);
  assert.deepEqual(
    entries.map(({ name, value }) => [name, value]),
    [
      ['A', '0.000'],
      ['M', '0.000'],
    ],
  );
  assert.equal(new Set(entries.map(({ swatch }) => swatch.colour)).size, 2);
  assert.deepEqual(profile.stopsOf(content), [0, 0.5, 0.75, 1, 1.5]);
  assert.equal(profile.entriesOf(content, 0.75, tokens.white)[1]?.value, '—', 'what the probe did not read is not 0');
  assert.deepEqual(differenceContent(pair, words).curves[0]?.values, [-0.5, null, 0]);
  const deep = { ...pair, largest: { depthM: 1.5, difference: -0.5 } };
  assert.equal(shapesContent(deep, words).pinnedM, 1.5, 'the legend is of the depth where they differ most');
});

test('tables hold the numbers of the answer: the depths of a pair, or a row for each pair', () => {
  assert.deepEqual(
    depthColumns(pair, words).map(({ key, values }) => [key, values]),
    [
      ['depth', [0, 0.75, 1.5]],
      ['manual', [6.5, null, 0]],
      ['automatic', [6, 3, 0]],
      ['difference', [-0.5, null, 0]],
    ],
  );
  const empty = { ...pair, count: 0, mean: null, rms: null, largest: null };
  const columns = new Map(pairColumns([pair, empty], words).map(({ key, values }) => [key, values]));
  assert.deepEqual(columns.get('manualAt'), [Date.parse(pair.manual.at), Date.parse(pair.manual.at)]);
  assert.deepEqual(columns.get('mean'), [-0.25, null]);
  assert.deepEqual(columns.get('depth'), [0, null]);
  assert.deepEqual(columns.get('count'), [2, 0]);
});

test('counts mean what the file says; what somebody gave counts where it says nothing', () => {
  const run = { measuredAt: null, depthsM: [0.5], a0: [1], a180: [-1], b0: null, b180: null, constant: 25_000 };
  assert.equal(questionOf(run as unknown as ProbeRun, 20_000)?.constant, 25_000);
  assert.equal(questionOf({ ...run, constant: null } as unknown as ProbeRun, 20_000)?.constant, 20_000);
  assert.equal(questionOf({ ...run, constant: null } as unknown as ProbeRun, null), null);
});

test('the address holds the probe, the axis, the tolerance and the table; what is as it begins is left out', () => {
  const old = new URLSearchParams('point=7&view=adm-artificial-compare');
  const state = { ...readCompare(old), manualId: 12, axis: 'resultant', hours: 72, list: 'surveys' } as const;
  assert.deepEqual(readCompare(writeCompare(old, state)), state);
  assert.equal(writeCompare(old, readCompare(old)).toString(), old.toString());
  const odd = readCompare(new URLSearchParams('manual=x&within=5&list=nodes&axis=z'));
  assert.deepEqual([odd.manualId, odd.hours, odd.list, odd.axis], [null, 24, 'depths', 'x']);
});

test('an automatic casing offers the comparison with manual casings of its structure', () => {
  const point = (more: object) =>
    ({ family: 'deepDisplacement', nodeCount: 3, type: 0, parameters: {}, ...more }) as unknown as Point;
  assert.ok(viewsOf(point({})).includes('adm-artificial-compare'));
  assert.ok(!viewsOf(point({ type: 2 })).includes('adm-artificial-compare'));
  assert.ok(!viewsOf(point({ parameters: { form: 1 } })).includes('adm-artificial-compare'));
  assert.equal(viewNamed('AdmArtificialCompare'), 'adm-artificial-compare');
  const all = [
    point({ id: 1 }),
    point({ id: 2, type: 2 }),
    point({ id: 3, type: 2, family: 'waterLevel' }),
    point({ id: 4, type: 2, parameters: { form: 3 } }),
    point({ id: 5, type: 2, nodeCount: 0 }),
  ];
  assert.deepEqual(
    manualChains(all).map(({ id }) => id),
    [2],
  );
});
