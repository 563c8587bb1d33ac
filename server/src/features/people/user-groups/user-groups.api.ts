/** What features above may ask about user groups. */

import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { GroupRole } from '@plumbline/contract/people/user-groups';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Place } from '../../../kernel/context.ts';

export async function places(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Place>> {
  const rows = await db.selectFrom('user_group').select(['id', 'corporation_id']).where('id', 'in', ids).execute();
  return new Map(
    rows.map(({ id, corporation_id }) => [id, { corporationId: corporation_id, projectIds: [], archived: false }]),
  );
}

/** The roles of the group g as JSON, in the order of their ids; and how many people are in it. */
export const rolesColumn: RawBuilder<OutputOf<typeof GroupRole>[]> = sql`(SELECT coalesce(
    json_agg(json_build_object('roleId', r.id, 'type', r.type, 'name', r.name) ORDER BY r.id), '[]')
  FROM user_group_role o JOIN role r ON r.id = o.role_id WHERE o.group_id = g.id)`;
export const usersColumn: RawBuilder<number> = sql`(SELECT count(*)::int FROM user_group_member m WHERE m.group_id = g.id)`;

/** Sets the memberships of an account: of the groups `among`, it is in those of `in` and no others. */
export async function setMemberships(
  db: Db,
  accountId: number,
  { among, in: memberOf }: { readonly among: readonly number[]; readonly in: readonly number[] },
): Promise<void> {
  if (among.length === 0) return;
  await db
    .deleteFrom('user_group_member')
    .where('account_id', '=', accountId)
    .where('group_id', 'in', [...among])
    .where('group_id', 'not in', [0, ...memberOf])
    .execute();
  if (memberOf.length === 0) return;
  await db
    .insertInto('user_group_member')
    // A group that was deleted since it was mapped is passed over.
    .columns(['group_id', 'account_id'])
    .expression((each) =>
      each
        .selectFrom('user_group')
        .select((of) => ['id', of.val(accountId).as('account_id')])
        .where('id', 'in', [...memberOf]),
    )
    .onConflict((on) => on.doNothing())
    .execute();
}

/** The accounts in a group. */
export async function accountsIn(db: Db, groupId: number): Promise<number[]> {
  const rows = await db.selectFrom('user_group_member').select('account_id').where('group_id', '=', groupId).execute();
  return rows.map(({ account_id }) => account_id);
}
