import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agreementOf, type NeighbourState } from '../src/limits/agreement.ts';

const at = (level: number | null, state: NeighbourState['state'] = 'reporting'): NeighbourState => ({ state, level });

test('one neighbour above normal agrees; all normal leaves the point alone', () => {
  assert.deepEqual(agreementOf([at(0), at(2), at(0)]), { agreement: 'agree', raised: 1, normal: 2, silent: 0 });
  assert.deepEqual(agreementOf([at(0), at(0)]), { agreement: 'alone', raised: 0, normal: 2, silent: 0 });
});

test('what is silent, failed or without limits says neither', () => {
  assert.equal(agreementOf([]).agreement, 'unknown');
  assert.deepEqual(agreementOf([at(4, 'stale'), at(null, 'neverRead'), at(null, 'empty'), at(0, 'failed'), at(null)]), {
    agreement: 'unknown',
    raised: 0,
    normal: 0,
    silent: 4,
  });
});

test('a level above normal stands beside a failed value and beside silent parts, but not when it is stale', () => {
  assert.equal(agreementOf([at(3, 'failed')]).agreement, 'agree');
  assert.equal(agreementOf([at(1, 'silent')]).agreement, 'agree');
  assert.equal(agreementOf([at(3, 'stale'), at(0)]).agreement, 'alone');
});
