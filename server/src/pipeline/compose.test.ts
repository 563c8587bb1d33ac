import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minuteMs } from '@plumbline/contract/kernel/durations';
import { conversionOf } from '@plumbline/science/sensors/conversion';
import type { BoundComposite } from './bind.ts';
import { compose } from './compose.ts';

const composite = {
  intervalSeconds: 60,
  slaves: [{ variable: 'a' }, { variable: 'b' }],
} as unknown as BoundComposite;

test('of two readings equally near the earlier counts', () => {
  const made = (times: readonly number[], values: readonly number[]) =>
    compose(
      composite,
      [
        { times: [minuteMs], values: [1] },
        { times, values },
      ],
      0,
      2 * minuteMs,
    );
  assert.deepEqual(made([minuteMs - 10_000, minuteMs + 10_000], [5, 7]), [{ at: minuteMs, sample: { a: 1, b: 5 } }]);
  assert.deepEqual(made([minuteMs - 10_000, minuteMs + 9_999], [5, 7]), [{ at: minuteMs, sample: { a: 1, b: 7 } }]);
});

const conversion = {
  type: 0,
  family: 'temperature',
  mode: 4,
  nodeCount: 0,
  parameters: { temperature: 99 },
  customFormula: { temperature: 'temperature + 1' },
} as unknown as Parameters<typeof conversionOf>[0];

test('what was measured goes before a constant of the same name, and what is missing stays missing', () => {
  const convert = conversionOf(conversion);
  assert.deepEqual(convert({ temperature: 5 }), [6]);
  assert.deepEqual(convert({ temperature: null }), [null], 'a constant never stands for a sample without a value');
  assert.deepEqual(convert({}), [100], 'the sample does not have it');
});

test('a slave without a value is no constant either', () => {
  const convert = conversionOf({
    ...conversion,
    type: 1,
    variables: ['a'],
    parameters: { a: 7 },
    customFormula: { temperature: 'a * 2' },
  } as unknown as Parameters<typeof conversionOf>[0]);
  assert.deepEqual(convert({ a: 5 }), [10]);
  assert.deepEqual(convert({ a: null }), [null]);
});
