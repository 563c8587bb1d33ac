/** One's own account: profile, preferences, password, picture and access tokens. Invariant: only ever the caller's own. */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { Preferences, type TokenScope, type users } from '@plumbline/contract/people/users';
import { permissionsAnywhere, visibleProjects } from '../../../kernel/access.ts';
import type { Context } from '../../../kernel/context.ts';
import { inTransaction } from '../../../kernel/context-transaction.ts';
import { type Download, storedPicture } from '../../../kernel/downloads.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { hashOf, hashPassword, newToken } from '../../../kernel/secrets.ts';
import type { Upload } from '../../../kernel/serve.ts';
import { idleSeconds, preferencesOf, signedIn } from './users.api.ts';
import * as table from './users.table.ts';
import * as tokens from './users.tokens.table.ts';

type Input<K extends keyof typeof users> = OutputOf<(typeof users)[K]['input']>;

/** A person needs a handful; a program that makes them in a loop is stopped. */
const maxTokens = 20;
const pictureMaxBytes = 1024 * 1024;

export async function profile(context: Context) {
  const account = requireRow(
    await signedIn(context.db, context.caller.accountId, context.services.config.sessionTimeoutMax),
  );
  return account;
}

export async function updateProfile(context: Context, input: Input<'updateProfile'>) {
  const change = {
    ...(input.displayName !== undefined && { display_name: input.displayName }),
    ...(input.theme !== undefined && { theme: input.theme }),
    ...(input.language !== undefined && { language: input.language }),
    ...(input.sessionTimeout !== undefined && { session_timeout_seconds: capped(context, input.sessionTimeout) }),
  };
  // A pack lies over one language: with another one it is left.
  if (input.language !== undefined)
    await table.setPreference(context.db, context.caller.accountId, 'languagePack', null);
  if (Object.keys(change).length === 0) return { user: table.fromRow(await requireOwnAccount(context)) };
  const row = await table.update(context.db, context.caller.accountId, change);
  await context.changed({ kind: 'account', id: row.id });
  return { user: table.fromRow(row) };
}

/** What is longer than the installation allows is what it allows. */
const capped = ({ services }: Context, seconds: number): number =>
  idleSeconds(seconds, services.config.sessionTimeoutMax);

/** Throws badInput where the value is not what that preference takes. */
export async function updatePreference(context: Context, { preferenceKey, value }: Input<'updatePreference'>) {
  const parsed = Preferences.shape[preferenceKey].safeParse(value);
  if (!parsed.success)
    throw new Failure(
      'badInput',
      parsed.error.issues.map((issue) => ({ path: ['value', ...issue.path].join('.'), message: issue.message })),
    );
  const { accountId } = context.caller;
  if (preferenceKey === 'sessionTimeout') {
    const row = await table.update(context.db, accountId, {
      session_timeout_seconds: capped(context, parsed.data as number),
    });
    await context.changed({ kind: 'account', id: accountId });
    return { preferences: preferencesOf(row) };
  }
  const row = await table.setPreference(context.db, accountId, preferenceKey, parsed.data);
  return { preferences: preferencesOf(row) };
}

/** Throws wrongPassword and tooMany. */
export async function changePassword(context: Context, { current, password }: Input<'changePassword'>) {
  const { accountId, tokenId } = context.caller;
  context.confirm({ id: accountId, passwordHash: (await requireOwnAccount(context)).password_hash }, current);
  const password_hash = await hashPassword(password);
  return await inTransaction(context, async ({ db, changed }) => {
    await table.update(db, accountId, { password_hash });
    await tokens.endOthers(db, accountId, tokenId);
    await changed({ kind: 'account', id: accountId });
    return {};
  });
}

export async function listTokens(context: Context) {
  return { accessTokens: await tokens.ofAccount(context.db, context.caller.accountId, context.now()) };
}

/**
 * Throws listFull, and notAllowed or notFound for a scope that holds more than the caller. An access token makes no other: a
 * leaked one would outlive its own end.
 */
export async function createToken(context: Context, { name, expiresInDays, scope }: Input<'createToken'>) {
  const { accountId } = context.caller;
  if (scope) await refuseMore(context, scope);
  await table.lock(context.db, accountId);
  const now = context.now();
  if ((await tokens.ofAccount(context.db, accountId, now)).length >= maxTokens)
    throw new Failure('listFull', { most: maxTokens });
  const token = newToken('pla_');
  const expiresAt = new Date(now.getTime() + expiresInDays * 86_400_000);
  return {
    accessToken: await tokens.insert(context.db, { hash: hashOf(token), accountId, name, now, expiresAt, scope }),
    token,
  };
}

/** Throws where a scope names what its owner does not hold: such a token would say more than it can do. */
async function refuseMore({ db, caller }: Context, { permissions, projectIds }: TokenScope): Promise<void> {
  // An account above the corporations is a member of no project.
  if (caller.type === 'System')
    throw new Failure('badInput', [{ path: 'scope', message: 'scopeOfSystem', code: 'custom' }]);
  const grantable = permissionsAnywhere(caller);
  const missing = permissions.find((permission) => !grantable.has(permission));
  if (missing) throw new Failure('notAllowed', { needs: missing });
  const visible = await table.visibleProjectIds(db, visibleProjects(caller));
  const foreign = projectIds?.find((projectId) => !visible.has(projectId));
  if (foreign !== undefined) throw new Failure('notFound', { projectId: foreign });
}

export async function revokeToken(context: Context, { tokenId }: Input<'revokeToken'>) {
  const { accountId } = context.caller;
  if (!(await tokens.remove(context.db, accountId, tokenId))) throw new Failure('notFound', { tokenId });
  await context.changed({ kind: 'account', id: accountId });
  return {};
}

export async function setAvatar(context: Context, _: Input<'setAvatar'>, upload: Upload) {
  const { files } = context.services;
  const { accountId, corporationId } = context.caller;
  const avatar = await files.put(context, upload.stream, {
    type: upload.type,
    maxBytes: pictureMaxBytes,
    corporationId,
    createdBy: accountId,
  });
  const before = await table.lock(context.db, accountId);
  const row = await table.update(context.db, accountId, { avatar });
  if (before?.avatar) await files.remove(context, before.avatar);
  return { user: table.fromRow(row) };
}

export async function avatar(context: Context): Promise<Download> {
  return await storedPicture(context, (await requireOwnAccount(context)).avatar, { name: 'avatar' });
}

async function requireOwnAccount(context: Context): Promise<table.Row> {
  const row = requireRow(await table.byId(context.db, context.caller.accountId));
  return row;
}
