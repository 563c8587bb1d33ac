import { type Duty, duties } from '@plumbline/contract/site/structures.settings';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows } from '../../../kernel/rows.ts';

/** Returns the people of a structure, by duty and name; those who have left the project since are not among them. */
export async function ofStructure(db: Db, structureId: number) {
  const rows = await db
    .selectFrom('structure_member as member')
    .innerJoin('structure', 'structure.id', 'member.structure_id')
    .innerJoin('account', 'account.id', 'member.account_id')
    .select(['account.id as userId', 'account.name', 'account.display_name as displayName', 'member.duty'])
    .where('member.structure_id', '=', structureId)
    .where(
      sql<boolean>`EXISTS (SELECT FROM project_grant g WHERE g.project_id = structure.project_id AND g.account_id = account.id)`,
    )
    .orderBy('account.name')
    .execute();
  return rows.sort((a, b) => duties.indexOf(a.duty) - duties.indexOf(b.duty));
}

/** The accounts that are active members of a project, by themselves or by a user group. */
export async function active(db: Db, projectId: number): Promise<Set<number>> {
  const { rows } = await sqlRows({ account_id: 'number' })`
    SELECT DISTINCT account_id FROM project_grant WHERE project_id = ${projectId}`.execute(db);
  return new Set(rows.map((row) => row.account_id));
}

export async function replace(
  db: Db,
  structureId: number,
  members: readonly { readonly memberId: number; readonly duty: Duty }[],
): Promise<void> {
  await db.deleteFrom('structure_member').where('structure_id', '=', structureId).execute();
  if (members.length === 0) return;
  await db
    .insertInto('structure_member')
    .values(members.map(({ memberId, duty }) => ({ structure_id: structureId, account_id: memberId, duty })))
    .execute();
}
