/** The numbers of a chart's CSV file are those of every other file: all digits, without what binary arithmetic adds. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvLine } from '@plumbline/science/files/csv-writer';
import { stateWords } from '../src/charts/kinds/time-value/axes.ts';
import { draw } from '../src/charts/kinds/time-value/draw.ts';
import { tableOf } from '../src/charts/kinds/time-value/table.ts';

test('values have every digit and no noise; what is missing is empty', () => {
  const times = [0, 3_600_000, 7_200_000];
  const content = {
    zone: 'UTC',
    curves: [
      { id: 'a', name: 'A', unit: 'm', times, values: [75.61746000000001, null, -0.30000000000000004], precision: 2 },
      { id: 'b', name: 'B', unit: 'kN', times, values: [0.1 + 0.2, 123456.789, -0.0001], precision: 3 },
    ],
  };
  const lines = tableOf(content, { from: 0, to: 7_200_000 }, 'Time').map((line) => csvLine(line).trimEnd());
  assert.deepEqual(lines, [
    'Time (UTC+0),A (m),B (kN)',
    '1970-01-01 00:00:00,75.61746,0.3',
    '1970-01-01 01:00:00,,123456.789',
    '1970-01-01 02:00:00,-0.3,-0.0001',
  ]);
});

test('what stands for a state is written and marked by its word, and needs its room', () => {
  const words = ['closed', 'open, and nobody knows why'];
  const wordOf = (value: number) => words[value] ?? null;
  const curve = { id: 'a', name: 'Cover', unit: '', times: [0, 3_600_000], values: [0, 1], wordOf };
  const axes = { left: { min: 0, max: 1, states: [0, 1] } };
  const view = { from: 0, to: 3_600_000 };
  assert.deepEqual(tableOf({ zone: 'UTC', curves: [curve] }, view, 'Time').slice(0, 3), [
    ['Time (UTC+0)', 'Cover'],
    ['1970-01-01 00:00:00', 'closed'],
    ['1970-01-01 01:00:00', 'open, and nobody knows why'],
  ]);
  assert.deepEqual(
    [...(stateWords({ axes }, [curve]) ?? [])],
    [
      [0, 'closed'],
      [1, words[1]],
    ],
  );
  const amount = { ...curve, id: 'b', wordOf: undefined };
  assert.equal(stateWords({ axes }, [curve, amount as never]), null, 'an amount beside it has numbers');
  const solution = { ...curve, id: 'c', wordOf: (value: number) => ['invalid', 'single'][value] ?? null };
  assert.equal(stateWords({ axes }, [curve, solution]), null, 'one value is two states');
  const canvas = { widthPx: 600, heightPx: 300, tokens: {}, language: 'en', t: String } as never;
  const drawn = (curves: readonly object[]) => draw({ axes, curves, zone: 'UTC' } as never, view, canvas);
  const { layout, option } = drawn([curve]);
  assert.ok(layout.left > drawn([amount]).layout.left);
  const stepsOf = (curves: readonly object[]) =>
    (drawn(curves).option['series'] as { type: string; step?: string }[]).flatMap(({ type, step }) =>
      type === 'line' && step ? [step] : [],
    );
  assert.deepEqual([stepsOf([curve]), stepsOf([amount])], [['end'], []], 'a state holds until the next');
  const [axis] = option['yAxis'] as { axisLabel: { customValues: number[]; formatter: (value: number) => string } }[];
  assert.deepEqual(axis?.axisLabel.customValues.map(axis.axisLabel.formatter), words);
});
