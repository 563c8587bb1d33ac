/**
 * The identity provider of a corporation as its administrators set it up. Invariants: the client's secret goes in and never
 * comes out; a domain leads to one corporation; groups are mapped to user groups of the same corporation alone.
 */
import { Failure } from '@plumbline/contract/errors';
import type { OutputOf } from '@plumbline/contract/route';
import type { sso } from '@plumbline/contract/sso';
import type { Context } from '../../kernel/context.ts';
import { onNameTaken } from '../../kernel/unique-violation.ts';
import { bySession } from '../users/users.api.ts';
import { discover, type Provider } from './logic/provider.ts';
import { redirectUriOf } from './logic/return-path.ts';
import * as table from './sso.table.ts';

type Input<K extends keyof typeof sso> = OutputOf<(typeof sso)[K]['input']>;

export async function get({ db, origin }: Context, { corporationId }: Input<'get'>) {
  const row = await table.ofCorporation(db, corporationId);
  const redirectUri = redirectUriOf(origin);
  return { connection: row ? table.fromRow(row, redirectUri) : null, redirectUri };
}

/** Throws nameTaken for the domain of another corporation, notFound for a user group of another. */
export async function put(context: Context, { corporationId, secret, ...given }: Input<'put'>) {
  const { db, services, origin } = context;
  bySession(context);
  const groupIds = [...new Set(given.groups.flatMap(({ userGroupId }) => userGroupId ?? []))];
  if ((await table.groupsAmong(db, corporationId, groupIds)) < groupIds.length)
    throw new Failure('notFound', { userGroupId: groupIds });
  const before = await table.ofCorporation(db, corporationId);
  // A secret goes to the provider that it was entered for, and to no other.
  const stays = before?.issuer === given.issuer && before.client_id === given.clientId ? before.sealed : null;
  const saved = table.put(db, {
    ...{ corporation_id: corporationId, enabled: given.enabled, domain: given.domain, issuer: given.issuer },
    ...{ client_id: given.clientId, sealed: secret === '' ? stays : services.secrets.encrypt(secret) },
    ...{ first_sign_in: given.firstSignIn, username_claim: given.usernameClaim, groups_claim: given.groupsClaim },
    groups: JSON.stringify(given.groups),
  });
  await onNameTaken(saved, { domain: given.domain });
  if (before && before.issuer !== given.issuer) await table.forgetIdentities(db, corporationId);
  const row = await table.ofCorporation(db, corporationId);
  if (!row) throw new Failure('notFound', { corporationId });
  return { connection: table.fromRow(row, redirectUriOf(origin)) };
}

export async function check(context: Context, { corporationId }: Input<'check'>) {
  const row = await table.ofCorporation(context.db, corporationId);
  if (!row) throw new Failure('notFound', { corporationId });
  try {
    await discover(context.services.outbound, providerOf(context, row));
    return { problem: null };
  } catch (error) {
    return { problem: problemOf(error) };
  }
}

export async function remove(context: Context, { corporationId }: Input<'remove'>) {
  bySession(context);
  if (!(await table.remove(context.db, corporationId))) throw new Failure('notFound', { corporationId });
  await table.forgetIdentities(context.db, corporationId);
  return {};
}

/** A connection with its secret open: in memory alone. */
export const providerOf = ({ services }: Context, row: table.Connection): Provider => ({
  issuer: row.issuer,
  clientId: row.client_id,
  secret: row.sealed === null ? null : services.secrets.decrypt(row.sealed),
});

/** What went wrong, as the library and the network say it. */
export function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  const reason = cause instanceof Error ? `: ${cause.message}` : '';
  return `${error.message}${reason}`.slice(0, 300);
}
