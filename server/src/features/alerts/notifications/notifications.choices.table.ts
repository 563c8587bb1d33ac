/** Which kinds of notification an account does without, project by project. */
import type { choosableTypes, Notification } from '@plumbline/contract/alerts/notifications';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';

type Choosable = (typeof choosableTypes)[number];
export interface Choice {
  readonly projectId: number;
  readonly projectName: string;
  readonly corporationId: number;
  readonly muted: Choosable[];
}

/** For a query that has the account as `told` and the project as `j`: whether this kind reaches that account. */
export const isWanted = (type: Notification['type']) => sql<boolean>`NOT EXISTS (SELECT FROM notification_choice c
  WHERE c.account_id = told.id AND c.project_id = j.id AND ${type}::text = ANY(c.muted))`;

export const ofAccount = (db: Db, accountId: number): Promise<Choice[]> =>
  db
    .selectFrom('notification_choice')
    .innerJoin('project', 'project.id', 'notification_choice.project_id')
    .select([
      'project.id as projectId',
      'project.name as projectName',
      'project.corporation_id as corporationId',
      'notification_choice.muted',
    ])
    .where('account_id', '=', accountId)
    .orderBy('project.name')
    .execute();

export async function mutedIn(db: Db, accountId: number, projectId: number): Promise<Choosable[]> {
  const row = await db
    .selectFrom('notification_choice')
    .select('muted')
    .where('account_id', '=', accountId)
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return row?.muted ?? [];
}

/** Nothing muted leaves no row. */
export async function write(db: Db, accountId: number, projectId: number, muted: readonly Choosable[]): Promise<void> {
  if (muted.length === 0) {
    await db
      .deleteFrom('notification_choice')
      .where('account_id', '=', accountId)
      .where('project_id', '=', projectId)
      .execute();
    return;
  }
  await db
    .insertInto('notification_choice')
    .values({ account_id: accountId, project_id: projectId, muted: [...muted] })
    .onConflict((on) => on.columns(['account_id', 'project_id']).doUpdateSet({ muted: [...muted] }))
    .execute();
}
