import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PendingReading } from './row.ts';
import { roundsOf } from './versions.ts';

/** Rows of one point: the first letter is the time, the rest what is said. */
const rowsOf = (texts: readonly string[]) =>
  texts.map((text) => ({ point: { pointId: 1 }, at: text.charCodeAt(0), raw: text.slice(1) }) as PendingReading);

/** What each round holds, by what is said. */
function rounds(texts: readonly string[]) {
  const found = roundsOf(rowsOf(texts));
  return {
    rounds: found.rounds.map((places) => places.map((place) => texts[place])),
    passedOver: [...found.passedOver],
  };
}

test('what has one version is stored in the first round; a repetition is in none', () => {
  assert.deepEqual(rounds(['a1', 'b1', 'a1', 'c1']), { rounds: [['a1', 'b1', 'c1']], passedOver: [[2, 'unchanged']] });
  assert.deepEqual(rounds([]), { rounds: [], passedOver: [] });
});

test('each further version has a round of its own, in the order sent', () => {
  assert.deepEqual(rounds(['a1', 'a2', 'b1', 'a1', 'a1', 'b2']), {
    rounds: [['a1', 'b1'], ['a2', 'b2'], ['a1']],
    passedOver: [[4, 'unchanged']],
  });
});

test('past eight versions the last takes the place of those before it', () => {
  const found = rounds(Array.from({ length: 11 }, (_, i) => `a${i}`));
  assert.deepEqual(found.rounds, [['a0'], ['a1'], ['a2'], ['a3'], ['a4'], ['a5'], ['a6'], ['a10']]);
  assert.deepEqual(found.passedOver, [
    [7, 'overwritten'],
    [8, 'overwritten'],
    [9, 'overwritten'],
  ]);
});
