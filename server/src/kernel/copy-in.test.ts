import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { freshDatabase } from '../../test/database.ts';
import { copyIn } from './copy-in.ts';

const database = await freshDatabase();
after(() => database.drop());
const statement = 'COPY sample (id, word) FROM STDIN';

async function connected(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  return client;
}

test('content is stored whole, in the transaction around it; a refused one leaves the connection usable', async () => {
  const client = await connected();
  await client.query('CREATE TEMP TABLE sample (id int PRIMARY KEY, word text)');
  const lines = Array.from({ length: 50_000 }, (_, i) => `${i}\t${'水位'.repeat(i % 7)}\n`);
  await client.query('BEGIN');
  await copyIn(client, statement, Buffer.from(lines.join('')));
  const { rows } = await client.query('SELECT count(*)::int AS n, sum(length(word))::int AS letters FROM sample');
  assert.deepEqual(rows, [{ n: 50_000, letters: lines.reduce((sum, _, i) => sum + 2 * (i % 7), 0) }]);
  await client.query('COMMIT');
  await assert.rejects(copyIn(client, statement, Buffer.from('7\ttwice\n')), { code: '23505' });
  await assert.rejects(copyIn(client, statement, Buffer.from('no number\tx\n')), { code: '22P02' });
  await assert.rejects(copyIn(client, 'COPY nothing (id) FROM STDIN', Buffer.from('7\n')), { code: '42P01' });
  await copyIn(client, statement, Buffer.alloc(0));
  assert.deepEqual((await client.query('SELECT count(*)::int AS n FROM sample')).rows, [{ n: 50_000 }]);
  await client.end();
});

test('a connection that ends while it copies rejects, and nothing is stored', async () => {
  const [client, other] = [await connected(), await connected()];
  client.on('error', () => undefined);
  await other.query('CREATE TABLE sample (id int PRIMARY KEY, word text)');
  await other.query('BEGIN');
  await other.query(`INSERT INTO sample VALUES (7, '')`);
  const { rows: own } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  // It waits for the other's row.
  const copying = assert.rejects(copyIn(client, statement, Buffer.from('6\ta\n7\tb\n')));
  await other.query(`SELECT pg_terminate_backend($1)`, [own[0]?.pid]);
  await copying;
  await other.query('ROLLBACK');
  assert.deepEqual((await other.query('SELECT * FROM sample')).rows, []);
  await other.end();
});
