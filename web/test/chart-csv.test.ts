/** The numbers of a chart's CSV file are those of every other file: all digits, without what binary arithmetic adds. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvLine } from '@plumbline/science/files/csv-writer';
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
