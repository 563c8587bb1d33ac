/** Data push into tables of PostgreSQL, and of MariaDB where Debian has it; and HTTPS with a certificate of the client. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer as createHttpsServer } from 'node:https';
import { after, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import { sql } from 'kysely';
import { noMariaDb, openMariaDb } from '../../../../test/mariadb.ts';
import { openCertificates } from '../../../../test/openssl.ts';
import { openPush } from '../../../../test/push.fixtures.ts';

const push = await openPush('Tables');
const { server, makeRule, measure, send, ruleOf, later, drop, change, trial } = push;
const { hostname, port, pathname } = new URL(server.config.databaseUrl ?? '');
const formatId = await push.makeFormat('Flat', {
  layout: 'batch',
  rows: 'field',
  listPath: 'rows',
  metaKeys: [{ path: 'from', type: 'string', source: 'project' }],
  dataKeys: [
    { path: 'at', type: 'string', source: 'time', pattern: 'yyyy-MM-dd HH:mm:ss' },
    { path: 'point', type: 'string', source: 'pointName' },
    { path: 'v', type: 'number', source: 'value' },
  ],
});
const columns = [
  { key: 'at', column: 'measured at' },
  { key: 'point', column: 'point"s' },
  { key: 'v', column: 'value' },
  { key: 'from', column: 'source' },
];
const keyColumns = ['measured at', 'point"s'];
const postgres = `postgresql://${hostname === 'localhost' ? 'localhost' : '127.0.0.1'}:${port}${pathname}`;
const secrets = { '/userName': 'push_writer', '/password': 'to-write-it' };
await sql.raw(`CREATE ROLE push_writer LOGIN PASSWORD 'to-write-it'`).execute(server.db);
await sql
  .raw(`CREATE SCHEMA owners; CREATE TABLE owners."daily log" ("measured at" timestamp, "point""s" text, value double precision CHECK (value < 1000),
    source text, PRIMARY KEY ("measured at", "point""s")); GRANT USAGE ON SCHEMA owners TO push_writer;
    GRANT SELECT, INSERT, UPDATE ON owners."daily log" TO push_writer; CREATE TABLE owners.closed (LIKE owners."daily log")`)
  .execute(server.db);
const table = { table: 'owners.daily log', tls: false, columns, keyColumns };
const rows = async () =>
  (await sql<{ value: number }>`SELECT * FROM owners."daily log" ORDER BY "measured at"`.execute(server.db)).rows;
const valuesOf = async () => (await rows()).map(({ value }) => value);

test('rows are inserted with names that need quotes; one that comes again changes nothing', async () => {
  const rule = await makeRule({ name: "Robert'); DROP", formatId, url: postgres, table, secrets });
  await measure(1, 2, 3);
  await send();
  const state = await ruleOf(rule.id);
  assert.deepEqual([state.fault, state.faultDetail], [null, '']);
  const before = await rows();
  assert.deepEqual(await valuesOf(), [1, 2, 3]);
  assert.equal((before[0] as unknown as { source: string }).source, 'Tables project');
  const tried = await trial(rule.id);
  assert.deepEqual([tried.fault, tried.answer, tried.request?.method], [null, '1 rows', 'INSERT']);
  assert.deepEqual(await rows(), before, 'exactly once');
  assert.ok(!/push_writer|to-write-it/.test(JSON.stringify([tried, await push.logs(rule.id)])));

  // A row that the table refuses is refused with its message, and nothing of the message is written.
  await measure(4, 5000, 6);
  await send();
  assert.deepEqual([(await ruleOf(rule.id)).refused, await valuesOf()], [1, [1, 2, 3]]);
  await measure(7);
  await send();
  assert.deepEqual(await valuesOf(), [1, 2, 3, 7]);
  await drop(rule.id);
});

test('a login that is refused, no permission, no such table or column: said, and nothing is lost', async () => {
  const make = (name: string, to: object, login = secrets) =>
    makeRule({ name, formatId, url: postgres, table: { ...table, ...to }, secrets: login });
  const rules = [
    await make('login', {}, { ...secrets, '/userName': 'nobody_at_all' }),
    await make('closed', { table: 'owners.closed', keyColumns: [] }),
    await make('missing', { table: 'owners.nothing' }),
    await make('no key', { keyColumns: ['value'] }),
    await make('column', { columns: [...columns.slice(0, 3), { key: 'from', column: 'nowhere' }] }),
  ];
  await measure(20);
  await send();
  const states = await Promise.all(rules.map(({ id }) => ruleOf(id)));
  assert.deepEqual(
    states.map(({ fault, waiting }) => [fault, waiting]),
    [
      ['loginRefused', 1],
      ['notPermitted', 1],
      ['tableWrong', 1],
      ['tableWrong', 1],
      ['tableWrong', 1],
    ],
  );
  assert.ok(!/nobody_at_all/.test(JSON.stringify(states)));
  const elsewhere = await change(rules[1]?.id ?? 0, { table: { ...table, tls: true } });
  assert.ok(elsewhere.pushRule, 'to more than what it was given for: encrypted');
  const back = await change(rules[1]?.id ?? 0, { table: { ...table, tls: false } });
  assert.deepEqual(
    [back.error, back.detail?.[0]?.message],
    ['badInput', 'pushSecretAgain'],
    'never in the clear after that',
  );
  for (const { id } of rules) await drop(id);
});

test('a format that is not flat, and columns that it has not, are refused at their fields', async () => {
  const fieldOf = async (input: object, format = formatId) => {
    const { error, detail } = await push.refusalOf({
      name: 'x',
      formatId: format,
      url: postgres,
      table,
      secrets,
      ...input,
    });
    return [error, ...(detail ?? []).map(({ path, message }) => `${path} ${message}`)];
  };
  const deep = await push.makeFormat('Deep', {
    dataKeys: [{ path: 'a/at', type: 'string', source: 'time' }],
    metaKeys: [],
  });
  const one = { ...table, columns: [{ key: 'a/at', column: 'at' }], keyColumns: [] };
  assert.deepEqual(await fieldOf({ table: one }, deep), ['badInput', 'formatId pushNotFlat']);
  assert.deepEqual(await fieldOf({ table: { ...table, columns: [{ key: 'x', column: 'x' }], keyColumns: [] } }), [
    'badInput',
    'table.columns pushColumnKey',
  ]);
  assert.deepEqual(await fieldOf({ table: { ...table, keyColumns: ['other'] } }), [
    'badInput',
    'table.keyColumns pushKeyColumn',
  ]);
  assert.deepEqual(await fieldOf({ url: 'postgresql://db.example' }), ['badInput', 'url pushDatabase']);
});

test('MariaDB: the same, and key columns without a unique index are refused', {
  skip: noMariaDb,
}, async () => {
  const { port: mysqlPort, root } = await openMariaDb([
    'CREATE DATABASE plant',
    'CREATE TABLE plant.`daily log` (`measured at` datetime, `point"s` varchar(40), value double, source varchar(12), PRIMARY KEY (`measured at`, `point"s`)) ENGINE=InnoDB',
    'CREATE TABLE plant.loose LIKE plant.`daily log`',
    'ALTER TABLE plant.loose DROP PRIMARY KEY',
    "CREATE USER 'push_writer'@'%' IDENTIFIED BY 'to-write-it'",
    "GRANT SELECT, INSERT, UPDATE ON plant.* TO 'push_writer'@'%'",
  ]);
  const url = `mysql://127.0.0.1:${mysqlPort}/plant`;
  const plant = { ...table, table: 'daily log', columns: columns.slice(0, 3) };
  const rule = await makeRule({ name: 'maria', formatId, url, table: plant, secrets });
  const loose = await makeRule({ name: 'loose', formatId, url, table: { ...plant, table: 'loose' }, secrets });
  const long = await makeRule({ name: 'long', formatId, url, table: { ...table, table: 'daily log' }, secrets });
  await measure(30, 31);
  await send();
  await trial(rule.id);
  const [got] = await root.query('SELECT value FROM plant.`daily log` ORDER BY `measured at`');
  assert.deepEqual(got, [{ value: 30 }, { value: 31 }]);
  const states = await Promise.all([rule, loose, long].map(({ id }) => ruleOf(id)));
  assert.deepEqual(
    states.map(({ fault, waiting, refused }) => [fault, waiting, refused]),
    [
      [null, 0, 0],
      ['tableWrong', 2, 0],
      ['status', 0, 1],
    ],
    'what does not fit into a column is refused and not cut',
  );
  for (const { id } of [rule, loose, long]) await drop(id);
});

test('HTTPS: a certificate of the client is shown to the receiver that it was given for', async () => {
  const certificates = openCertificates();
  const authority = certificates.authority('Owners');
  const client = certificates.issued(authority, '/CN=plumb-client');
  const files = certificates.selfSigned('/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1');
  const text = (path: string) => readFileSync(path, 'utf8');
  const names: unknown[] = [];
  const receiver = createHttpsServer(
    {
      cert: text(files.cert),
      key: text(files.key),
      ca: text(authority.cert),
      requestCert: true,
      rejectUnauthorized: false,
    },
    (request, response) => {
      const socket = request.socket as TLSSocket;
      names.push(socket.authorized ? socket.getPeerCertificate().subject?.CN : null);
      response.writeHead(socket.authorized ? 200 : 403).end();
    },
  );
  await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready));
  after(() => receiver.close());
  setDefaultCACertificates([...getCACertificates(), text(files.cert)]);
  const url = `https://127.0.0.1:${(receiver.address() as { port: number }).port}/in`;
  const rule = await makeRule({ name: 'identity', formatId, url });
  await measure(40);
  await send();
  const wrong = await change(rule.id, { secrets: { '/certificate': text(client.cert), '/key': text(files.key) } });
  assert.deepEqual([wrong.error, wrong.detail?.[0]?.message], ['badInput', 'pushCertificate']);
  await change(rule.id, { secrets: { '/certificate': text(client.cert), '/key': text(client.key) } });
  later();
  await send();
  assert.deepEqual(names, [null, 'plumb-client']);
  assert.equal((await change(rule.id, { url: 'https://elsewhere.example' })).error, 'badInput');
  assert.ok(!JSON.stringify(await push.logs(rule.id)).includes('PRIVATE KEY'));
  await drop(rule.id);
});
