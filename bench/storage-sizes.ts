/** What a record takes on disk, in plain rows and in the store. */
import type pg from 'pg';
import { type Figure, figure } from './numbers.ts';

/** Bytes of a row with everything that the store keeps of a record too. */
export async function fullSize(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    `SELECT pg_total_relation_size('plain_full')::float8 / (SELECT count(*) FROM plain_full) AS bytes`,
  );
  return rows[0]!.bytes;
}

export async function sizesOf(client: pg.PoolClient, records: number, fullBytes: number): Promise<Figure[]> {
  const bytes = async (sql: string) => (await client.query<{ bytes: number }>(`SELECT ${sql} AS bytes`)).rows[0]!.bytes;
  // The same contents as the rows: times and values, without samples and received times.
  await client.query('CREATE TABLE slim (LIKE segment INCLUDING ALL)');
  await client.query(
    `INSERT INTO slim SELECT point_id, t0, t1, n, format, block_ms, ends, summary_ends, summary, payload, flags, ''::bytea FROM segment ORDER BY t0`,
  );
  const rows = (await bytes(`pg_total_relation_size('plain')`)) / records;
  const slim = (await bytes(`pg_total_relation_size('slim')`)) / records;
  const whole =
    (await bytes(
      `(SELECT sum(pg_total_relation_size(inhrelid)) FROM pg_inherits WHERE inhparent = 'segment'::regclass)`,
    )) / records;
  await client.query('DROP TABLE slim');
  return [
    figure('bytes a record: time and three values', 'B', [slim]),
    figure('  rows', 'B', [rows]),
    figure('  times smaller', '', [rows / slim], { atLeast: 30 }),
    figure('bytes a record with sample, received time and device', 'B', [whole]),
    figure('  rows', 'B', [fullBytes]),
    figure('  times smaller', '', [fullBytes / whole]),
  ];
}
