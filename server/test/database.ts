/**
 * PostgreSQL for the tests: one embedded server for the whole run (TEST_DATABASE_URL, set by server/test/global.ts, or
 * started here when a file runs alone), and in it a database of its own, already migrated, for every test file.
 */
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import pg from 'pg';
import { migrate } from '../src/kernel/db.ts';
import { startPostgres } from '../src/kernel/postgres.ts';
import { makeFolder } from './folders.ts';

const template = 'plumbline_template';
/** With the demonstration in it; made when the first test asks for it. */
const demoTemplate = 'plumbline_demo';

const within = (url: string, name: string) => url.replace(/\/[^/]+$/, `/${name}`);

async function run(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Starts a server with a migrated template database. */
export async function startTestPostgres() {
  const folder = makeFolder('test');
  // Five processes of tests share it, some with installations of several processes of their own.
  const postgres = await startPostgres(folder, () => undefined, 250);
  await run(postgres.url, `CREATE DATABASE ${template}`);
  const pool = new pg.Pool({ connectionString: within(postgres.url, template), max: 2 });
  await migrate(pool);
  await pool.end();
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
      if (!postgres.folder.startsWith(folder)) rmSync(postgres.folder, { recursive: true, force: true });
    },
  };
}

/** Makes the template with the demonstration unless it is there; of several processes one does, and the others wait. */
async function prepareDemonstration(server: string) {
  const { fillWithDemonstration } = await import('./demonstration.ts');
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(`SELECT pg_advisory_lock(hashtext('${demoTemplate}'))`);
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [demoTemplate]);
    if (rowCount) return;
    const unfinished = `${demoTemplate}_unfinished`;
    await client.query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${unfinished} TEMPLATE ${template} STRATEGY FILE_COPY`);
    await fillWithDemonstration(within(server, unfinished));
    await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${demoTemplate}`);
  } finally {
    await client.end();
  }
}

/** A fresh migrated database, empty unless the demonstration is wanted in it; `drop` removes it. */
export async function freshDatabase({ demonstration = false } = {}) {
  const own = process.env['TEST_DATABASE_URL'] ? null : await startTestPostgres();
  const server = process.env['TEST_DATABASE_URL'] ?? own!.url;
  if (demonstration) await prepareDemonstration(server);
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Its files are copied: writing every page to the log first takes six times as long.
  const source = demonstration ? demoTemplate : template;
  await run(server, `CREATE DATABASE ${name} TEMPLATE ${source} STRATEGY FILE_COPY`);
  return {
    url: within(server, name),
    async drop() {
      if (own) await own.stop();
      else await run(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}
