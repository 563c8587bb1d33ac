/**
 * Users: the accounts of a corporation, seen by those who administer them. What one does with one's own account is in
 * users.profile.service.ts.
 *
 * Invariant: a corporation is never left without an enabled administrator, and nobody reaches above their own type.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { users } from '@plumbline/contract/people/users';
import type { userSessions } from '@plumbline/contract/people/users.sessions';
import type { Context } from '../../../kernel/context.ts';
import { inTransaction } from '../../../kernel/context-transaction.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { hashPassword } from '../../../kernel/secrets.ts';
import { onNameTaken } from '../../../kernel/unique-violation.ts';
import { lockTarget, notAbove, notOneself, replacePassword } from './users.api.ts';
import { removeSessions } from './users.sessions.api.ts';
import * as table from './users.table.ts';
import * as tokens from './users.tokens.table.ts';

type Input<K extends keyof typeof users> = OutputOf<(typeof users)[K]['input']>;

export async function list(context: Context, { corporationId, ...filter }: Input<'list'>) {
  return table.page(context.db, corporationId, filter);
}

/** Throws nameTaken: usernames are unique over all corporations, whatever their case. */
export async function create(context: Context, input: Input<'create'>) {
  notAbove(context, input.type);
  const password_hash = await hashPassword(input.password);
  const account = table.insert(context.db, {
    corporation_id: input.corporationId,
    name: input.name,
    display_name: input.displayName,
    type: input.type,
    password_hash,
    created_at: context.now(),
  });
  return { user: table.fromRow(await onNameTaken(account, { name: input.name })) };
}

export async function get(context: Context, { userId }: Input<'get'>) {
  const row = requireRow(await table.byId(context.db, userId), { userId });
  return { user: table.fromRow(row) };
}

/** Throws protectedRecord for a change of type that would leave no administrator, and for a System account. */
export async function update(context: Context, { userId, displayName, type }: Input<'update'>) {
  const before = await lockTarget(context, userId);
  const changesType = type !== undefined && type !== before.type;
  if (changesType) {
    // What outlives an access token is not made by one.
    if (context.caller.tokenKind === 'access') throw new Failure('notAllowed', { needs: 'session' });
    notAbove(context, type);
    if (before.type === 'System') throw new Failure('protectedRecord', { userId });
    await notTheLast(context, before);
  }
  if (displayName === undefined && !changesType) return { user: table.fromRow(before) };
  const row = await table.update(context.db, userId, {
    ...(displayName !== undefined && { display_name: displayName }),
    ...(changesType && { type }),
  });
  await context.changed({ kind: 'account', id: userId });
  return { user: table.fromRow(row) };
}

/** Ends what the account is signed in with, and the delays that wrong tries have brought on it. Throws tooMany. */
export async function setPassword(context: Context, { userId, password }: Input<'setPassword'>) {
  const password_hash = await hashPassword(password);
  return await inTransaction(context, async (inside) => {
    const { name } = await lockTarget(inside, userId);
    await replacePassword(inside, { id: userId, name }, password_hash);
    return {};
  });
}

/** Signs somebody out everywhere; programs with their access tokens go on. */
export async function endSessions(
  context: Context,
  { userId }: OutputOf<(typeof userSessions)['endSessions']['input']>,
) {
  await lockTarget(context, userId);
  const ended = await removeSessions(context.db, userId, context.now());
  await context.changed({ kind: 'account', id: userId });
  return { ended };
}

/** Throws protectedRecord for oneself and for the last administrator. */
export async function disable(context: Context, { userId, disabled }: Input<'disable'>) {
  const before = await lockTarget(context, userId);
  if (disabled) {
    notOneself(context, userId);
    await notTheLast(context, before);
  }
  const at = disabled ? (before.disabled_at ?? context.now()) : null;
  const row = await table.update(context.db, userId, { disabled_at: at });
  if (disabled) await end(context, userId);
  return { user: table.fromRow(row) };
}

/** Throws protectedRecord for oneself and for the last administrator. */
export async function remove(context: Context, { userId }: Input<'remove'>) {
  const { files } = context.services;
  const before = await lockTarget(context, userId);
  notOneself(context, userId);
  // The last one out may be removed by System, so that an empty corporation can be closed.
  const closing =
    context.caller.type === 'System' &&
    before.corporation_id !== null &&
    (await table.count(context.db, before.corporation_id)) === 1;
  if (!closing) await notTheLast(context, before);
  await end(context, userId);
  await table.remove(context.db, userId);
  if (before.avatar) await files.remove(context, before.avatar);
  return {};
}

/** For a row that is about to stop being an enabled administrator. */
async function notTheLast({ db }: Context, row: table.Row) {
  if ((row.type !== 'Admin' && row.type !== 'System') || row.disabled_at) return;
  const active = await table.lockActive(db, row.corporation_id, row.type);
  if (active.every((id) => id === row.id)) throw new Failure('protectedRecord', { userId: row.id, last: row.type });
}

/** Ends everything that an account is signed in with, on every process. */
async function end(context: Context, userId: number) {
  await tokens.removeAll(context.db, userId);
  await context.changed({ kind: 'account', id: userId });
}
