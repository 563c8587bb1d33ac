import { elementAt } from '@plumbline/contract/kernel/elements';
import type { Corporation } from '@plumbline/contract/people/corporations';
import { Corporation as Shape } from '@plumbline/contract/people/corporations';
import type { Selectable, Updateable } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import type { CorporationCounts } from '../../../kernel/lifecycle.ts';
import { containing } from '../../../kernel/matching.ts';
import { sqlRows } from '../../../kernel/rows.ts';
import type { Tables } from '../../../kernel/tables.ts';

/** One page of the corporations, by title, and how many there are. `only` = that one alone. */
export async function page(
  db: Db,
  { only, keyword }: { readonly only: number | null; readonly keyword: string },
  page: number,
  pageSize: number,
) {
  const all = db
    .selectFrom('corporation')
    .$if(only !== null, (query) => query.where('id', '=', only))
    .$if(keyword !== '', (query) => query.where('title', 'ilike', containing(keyword)));
  const rows = await all
    .selectAll()
    .orderBy((each) => each.fn('lower', ['title']))
    .orderBy('id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const { total } = await all.select((each) => each.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { corporations: rows.map(fromRow), total };
}

export async function byId(db: Db, id: number): Promise<Corporation | undefined> {
  const row = await db.selectFrom('corporation').selectAll().where('id', '=', id).executeTakeFirst();
  return row && fromRow(row);
}

/** The corporation, locked until the transaction ends. */
export async function lock(db: Db, id: number): Promise<Corporation | undefined> {
  const row = await db.selectFrom('corporation').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row && fromRow(row);
}

export async function insert(db: Db, title: string, now: Date): Promise<Corporation> {
  return fromRow(
    await db
      .insertInto('corporation')
      .values({ title, logo: null, created_at: now })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

export async function update(db: Db, id: number, change: Updateable<Tables['corporation']>): Promise<Corporation> {
  return fromRow(
    await db.updateTable('corporation').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow(),
  );
}

/** Accounts of a corporation that are signed in somewhere. */
export async function signedInAccounts(db: Db, id: number): Promise<number[]> {
  const rows = await db
    .selectFrom('account')
    .innerJoin('token', 'token.account_id', 'account.id')
    .select('account.id')
    .distinct()
    .where('account.corporation_id', '=', id)
    .where('token.kind', '=', 'session')
    .execute();
  return rows.map((row) => row.id);
}

/** How much a corporation still holds. */
export async function contentCounts(db: Db, id: number, { projects, devices, users }: CorporationCounts) {
  const { rows } = await sqlRows({ projects: 'number', devices: 'number', users: 'number' })`
    SELECT ${projects(id)} AS projects, ${devices(id)} AS devices, ${users(id)} AS users`.execute(db);
  return elementAt(rows, 0);
}

/** Returns whether a file is the logo or the favicon of a corporation. */
export async function isBrandFile(db: Db, fileId: string): Promise<boolean> {
  const row = await db
    .selectFrom('corporation')
    .select('id')
    .where((is) => is.or([is('logo', '=', fileId), is('favicon', '=', fileId)]))
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes it and gives what it was. */
export async function remove(db: Db, id: number): Promise<Corporation | undefined> {
  const row = await db.deleteFrom('corporation').where('id', '=', id).returningAll().executeTakeFirst();
  return row && fromRow(row);
}

/** A flag that a later version dropped must not make the row unreadable. */
export const knownFlags = (stored: unknown): Corporation['flags'] => Shape.shape.flags.safeParse(stored).data ?? {};

const fromRow = (row: Selectable<Tables['corporation']>): Corporation => ({
  id: row.id,
  title: row.title,
  productName: row.product_name,
  logo: row.logo,
  favicon: row.favicon,
  host: row.host,
  copyright: row.copyright,
  documentDisabled: row.document_disabled,
  secondFactorDemanded: row.second_factor_demanded,
  flags: knownFlags(row.flags),
  healthThresholds: row.health_thresholds,
  limits: { points: row.max_points, devices: row.max_devices, storageBytes: row.max_storage_bytes },
  createdAt: row.created_at.toISOString(),
});
