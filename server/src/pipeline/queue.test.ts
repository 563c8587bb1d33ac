import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openQueue } from './queue.ts';

const drain = (queue: ReturnType<typeof openQueue<string>>) => {
  const items: string[] = [];
  for (let next = queue.peek(); next !== undefined; next = queue.peek()) {
    queue.take();
    items.push(next);
  }
  return items;
};

test('a device that floods waits for itself: another has its turn next, and each keeps its order', () => {
  const queue = openQueue<string>();
  for (let i = 0; i < 5_000; i++) queue.add(1, `flood ${i}`);
  queue.add(2, 'other 0');
  queue.add(2, 'other 1');
  assert.equal(queue.size, 5_002);
  assert.deepEqual(queue.heads(), ['flood 0', 'other 0']);
  const items = drain(queue);
  assert.deepEqual(items.slice(0, 5), ['flood 0', 'other 0', 'flood 1', 'other 1', 'flood 2']);
  assert.deepEqual(
    items.filter((each) => each.startsWith('flood')),
    Array.from({ length: 5_000 }, (_, i) => `flood ${i}`),
  );
  assert.equal(queue.size, 0);
});
