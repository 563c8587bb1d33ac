import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agreementOf, type NeighbourState } from '../src/limits/agreement.ts';

const at = (level: number | null, state: NeighbourState['state'] = 'reporting', rose = false): NeighbourState => ({
  state,
  level,
  rose,
});
const rose = (level: number | null, state: NeighbourState['state'] = 'reporting') => at(level, state, true);
const counts = { raised: 0, otherwise: 0, normal: 0, silent: 0 };

test('one neighbour that rose in the same hours agrees; all normal leaves the point alone', () => {
  assert.deepEqual(agreementOf([at(0), rose(2), at(0)]), { ...counts, agreement: 'agree', raised: 1, normal: 2 });
  assert.deepEqual(agreementOf([at(0), at(0)]), { ...counts, agreement: 'alone', normal: 2 });
});

test('a neighbour that stands above normal for another reason neither agrees nor leaves it alone', () => {
  assert.deepEqual(agreementOf([at(1), at(3), at(0)]), { ...counts, agreement: 'alone', otherwise: 2, normal: 1 });
  assert.deepEqual(agreementOf([at(1), at(3)]), { ...counts, agreement: 'unknown', otherwise: 2 });
  assert.deepEqual(agreementOf([at(1), rose(3)]), { ...counts, agreement: 'agree', raised: 1, otherwise: 1 });
});

test('what is silent, failed or without limits says neither', () => {
  assert.equal(agreementOf([]).agreement, 'unknown');
  const silent = [at(4, 'stale'), at(null, 'neverRead'), at(null, 'empty'), at(0, 'failed'), at(null)];
  assert.deepEqual(agreementOf(silent), { ...counts, agreement: 'unknown', silent: 4 });
});

test('whoever rose then has risen, also if it fell again or is silent by now; a stale level is past', () => {
  for (const each of [rose(0), rose(3, 'failed'), rose(1, 'silent'), rose(3, 'stale')])
    assert.equal(agreementOf([each, at(0)]).agreement, 'agree');
  assert.equal(agreementOf([at(3, 'failed')]).otherwise, 1);
  assert.equal(agreementOf([at(1, 'silent')]).otherwise, 1);
  assert.equal(agreementOf([at(3, 'stale'), at(0)]).agreement, 'alone');
});
