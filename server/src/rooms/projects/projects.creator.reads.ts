/**
 * The password of a project's creator: what stands between a slip of the hand and years of readings (specification 5).
 * Invariant: a wrong try is counted, whatever becomes of the request, and counts together with the tries at sign-in.
 */
import { Failure } from '@plumbline/contract/errors';
import { countFailure, refuseTooMany, triesPerAccount } from '../../kernel/attempts.ts';
import type { Context } from '../../kernel/context.ts';
import { matchesPassword } from '../../kernel/secrets.ts';

/**
 * Asks for the password of the project's creator; the caller's own where the creator is gone.
 * Throws passwordNeeded without one, wrongPassword, and tooMany after ten wrong ones in 15 minutes.
 */
export async function confirmCreator(
  { db, caller, now, regardless }: Pick<Context, 'db' | 'caller' | 'now' | 'regardless'>,
  projectId: number,
  password: string | undefined,
): Promise<void> {
  const creator = await db
    .selectFrom('account')
    .select(['name', 'display_name', 'password_hash'])
    .where('id', '=', (query) =>
      query
        .selectFrom('project')
        .select((each) => each.fn.coalesce('creator_id', each.val(caller.accountId)).as('id'))
        .where('project.id', '=', projectId),
    )
    .executeTakeFirst();
  if (!creator) throw new Failure('notFound', { projectId });
  if (!password) throw new Failure('passwordNeeded', { creator: creator.display_name });
  await confirmPassword({ db, now, regardless }, creator, password);
}

/** Throws wrongPassword unless it is the account's, and tooMany after ten wrong ones in 15 minutes. */
export async function confirmPassword(
  { db, now, regardless }: Pick<Context, 'db' | 'now' | 'regardless'>,
  account: { readonly name: string; readonly password_hash: string },
  password: string,
): Promise<void> {
  const key = `account:${account.name.toLowerCase()}`;
  await refuseTooMany(db, now(), [{ key, most: triesPerAccount }]);
  if (await matchesPassword(account.password_hash, password)) return;
  const at = now();
  regardless((pool) => countFailure(pool, at, [key]));
  throw new Failure('wrongPassword');
}
