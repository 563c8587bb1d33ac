/** Seals of released reports: one chain a project. */
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import type { RowOf } from '../../../kernel/tables.ts';

export type SealRow = RowOf<'report_seal'>;

export async function lockChain(db: Db, projectId: number): Promise<{ number: number; hash: string } | null> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('plumbline report seals'), ${projectId})`.execute(db);
  const row = await db
    .selectFrom('report_seal')
    .select(['number', 'hash'])
    .where('project_id', '=', projectId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

export async function insert(db: Db, row: SealRow): Promise<void> {
  await db.insertInto('report_seal').values(row).execute();
}

export const ofReport = (db: Db, reportId: number): Promise<SealRow | undefined> =>
  db.selectFrom('report_seal').selectAll().where('report_id', '=', reportId).executeTakeFirst();

/** Returns the hash of the seal with this number; null where there is none. */
export async function hashOf(db: Db, projectId: number, number: number): Promise<string | null> {
  const row = await db
    .selectFrom('report_seal')
    .select('hash')
    .where('project_id', '=', projectId)
    .where('number', '=', number)
    .executeTakeFirst();
  return row?.hash ?? null;
}

/** The seals after a number, in their order: a piece of the chain. */
export const after = (db: Db, projectId: number, number: number, most: number): Promise<SealRow[]> =>
  db
    .selectFrom('report_seal')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('number', '>', number)
    .orderBy('number')
    .limit(most)
    .execute();

export async function page(db: Db, projectId: number, { page, pageSize }: { page: number; pageSize: number }) {
  const of = db
    .selectFrom('report_seal')
    .innerJoin('report_review', 'report_review.report_id', 'report_seal.report_id')
    .where('report_seal.project_id', '=', projectId);
  const [rows, { total }] = await Promise.all([
    of
      .select(['report_seal.report_id', 'report_seal.number', 'report_seal.hash'])
      .select(['report_review.state', 'report_review.version', 'report_review.code'])
      .select(['report_review.released_by', 'report_review.released_at'])
      .orderBy('report_seal.number', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    of.select((each) => each.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total };
}
