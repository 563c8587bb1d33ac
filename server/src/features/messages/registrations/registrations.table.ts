import type { RegistrationCode } from '@plumbline/contract/messages/registrations';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import type { Tables } from '../../../kernel/tables.ts';

type Row = Selectable<Tables['registration_code']> & { title: string | null };

const withTitle = (db: Db) =>
  db
    .selectFrom('registration_code as r')
    .leftJoin('corporation as c', (join) =>
      join.on((each) => each('c.id', '=', each.fn.coalesce('r.corporation_id', 'r.opened_corporation_id'))),
    )
    .selectAll('r')
    .select('c.title');

/** One page of the codes, newest first, and how many there are. */
export async function page(db: Db, page: number, pageSize: number) {
  const rows = await withTitle(db)
    .orderBy('r.id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const { total } = await db
    .selectFrom('registration_code')
    .select((each) => each.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { codes: rows.map(fromRow), total };
}

/** How many could be used now. */
export async function countOpen(db: Db, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('registration_code')
    .select((each) => each.fn.countAll<number>().as('count'))
    .where(isOpen(now))
    .executeTakeFirstOrThrow();
  return count;
}

export async function insert(db: Db, given: Insertable<Tables['registration_code']>): Promise<RegistrationCode> {
  const { id } = await db.insertInto('registration_code').values(given).returning('id').executeTakeFirstOrThrow();
  return fromRow(await withTitle(db).where('r.id', '=', id).executeTakeFirstOrThrow());
}

/** False where it is used, revoked or over. */
export async function revoke(db: Db, id: number, now: Date): Promise<boolean> {
  const done = await db
    .updateTable('registration_code')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where(isOpen(now))
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

const isOpen = (now: Date) => sql<boolean>`used_at IS NULL AND revoked_at IS NULL AND expires_at > ${now}`;

/** A code that can still be used, with the corporation that it names; undefined = there is none. */
export async function open(db: Db, hash: Buffer, now: Date) {
  return await db
    .selectFrom('registration_code as r')
    .leftJoin('corporation as c', 'c.id', 'r.corporation_id')
    .selectAll('r')
    .select(['c.title', 'c.prefix'])
    .where('r.hash', '=', hash)
    .where(isOpen(now))
    .executeTakeFirst();
}

/** Uses a code up; undefined where it cannot be used any more, however many try at the same time. */
export async function use(db: Db, hash: Buffer, now: Date) {
  return await db
    .updateTable('registration_code')
    .set({ used_at: now })
    .where('hash', '=', hash)
    .where(isOpen(now))
    .returningAll()
    .executeTakeFirst();
}

export async function setUsed(db: Db, id: number, usedBy: string, openedCorporationId: number | null): Promise<void> {
  await db
    .updateTable('registration_code')
    .set({ used_by: usedBy, opened_corporation_id: openedCorporationId })
    .where('id', '=', id)
    .execute();
}

/** Returns whether a username is in use, whatever its case. */
export async function isNameUsed(db: Db, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .select('id')
    .where((each) => each(each.fn('lower', ['name']), '=', name.toLowerCase()))
    .executeTakeFirst();
  return row !== undefined;
}

const fromRow = (row: Row): RegistrationCode => ({
  id: row.id,
  note: row.note,
  corporationId: row.corporation_id,
  corporationTitle: row.title,
  type: row.type,
  limits: { points: row.max_points, devices: row.max_devices, storageBytes: row.max_storage_bytes },
  byName: row.by_name,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  usedAt: row.used_at?.toISOString() ?? null,
  usedBy: row.used_by,
  revokedAt: row.revoked_at?.toISOString() ?? null,
});
