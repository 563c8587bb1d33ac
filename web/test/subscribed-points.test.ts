import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maxSubscribedPoints, socketEvents } from '@plumbline/contract/sockets';
import { subscribedPoints } from '../src/kernel/subscribed-points.ts';

test('a page never asks for more points than the server grants: it would be refused as a whole', () => {
  const logger = Array.from({ length: 512 }, (_, i) => i + 1);
  const asked = subscribedPoints([logger, [600, 601], [600]]);
  assert.equal(asked.length, maxSubscribedPoints);
  assert.deepEqual(asked.slice(0, 4), [600, 601, 1, 2], 'what came last is heard first');
  const { input } = socketEvents['/notification'].SUBSCRIBE;
  assert.ok(input.safeParse({ pointIds: asked }).success);
  assert.ok(!input.safeParse({ pointIds: logger }).success, 'else this would guard nothing');
});
