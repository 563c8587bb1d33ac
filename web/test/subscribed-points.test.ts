import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maxSubscribedPoints, socketEvents } from '@plumbline/contract/kernel/sockets';
import { subscribedPoints } from '../src/kernel/subscribed-points.ts';

test('a page never asks for more points than the server grants: it would be refused as a whole', () => {
  const logger = Array.from({ length: 512 }, (_, i) => i + 1);
  const requested = subscribedPoints([logger, [600, 601], [600]]);
  assert.equal(requested.length, maxSubscribedPoints);
  assert.deepEqual(requested.slice(0, 4), [600, 601, 1, 2], 'what came last is heard first');
  const { input } = socketEvents['/notification'].SUBSCRIBE;
  assert.ok(input.safeParse({ pointIds: requested }).success);
  assert.ok(!input.safeParse({ pointIds: logger }).success, 'else this would guard nothing');
});
