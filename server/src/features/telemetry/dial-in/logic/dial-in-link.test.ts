import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { DialInSetup } from '@plumbline/contract/telemetry/dial-in';
import { DialInLink, type LinkParts, nextRoundAt } from './dial-in-link.ts';

const server = createServer().listen(0, '127.0.0.1');
await once(server, 'listening');
after(() => void server.close());

const setup = DialInSetup.parse({
  enabled: true,
  heartbeat: '',
  silentSeconds: 700,
  intervalSeconds: 600,
  answerWithinMs: 2000,
  retries: 0,
  readLength: 125,
  networks: [],
  rows: [],
});
const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

test('a set-up that arrives when the connection has ended starts no timer again', async () => {
  const before = timers();
  const modem = connect((server.address() as { port: number }).port, '127.0.0.1');
  const [socket] = (await once(server, 'connection')) as [Socket];
  const parts = {
    clock: { now: () => new Date() },
    news: { add: () => undefined },
    store: { waiting: () => 0 },
    frames: { device: () => undefined, isRecorded: () => false },
    onRound: () => undefined,
  } as unknown as LinkParts;
  const of = { deviceId: 1, sncode: 'A-1', register: 'A-1', address: '127.0.0.1' };
  const link = new DialInLink(parts, of, { socket, setup, onEnd: () => undefined });
  link.start({ isFresh: true });
  assert.equal(timers(), before + 2, 'the next round, and the silence after which it is ended');
  link.end('closed');
  link.update(setup);
  assert.equal(timers(), before);
  modem.destroy();
});

test('a round is due once at each whole interval, also where a timer ends a little early', () => {
  const [interval, due] = [10_000, 1_700_000_010_000];
  assert.equal(nextRoundAt(due - 7_000, interval, 0), due);
  // Its timer ended before its time, on it, and after it: the next is a whole interval later.
  for (const offMs of [-100, -2, 0, 3, 4_000]) assert.equal(nextRoundAt(due + offMs, interval, due), due + interval);
  // The clock was put back: nobody waits for the time that is shown again.
  assert.equal(nextRoundAt(due - 3_600_000 - 5_000, interval, due), due - 3_600_000);
});
