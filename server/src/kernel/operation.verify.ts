/** Verifies the operation log of an installation from outside of its server: while it runs or while it does not. */
import { pino } from 'pino';
import { homeWithData, withDatabase } from './backup.ts';
import type { Config } from './config.ts';
import { openDatabase, workLimits } from './db.ts';
import { type Link, type Verdict, verifyOperations } from './operation.chain.ts';

async function verifyAt(url: string, timeoutMs: number, earlierEnd: Link | undefined): Promise<Verdict> {
  const { db, close } = openDatabase(url, 1, pino({ level: 'silent' }), workLimits(timeoutMs));
  return await verifyOperations(db, earlierEnd).finally(close);
}

export async function verifyInstallation(
  { databaseUrl, dataDir, databaseTimeoutMs }: Pick<Config, 'databaseUrl' | 'dataDir' | 'databaseTimeoutMs'>,
  earlierEnd: Link | undefined,
  report: (line: string) => void,
): Promise<Verdict> {
  if (databaseUrl) return await verifyAt(databaseUrl, databaseTimeoutMs, earlierEnd);
  let verdict: Verdict | undefined;
  await withDatabase(dataDir, homeWithData(dataDir), report, async ({ host, port, user, password, database }) => {
    const secret = encodeURIComponent(String(password));
    verdict = await verifyAt(`postgres://${user}:${secret}@${host}:${port}/${database}`, databaseTimeoutMs, earlierEnd);
  });
  if (!verdict) throw new Error('the database could not be reached');
  return verdict;
}
