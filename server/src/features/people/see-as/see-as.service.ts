/**
 * An administrator sees what one of their people sees. Invariants: such a session only reads (kernel/serve.ts refuses the
 * rest), it ends with the administrator's own, it never leads to more rights, and both accounts have a line in the log.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { type seeAs, seeAsMinutes } from '@plumbline/contract/people/see-as';
import type { Caller, Context } from '../../../kernel/context.ts';
import { type Operation, writeOperation } from '../../../kernel/operation.ts';
import { hashOf, newToken } from '../../../kernel/secrets.ts';
import { lockTarget } from '../users/users.api.ts';
import { insertSeeAs } from '../users/users.see-as.api.ts';
import { removeToken } from '../users/users.sessions.api.ts';
import { maySeeAs } from './see-as.api.ts';

type Input<K extends keyof typeof seeAs> = OutputOf<(typeof seeAs)[K]['input']>;

/** Throws notFound, notAllowed for somebody above, and seeAsRefused for oneself, a disabled account and within such a session. */
export async function begin(context: Context, { userId }: Input<'begin'>) {
  const { caller, db, now, ip, agent } = context;
  const row = await lockTarget(context, userId);
  const target = { type: row.type, corporationId: row.corporation_id };
  const isOther = userId !== caller.accountId && row.disabled_at === null && caller.viewer === undefined;
  if (!isOther || !maySeeAs(caller, target)) throw new Failure('seeAsRefused');
  const token = newToken('pls_');
  const expiresAt = new Date(now().getTime() + seeAsMinutes * 60_000);
  await insertSeeAs(db, {
    hash: hashOf(token),
    accountId: userId,
    viewerTokenId: caller.tokenId,
    ip,
    now: now(),
    expiresAt,
    agent: `[${caller.name}] ${agent}`.slice(0, 200),
  });
  // The line of the administrator is written with the request; this is the one of whoever is seen.
  await note(context, { accountId: userId, name: row.name, corporationId: row.corporation_id }, 'begin', caller.name);
  return { token, expiresAt: expiresAt.toISOString() };
}

/** Throws seeAsRefused where the session is one's own. */
export async function end(context: Context) {
  const { caller, db } = context;
  const viewer = caller.viewer;
  if (!viewer) throw new Failure('seeAsRefused');
  await removeToken(db, caller.tokenId);
  await note(context, { ...viewer, corporationId: caller.corporationId }, 'end', viewer.name);
  await context.changed({ kind: 'account', id: caller.accountId });
  return {};
}

type Account = Pick<Caller, 'accountId' | 'name' | 'corporationId'>;

/** A line under one account about what is done by another. */
const note = (
  { db, now, ip, agent, caller }: Context,
  of: Account,
  act: 'begin' | 'end',
  viewer: string,
): Promise<void> =>
  writeOperation(db, {
    at: now(),
    accountId: of.accountId,
    accountName: of.name,
    corporationId: of.corporationId,
    projectId: null,
    scope: 'User',
    scopeId: act === 'begin' ? of.accountId : caller.accountId,
    action: 'SignIn',
    route: act === 'begin' ? 'POST /users/{userId}/see-as' : 'DELETE /see-as',
    outcome: 'done',
    ip,
    agent,
    content: { seeAs: act, viewer },
  } satisfies Operation);
