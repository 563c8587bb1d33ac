/** Run by the test runner before and after everything: one PostgreSQL for all files. */
import { startTestPostgres } from './database.ts';

let server: Awaited<ReturnType<typeof startTestPostgres>> | undefined;

export async function globalSetup() {
  if (process.env['TEST_DATABASE_URL']) return;
  server = await startTestPostgres();
  process.env['TEST_DATABASE_URL'] = server.url;
}

export async function globalTeardown() {
  await server?.stop();
}
