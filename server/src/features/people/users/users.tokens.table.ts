import type { AccessToken, TokenScope } from '@plumbline/contract/people/users';
import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../../kernel/context.ts';
import type { Tables } from '../../../kernel/tables.ts';

type Token = z.output<typeof AccessToken>;

/** The access tokens of an account that are still good, newest first. */
export async function ofAccount(db: Db, accountId: number, now: Date): Promise<Token[]> {
  const rows = await db
    .selectFrom('token')
    .leftJoin('token_use', 'token_use.token_id', 'token.id')
    .selectAll('token')
    .select(['token_use.calls', 'token_use.refused', 'token_use.refused_at'])
    .where('account_id', '=', accountId)
    .where('kind', '=', 'access')
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(fromRow);
}

export async function insert(
  db: Db,
  token: {
    hash: Buffer;
    accountId: number;
    name: string;
    now: Date;
    expiresAt: Date;
    scope: TokenScope | null;
  },
): Promise<Token> {
  const row = await db
    .insertInto('token')
    .values({
      hash: token.hash,
      kind: 'access',
      account_id: token.accountId,
      name: token.name,
      created_at: token.now,
      last_seen_at: token.now,
      expires_at: token.expiresAt,
      scope: token.scope && JSON.stringify(token.scope),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return fromRow({ ...row, calls: null, refused: null, refused_at: null });
}

/** Takes one access token away; false where the account has no such token. */
export async function remove(db: Db, accountId: number, id: number): Promise<boolean> {
  const gone = await db
    .deleteFrom('token')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('kind', '=', 'access')
    .executeTakeFirst();
  return gone.numDeletedRows > 0n;
}

/** Ends every session of an account and takes its access tokens away. */
export async function removeAll(db: Db, accountId: number): Promise<void> {
  await db.deleteFrom('token').where('account_id', '=', accountId).execute();
}

/** Ends the sessions of an account, all but one, and takes its access tokens away. */
export async function endOthers(db: Db, accountId: number, exceptTokenId: number): Promise<void> {
  await db.deleteFrom('token').where('account_id', '=', accountId).where('id', '!=', exceptTokenId).execute();
}

type Use = Selectable<Tables['token_use']>;
type Row = Selectable<Tables['token']> & { [F in 'calls' | 'refused' | 'refused_at']: Use[F] | null };

/** `lastSeenAt` is null for a token that was never used. */
const fromRow = (row: Row): Token => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  lastSeenAt: row.last_seen_at > row.created_at ? row.last_seen_at.toISOString() : null,
  expiresAt: row.expires_at.toISOString(),
  scope: row.scope,
  use: {
    calls: Number(row.calls ?? 0),
    refused: Number(row.refused ?? 0),
    refusedAt: row.refused_at?.toISOString() ?? null,
  },
});
