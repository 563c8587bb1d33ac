/** The figures of an alert: where its scale begins and ends, and whether it waits for a verdict. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alertStatuses } from '@plumbline/contract/alerts/alerts';
import { isOpenStatus } from '../src/features/alerts/figures/alert-words.ts';
import { scaleEnds } from '../src/features/alerts/figures/scale-ends.ts';

const low = [24, 28, 34, 40];
const high = [92.7, 93, 93.3, 93.6];

test('the scale of an alert begins at zero unless its limits lie close together far from it', () => {
  assert.equal(scaleEnds(40.6, low).from, 0);
  const far = scaleEnds(93.118, high);
  assert.ok(far.from > 90 && far.from < 92.7 && far.to > 93.6);
});

test('a value far from its limits lies on their scale, above as below', () => {
  assert.ok(scaleEnds(80, low).to > 80);
  assert.ok(scaleEnds(120, high).to > 120);
  const below = scaleEnds(60, high);
  assert.ok(below.from <= 60 && below.from >= 0, `${below.from}`);
});

test('an alert is open until it has a verdict: one that somebody has seen still waits for it', () => {
  assert.deepEqual(alertStatuses.filter(isOpenStatus), ['Pending', 'Notice']);
});
