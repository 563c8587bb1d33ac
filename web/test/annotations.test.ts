import assert from 'node:assert/strict';
import { test } from 'node:test';
import { annotationBands, annotationLines } from '../src/charts/kinds/time-value/annotation-marks.ts';
import type { ChartAnnotation } from '../src/charts/kinds/time-value/shapes.ts';
import type { Sketch } from '../src/charts/kinds/time-value/sketch.ts';
import { tokens } from '../src/design/tokens.ts';

const sketch = (annotations: readonly ChartAnnotation[]) =>
  ({
    content: { curves: [], annotations },
    view: { from: 1_000, to: 2_000 },
    canvas: { tokens: tokens.default },
    size: { width: 500, height: 200 },
  }) as unknown as Sketch;
type Mark = { xAxis: number; label?: { formatter: string } };

test('what went on for a while is a band within the view, with words where there is room', () => {
  const bands = annotationBands(
    sketch([
      { from: 500, to: 1_500, words: 'Stage 1' },
      { from: 1_600, to: 1_650, words: 'Storm' },
      { from: 0, to: 1_000, words: 'Before' },
      { from: 2_000, to: 3_000, words: 'After' },
      { from: 1_200, to: null, words: 'Blast' },
    ]),
  ) as Mark[][];
  assert.deepEqual(
    bands.map(([start, end]) => [start?.xAxis, end?.xAxis, start?.label?.formatter]),
    [
      [1_000, 1_500, 'Stage 1'],
      [1_600, 1_650, ''],
    ],
  );
});

test('what happened at one time is a vertical with its words, where it is in view', () => {
  const lines = annotationLines(
    sketch([
      { from: 1_200, to: null, words: 'Blast' },
      { from: 900, to: null, words: 'Before' },
      { from: 1_300, to: 1_400, words: 'Stage 1' },
    ]),
  ) as Mark[];
  assert.deepEqual(
    lines.map(({ xAxis, label }) => [xAxis, label?.formatter]),
    [[1_200, 'Blast']],
  );
});
