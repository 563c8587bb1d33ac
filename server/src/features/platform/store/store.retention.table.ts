/** Dropping old readings for good: the only place where records go without a trace. */
import { elementAt } from '@plumbline/contract/kernel/elements';
import type { FamilyCode } from '@plumbline/contract/points/families';
import type pg from 'pg';
import { instant, partitionOf, yearOf } from './store.segments.api.ts';

const pointsAtOnce = 100;

/**
 * Deletes what the points of a family measured before a time: hot rows, segments that lie whole before it, and the
 * history of both. Gives how many records that were. A hundred points a transaction, under the locks of their states.
 */
export async function dropOlder(
  pool: pg.Pool,
  family: FamilyCode,
  beforeMs: number,
  signal?: AbortSignal,
): Promise<number> {
  let dropped = 0;
  const client = await pool.connect();
  try {
    for (let after = 0; !signal?.aborted; ) {
      const { rows } = await client.query<{ id: number }>(
        'SELECT id FROM point WHERE family = $1 AND id > $2 ORDER BY id LIMIT $3',
        [family, after, pointsAtOnce],
      );
      const last = rows.at(-1);
      if (!last) break;
      dropped += await dropOf(
        client,
        rows.map((row) => row.id),
        beforeMs,
      );
      after = last.id;
    }
  } finally {
    client.release();
  }
  return dropped;
}

async function dropOf(client: pg.PoolClient, pointIds: readonly number[], beforeMs: number): Promise<number> {
  const values = [pointIds, beforeMs];
  const from = (table: string, time: string, more = '') =>
    `DELETE FROM ${table} WHERE point_id = ANY($1) AND ${time} < ${instant('$2')} ${more}`;
  await client.query('BEGIN');
  try {
    await client.query('SELECT 1 FROM point_state WHERE point_id = ANY($1) ORDER BY point_id FOR UPDATE', [pointIds]);
    const hot = await client.query(from('reading', 'at'), values);
    const sealed = await client.query<{ n: number }>(
      `WITH gone AS (${from('segment', 't0', `AND t1 < ${instant('$2')} RETURNING n`)}) SELECT coalesce(sum(n), 0)::int8 AS n FROM gone`,
      values,
    );
    await client.query(from('reading_history', 'at'), values);
    await client.query(from('segment_history', 't1'), values);
    await client.query('COMMIT');
    return (hot.rowCount ?? 0) + elementAt(sealed.rows, 0).n;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/**
 * Drops the partitions of years before a time in which nothing is left; gives which. Where somebody is at work in the
 * table for long, it is left for the next day.
 */
export async function dropEmptyYears(pool: pg.Pool, beforeMs: number): Promise<number[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'segment'::regclass`,
  );
  const years = rows.map(({ name }) => Number(/\d+$/.exec(name)?.[0])).filter((year) => year < yearOf(beforeMs));
  const dropped: number[] = [];
  for (const year of years.sort((a, b) => a - b)) if (await dropYear(pool, year)) dropped.push(year);
  return dropped;
}

async function dropYear(pool: pg.Pool, year: number): Promise<boolean> {
  const name = partitionOf(year);
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query("SET LOCAL lock_timeout = '2s'");
    // Nobody may write a record into it between the look and the drop.
    await client.query(`LOCK TABLE ${name} IN ACCESS EXCLUSIVE MODE`);
    const { rows } = await client.query(`SELECT 1 FROM ${name} LIMIT 1`);
    if (rows.length === 0) await client.query(`DROP TABLE ${name}`);
    await client.query('COMMIT');
    return rows.length === 0;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    if ((error as { code?: string }).code === '55P03') return false;
    throw error;
  } finally {
    client.release();
  }
}
