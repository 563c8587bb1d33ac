import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { until } from '../../test/until.ts';
import { openWorlds } from '../../test/worlds.ts';
import { watchDurability, watchStorage } from '../features/alerts/notifications/notifications.jobs.ts';
import { settingsOff } from './db.ts';
import { freeBytes } from './readiness.ts';

const [server, world] = await openWorlds(['Ready'], { DATABASE_TIMEOUT_SECONDS: '20' });

let minute = 0;
async function deliver(padding = '') {
  const at = new Date(Date.parse('2026-03-18T03:00:00Z') + minute++ * 1_000).toISOString();
  const response = await fetch(`${server.url}/api/devices/${world.device.sncode}/readings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.device.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ at, channels: { 1: { temperature: 18 } } }) + padding,
  });
  const body = (await response.json()) as { error?: string };
  return { status: response.status, error: body.error, retryAfter: response.headers.get('retry-after') };
}
async function health() {
  const response = await fetch(`${server.url}/healthz`);
  return [response.status, ((await response.json()) as { reasons?: string[] }).reasons ?? []];
}
/** Acts on the database from outside of the server, whatever is wrong with it. */
async function outside(...statements: string[]) {
  const client = new pg.Client({ connectionString: server.config.databaseUrl! });
  await client.connect();
  await client.query('SET default_transaction_read_only = off');
  for (const statement of statements) await client.query(statement);
  await client.end();
}
/** Each has ended when it answers. */
const endOthers = `SELECT pg_terminate_backend(pid, 30_000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;

test('a full disk is reported: to the device, with when to ask again, and to the probe until something is stored', async () => {
  assert.equal((await deliver()).status, 200);
  assert.deepEqual(await health(), [200, []]);
  await outside(
    `CREATE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$`,
    'CREATE TRIGGER disk_full BEFORE INSERT ON reading FOR EACH STATEMENT EXECUTE FUNCTION disk_full()',
  );
  assert.deepEqual(await deliver(), { status: 503, error: 'storageFull', retryAfter: '30' });
  assert.deepEqual(await health(), [503, ['storageFull']]);
  await outside('DROP TRIGGER disk_full ON reading');
  assert.equal((await deliver()).status, 200);
  assert.deepEqual(await health(), [200, []]);
});

test('a read-only database is reported, and readings flow when it accepts changes again', async () => {
  const { rows } = await server.database.pool.query<{ name: string }>('SELECT current_database() AS name');
  const name = rows[0]?.name;
  await outside(`ALTER DATABASE ${name} SET default_transaction_read_only = on`, endOthers);
  assert.deepEqual(await until(deliver, ({ error }) => error !== 'unavailable'), {
    status: 503,
    error: 'databaseReadOnly',
    retryAfter: '5',
  });
  const [status, reasons] = await health();
  assert.equal(status, 503);
  assert.ok((reasons as string[]).includes('databaseReadOnly'));
  await outside(`ALTER DATABASE ${name} RESET default_transaction_read_only`, endOthers);
  await until(deliver, ({ status: answered }) => answered === 200);
  assert.deepEqual(await health(), [200, []]);
});

test('readings that wait too long are reported, and their bytes are bounded', async () => {
  const holder = new pg.Client({ connectionString: server.config.databaseUrl! });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE reading IN ACCESS EXCLUSIVE MODE');
  const padding = ' '.repeat(1_000_000);
  const answers: Awaited<ReturnType<typeof deliver>>[] = [];
  const waiting = Array.from({ length: 80 }, () => deliver(padding).then((answer) => answers.push(answer)));
  for (let tries = 0; tries < 100 && answers.length === 0; tries++) await wait(100);
  assert.ok(
    answers.length > 0 && answers.every(({ error }) => error === 'busy'),
    'what is too much is refused at once',
  );
  assert.ok(answers.length < 20, 'and only that');
  const oldest = server.gateway?.pipeline.state().oldestSeconds ?? 0;
  assert.ok(oldest > 0 && oldest < 20, String(oldest));
  await holder.query('ROLLBACK');
  await holder.end();
  await Promise.all(waiting);
  assert.equal(
    answers.filter(({ status }) => status === 200).length,
    80 - answers.filter(({ error }) => error === 'busy').length,
  );
  assert.equal(server.gateway?.pipeline.state().oldestSeconds, 0);
});

test('a setting that makes a commit mean less is noticed while running; our connections override what they can', async () => {
  const { rows } = await server.database.pool.query<{ value: string }>(
    `SELECT source AS value FROM pg_settings WHERE name = 'synchronous_commit'`,
  );
  assert.equal(rows[0]?.value, 'client');
  const { pool } = server.database;
  const query = pool.query;
  pool.query = (async () => ({
    rows: [
      { name: 'transaction_read_only', value: 'off' },
      { name: 'fsync', value: 'off' },
    ],
  })) as unknown as typeof query;
  assert.deepEqual(await health(), [503, ['notDurable']]);
  pool.query = query;
});

test('administrators are notified of a disk that fills, once a day', async () => {
  const free = await freeBytes([server.config.dataDir, '/nowhere']);
  assert.ok(free !== null && free > 0);
  const answered = async () =>
    (
      await server.db.selectFrom('notification').select(['account_id', 'detail']).where('type', '=', 'System').execute()
    ).map(({ account_id, detail }) => [account_id, detail]);
  const run = async (alarmBytes: number) => {
    const { db, log, clock, database } = server;
    const { services } = server.context;
    await watchStorage.run({
      ...server.context,
      services: { ...services, config: { ...services.config, diskAlarmBytes: alarmBytes } },
      db,
      pool: database.pool,
      now: () => clock.now(),
      log,
      signal: new AbortController().signal,
    });
    await server.work!.settle();
  };
  await run(1);
  assert.deepEqual(await answered(), []);
  await run(Number.MAX_SAFE_INTEGER);
  await run(Number.MAX_SAFE_INTEGER);
  const admins = await sql<{ id: number }>`SELECT id FROM account WHERE type IN ('Admin', 'System')`.execute(server.db);
  assert.deepEqual(
    (await answered()).map(([id]) => id),
    admins.rows.map(({ id }) => id),
  );
  server.clock.advance(86_500_000);
  await run(Number.MAX_SAFE_INTEGER);
  assert.equal((await answered()).length, admins.rows.length * 2);
});

test('administrators are notified of settings that make a commit mean less, once a day', async () => {
  const { db, log, clock, database } = server;
  const run = async (off: readonly string[]) => {
    const pool = { query: async () => ({ rows: off.map((name) => ({ name })) }) } as unknown as pg.Pool;
    const { services } = server.context;
    await watchDurability.run({
      ...server.context,
      services: { ...services, pool },
      db,
      pool: database.pool,
      now: () => clock.now(),
      log,
      signal: new AbortController().signal,
    });
    await server.work!.settle();
  };
  const notified = async () =>
    (await db.selectFrom('notification').select('detail').where('type', '=', 'System').execute())
      .map(({ detail }) => detail as { about: string; settings?: string })
      .filter(({ about }) => about === 'databaseUnsafe')
      .map(({ settings }) => settings);
  await run([]);
  assert.deepEqual(await notified(), []);
  assert.deepEqual(await settingsOff(database.pool), [], 'as it is asked for real');
  await run(['fsync', 'full_page_writes']);
  await run(['fsync', 'full_page_writes']);
  const admins = await sql<{ id: number }>`SELECT id FROM account WHERE type IN ('Admin', 'System')`.execute(db);
  assert.deepEqual(
    await notified(),
    admins.rows.map(() => 'fsync, full_page_writes'),
  );
});
