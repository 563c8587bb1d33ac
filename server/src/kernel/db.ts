/**
 * The database: pools, Kysely over them, and migrations. Refuses a server that would acknowledge before it is
 * durable (fsync, synchronous_commit, full_page_writes off). Invariant: no query waits for ever. A host that vanishes
 * sends no word, so a connection on which nothing has moved for the pool's time limit is closed
 * (docs/decisions/0038-a-vanished-host.md).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { HandleEmptyInListsPlugin, PostgresDialect, replaceWithNoncontingentExpression } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { RepeatingKysely } from './deadlocks.ts';
import type { Db } from './transaction.ts';

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

/** How a pool behaves when the database stops answering. */
export interface PoolLimits {
  /** A connection in use on which nothing has moved for so long is closed, and its query fails. */
  readonly silenceMs: number;
  /** The server ends a statement, or a transaction left open, after this: its locks are free when the next try comes. */
  readonly statementMs?: number;
  /** How long to wait for a connection. */
  readonly connectMs?: number;
}

/** Pool limits for short work that others wait for: readings, commands, events. */
export const soonLimits = (timeoutMs: number): PoolLimits => ({ silenceMs: timeoutMs, statementMs: timeoutMs * 0.8 });
/** For requests of screens: a chart of years may take its time. */
export const requestLimits = (timeoutMs: number): PoolLimits => ({ silenceMs: timeoutMs * 2 });
/** For tasks and jobs: one statement may move through millions of rows. */
export const workLimits = (timeoutMs: number): PoolLimits => ({ silenceMs: timeoutMs * 20 });
/** How long to wait for a connection: to be made, or to be free. */
const longestConnectMs = 30_000;
/** After so long without a word the system asks the other end whether it is there; about 10 s later it gives up. */
const keepAliveDelayMs = 10_000;

export function openDatabase(
  url: string,
  connections: number,
  log: Logger,
  { silenceMs, statementMs, connectMs }: PoolLimits = requestLimits(30_000),
): Database {
  const pool = new pg.Pool({
    ...linkOptions(silenceMs, connectMs),
    connectionString: url,
    max: connections,
    application_name: 'plumbline',
    // Well before the silence limit: what lies idle in the pool is not a failure.
    idleTimeoutMillis: Math.min(30_000, silenceMs / 2),
    ...(statementMs && { statement_timeout: statementMs, idle_in_transaction_session_timeout: statementMs }),
  });
  let closing = false;
  const report = (error: Error) => closing || log.warn({ err: error }, 'database connection failed');
  // Without these a stopped PostgreSQL ends the process (docs/decisions/0004).
  pool.on('error', report);
  pool.on('connect', (client) => client.on('error', report));
  const db = new RepeatingKysely({
    dialect: new PostgresDialect({ pool }),
    // None of nothing, where `IN ()` would be an error of the database: what nobody has is found as what is not there.
    plugins: [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })],
  });
  const close = () => {
    closing = true;
    return db.destroy();
  };
  return { pool, db, close };
}

/**
 * Returns the options of every connection to the database, whoever opens it. A commit means "on disk" whatever the
 * configuration of the server is changed to meanwhile.
 */
export function linkOptions(silenceMs: number, connectMs = Math.min(longestConnectMs, silenceMs)) {
  return {
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveDelayMs,
    connectionTimeoutMillis: connectMs,
    options: '-c synchronous_commit=on',
    stream: () => silenceLimited(silenceMs),
  };
}

/**
 * A socket that closes itself when nothing has moved in either direction for `silenceMs`. The system alone would notice
 * a vanished host after a quarter of an hour when data is unacknowledged, and a middlebox that swallows packets never.
 */
function silenceLimited(silenceMs: number): Socket {
  const socket = new Socket();
  socket.setTimeout(silenceMs, () => {
    const error = new Error(`nothing came from the database for ${silenceMs / 1000} s`);
    socket.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
  });
  return socket;
}

/** Settings of the server that, when off, let a commit mean less than "on disk". They can be changed while it runs. */
export const volatileSettings = ['fsync', 'synchronous_commit', 'full_page_writes'] as const;

/** Returns the durability settings that are off now, as a connection of this server has them. */
export async function settingsOff(pool: Pick<pg.Pool, 'query'>): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT name FROM unnest($1::text[]) AS t(name) WHERE current_setting(name) = 'off' ORDER BY name`,
    [[...volatileSettings]],
  );
  return rows.map(({ name }) => name);
}

/** Stops the start where a commit would not mean "on disk". */
export async function checkDurability(pool: pg.Pool): Promise<void> {
  const [name] = await settingsOff(pool);
  if (name) throw new Error(`PostgreSQL runs with ${name} = off: an acknowledged reading could be lost. Set it on.`);
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
    const newer = [...known].filter((name) => !files.includes(name)).sort();
    if (newer.length > 0)
      throw new Error(
        `This database was brought up to date by a newer Plumbline (${newer.at(-1)}), and there is no way back. Start that version or a newer one, or restore a backup of before.`,
      );
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
