/** The board of open alerts: Red stays, everything else is seen in turn, nothing twice. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boardRows } from '../src/features/overview/stats/board-rows.ts';

const alertsOf = (...levels: number[]) => levels.map((level, id) => ({ id, level }));
/** The ids of each page until the first comes again. */
function pages(alerts: ReturnType<typeof alertsOf>): number[][] {
  const found: number[][] = [];
  let start = 0;
  do {
    const page = boardRows(alerts, start, true);
    found.push(page.shown.map(({ id }) => id));
    start = page.next;
  } while (start !== 0);
  return found;
}

test('Red alerts are on every page, and the others take turns without a repeat', () => {
  assert.deepEqual(pages(alertsOf(4, 4, 3, 3, 2, 1, 1)), [
    [0, 1, 2, 3, 4],
    [0, 1, 5, 6],
  ]);
  assert.deepEqual(pages(alertsOf(3, 3, 2, 2, 1, 1)), [[0, 1, 2, 3, 4], [5]]);
});

test('where Red fills the board, one row is left for the rest', () => {
  assert.deepEqual(pages(alertsOf(4, 4, 4, 4, 4, 4, 1)), [
    [0, 1, 2, 3, 4],
    [0, 1, 2, 3, 5],
    [0, 1, 2, 3, 6],
  ]);
});

test('a board that does not move shows all of them', () => {
  assert.deepEqual(boardRows(alertsOf(4, 3, 2, 2, 2, 1), 0, false).shown.length, 6);
});
