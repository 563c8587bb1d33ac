/** How far a feed was fetched: what is moved by one that reads, while somebody asks for something else. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { feedPulls } from '@plumbline/contract/telemetry/feed-pulls';
import { feeds } from '@plumbline/contract/telemetry/feeds';
import { pullLimits } from '@plumbline/contract/telemetry/feeds.pulls';
import { openWorlds } from '../../../../test/worlds.ts';
import * as table from './feed-sources.table.ts';

const [server, north] = await openWorlds(['North']);
const { db, clock } = server;
const { corporationId } = north;
const { token } = north.admin;

async function makeFeed(name: string): Promise<number> {
  const input = {
    corporationId,
    kind: 'sql',
    name,
    wrapping: 'plain',
    enabled: false,
    place: { in: 'content', path: 'station' },
    dialect: 'postgres',
    host: '192.0.2.1',
    port: 5432,
    database: 'plant',
    table: 'log',
    cursorColumn: 'row',
    userName: 'reader',
  };
  const { status, body } = await server.call(feeds.create, input as never, token);
  assert.equal(status, 200, JSON.stringify(body));
  return body.feed.id;
}
const cursorOf = (feedId: number) => table.cursorOf<{ last?: string; back?: table.BackFill | null }>(db, feedId);

test('a stretch that somebody asked for since is not taken for the one that was read', async () => {
  const feedId = await makeFeed('Asked twice');
  const [first, second] = [
    { from: '1', until: '10' },
    { from: '1', until: '90' },
  ];
  await table.requestBackFill(db, feedId, first, clock.now());
  assert.equal(await table.moveBackFill(db, feedId, first, { from: '5', until: '10' }), true);
  await table.requestBackFill(db, feedId, second, clock.now());
  assert.equal(await table.moveBackFill(db, feedId, { from: '5', until: '10' }, null), false);
  await table.moveCursor(db, feedId, { last: '120' });
  assert.deepEqual(await cursorOf(feedId), { last: '120', back: second });
  assert.equal(await table.moveBackFill(db, feedId, second, null), true);
  assert.deepEqual(await cursorOf(feedId), { last: '120', back: null });
});

test('what lies before in a table ends where its rows were taken, and there is nothing before the first round', async () => {
  const feedId = await makeFeed('A table');
  const backFill = (until: object = {}) =>
    server.call(feedPulls.backFill, { corporationId, feedId, from: '1', ...until }, token);
  const { status, body } = await backFill();
  assert.deepEqual([status, (body.detail as { message: string }[])[0]?.message], [400, 'notBegun']);
  await table.moveCursor(db, feedId, { last: '120' });
  assert.equal((await backFill()).status, 200);
  assert.deepEqual((await cursorOf(feedId))?.back, { from: '1', until: '120' });
  assert.equal((await backFill({ until: '40' })).status, 200);
  assert.deepEqual((await cursorOf(feedId))?.back, { from: '1', until: '40' });
});

test('of each feed the newest rounds stay, and those of others are left alone', async () => {
  const [busy, quiet] = [await makeFeed('Busy'), await makeFeed('Quiet')];
  const round = {
    at: clock.now(),
    durationMs: 1,
    isBack: false,
    from: '',
    to: '',
    messages: 0,
    stored: 0,
    unchanged: 0,
    refused: 0,
    unknown: 0,
    fault: '',
  };
  await table.saveRound(db, quiet, round);
  for (let messages = 0; messages < pullLimits.rounds + 3; messages++)
    await table.saveRound(db, busy, { ...round, messages });
  const rounds = await db
    .selectFrom('feed_round')
    .select('messages')
    .where('feed_id', '=', busy)
    .orderBy('id')
    .execute();
  assert.deepEqual(
    [rounds.length, rounds[0]?.messages, (await table.roundsOf(db, quiet)).length],
    [pullLimits.rounds, 3, 1],
  );
});
