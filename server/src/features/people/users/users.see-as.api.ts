/** Sessions in which an administrator sees as somebody else, as they are stored: tokens that hang on the administrator's own. */
import type { AccountType } from '@plumbline/contract/kernel/permissions';
import type { Db } from '../../../kernel/context.ts';

export async function insertSeeAs(
  db: Db,
  session: {
    readonly hash: Buffer;
    readonly accountId: number;
    readonly viewerTokenId: number;
    readonly ip: string;
    readonly agent: string;
    readonly now: Date;
    readonly expiresAt: Date;
  },
): Promise<void> {
  await db
    .insertInto('token')
    .values({
      hash: session.hash,
      kind: 'session',
      account_id: session.accountId,
      viewer_token_id: session.viewerTokenId,
      ip: session.ip,
      agent: session.agent,
      created_at: session.now,
      last_seen_at: session.now,
      expires_at: session.expiresAt,
    })
    .execute();
}

export interface Viewer {
  readonly id: number;
  readonly name: string;
  readonly displayName: string;
  readonly type: AccountType;
  readonly corporationId: number | null;
  readonly disabledAt: Date | null;
  /** Of their own session. */
  readonly expiresAt: Date;
}

/** Returns the user who looks by a session; undefined = it is its owner's. */
export const viewerOf = (db: Db, tokenId: number): Promise<Viewer | undefined> =>
  db
    .selectFrom('token')
    .innerJoin('token as own', 'own.id', 'token.viewer_token_id')
    .innerJoin('account', 'account.id', 'own.account_id')
    .select([
      'account.id',
      'account.name',
      'account.display_name as displayName',
      'account.type',
      'account.corporation_id as corporationId',
      'account.disabled_at as disabledAt',
      'own.expires_at as expiresAt',
    ])
    .where('token.id', '=', tokenId)
    .executeTakeFirst();
