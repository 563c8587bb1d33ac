import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flagOf, quality } from '@plumbline/science/quality/flags';
import { isValueFailed } from '../src/features/readings/readings/failed-value.parts.ts';

const at = Date.parse('2026-11-22T12:00:00Z');
const fail = flagOf(quality.fail);
const pass = flagOf(quality.pass);

test('a value that failed says so, live and after a reload, and only while it is the last one', () => {
  assert.equal(isValueFailed({ at, flags: [pass, fail] }, 1, null, null), true);
  assert.equal(isValueFailed({ at, flags: [pass, fail] }, 0, null, null), false, 'another field');
  assert.equal(isValueFailed({ at }, 0, at - 60_000, at - 60_000), false, 'a newer one is good');
  assert.equal(isValueFailed(null, 0, at, at), true, 'as the curve says');
  assert.equal(isValueFailed(null, 0, at, at - 60_000), false);
  assert.equal(isValueFailed(null, 0, null, null), false, 'no reading is no failure');
});
