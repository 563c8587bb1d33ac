/** Rows with named columns: what a statement does not give, or gives as something else, is said at once. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Failure } from '@plumbline/contract/kernel/errors';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { freshDatabase } from '../../test/database.ts';
import { requireRow, sqlRows, typed } from './rows.ts';

const database = await freshDatabase();
const db = new Kysely<never>({
  dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: database.url }) }),
});
after(async () => {
  await db.destroy();
  await database.drop();
});

test('columns come as their kinds, NULL where it may, and values are parameters', async () => {
  const { rows } = await sqlRows({
    id: 'number',
    name: 'text',
    isHidden: 'flag',
    at: 'instant?',
    on: 'instant?',
    content: 'bytes',
    level: typed<'low' | 'high'>(),
    marks: 'json',
  })`SELECT ${7}::int AS id, ${"o'clock"}::text AS name, true AS "isHidden", to_timestamp(0) AS at, NULL::timestamptz AS on,
    '\\x01'::bytea AS content, 'low' AS level, '[1]'::jsonb AS marks`.execute(db);
  const [row] = rows;
  assert.ok(row);
  assert.deepEqual([row.id, row.name, row.isHidden, row.at?.getTime(), row.on], [7, "o'clock", true, 0, null]);
  assert.deepEqual([row.content[0], row.level, row.marks], [1, 'low', [1]]);
  assert.deepEqual((await sqlRows({ id: 'number' })`SELECT 1 AS id WHERE false`.execute(db)).rows, []);
});

test('a column that is renamed, forgotten or something else is named with its statement; one more is let be', async () => {
  const one = { id: 'number' } as const;
  await assert.rejects(sqlRows(one)`SELECT 1 AS number`.execute(db), /no column "id", it has number: SELECT 1/);
  assert.deepEqual((await sqlRows(one)`SELECT 1 AS id, 2 AS more`.execute(db)).rows.length, 1);
  await assert.rejects(sqlRows(one)`SELECT '1' AS id`.execute(db), /column "id" is no number: 1/);
  await assert.rejects(sqlRows(one)`SELECT NULL::int AS id`.execute(db), /column "id" is no number: null/);
  await assert.rejects(sqlRows({ at: 'instant?' })`SELECT '2026' AS at`.execute(db), /column "at" is no instant/);
  // In tests every row is looked at.
  await assert.rejects(
    sqlRows(one)`SELECT nullif(n, 2) AS id FROM generate_series(1, 3) AS n`.execute(db),
    /column "id" is no number: null/,
  );
});

test('what must be there is there, or is not found', () => {
  assert.equal(requireRow(''), '');
  assert.equal(requireRow(0), 0);
  const missing = (error: unknown) =>
    error instanceof Failure && error.name === 'notFound' && JSON.stringify(error.detail) === '{"id":7}';
  assert.throws(() => requireRow(undefined, { id: 7 }), missing);
  assert.throws(() => requireRow(null, { id: 7 }), missing);
});
