/** Tests do not go by the wall clock: a busy machine makes them slower, never wrong. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { fixedSleeps, wallClockAssertions } from '../rules/steady-tests.ts';

const root = join(import.meta.dirname, '../..');

test('no test asserts how long something took', () => assert.deepEqual(wallClockAssertions(root), []));

test('fixed sleeps become fewer', () => {
  const count = fixedSleeps(root).length;
  assert.ok(count <= 92, `${count} sleeps: wait for what is to happen (server/test/until.ts, e2e/wait-for.ts)`);
});

test('a planted breach of either kind is found', () => {
  const lines = (text: string) => () => [['a.test.ts', text]] as const;
  assert.deepEqual(wallClockAssertions(root, lines('assert.ok(performance.now() - begun < 50);')), ['a.test.ts:1']);
  assert.deepEqual(wallClockAssertions(root, lines('x\nassert.equal(Date.now() - at < 9, true)')), ['a.test.ts:2']);
  assert.deepEqual(wallClockAssertions(root, lines('assert.ok(process.cpuUsage(at).user < 5)')), []);
  for (const text of [
    'await wait(200);',
    'await page.waitForTimeout(500);',
    'await new Promise((r) => setTimeout(r, 20));',
  ])
    assert.deepEqual(fixedSleeps(root, lines(text)), ['a.test.ts:1'], text);
  assert.deepEqual(fixedSleeps(root, lines('for (let n = 0; n < 9 && !done(); n++) await wait(20);')), []);
});
