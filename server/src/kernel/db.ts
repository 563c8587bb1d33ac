/**
 * The database: one pool, Kysely over it, and migrations. Refuses a server that would acknowledge before it is
 * durable (fsync, synchronous_commit, full_page_writes off).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Db } from './context.ts';
import type { Tables } from './tables.ts';

// bigint and count() arrive as numbers: nothing here passes 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// A date is a civil day, not an instant.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

export type Pool = pg.Pool;

export interface Database {
  readonly pool: pg.Pool;
  readonly db: Db;
  close(): Promise<void>;
}

export function openDatabase(url: string, connections: number, log: Logger): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    application_name: 'plumbline',
    idleTimeoutMillis: 30_000,
  });
  let closing = false;
  const report = (error: Error) => closing || log.warn({ err: error }, 'database connection failed');
  // Without these a stopped PostgreSQL ends the process (docs/decisions/0004).
  pool.on('error', report);
  pool.on('connect', (client) => client.on('error', report));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const close = () => {
    closing = true;
    return db.destroy();
  };
  return { pool, db, close };
}

/** Stops the start where a commit would not mean "on disk". */
export async function checkDurability(pool: pg.Pool): Promise<void> {
  for (const name of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    const { rows } = await pool.query<{ value: string }>('SELECT current_setting($1) AS value', [name]);
    if (rows[0]?.value === 'off')
      throw new Error(`PostgreSQL runs with ${name} = off: an acknowledged reading could be lost. Set it on.`);
  }
}

/** Applies the migrations that are missing, each in its own transaction, one process at a time. Returns their names. */
export async function migrate(pool: pg.Pool): Promise<string[]> {
  const folder = join(import.meta.dirname, '../../migrations');
  const files = readdirSync(folder)
    .filter((file) => /^\d{4}_.*\.sql$/.test(file))
    .sort();
  const client = await pool.connect();
  const applied: string[] = [];
  try {
    await client.query('SELECT pg_advisory_lock(7301)');
    await client.query(
      'CREATE TABLE IF NOT EXISTS migration (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    const { rows } = await client.query<{ name: string }>('SELECT name FROM migration');
    const known = new Set(rows.map((row) => row.name));
    for (const file of files) {
      if (known.has(file)) continue;
      await client.query('BEGIN');
      try {
        await client.query(readFileSync(join(folder, file), 'utf8'));
        await client.query('INSERT INTO migration (name) VALUES ($1)', [file]);
        await client.query('COMMIT');
      } catch (error) {
        await client.query('ROLLBACK');
        throw new Error(`Migration ${file} failed: ${(error as Error).message}`, { cause: error });
      }
      applied.push(file);
    }
    return applied;
  } finally {
    await client.query('SELECT pg_advisory_unlock(7301)').catch(() => undefined);
    client.release();
  }
}
