import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { pino } from 'pino';
import { freshDatabase } from '../../test/database.ts';
import { openSilentProxy } from '../../test/silent-proxy.ts';
import { waitUntil } from '../../test/wait-until.ts';
import { prepareDatabase } from './db.start.ts';

const log = pino({ level: 'silent' });
let database: Awaited<ReturnType<typeof freshDatabase>>;
before(async () => {
  database = await freshDatabase();
});
after(() => database.drop());

const at = (change: (url: URL) => void) => {
  const url = new URL(database.url);
  change(url);
  return url.href;
};
const prepare = (url: string, timeoutMs = 1_000) => {
  const lines: string[] = [];
  return {
    lines,
    done: prepareDatabase(url, log, { external: true, report: (line) => lines.push(line), timeoutMs }),
  };
};

test('a database that is not there yet is waited for, and the wait is reported', async () => {
  const probe = await openSilentProxy(database.url);
  const { port } = new URL(probe.url);
  await probe.close();
  const { lines, done } = prepare(
    at((url) => {
      url.port = port;
    }),
    20_000,
  );
  await waitUntil(() => lines.length > 0, 'the first try fails');
  const proxy = await openSilentProxy(database.url, Number(port));
  try {
    assert.deepEqual(await done, []);
    assert.match(lines.join(), /^Waiting for the database at 127\.0\.0\.1:\d+ \(connect ECONNREFUSED/);
  } finally {
    await proxy.close();
  }
  await assert.rejects(
    prepare(
      at((url) => {
        url.port = port;
      }),
    ).done,
    /^Error: DATABASE_URL: the database at .* cannot be reached/,
  );
});

test('a wrong password, name or encoding is reported in a sentence that names the setting', async () => {
  const outcome = (change: (url: URL) => void) =>
    prepare(at(change)).done.then(
      () => 'done',
      (error: Error) => error.message,
    );
  assert.match(
    await outcome((url) => {
      url.password = 'wrong';
    }),
    /^DATABASE_URL: .* refuses the user "plumbline" or its password/,
  );
  assert.match(
    await outcome((url) => {
      url.pathname = '/nowhere';
    }),
    /^DATABASE_URL: there is no database "nowhere"/,
  );
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1'`);
    assert.match(
      await outcome((url) => {
        url.pathname = '/latin';
      }),
      /^DATABASE_URL: the database has the encoding LATIN1/,
    );
    await client.query('DROP DATABASE latin WITH (FORCE)');
  } finally {
    await client.end();
  }
});

test('an older version does not start on the database of a newer one', async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query(`INSERT INTO migration (name) VALUES ('9999_later.sql')`);
    await assert.rejects(prepare(database.url).done, /brought up to date by a newer Plumbline \(9999_later\.sql\)/);
    await client.query(`DELETE FROM migration WHERE name = '9999_later.sql'`);
    assert.deepEqual(await prepare(database.url).done, []);
  } finally {
    await client.end();
  }
});
