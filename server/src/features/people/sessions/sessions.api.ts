/** Who a token belongs to. Tokens are opaque; the database keeps their SHA-256 alone. */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { TokenScope } from '@plumbline/contract/people/users';
import { believedNow, type Clock } from '../../../kernel/clock.ts';
import type { Caller, Db } from '../../../kernel/context.ts';
import { hashOf } from '../../../kernel/secrets.ts';
import { idleSeconds } from '../users/users.api.ts';
import { touchToken } from '../users/users.sessions.api.ts';

export { programOf } from './logic/program.ts';
export { enterAccount, report as reportSignIn, signinByPassword } from './sessions.service.ts';
export { hashOf };

/** How often a live session writes that it is alive. */
const touchEveryMs = 30_000;

/** A token with its account, and whether that owes its corporation a second factor; undefined = there is none. */
async function tokenRow(db: Db, token: string) {
  return (
    db
      .selectFrom('token')
      .innerJoin('account', 'account.id', 'token.account_id')
      .leftJoin('corporation', 'corporation.id', 'account.corporation_id')
      .select([
        'token.id as tokenId',
        'token.kind',
        'token.last_seen_at',
        'token.created_at',
        'token.expires_at',
        'token.scope',
        'token.strong',
        'token.viewer_token_id as viewerTokenId',
        'account.id',
        'account.name',
        'account.display_name',
      ])
      .select(['account.type', 'account.corporation_id', 'account.session_timeout_seconds', 'account.disabled_at'])
      .select((each) => [
        'corporation.second_factor_demanded',
        each
          .exists(
            each
              .selectFrom('second_factor')
              .select('account_id')
              .whereRef('account_id', '=', 'account.id')
              .where('confirmed_at', 'is not', null),
          )
          .as('has_second_factor'),
      ])
      .where('token.hash', '=', hashOf(token))
      // A challenge opens nothing.
      .where('token.kind', 'in', ['session', 'access'])
      .$narrowType<{ kind: 'session' | 'access' }>()
      .executeTakeFirst()
  );
}

/**
 * The account behind a token, without its project roles. A session ends when it was idle longer than its user allows
 * (negative = never idle out) or the installation (`maxIdle`, seconds; null = no more than that), when it is past its absolute end, or when the account is disabled.
 * Throws notSignedIn without a token and tokenExpired (8007) for one that is not, or no longer, good.
 */
export async function identify(
  db: Db,
  clock: Clock,
  token: string | undefined,
  background: boolean,
  maxIdle: number | null = null,
): Promise<Omit<Caller, 'projects'> & { readonly scope: TokenScope | null; readonly viewerTokenId: number | null }> {
  if (!token) throw new Failure('notSignedIn');
  const row = await tokenRow(db, token);
  // Nobody is signed out by a clock that is ahead.
  const now = believedNow(clock);
  const idleMs = row ? now.getTime() - row.last_seen_at.getTime() : 0;
  const allowed = row ? idleSeconds(row.session_timeout_seconds, maxIdle) : 0;
  const idledOut = row?.kind === 'session' && allowed >= 0 && idleMs > allowed * 1000;
  if (!row || row.disabled_at || row.expires_at <= now || idledOut) throw new Failure('tokenExpired');
  const firstUse = row.kind === 'access' && row.last_seen_at.getTime() === row.created_at.getTime();
  if (firstUse || (!background && idleMs > touchEveryMs)) {
    // A token that was never used is one last seen when it was made: its first use comes after that, however soon.
    const lastSeen = new Date(Math.max(now.getTime(), row.created_at.getTime() + 1));
    await touchToken(db, row.tokenId, lastSeen);
  }
  return {
    accountId: row.id,
    name: row.name,
    displayName: row.display_name,
    type: row.type,
    corporationId: row.corporation_id,
    tokenId: row.tokenId,
    tokenKind: row.kind,
    needsSecondFactor:
      row.kind === 'session' && row.second_factor_demanded === true && !row.has_second_factor && !row.strong,
    scope: row.scope,
    viewerTokenId: row.viewerTokenId,
  };
}
