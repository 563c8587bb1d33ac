/** Which messages of QoS 2 wait for their release: each by its own identifier, at its own connection. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepIdsAlone, maxUnreleased } from './unreleased-ids.ts';

type Act = (client: object, packet: { messageId: number }) => Promise<unknown>;
interface Persistence {
  incomingStorePacket: Act;
  incomingGetPacket: Act;
  incomingDelPacket: Act;
  cleanIncoming: (client: object) => Promise<void>;
}
const persistence = {} as Persistence;
keepIdsAlone(persistence);
const waits = async (client: object, messageId: number) =>
  persistence.incomingGetPacket(client, { messageId }).then(
    () => true,
    () => false,
  );

test('a message that is released is that one alone: those beside it still wait', async () => {
  const client = {};
  const ids = [1, 2, 7, 8, 9, maxUnreleased];
  for (const messageId of ids) await persistence.incomingStorePacket(client, { messageId });
  await persistence.incomingDelPacket(client, { messageId: 2 });
  assert.deepEqual(await Promise.all(ids.map((id) => waits(client, id))), [true, false, true, true, true, true]);
  await assert.rejects(persistence.incomingDelPacket(client, { messageId: 2 }), 'released already');
  await persistence.incomingStorePacket(client, { messageId: 2 });
  assert.equal(await waits(client, 2), true, 'its identifier is used again');
});

test('another connection has messages of its own, and they go with it', async () => {
  const [one, other] = [{}, {}];
  await persistence.incomingStorePacket(one, { messageId: 5 });
  assert.deepEqual([await waits(one, 5), await waits(other, 5)], [true, false]);
  await persistence.incomingStorePacket(other, { messageId: 5 });
  await persistence.cleanIncoming(one);
  assert.deepEqual([await waits(one, 5), await waits(other, 5)], [false, true]);
});
