/** What waits for a device: not for ever, and one request for readings of a channel at a time. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { limits } from '@plumbline/contract/kernel/constants';
import { openWorlds } from '../../../../test/worlds.ts';
import { claim, insertCommand, waiting } from './commands.table.ts';

const [server, world] = await openWorlds(['Commands'], { ROLES: 'web,gateway' });
const { db, clock } = server;
const { id, sncode } = world.device;
const request = (text: string, channels?: string[]) =>
  insertCommand(db, clock.now(), [
    {
      sncode,
      message: { commandId: randomUUID(), text, at: clock.now().toISOString(), ...(channels && { channels }) } as never,
      byName: '',
    },
  ]);
const queued = async () =>
  (await waiting(db, clock.now(), [sncode], false)).map(({ message }) => {
    const { text, channels } = message as { text?: string; channels?: readonly string[] };
    return [text, ...(channels ?? [])].join(' ');
  });

test('another request for readings of the same channels takes the place of the first, of others it stands beside it', async () => {
  await request('collect', ['1']);
  clock.advance(1000);
  await request('collect', ['2']);
  clock.advance(1000);
  await request('collect', ['1']);
  assert.deepEqual(await queued(), ['collect 2', 'collect 1']);
});

test('what a device has not fetched within half an hour is sent to it by no way any more', async () => {
  clock.advance(limits.commandStateCacheMs);
  await request('reset');
  clock.advance(limits.commandStateCacheMs - 1);
  assert.deepEqual(await queued(), ['reset']);
  clock.advance(1);
  assert.deepEqual([await queued(), await claim(db, clock.now(), id)], [[], []]);
});
