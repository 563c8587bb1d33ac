import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draw } from '../src/charts/kinds/profile/draw.ts';
import { tokens } from '../src/design/tokens.ts';

test('a joint that stands alone between two without a value has a mark, and breaks no line into one', () => {
  const curve = { id: 'survey', label: '', age: 1, depths: [0, 1, 2, 3], values: [1, null, 3, null] };
  const canvas = { widthPx: 500, heightPx: 400, tokens: tokens.white, language: 'en', t: String as never };
  const content = { curves: [curve], unit: 'mm', precision: 3, axisName: 'Displacement A' } as never;
  const { series } = draw(content, { from: 0, to: 3 }, canvas).option as {
    series: { id: string; data: { value: number[]; symbolSize: number }[] }[];
  };
  const joints = series.find(({ id }) => id === 'survey')?.data ?? [];
  assert.deepEqual(
    joints.map(({ value }) => value),
    [
      [1, 0],
      [Number.NaN, 1],
      [3, 2],
      [Number.NaN, 3],
    ],
  );
  assert.deepEqual(
    joints.filter(({ symbolSize }) => symbolSize > 1).map(({ value: [, depthM] }) => depthM),
    [0, 2],
  );
});
