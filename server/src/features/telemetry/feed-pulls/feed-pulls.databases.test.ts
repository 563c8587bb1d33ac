/** Tables of databases that nobody here wrote: MariaDB of Debian, over TCP with a password; and what TDS sends to a SQL Server. */
import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { after, test } from 'node:test';
import { feedPulls } from '@plumbline/contract/telemetry/feed-pulls';
import { feeds } from '@plumbline/contract/telemetry/feeds';
import { noMariaDb, openMariaDb } from '../../../../test/mariadb.ts';
import { openTdsServer } from '../../../../test/tds-server.ts';
import { until } from '../../../../test/until.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north] = await openWorlds(['North'], { OUTBOUND_ALLOW: '127.0.0.1,localhost' });
const { corporationId } = north;
const { token } = north.admin;

const stored = async () =>
  (
    await server.db
      .selectFrom('reading')
      .select(['at', 'values'])
      .where('point_id', '=', north.pointId)
      .orderBy('at')
      .execute()
  ).map(({ at, values }) => [at.toISOString(), values[0]]);
const roundsOf = async (feedId: number) => (await server.call(feedPulls.rounds, { corporationId, feedId }, token)).body;

async function makeFeed(given: object) {
  const input = {
    corporationId,
    kind: 'sql',
    name: crypto.randomUUID().slice(0, 30),
    wrapping: 'plain',
    enabled: false,
    place: { in: 'content', path: 'station' },
    host: '127.0.0.1',
    ...given,
  };
  const { status, body } = await server.call(feeds.create, input as never, token);
  assert.equal(status, 200, JSON.stringify(body));
  const { id: feedId } = body.feed;
  const { id: deviceId } = await server.db
    .selectFrom('device')
    .select('id')
    .where('sncode', '=', north.device.sncode)
    .executeTakeFirstOrThrow();
  await server.call(feeds.assign, { corporationId, feedId, source: 'a', deviceId }, token);
  const format = {
    content: 'json',
    time: { from: 'at', form: 'ymd', timeZone: 'Asia/Shanghai' },
    rows: [{ from: 'value', channel: '1', quantity: 'temperature' }],
  };
  await server.call(feeds.setFormat, { corporationId, feedId, source: 'a', format: format as never }, token);
  return feedId;
}
const turn = (feedId: number, enabled: boolean) => server.call(feeds.update, { corporationId, feedId, enabled }, token);

test('MariaDB: rows of a table with names that need quotes, in the time zone of the format', {
  skip: noMariaDb,
}, async () => {
  const { port, root } = await openMariaDb([
    'CREATE DATABASE plant',
    'CREATE TABLE plant.`daily log` (`row` bigint PRIMARY KEY AUTO_INCREMENT, station varchar(20), at datetime, value decimal(12,4))',
    "INSERT INTO plant.`daily log` (station, at, value) VALUES ('a', '2026-02-01 08:00:00', 12.5), ('b', '2026-02-01 08:00:00', 1), ('a', '2026-02-01 09:00:00', NULL), ('a', '2026-02-01 10:00:00', 13.25)",
    "CREATE USER 'reader'@'%' IDENTIFIED BY 'to-read'",
    "GRANT SELECT ON plant.* TO 'reader'@'%'",
  ]);

  const given = {
    dialect: 'mysql',
    port,
    database: 'plant',
    table: 'daily log',
    cursorColumn: 'row',
    userName: 'reader',
  };
  const wrong = await makeFeed({ ...given, password: 'guessed' });
  const refused = (await server.call(feedPulls.preview, { corporationId, feedId: wrong }, token)).body;
  assert.match(refused.fault, /Access denied/);
  assert.ok(!refused.fault.includes('guessed'));

  const feedId = await makeFeed({ ...given, password: 'to-read' });
  const preview = (await server.call(feedPulls.preview, { corporationId, feedId }, token)).body;
  assert.equal(preview.fault, '');
  assert.deepEqual(preview.sources[0]?.values, [{ channel: '1', quantity: 'temperature', value: 13.25 }]);
  await turn(feedId, true);
  await until(stored, (rows) => rows.length === 2);
  assert.deepEqual(await stored(), [
    ['2026-02-01T00:00:00.000Z', 12.5],
    ['2026-02-01T02:00:00.000Z', 13.25],
  ]);
  assert.equal(
    (
      await until(
        () => roundsOf(feedId),
        ({ cursor }) => cursor !== '',
      )
    ).cursor,
    '4',
  );
  await root.query("INSERT INTO plant.`daily log` (station, at, value) VALUES ('a', '2026-02-01 11:00:00', 14)");
  await turn(feedId, false);
  await turn(feedId, true);
  await until(stored, (rows) => rows.length === 3);
  assert.equal(
    (
      await until(
        () => roundsOf(feedId),
        ({ cursor }) => cursor === '5',
      )
    ).cursor,
    '5',
  );
  await turn(feedId, false);
});

test('SQL Server: without its client, which is no part of every installation, the feed says so in the words of the catalogue', async () => {
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      if (specifier !== 'tedious') return next(specifier, context);
      throw Object.assign(new Error(specifier), { code: 'ERR_MODULE_NOT_FOUND' });
    },
  });
  after(() => hooks.deregister());
  const table = { database: 'plant', table: 'dbo.Log', cursorColumn: 'at', userName: 'reader', password: 'to-read' };
  const feedId = await makeFeed({ ...table, dialect: 'sqlServer', port: 1433 });
  const refused = await server.call(feedPulls.preview, { corporationId, feedId }, token);
  assert.deepEqual(
    [refused.status, (refused.body as unknown as { error: string }).error],
    [409, 'sqlServerClientMissing'],
  );
  await turn(feedId, true);
  const { rounds } = await until(
    () => roundsOf(feedId),
    ({ rounds }) => rounds.length > 0,
  );
  assert.equal(rounds[0]?.fault, 'sqlServerClientMissing');
  await turn(feedId, false);
  hooks.deregister();
});

test('SQL Server: names in brackets, values as parameters, a time without a zone as a text', async () => {
  const before = (await stored()).length;
  const tds = await openTdsServer({ user: 'reader', password: 'to-read' });
  after(() => tds.close());
  const given = {
    dialect: 'sqlServer',
    port: tds.port,
    database: 'plant',
    table: 'dbo.Log]s',
    cursorColumn: 'at',
    userName: 'reader',
  };
  const wrong = await makeFeed({ ...given, password: 'guessed' });
  assert.match(
    (await server.call(feedPulls.preview, { corporationId, feedId: wrong }, token)).body.fault,
    /Login failed/,
  );
  const feedId = await makeFeed({ ...given, password: 'to-read', overlapMinutes: 30 });
  tds.rows = [
    { at: new Date('2026-02-02T08:00:00Z'), station: 'a', value: 21.5, plumbline_cursor: '2026-02-02T08:00:00' },
    { at: new Date('2026-02-02T09:00:00Z'), station: 'a', value: null, plumbline_cursor: '2026-02-02T09:00:00' },
  ];
  await turn(feedId, true);
  await until(stored, (rows) => rows.length === before + 1);
  assert.deepEqual((await stored()).at(-1), ['2026-02-02T00:00:00.000Z', 21.5]);
  assert.equal(
    (
      await until(
        () => roundsOf(feedId),
        ({ cursor }) => cursor !== '',
      )
    ).cursor,
    '2026-02-02T09:00:00',
  );
  await turn(feedId, false);
  await turn(feedId, true);
  const queries = await until(
    () => tds.queries,
    (list) => list.length >= 2,
  );
  assert.equal(
    queries.at(-1)?.text,
    'SELECT TOP (1000) t.*, CONVERT(varchar(40), t.[at], 126) AS [plumbline_cursor] FROM [dbo].[Log]]s] t WHERE t.[at] IS NOT NULL AND t.[at] >= @p1 ORDER BY t.[at] ASC',
  );
  assert.deepEqual(queries.at(-1)?.values, ['2026-02-02T08:30:00']);
  await turn(feedId, false);
});
