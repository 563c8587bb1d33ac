/** Comments at places of pages: numbers that stay, a mark that keys move, levels of nearness. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReportComment } from '@plumbline/contract/reports/releases';
import { movedBy, pinsOf } from '../src/features/reports/releases/review-places.ts';

const comment = (id: number, change: Partial<ReportComment> = {}): ReportComment => ({
  id,
  parentId: null,
  section: 'measurements',
  page: 2,
  place: { x: 0.2, y: 0.4 },
  reportId: 1,
  version: 1,
  edition: 1,
  text: '',
  byId: 1,
  byName: 'Li Na',
  at: '2026-03-02T00:00:00Z',
  resolved: null,
  ...change,
});

test('threads with a place have numbers in their order, which stay when one is resolved or another is written', () => {
  const comments = [
    comment(4),
    comment(5, { place: null }),
    comment(6, { parentId: 4 }),
    comment(7, { page: 3, resolved: { name: 'Wu Jing', at: '2026-03-03T00:00:00Z' } }),
    comment(9, { reportId: 2, version: 2 }),
  ];
  const numbers = (list: readonly ReportComment[]) => pinsOf(list).map((pin) => [pin.comment.id, pin.number, pin.page]);
  assert.deepEqual(numbers(comments), [
    [4, 1, 2],
    [7, 2, 3],
    [9, 3, 2],
  ]);
  assert.deepEqual(numbers([...comments, comment(10)]).slice(0, 3), numbers(comments));
});

test('keys move a mark, and never off its page', () => {
  assert.deepEqual(movedBy('ArrowRight', { page: 3, x: 0.5, y: 0.5 }), { page: 3, x: 0.51, y: 0.5 });
  assert.deepEqual(movedBy('ArrowUp', { page: 3, x: 0.5, y: 0.004 }), { page: 3, x: 0.5, y: 0 });
  assert.deepEqual(movedBy('ArrowRight', { page: 3, x: 1, y: 0 }), { page: 3, x: 1, y: 0 });
  assert.equal(movedBy('Enter', { page: 3, x: 0.5, y: 0.5 }), null);
});
