/** What authorities of theirs have issued and lets nobody in: by people, and by the lists of the authorities. */
import { revocationLimits } from '@plumbline/contract/devices/certificates.revocations';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';

/**
 * SQL: when a certificate, over the alias c (device_certificate), was revoked by its authority or by its serial number; NULL = it was not.
 */
export const revokedByAuthority: RawBuilder<Date | null> = sql`(
  SELECT min(r.revoked_at) FROM authority_revocation r
  WHERE r.authority_id = c.authority_id AND r.serial = coalesce(nullif(ltrim(upper(c.serial), '0'), ''), '0'))`;

/** An authority of theirs that is in force, locked, so that what is revoked of it comes one after the other. */
export async function lockTheirs(db: Db, corporationId: number, authorityId: number) {
  return await db
    .selectFrom('certificate_authority')
    .select(['id', 'certificate', 'list_made_at'])
    .where('id', '=', authorityId)
    .where('corporation_id', '=', corporationId)
    .where('is_own', '=', false)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

export async function byPeople(db: Db, corporationId: number, authorityId: number) {
  const rows = await db
    .selectFrom('authority_revocation as r')
    .innerJoin('certificate_authority as a', 'a.id', 'r.authority_id')
    .select(['r.serial', 'r.by_name', 'r.revoked_at'])
    .where('a.corporation_id', '=', corporationId)
    .where('a.id', '=', authorityId)
    .where('a.removed_at', 'is', null)
    .where('r.is_of_list', '=', false)
    .orderBy('r.revoked_at', 'desc')
    .orderBy('r.serial')
    .limit(revocationLimits.byPeople)
    .execute();
  return rows.map((row) => ({
    serial: row.serial,
    byName: row.by_name,
    revokedAt: row.revoked_at.toISOString(),
  }));
}

/** False where there are as many as there may be. One that is revoked stays as it is. */
export async function revoke(
  db: Db,
  now: Date,
  { authorityId, serial, byName }: { authorityId: number; serial: string; byName: string },
): Promise<boolean> {
  const { count } = await db
    .selectFrom('authority_revocation')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('authority_id', '=', authorityId)
    .where('is_of_list', '=', false)
    .executeTakeFirstOrThrow();
  if (Number(count) >= revocationLimits.byPeople) return false;
  await db
    .insertInto('authority_revocation')
    .values({ authority_id: authorityId, serial, is_of_list: false, by_name: byName, revoked_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return true;
}

interface NewList {
  readonly authorityId: number;
  readonly madeAt: Date;
  readonly nextAt: Date | null;
  readonly revoked: readonly { readonly serial: string; readonly at: Date }[];
  readonly byName: string;
}

/** Takes the place of the list before. */
export async function setList(
  db: Db,
  now: Date,
  { authorityId, madeAt, nextAt, revoked, byName }: NewList,
): Promise<void> {
  await removeEntries(db, authorityId);
  const rows = JSON.stringify(revoked.map(({ serial, at }) => ({ serial, at: at.toISOString() })));
  await sql`INSERT INTO authority_revocation (authority_id, serial, is_of_list, by_name, revoked_at)
    SELECT ${authorityId}, t.serial, true, ${byName}, t.at FROM jsonb_to_recordset(${rows}::jsonb) AS t(serial text, at timestamptz)`.execute(
    db,
  );
  await db
    .updateTable('certificate_authority')
    .set({ list_made_at: madeAt, list_next_at: nextAt, list_added_at: now, list_by_name: byName })
    .where('id', '=', authorityId)
    .execute();
}

export async function removeList(db: Db, authorityId: number): Promise<void> {
  await removeEntries(db, authorityId);
  await db
    .updateTable('certificate_authority')
    .set({ list_made_at: null, list_next_at: null, list_added_at: null, list_by_name: '' })
    .where('id', '=', authorityId)
    .execute();
}

const removeEntries = (db: Db, authorityId: number) =>
  db
    .deleteFrom('authority_revocation')
    .where('authority_id', '=', authorityId)
    .where('is_of_list', '=', true)
    .execute();
