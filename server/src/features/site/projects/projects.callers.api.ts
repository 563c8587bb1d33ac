/** The caller that an account is where something else than a token says who it is: a chat, a telephone. */
import type { Caller, Db } from '../../../kernel/context.ts';
import { grants } from './projects.api.ts';

/** Returns an account as it may act today; null = there is none, or it is disabled. */
export async function callerOfAccount(db: Db, accountId: number, now: Date): Promise<Caller | null> {
  const account = await db
    .selectFrom('account')
    .select(['id', 'name', 'display_name', 'type', 'corporation_id'])
    .where('id', '=', accountId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (!account) return null;
  return {
    accountId: account.id,
    name: account.name,
    displayName: account.display_name,
    type: account.type,
    corporationId: account.corporation_id,
    tokenId: 0,
    tokenKind: 'session',
    projects: await grants(db, account.id, now),
  };
}
