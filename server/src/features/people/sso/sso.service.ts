/**
 * The identity provider of a corporation as its administrators set it up. Invariants: the client's secret goes in and never
 * comes out; a domain leads to one corporation; groups are mapped to user groups of the same corporation alone.
 */
import { isIP } from 'node:net';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { sso } from '@plumbline/contract/people/sso';
import type { Context } from '../../../kernel/context.ts';
import { isPublic } from '../../../kernel/outbound.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { onNameTaken } from '../../../kernel/unique-violation.ts';
import { discover, type Provider } from './logic/provider.ts';
import { logoutUriOf, redirectUriOf } from './logic/return-path.ts';
import * as table from './sso.table.ts';

type Input<K extends keyof typeof sso> = OutputOf<(typeof sso)[K]['input']>;

export async function get({ db, origin }: Context, { corporationId }: Input<'get'>) {
  const row = await table.ofCorporation(db, corporationId);
  const addresses = { redirectUri: redirectUriOf(origin), logoutUri: logoutUriOf(origin) };
  return { connection: row ? table.fromRow(row, addresses) : null, ...addresses };
}

/** Throws nameTaken for the domain of another corporation, notFound for a user group of another, badInput for an open issuer. */
export async function put(context: Context, { corporationId, secret, ...settings }: Input<'put'>) {
  const { db, services, origin } = context;
  requireEncryption(context, settings.issuer);
  const groupIds = [...new Set(settings.groups.flatMap(({ userGroupId }) => userGroupId ?? []))];
  if ((await table.groupsAmong(db, corporationId, groupIds)) < groupIds.length)
    throw new Failure('notFound', { userGroupId: groupIds });
  const before = await table.ofCorporation(db, corporationId);
  // A secret goes to the provider that it was entered for, and to no other.
  const stays = before?.issuer === settings.issuer && before.client_id === settings.clientId ? before.sealed : null;
  const saved = table.put(db, {
    corporation_id: corporationId,
    enabled: settings.enabled,
    domain: settings.domain,
    issuer: settings.issuer,
    client_id: settings.clientId,
    sealed: secret === '' ? stays : services.secrets.encrypt(secret),
    first_sign_in: settings.firstSignIn,
    username_claim: settings.usernameClaim,
    groups_claim: settings.groupsClaim,
    groups: JSON.stringify(settings.groups),
  });
  await onNameTaken(saved, { domain: settings.domain });
  if (before && before.issuer !== settings.issuer) await table.forgetIdentities(db, corporationId);
  const row = requireRow(await table.ofCorporation(db, corporationId), { corporationId });
  return { connection: table.fromRow(row, { redirectUri: redirectUriOf(origin), logoutUri: logoutUriOf(origin) }) };
}

/** Over http a secret goes only where the settings of the installation name the host, or to an address of its own network. */
function requireEncryption({ services }: Context, issuer: string): void {
  const { protocol, hostname } = new URL(issuer);
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const isNamed = services.config.outboundAllow.some((each) => each.toLowerCase() === host);
  const isInside = isIP(host) !== 0 && !isPublic(host);
  if (protocol === 'http:' && !isNamed && !isInside)
    throw new Failure('badInput', [{ path: 'issuer', message: 'issuerPlain', code: 'custom' }]);
}

export async function check(context: Context, { corporationId }: Input<'check'>) {
  const row = requireRow(await table.ofCorporation(context.db, corporationId), { corporationId });
  try {
    await discover(context.services.outbound, providerOf(context, row));
    return { problem: null };
  } catch (error) {
    return { problem: problemOf(error) };
  }
}

export async function remove(context: Context, { corporationId }: Input<'remove'>) {
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

/** Returns the problem, as the library and the network say it. */
export function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  const reason = cause instanceof Error ? `: ${cause.message}` : '';
  return `${error.message}${reason}`.slice(0, 300);
}
