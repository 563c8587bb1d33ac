/** What waits for its codec is taken by one process at a time, and by nobody before it is due. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { maxWaitingForCodec } from '@plumbline/contract/telemetry/feed-waiting';
import { feeds } from '@plumbline/contract/telemetry/feeds';
import { sql } from 'kysely';
import { openWorlds } from '../../../../test/worlds.ts';
import { discardWaiting, dueNow, endWaiting, keepWaiting, putOff, takeWaiting } from './feed-waiting.table.ts';

const [server, world] = await openWorlds(['Waiting'], { ROLES: 'web,gateway' });
const { db, clock } = server;
const failed = { fault: 'off', detail: 'no codec' } as never;
const claimMs = 60_000;

async function makeFeed(name: string): Promise<number> {
  const { corporationId } = world;
  const feed = { corporationId, kind: 'webhook', name, wrapping: 'chirpStack' } as const;
  const { body } = await server.call(feeds.create, feed, world.admin.token);
  assert.ok(body.feed?.id, JSON.stringify(body));
  return body.feed.id;
}
const feedId = await makeFeed('One');
const otherId = await makeFeed('Another');
const keep = (nth: number, to = feedId) =>
  keepWaiting(db, to, {
    source: `s-${nth}`,
    uplink: { source: `s-${nth}`, at: null, object: undefined, text: null, bytes: null, port: null, signal: null },
    at: nth,
    now: clock.now(),
    failed,
  });
const take = async (limit = 100) => (await takeWaiting(db, clock.now(), claimMs, limit)).map(({ uplink }) => uplink.at);
beforeEach(async () => {
  await db.deleteFrom('feed_waiting').execute();
});

test('what one process has taken no other takes, until its claim is over', async () => {
  for (const nth of [1, 2, 3]) await keep(nth);
  assert.deepEqual(await take(2), [1, 2]);
  assert.deepEqual(await take(), [3], 'what nobody has taken');
  assert.deepEqual(await take(), []);
  clock.advance(claimMs - 1);
  assert.deepEqual(await take(), []);
  clock.advance(1);
  assert.deepEqual(await take(), [1, 2, 3], 'whoever took them died');
});

test('two processes that look at once share what is due, each message once', async () => {
  for (let nth = 1; nth <= 40; nth++) await keep(nth);
  const atOnce = (await Promise.all([take(15), take(15), take(15), take(15)])).flat();
  const afterwards = await take();
  assert.deepEqual(
    [...atOnce, ...afterwards].sort((a, b) => a - b),
    Array.from({ length: 40 }, (_, i) => i + 1),
  );
});

test('what failed again waits until then, unless its codec is switched on; what was stored is gone', async () => {
  for (const nth of [1, 2]) await keep(nth);
  const [first, second] = await takeWaiting(db, clock.now(), claimMs, 100);
  const later = new Date(clock.now().getTime() + 3_600_000);
  await putOff(db, first!.id, failed, 1, later);
  await endWaiting(db, second!.id);
  clock.set(new Date(later.getTime() - 1));
  assert.deepEqual(await take(), []);
  await dueNow(db, clock.now());
  assert.deepEqual(await take(), [1]);
});

test('the same message is kept once, what is discarded is of one feed, and a feed keeps no more than it may', async () => {
  assert.deepEqual([await keep(1), await keep(1), await keep(1, otherId)], [true, true, true]);
  assert.deepEqual((await take()).sort(), [1, 1]);
  await discardWaiting(db, feedId);
  clock.advance(claimMs);
  assert.deepEqual(await take(), [1], 'of the other feed');
  await sql`INSERT INTO feed_waiting (feed_id, source, hash, uplink, fault, detail, attempts, since, due_at)
    SELECT ${feedId}, source, sha256(n::text::bytea), uplink, fault, detail, 0, since, due_at
    FROM feed_waiting, generate_series(1, ${maxWaitingForCodec - 1}::int) AS n`.execute(db);
  assert.deepEqual([await keep(8), await keep(9), await keep(8), await keep(9, otherId)], [true, false, true, true]);
});
