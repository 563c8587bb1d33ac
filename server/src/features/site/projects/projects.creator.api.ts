/**
 * The password of a project's creator: the safeguard between a slip and years of readings (specification 5).
 * Invariant: tries are counted by who makes them, by whose password it is and by the project, and keep nobody from signing
 * in; of what others try or do with it the creator is told.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { Events } from '@plumbline/contract/kernel/events';
import type { Context } from '../../../kernel/context.ts';
import { emit as emitInto } from '../../../kernel/events.ts';
import { requireRow } from '../../../kernel/rows.ts';

/** Returns the account whose password counts: the creator's; the caller's own where the creator is gone. */
export const creatorOf = ({ db, caller }: Pick<Context, 'db' | 'caller'>, projectId: number) =>
  db
    .selectFrom('account')
    .select(['id', 'display_name', 'password_hash'])
    .where('id', '=', (query) =>
      query
        .selectFrom('project')
        .select((each) => each.fn.coalesce('creator_id', each.val(caller.accountId)).as('id'))
        .where('project.id', '=', projectId),
    )
    .executeTakeFirst();

/** An act that is to be confirmed. */
export interface GraveAct {
  readonly projectId: number;
  readonly act: Events['creatorPasswordGiven']['act'];
  readonly pointName?: string;
}

/**
 * Asks for the password of the project's creator; the caller's own where the creator is gone.
 * Throws passwordNeeded without one, wrongPassword, and tooMany after ten wrong ones in 15 minutes.
 */
export async function confirmCreator(
  { db, caller, confirm, now, emit }: Pick<Context, 'db' | 'caller' | 'confirm' | 'now' | 'emit'>,
  { projectId, act, pointName }: GraveAct,
  password: string | undefined,
): Promise<void> {
  const creator = requireRow(await creatorOf({ db, caller }, projectId), { projectId });
  if (!password) throw new Failure('passwordNeeded', { creator: creator.display_name });
  const attempt = { projectId, creatorId: creator.id, byName: caller.displayName, act, pointName: pointName ?? null };
  confirm(
    {
      id: creator.id,
      passwordHash: creator.password_hash,
      guards: {
        projectId,
        refused: (outside) => emitInto(outside, now(), 'creatorPasswordGiven', { ...attempt, outcome: 'wrong' }),
      },
    },
    password,
  );
  if (creator.id !== caller.accountId) await emit('creatorPasswordGiven', { ...attempt, outcome: 'right' });
}
