/**
 * Where somebody is signed in, and ending that. Invariant: only ever the caller's own sessions, and by a session: an access
 * token that leaked neither learns of them nor signs its owner out.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { OwnSession, ownSessions } from '@plumbline/contract/people/sessions.own';
import type { Context } from '../../../kernel/context.ts';
import { removeSession, removeSessions, sessionsOf } from '../users/users.sessions.api.ts';
import { programOf } from './logic/program.ts';

type Input<K extends keyof typeof ownSessions> = OutputOf<(typeof ownSessions)[K]['input']>;

export async function list(context: Context, { page, pageSize }: Input<'list'>) {
  const { accountId, tokenId } = context.caller;
  const { rows, total } = await sessionsOf(context.db, {
    accountId,
    now: context.now(),
    page,
    pageSize,
    maxIdle: context.services.config.sessionTimeoutMax,
  });
  const sessions = rows.map(
    (row): OwnSession => ({
      id: row.id,
      ...programOf(row.agent),
      agent: row.agent,
      address: row.ip,
      createdAt: row.created_at.toISOString(),
      lastSeenAt: row.last_seen_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
      current: row.id === tokenId,
    }),
  );
  return { sessions, total };
}

/** Throws notFound for what is no session of the caller, or has ended. */
export async function end(context: Context, { sessionId }: Input<'end'>) {
  const { accountId } = context.caller;
  if (!(await removeSession(context.db, accountId, sessionId))) throw new Failure('notFound', { sessionId });
  await context.changed({ kind: 'account', id: accountId });
  return {};
}

export async function endOthers(context: Context) {
  const { accountId, tokenId } = context.caller;
  const ended = await removeSessions(context.db, accountId, context.now(), tokenId);
  await context.changed({ kind: 'account', id: accountId });
  return { ended };
}
