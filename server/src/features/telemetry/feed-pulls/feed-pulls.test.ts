/** Feeds that ask: services over HTTP at a server that checks what it is asked, and tables of PostgreSQL. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { hourMs } from '@plumbline/contract/kernel/durations';
import { feedPulls } from '@plumbline/contract/telemetry/feed-pulls';
import { feeds } from '@plumbline/contract/telemetry/feeds';
import { pullLimits } from '@plumbline/contract/telemetry/feeds.pulls';
import { sql } from 'kysely';
import { type Arrived, openCheckingServer } from '../../../../test/checking-server.ts';
import { until } from '../../../../test/until.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South'], { OUTBOUND_ALLOW: '127.0.0.1,localhost' });
const { corporationId } = north;
const { token } = north.admin;
const vendor = await openCheckingServer();
after(() => vendor.close());

const atOf = ({ path }: Arrived, name: string) => new URL(path, 'http://x').searchParams.get(name) ?? '';
async function makeFeed(given: object) {
  const place = { in: 'content', path: 'station' };
  const input = { corporationId, name: crypto.randomUUID().slice(0, 30), wrapping: 'plain', place, ...given };
  const { status, body } = await server.call(feeds.create, input as never, token);
  assert.equal(status, 200, JSON.stringify(body));
  return body.feed;
}
const change = (feedId: number, to: object) =>
  server.call(feeds.update, { corporationId, feedId, ...to } as never, token);
async function openAgain(feedId: number) {
  for (const enabled of [false, true]) await change(feedId, { enabled });
}
const roundsOf = async (feedId: number) => (await server.call(feedPulls.rounds, { corporationId, feedId }, token)).body;
const valuesOf = async (pointId = north.pointId) =>
  (await server.db.selectFrom('reading').select('values').where('point_id', '=', pointId).execute())
    .map(({ values }) => values[0])
    .toSorted((a, b) => (a ?? 0) - (b ?? 0));
const own = (temperature: number, minute: number) => ({
  station: north.device.sncode,
  at: server.clock.now().getTime() - minute * 60_000,
  channels: { 1: { temperature } },
});
const answerWith = (...list: object[]) => ({ status: 200, body: JSON.stringify({ data: { list } }) });

test('HTTP: one stretch after the other, each reading once, and the next round goes on a little before', async () => {
  vendor.answer = () => answerWith(own(11, 10), own(12, 20));
  const feed = await makeFeed({
    kind: 'http',
    pullUrl: `${vendor.url}/list?from={from}&to={toMs}`,
    records: 'data.list',
    auth: 'header',
    authName: 'X-Token',
    password: 'open-sesame',
    windowHours: 6,
    overlapMinutes: 30,
  });
  await until(valuesOf, (values) => values.length === 2);
  const [first] = vendor.arrived;
  assert.ok(first);
  assert.equal(first.headers['x-token'], 'open-sesame');
  const now = server.clock.now().getTime();
  assert.equal(Date.parse(atOf(first, 'from')), now - 6 * hourMs);
  assert.equal(Number(atOf(first, 'to')), now);
  const { rounds, cursor } = await until(
    () => roundsOf(feed.id),
    (body) => body.rounds.length === 1,
  );
  assert.deepEqual(
    rounds.map(({ messages, stored, unchanged, fault, isBack }) => ({ messages, stored, unchanged, fault, isBack })),
    [{ messages: 1, stored: 2, unchanged: 0, fault: '', isBack: false }],
  );
  assert.equal(cursor, new Date(now).toISOString());

  vendor.answer = () => answerWith(own(12, 20), own(13, 5));
  await openAgain(feed.id);
  await until(valuesOf, (values) => values.length === 3);
  assert.equal(Date.parse(atOf(vendor.arrived[1] as Arrived, 'from')), now - 30 * 60_000, 'it looks back');
  const listed = JSON.stringify((await server.call(feeds.list, { corporationId }, token)).body);
  assert.ok(!listed.includes('open-sesame'));

  const moved = await change(feed.id, { pullUrl: 'https://elsewhere.example/list' });
  assert.equal(moved.status, 400, 'the password goes to nobody else');
  assert.equal((await change(feed.id, { auth: 'bearer' })).status, 400);
  await change(feed.id, { enabled: false });
});

test('HTTP: a source that fails is said with why, where it goes on does not move, and it is asked again', async () => {
  vendor.arrived.length = 0;
  vendor.answer = () => ({ status: 503, body: '' });
  const feed = await makeFeed({
    kind: 'http',
    pullUrl: `${vendor.url}/down?from={from}`,
    records: 'data.list',
    pollSeconds: 3600,
  });
  const { rounds, cursor } = await until(
    () => roundsOf(feed.id),
    (body) => body.rounds.length > 0,
  );
  assert.equal(rounds[0]?.fault, 'the source answers 503');
  assert.equal(cursor, '', 'it has not begun');
  const { body } = await server.call(feedPulls.preview, { corporationId, feedId: feed.id }, token);
  assert.deepEqual([body.fault, body.sources], ['the source answers 503', []]);
  for (const [answer, fault] of [
    ['<html>', 'the answer is not JSON'],
    ['{"data":{}}', 'the answer has no list at data.list'],
  ] as const) {
    vendor.answer = () => ({ status: 200, body: answer });
    const { body: answered } = await server.call(feedPulls.preview, { corporationId, feedId: feed.id }, token);
    assert.equal(answered.fault, fault);
  }
  await change(feed.id, { enabled: false });
});

test('HTTP: pages are followed at the same host alone', async () => {
  const next = (url: string, ...list: object[]) => ({ status: 200, body: JSON.stringify({ list, next: url }) });
  vendor.arrived.length = 0;
  vendor.answer = ({ path }) => (path.includes('page=2') ? next('', own(22, 31)) : next('/pages?page=2', own(21, 30)));
  const feed = await makeFeed({
    kind: 'http',
    pullUrl: `${vendor.url}/pages?since={fromSeconds}`,
    records: 'list',
    nextPage: 'next',
  });
  await until(valuesOf, (values) => values.includes(21) && values.includes(22));
  vendor.answer = () => next('http://localhost:1/steal', own(23, 32));
  await openAgain(feed.id);
  const { rounds } = await until(
    () => roundsOf(feed.id),
    (body) => body.rounds.some(({ fault }) => fault !== ''),
  );
  assert.equal(rounds[0]?.fault, 'the next page is at another host');
  await change(feed.id, { enabled: false });
});

test('what lies before is asked for once more, beside what goes on', async () => {
  vendor.arrived.length = 0;
  vendor.answer = ({ path }) =>
    answerWith(
      ...(atOf({ path } as Arrived, 'to') < '2020-01-03' ? [{ ...own(31, 0), at: '2020-01-02T00:00:00Z' }] : []),
    );
  const feed = await makeFeed({
    kind: 'http',
    pullUrl: `${vendor.url}/back?from={from}&to={to}`,
    records: 'data.list',
    windowHours: 24,
  });
  await until(
    () => vendor.arrived.length,
    (count) => count === 1,
  );
  const backFill = (given: object) =>
    server.call(feedPulls.backFill, { corporationId, feedId: feed.id, ...given } as never, token);
  assert.equal((await backFill({ from: 'yesterday' })).status, 400);
  assert.equal((await backFill({ from: '2020-01-05T00:00:00Z', until: '2020-01-01T00:00:00Z' })).status, 400);
  assert.equal((await backFill({ from: '2020-01-01T00:00:00Z', until: '2020-01-03T12:00:00Z' })).status, 200);
  await until(valuesOf, (values) => values.includes(31));
  const { back } = await until(
    () => roundsOf(feed.id),
    (body) => body.back === null && body.rounds.some(({ isBack }) => isBack),
  );
  assert.equal(back, null);
  const requests = vendor.arrived.filter(({ path }) => atOf({ path } as Arrived, 'from').startsWith('2020'));
  assert.deepEqual(
    requests.map((each) => [atOf(each, 'from').slice(0, 13), atOf(each, 'to').slice(0, 13)]),
    [
      ['2020-01-01T00', '2020-01-02T00'],
      ['2020-01-02T00', '2020-01-03T00'],
      ['2020-01-03T00', '2020-01-03T12'],
    ],
  );
  const foreign = await server.call(
    feedPulls.backFill,
    { corporationId: south.corporationId, feedId: feed.id, from: '2020-01-01T00:00:00Z' },
    south.admin.token,
  );
  assert.equal(foreign.status, 404);
  await change(feed.id, { enabled: false });
});

test('a preview stores nothing, and what it shows becomes devices and points, all or none', async () => {
  const record = (station: string, level: number, minute: number) => ({
    station,
    level: String(level),
    battery: { volts: 3.6 },
    time: new Date(server.clock.now().getTime() - minute * 60_000).toISOString(),
  });
  vendor.answer = () => answerWith(record('st-1', 41.5, 5), record('st-2', 42.5, 5), record('st-1', 41.25, 15));
  const feed = await makeFeed({
    kind: 'http',
    enabled: false,
    pullUrl: `${vendor.url}/quick?from={from}`,
    records: 'data.list',
  });
  const preview = async () => (await server.call(feedPulls.preview, { corporationId, feedId: feed.id }, token)).body;
  const before = await preview();
  assert.deepEqual(
    before.sources.map(({ source, sncode, times, faults }) => [source, sncode, times, faults]),
    [
      ['st-1', null, 2, ['sourceUnknown']],
      ['st-2', null, 1, ['sourceUnknown']],
    ],
  );
  assert.deepEqual(
    before.sources[0]?.leaves.map(({ path, kind }) => [path, kind]),
    [
      ['station', 'text'],
      ['level', 'number'],
      ['battery.volts', 'number'],
      ['time', 'time'],
    ],
  );
  assert.equal((await server.call(feeds.unknown, { corporationId, feedId: feed.id }, token)).body.unknown.length, 0);

  const quick = {
    corporationId,
    feedId: feed.id,
    intoProjectId: north.projectId,
    structurePath: ['Vendor'],
    time: { from: 'time', form: 'ymd', timeZone: 'UTC' } as const,
    rows: [{ from: 'level', channel: '1', family: 'temperature', quantity: 'temperature' } as const],
    sources: [
      { source: 'st-1', sncode: 'ST-1', name: 'Station 1' },
      { source: 'st-2', sncode: south.device.sncode, name: 'Station 2' },
    ],
  };
  const refused = await server.call(feedPulls.quickCreate, quick, token);
  assert.equal(refused.status, 409, JSON.stringify(refused.body));
  const left = await server.db.selectFrom('device').select('id').where('sncode', '=', 'ST-1').execute();
  assert.equal(left.length, 0, 'none of them was made');
  const foreign = await server.call(feedPulls.quickCreate, { ...quick, intoProjectId: south.projectId }, token);
  assert.equal(foreign.status, 404);
  quick.sources[1] = { source: 'st-2', sncode: 'ST-2', name: 'Station 2' };
  const made = await server.call(feedPulls.quickCreate, quick, token);
  assert.equal(made.status, 200, JSON.stringify(made.body));
  assert.deepEqual([made.body.devices, made.body.pointIds.length], [2, 2]);
  const after = await preview();
  assert.deepEqual(after.sources[0]?.values, [{ channel: '1', quantity: 'temperature', value: 41.5 }]);
  await change(feed.id, { enabled: true });
  const [first, second] = made.body.pointIds;
  const both = await until(
    async () => [await valuesOf(first), await valuesOf(second)],
    ([one = [], two = []]) => one.length === 2 && two.length === 1,
  );
  assert.deepEqual(both, [[41.25, 41.5], [42.5]]);
  await change(feed.id, { enabled: false });
});

test('a table: every row once, over pages and rows of one time, and what came late', async () => {
  const {
    rows: [where],
  } = await sql<{ port: number; name: string; user: string; host: string }>`
    SELECT inet_server_port() AS port, current_database() AS name, current_user AS user, host(inet_server_addr()) AS host`.execute(
    server.db,
  );
  assert.ok(where);
  await sql`CREATE SCHEMA vendor`.execute(server.db);
  await sql`CREATE TABLE vendor."Log" (id serial, station text, at timestamp NOT NULL, "Value" numeric(10,2))`.execute(
    server.db,
  );
  const begin = new Date(server.clock.now().getTime() - 20 * hourMs).toISOString().slice(0, 19);
  const count = pullLimits.rows * 2 + 300;
  // Three rows of each time.
  await sql`INSERT INTO vendor."Log" (station, at, "Value")
    SELECT CASE n % 3 WHEN 0 THEN 'A' WHEN 1 THEN 'B' ELSE 'C' END, ${begin}::timestamp + (n / 3) * interval '10 s', n
    FROM generate_series(0, ${count - 1}) n`.execute(server.db);
  const feed = await makeFeed({
    kind: 'sql',
    dialect: 'postgres',
    host: where.host,
    port: where.port,
    userName: where.user,
    password: new URL(server.config.databaseUrl ?? '').password,
    database: where.name,
    table: 'vendor.Log',
    cursorColumn: 'at',
    enabled: false,
  });
  const format = {
    content: 'json',
    time: { from: 'at', form: 'ymd', timeZone: 'UTC' },
    rows: [{ from: 'Value', channel: '1', quantity: 'temperature' }],
  };
  await server.call(feeds.assign, { corporationId, feedId: feed.id, source: 'a', deviceId: await deviceId() }, token);
  await server.call(feeds.setFormat, { corporationId, feedId: feed.id, source: 'a', format: format as never }, token);
  const preview = (await server.call(feedPulls.preview, { corporationId, feedId: feed.id }, token)).body;
  assert.equal(preview.fault, '');
  assert.deepEqual(preview.sources.map(({ source }) => source).toSorted(), ['A', 'B', 'C']);
  const since = (await valuesOf()).length;
  await change(feed.id, { enabled: true });
  const { rounds } = await until(
    () => roundsOf(feed.id),
    (body) => body.rounds.length > 0,
  );
  assert.equal(rounds[0]?.fault, '');
  const wanted = Math.ceil(count / 3);
  assert.equal((await valuesOf()).length - since, wanted, 'every third row is of a device that is known');
  assert.ok((rounds[0]?.messages ?? 0) >= count);

  await sql`INSERT INTO vendor."Log" (station, at, "Value") SELECT 'A', max(at) - interval '3 s', 7.25 FROM vendor."Log"`.execute(
    server.db,
  );
  await openAgain(feed.id);
  await until(valuesOf, (values) => values.includes(7.25));
  assert.equal((await valuesOf()).length - since, wanted + 1, 'the others were there');

  await sql`INSERT INTO vendor."Log" (station, at, "Value")
    SELECT 'A', '2019-05-01 00:00:00'::timestamp, 8.5`.execute(server.db);
  await server.call(
    feedPulls.backFill,
    { corporationId, feedId: feed.id, from: '2019-01-01', until: '2019-12-31' },
    token,
  );
  await until(valuesOf, (values) => values.includes(8.5));

  await sql`INSERT INTO vendor."Log" (station, at, "Value") SELECT 'B', max(at) + interval '1 h', n FROM vendor."Log", generate_series(0, ${pullLimits.rows}) n GROUP BY n`.execute(
    server.db,
  );
  await openAgain(feed.id);
  const late = await until(
    () => roundsOf(feed.id),
    (body) => body.rounds.some(({ fault }) => fault !== ''),
  );
  assert.match(late.rounds.find(({ fault }) => fault !== '')?.fault ?? '', /rows have the same at/);
  await change(feed.id, { enabled: false });
});

const deviceId = async () =>
  (
    await server.db
      .selectFrom('device')
      .select('id')
      .where('sncode', '=', north.device.sncode)
      .executeTakeFirstOrThrow()
  ).id;

test('a database that does not let in says so, and only what was allowed is connected to', async () => {
  const feed = await makeFeed({
    kind: 'sql',
    dialect: 'mysql',
    host: '10.255.255.1',
    port: 3306,
    database: 'x',
    table: 'y',
    cursorColumn: 'z',
  });
  const { rounds } = await until(
    () => roundsOf(feed.id),
    (body) => body.rounds.length > 0,
  );
  assert.match(rounds[0]?.fault ?? '', /refused \(address\)/);
});
