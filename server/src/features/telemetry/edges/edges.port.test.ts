/** What the centre answers an edge: of the devices of its project alone, and nothing as stored that is not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { EdgeMessage } from '@plumbline/contract/telemetry/edges';
import type { FeedPlan } from '../feeds/feeds.api.ts';
import { type EdgeParts, EdgePort } from './edges.http.ts';

const feed = { id: 1, corporationId: 1, settings: { siteProjectId: 7 } } as unknown as FeedPlan;
const message = (sncode: string): EdgeMessage => ({ sncode, kind: 'readings', content: '{}' }) as EdgeMessage;

function portOf(readings: EdgeParts['take']['readings'], devicesOf = async () => [{ id: 1, sncode: 'mine' }]) {
  const delivered: number[] = [];
  const parts = {
    devicesOf,
    take: { readings },
    onDelivered: (_: number, messages: number) => void delivered.push(messages),
  };
  return { port: new EdgePort(parts as unknown as EdgeParts), delivered };
}
const one = { stored: 1, unchanged: 0, refused: 0 };

test('a message of a device of another project is refused, and not even looked at', async () => {
  const accepted: string[] = [];
  const { port } = portOf(async (sncode) => {
    accepted.push(sncode);
    return one;
  });
  const counts = await port.deliver(feed, [message('mine'), message('foreign')]);
  assert.deepEqual([counts, accepted], [{ stored: 1, unchanged: 0, refused: 1 }, ['mine']]);
});

test('where one message could not be stored the edge keeps them all; what is refused for good it lets go', async () => {
  const failing = portOf(() => Promise.reject(new Error('the database is away')));
  await assert.rejects(failing.port.deliver(feed, [message('mine')]), /away/);
  assert.deepEqual(failing.delivered, []);
  const busy = portOf(() => Promise.reject(new Failure('busy')));
  await assert.rejects(busy.port.deliver(feed, [message('mine')]), { name: 'busy' });
  const refusing = portOf(() => Promise.reject(new Failure('malformedReading')));
  assert.deepEqual(await refusing.port.deliver(feed, [message('mine')]), { stored: 0, unchanged: 0, refused: 1 });
});

test('a plan that was read while something changed is not kept', async () => {
  let devices = [{ id: 1, sncode: 'mine' }];
  const reading = Promise.withResolvers<void>();
  const { port } = portOf(
    async () => one,
    async () => {
      const devicesOfPort = devices;
      await reading.promise;
      return devicesOfPort;
    },
  );
  const first = port.deliver(feed, [message('mine')]);
  devices = [];
  port.changed({ kind: 'device', id: 1, sncode: 'mine' } as Parameters<EdgePort['changed']>[0]);
  reading.resolve();
  await first;
  assert.equal((await port.deliver(feed, [message('mine')])).refused, 1, 'the device has left the project');
});
