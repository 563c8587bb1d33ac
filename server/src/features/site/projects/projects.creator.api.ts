/**
 * The password of a project's creator: the safeguard between a slip and years of readings (specification 5).
 * Invariant: tries are counted by who makes them and by whose password it is, and keep nobody from signing in.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { Context } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';

/** Whose password counts: the creator's; the caller's own where the creator is gone. */
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

/**
 * Asks for the password of the project's creator; the caller's own where the creator is gone.
 * Throws passwordNeeded without one, wrongPassword, and tooMany after ten wrong ones in 15 minutes.
 */
export async function confirmCreator(
  { db, caller, confirm }: Pick<Context, 'db' | 'caller' | 'confirm'>,
  projectId: number,
  password: string | undefined,
): Promise<void> {
  const creator = requireRow(await creatorOf({ db, caller }, projectId), { projectId });
  if (!password) throw new Failure('passwordNeeded', { creator: creator.display_name });
  confirm({ id: creator.id, passwordHash: creator.password_hash }, password);
}
