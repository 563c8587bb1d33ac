import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConditionTerm, term } from '@plumbline/contract/alerts/conditions.terms';
import { isQuiet, maxGapOf, watchOf } from './watch.ts';

const termOf = (more: object): ConditionTerm =>
  term.parse({ pointId: 1, field: 'level', kind: 'value', maxAgeSeconds: 1800, ...more });

test('a reading is quiet strictly inside of every bound and its dead band; no value is not', () => {
  const watch = watchOf([termOf({ high: 10, deadBand: 2 }), termOf({ side: 'below', low: 1 })], ['temp', 'level']);
  const quiet = [0.5, 1, 1.5, 7.9, 8, 9, 12].map((value) => watch && isQuiet(watch, [99, value]));
  assert.deepEqual(quiet, [false, false, true, true, false, false, false]);
  assert.equal(watch && isQuiet(watch, [5, null]), false);
  assert.equal(watch && maxGapOf(watch), 1_800_000);
});

test('what moves with every reading is always of interest, silence by its gap alone', () => {
  assert.equal(watchOf([], ['level']), null);
  const rate = watchOf([termOf({ high: 10 }), termOf({ kind: 'rate', high: 1, spanSeconds: 60 })], ['level']);
  assert.equal(rate && isQuiet(rate, [5]), false);
  const silence = watchOf([termOf({ kind: 'silence', spanSeconds: 600 })], ['level']);
  assert.deepEqual(silence && [isQuiet(silence, [5]), maxGapOf(silence)], [true, 600_000]);
});
