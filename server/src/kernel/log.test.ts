import assert from 'node:assert/strict';
import { test } from 'node:test';
import { throttle } from './log.ts';

test('of a flood of one message a few lines are written and the rest counted; other messages pass', () => {
  const logged: [string, number][] = [];
  let now = 0;
  const passes = throttle(
    (message, count) => logged.push([message, count]),
    () => now,
  );
  const written = Array.from({ length: 60_000 }, () => passes('could not be stored')).filter(Boolean).length;
  assert.equal(written, 20);
  assert.equal(passes('another'), true);
  assert.deepEqual(logged, []);
  now = 10_000;
  assert.equal(passes('could not be stored'), true);
  assert.deepEqual(logged, [['could not be stored', 59_980]]);
});
