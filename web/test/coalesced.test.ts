import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coalesce } from '../src/kernel/coalesced.ts';

test('events ask at once, then once a second, and never cancel a request that is slower than they are', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 10_000 });
  let answer = (): void => undefined;
  let requests = 0;
  const { request, stop } = coalesce(() => {
    requests++;
    return new Promise<void>((resolve) => {
      answer = resolve;
    });
  }, 1_000);
  const settle = async (): Promise<void> => {
    for (let i = 0; i < 5; i++) await Promise.resolve();
  };
  request();
  t.mock.timers.tick(0);
  for (let i = 0; i < 5; i++) {
    request();
    t.mock.timers.tick(1_000);
  }
  assert.equal(requests, 1, 'the running request is not cancelled by a newer event');
  answer();
  await settle();
  t.mock.timers.tick(0);
  assert.equal(requests, 2, 'news that came meanwhile is asked for');
  answer();
  await settle();
  t.mock.timers.tick(5_000);
  assert.equal(requests, 2);
  request();
  t.mock.timers.tick(0);
  answer();
  await settle();
  request();
  request();
  t.mock.timers.tick(999);
  assert.equal(requests, 3);
  t.mock.timers.tick(1);
  assert.equal(requests, 4);
  stop();
});
