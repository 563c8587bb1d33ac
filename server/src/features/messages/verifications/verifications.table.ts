import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';

export type Purpose = 'register' | 'recover' | 'address';

export interface NewVerification {
  readonly challengeHash: Buffer;
  readonly codeHash: Buffer;
  readonly purpose: Purpose;
  readonly subject: string;
  readonly address: string;
  readonly now: Date;
  readonly expiresAt: Date;
}

export async function insert(db: Db, given: NewVerification): Promise<number> {
  const { id } = await db
    .insertInto('verification')
    .values({
      challenge_hash: given.challengeHash,
      code_hash: given.codeHash,
      purpose: given.purpose,
      subject: given.subject,
      account_id: null,
      address: given.address,
      created_at: given.now,
      expires_at: given.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** It is sent, and whose it is was found out after it was written. */
export async function setSent(db: Db, id: number, accountId: number | null, now: Date): Promise<void> {
  await db.updateTable('verification').set({ account_id: accountId, sent_at: now }).where('id', '=', id).execute();
}

/** How many codes were sent to an address since then. */
export async function countSince(db: Db, address: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('verification')
    .select((each) => each.fn.countAll<number>().as('count'))
    .where('address', '=', address)
    .where('sent_at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}

/** Counts a try and gives what it is about; undefined where it is over, or has been tried so often already. */
export async function countTry(
  db: Db,
  given: { readonly challengeHash: Buffer; readonly purpose: Purpose; readonly now: Date; readonly maxTries: number },
) {
  return await db
    .updateTable('verification')
    .set((each) => ({ tries: each('tries', '+', 1) }))
    .where('challenge_hash', '=', given.challengeHash)
    .where('purpose', '=', given.purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', given.now)
    .where('tries', '<', given.maxTries)
    .returning(['id', 'code_hash as codeHash', 'subject', 'account_id as accountId', 'address'])
    .executeTakeFirst();
}

/** Uses it up; false where somebody was quicker. */
export async function use(db: Db, id: number, now: Date): Promise<boolean> {
  const done = await db
    .updateTable('verification')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

export async function removeBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('verification').where('created_at', '<', before).execute();
}

/** Codes that a clock ahead has sent: no other would be sent until that time. */
export async function pullInVerifications(db: Db, now: Date): Promise<void> {
  await sql`UPDATE verification SET created_at = least(created_at, ${now}), sent_at = least(sent_at, ${now})
    WHERE greatest(created_at, sent_at) > ${now}`.execute(db);
}
