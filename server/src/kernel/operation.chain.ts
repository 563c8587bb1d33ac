/**
 * The chain of the operation log: each line is linked to the one before it by SHA-256, some seconds after it was written, so
 * that writes do not wait for each other. Invariant: a line that was changed, removed or put in between after it was linked
 * breaks the chain where it stood. Whoever owns the database could link everything anew: so the end of the chain is to be
 * kept elsewhere from time to time (`npm run verify-log` prints it, and proves an older one).
 */
import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { type Columns, type SqlRow, sqlRows } from './rows.ts';
import { readSetting, writeSetting } from './settings.ts';
import type { Db } from './transaction.ts';

const lineColumns = {
  id: 'number',
  position: 'number?',
  hash: 'bytes?',
  /** Everything of the row that the hash is made over, as the database writes it. */
  text: 'text',
} as const satisfies Columns;
type Line = SqlRow<typeof lineColumns>;
/** A place in the chain. */
export interface Link {
  readonly position: number;
  /** Hexadecimal. */
  readonly hash: string;
}
/** Before the first line that there ever was. */
const beginning: Link = { position: 0, hash: '0'.repeat(64) };
const batchLines = 2_000;

const text: RawBuilder<string> = sql`jsonb_build_array(id, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), account_id,
  account_name, corporation_id, project_id, scope, scope_id, action, route, outcome, ip, agent, content)::text`;

const hashOf = (before: string, line: Pick<Line, 'text'>, position: number): string =>
  createHash('sha256').update(`${before}\n${position}\n${line.text}`).digest('hex');

/** What was dropped last, from which the chain that is left begins. */
const anchor = async (db: Db): Promise<Link> =>
  ((await readSetting(db, 'operationChain')) as Link | undefined) ?? beginning;

async function lastLink(db: Db): Promise<Link> {
  const row = await db
    .selectFrom('operation')
    .select(['position', 'hash'])
    .where('position', 'is not', null)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row || row.position === null || row.hash === null) return await anchor(db);
  return { position: row.position, hash: row.hash.toString('hex') };
}

const lock = (db: Db) => sql`SELECT pg_advisory_xact_lock(hashtext('plumbline operations'))`.execute(db);

/** Links a batch of lines that are not linked yet, in a transaction of the caller; gives how many. */
export async function linkOperations(db: Db): Promise<number> {
  await lock(db);
  const { rows } = await sqlRows(
    lineColumns,
  )`SELECT id, position, hash, ${text} AS text FROM operation WHERE position IS NULL
    ORDER BY id LIMIT ${batchLines}`.execute(db);
  let { position, hash } = await lastLink(db);
  const links = rows.map((line) => {
    position += 1;
    hash = hashOf(hash, line, position);
    return { id: line.id, position, hash };
  });
  if (links.length > 0)
    await sql`UPDATE operation o SET position = l.position, hash = decode(l.hash, 'hex')
      FROM jsonb_to_recordset(${JSON.stringify(links)}::jsonb) AS l(id bigint, position bigint, hash text)
      WHERE o.id = l.id`.execute(db);
  return links.length;
}

export interface Verdict {
  readonly holds: boolean;
  /** The first position at which it does not; null = it holds. */
  readonly brokenAt: number | null;
  readonly lines: number;
  /** Lines of the newest seconds, which are not linked yet. */
  readonly unlinked: number;
  /** Where it begins: what was before was dropped after its time. */
  readonly from: Link;
  readonly end: Link;
  /** True when the link that was asked for is in the chain; null = none was, or it was dropped since. */
  readonly includes: boolean | null;
}

/** Makes every hash anew and compares. `earlierEnd` = an end of the chain as it was printed before. */
export async function verifyOperations(db: Db, earlierEnd?: Link): Promise<Verdict> {
  const from = await anchor(db);
  let { position, hash } = from;
  let brokenAt: number | null = null;
  let includes: boolean | null = earlierEnd && earlierEnd.position > from.position ? false : null;
  for (;;) {
    const { rows } = await sqlRows({ ...lineColumns, position: 'number', hash: 'bytes' })`
      SELECT id, position, hash, ${text} AS text FROM operation WHERE position > ${position}
      ORDER BY position LIMIT ${batchLines}`.execute(db);
    for (const line of rows) {
      const made = hashOf(hash, line, position + 1);
      if (line.position !== position + 1 || line.hash.toString('hex') !== made) {
        brokenAt ??= position + 1;
        break;
      }
      position += 1;
      hash = made;
      if (earlierEnd?.position === position) includes = earlierEnd.hash === hash;
    }
    if (rows.length < batchLines || brokenAt !== null) break;
  }
  const { rows: counted } = await sqlRows({ lines: 'number', unlinked: 'number' })`
    SELECT count(*)::int AS lines, count(*) FILTER (WHERE position IS NULL)::int AS unlinked FROM operation`.execute(
    db,
  );
  const { lines = 0, unlinked = 0 } = counted[0] ?? {};
  const holds = brokenAt === null && includes !== false;
  return { holds, brokenAt, lines, unlinked, from, end: { position, hash }, includes };
}

/** Drops linked lines of before a time, from the beginning of the chain on; the chain then begins after them. Gives how many. */
export async function dropOperations(db: Db, before: Date): Promise<number> {
  await lock(db);
  const row = await db
    .selectFrom('operation')
    .select(({ fn }) => fn.min<number>('position').as('first'))
    .where('at', '>=', before)
    .where('position', 'is not', null)
    .executeTakeFirst();
  const end = row?.first ?? (await lastLink(db)).position + 1;
  const last = await db
    .selectFrom('operation')
    .select(['position', 'hash'])
    .where('position', '<', end)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last?.hash || last.position === null) return 0;
  await writeSetting(db, 'operationChain', { position: last.position, hash: last.hash.toString('hex') });
  const { numDeletedRows } = await db.deleteFrom('operation').where('position', '<=', last.position).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Keeps what the last verification found; T is its shape on the wire. */
export const saveVerdict = <T>(db: Db, verdict: T): Promise<void> => writeSetting(db, 'operationVerdict', verdict);

/** null = it was not verified yet. */
export const readVerdict = async <T>(db: Db): Promise<T | null> =>
  ((await readSetting(db, 'operationVerdict')) as T | undefined) ?? null;
