/** The database at the start: waited for where it is another machine's, checked, and brought up to date. */
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from './context.ts';
import { checkDurability, migrate, openDatabase } from './db.ts';
import { asFailure } from './failures.ts';

/** A step of an upgrade may rebuild an index of hundreds of millions of rows: it has a day. */
const migrationSilenceMs = 86_400_000;
/** Machines that start together: the database may be the last. */
const waitMs = 5 * 60_000;
const oldestVersion = 15;

/** Gives the names of the migrations that were applied. Throws an Error that names DATABASE_URL where it is at fault. */
export async function prepareDatabase(
  url: string,
  log: Logger,
  { external, report, timeoutMs = waitMs }: { external: boolean; report: (line: string) => void; timeoutMs?: number },
): Promise<string[]> {
  const database = openDatabase(url, 1, log, { silenceMs: migrationSilenceMs, connectMs: 10_000 });
  try {
    if (external) await untilThere(database.pool, url, report, timeoutMs);
    await checkServer(database.pool);
    await checkDurability(database.pool);
    return await migrate(database.pool);
  } finally {
    await database.close();
  }
}

async function untilThere(pool: pg.Pool, url: string, report: (line: string) => void, timeoutMs: number) {
  const { host, pathname, username } = new URL(url);
  const startedAt = performance.now();
  for (let tries = 0; ; tries++) {
    try {
      await pool.query('SELECT 1');
      return;
    } catch (error) {
      const { code = '', message } = error as { code?: string; message: string };
      if (code === '28P01' || code === '28000')
        throw new Error(`DATABASE_URL: ${host} refuses the user "${username}" or its password (${message})`);
      if (code === '3D000') throw new Error(`DATABASE_URL: there is no database "${pathname.slice(1)}" on ${host}`);
      // A name that is not known yet: the container of the database has not started.
      const away = code === 'ENOTFOUND' || asFailure(error)?.name === 'unavailable';
      if (!away || performance.now() - startedAt > timeoutMs)
        throw new Error(`DATABASE_URL: the database at ${host} cannot be reached (${message})`);
      if (tries === 0) report(`Waiting for the database at ${host} (${message})`);
      await wait(Math.min(1000, timeoutMs / 4));
    }
  }
}

async function checkServer(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ version: string; encoding: string }>(
    `SELECT current_setting('server_version_num') AS version, current_setting('server_encoding') AS encoding`,
  );
  const { version = '0', encoding = '' } = rows[0] ?? {};
  const major = Math.floor(Number(version) / 10_000);
  if (major < oldestVersion)
    throw new Error(`DATABASE_URL: this is PostgreSQL ${major}; version ${oldestVersion} or newer is needed`);
  if (encoding !== 'UTF8')
    throw new Error(`DATABASE_URL: the database has the encoding ${encoding}; make one with ENCODING 'UTF8'`);
}
