/**
 * Signing in by the identity provider of a corporation. Invariants: who comes back is believed only in the browser that went
 * there, once, and within ten minutes; nobody gets an account of another corporation, or of an administrator that was not
 * theirs before; groups that are mapped are what the provider says at each sign-in.
 */
import type { Language } from '@plumbline/contract/kernel/constants';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { GroupMapping, sso } from '@plumbline/contract/people/sso';
import { username } from '@plumbline/contract/people/users';
import { reserve } from '../../../kernel/attempts.ts';
import type { Context } from '../../../kernel/context.ts';
import { inTransaction } from '../../../kernel/context-transaction.ts';
import { writeOperation } from '../../../kernel/operation.ts';
import { hashOf, newToken } from '../../../kernel/secrets.ts';
import { onUniqueViolation } from '../../../kernel/unique-violation.ts';
import { lockPrefix } from '../corporations/corporations.api.ts';
import { enterAccount, reportSignIn } from '../sessions/sessions.api.ts';
import { setMemberships } from '../user-groups/user-groups.api.ts';
import { createAccount, setAccountType } from '../users/users.api.ts';
import { removeToken, saveAddress } from '../users/users.sessions.api.ts';
import { begin, type Checks, discover, endAddress, finish, type Person } from './logic/provider.ts';
import { redirectUriOf } from './logic/return-path.ts';
import { problemOf, providerOf } from './sso.service.ts';
import * as table from './sso.table.ts';

type Input<K extends keyof typeof sso> = OutputOf<(typeof sso)[K]['input']>;

/** What is begun must come back within this time. */
const attemptSeconds = 600;
/** From an address within 15 minutes: each asks a provider. */
const maxBegun = 30;
const longestDisplayName = 32;

const route = 'POST /sso-signin';

const refused = (fault: string) => new Failure('ssoRefused', { fault });

/** Throws ssoRefused and tooMany. */
export async function redirect(context: Context, { ssoDomain }: Input<'redirect'>) {
  const { db, now, ip, services, origin } = context;
  await reserve(db, now(), [{ key: `sso:${ip}`, max: maxBegun, beyond: 'delay' }]);
  const connection = await table.ofDomain(db, ssoDomain);
  if (!connection) throw refused('unknownDomain');
  const redirectUri = redirectUriOf(origin);
  const { url, checks } = await byProvider(context, connection.corporation_id, async () =>
    begin(await discover(services.outbound, providerOf(context, connection)), redirectUri),
  );
  const challenge = newToken('plc_');
  await table.insertAttempt(db, {
    challengeHash: hashOf(challenge),
    corporationId: connection.corporation_id,
    redirectUri,
    sealed: services.secrets.encrypt(JSON.stringify(checks)),
    now: now(),
    expiresAt: new Date(now().getTime() + attemptSeconds * 1000),
  });
  return { address: url, challenge };
}

/** What a provider answered; what goes wrong is in the log, and one answer to whoever signs in. */
async function byProvider<T>({ log }: Context, corporationId: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    log.warn({ corporationId, problem: problemOf(error) }, 'single sign-on: the identity provider');
    throw refused('provider');
  }
}

/** Throws ssoRefused; and secondFactorNeeded, with a challenge, where a code must follow. */
export async function signin(context: Context, { challenge, query, language }: Input<'signin'>) {
  const person = await returned(context, hashOf(challenge), query);
  const accountId = await inTransaction(context, async (inside) => await enter(inside, { ...person, language })).catch(
    async (error: unknown) => {
      await reportSignIn(context, { accountId: null, outcome: 'ssoRefused', route });
      throw error;
    },
  );
  return await enterAccount(context, accountId, {
    route,
    way: 'sso',
    strong: true,
    onSession: async (db, tokenId) => {
      const sealed = context.services.secrets.encrypt(person.idToken);
      const { sid } = person.claims;
      const session = { tokenId, corporationId: person.connection.corporation_id, sealed };
      await table.saveSession(db, { ...session, sid: typeof sid === 'string' && sid !== '' ? sid : null });
      await saveAddress(db, accountId, context.ip, context.now());
    },
  });
}

type Returned = Person & { readonly connection: table.Connection };

/** Who came back to the browser that has the challenge. Anything else leaves the attempt to the browser that it belongs to. */
async function returned(context: Context, challengeHash: Buffer, query: string): Promise<Returned> {
  const { db, now, services } = context;
  const attempt = await table.attempt(db, challengeHash, now());
  if (!attempt) throw await failed(context, 'expired');
  const checks = JSON.parse(services.secrets.decrypt(attempt.sealed)) as Checks;
  if (new URLSearchParams(query).get('state') !== checks.state) throw await failed(context, 'expired');
  if (!(await table.useAttempt(db, challengeHash))) throw await failed(context, 'expired');
  const connection = await table.ofCorporation(db, attempt.corporation_id);
  if (!connection?.enabled) throw await failed(context, 'unknownDomain');
  const person = await byProvider(context, attempt.corporation_id, async () => {
    const config = await discover(services.outbound, providerOf(context, connection));
    return await finish(config, new URL(`${attempt.redirect_uri}?${query}`), checks);
  });
  return { ...person, connection };
}

/** The failure, once its line is written. */
async function failed(context: Context, fault: string): Promise<Failure> {
  await reportSignIn(context, { accountId: null, outcome: 'ssoRefused', route });
  return refused(fault);
}

/** The account of a person, with its groups as the provider says. Throws ssoRefused. */
async function enter(
  context: Context,
  { connection, claims, issuer, subject, language }: Returned & { readonly language: Language },
): Promise<number> {
  const { db, now, changed } = context;
  const identity = { corporationId: connection.corporation_id, issuer, subject };
  // One after the other: two first sign-ins of one person must not open two accounts.
  const prefix = (await lockPrefix(db, connection.corporation_id))?.prefix ?? null;
  let account = await table.accountOf(db, identity);
  if (!account) {
    const first = await firstSignIn(context, connection, { claims, prefix, language });
    account = first.account;
    await table.link(db, identity, account.id, now());
    await logLink(context, connection.corporation_id, account, first.isNew);
  }
  if (account.disabled_at) throw refused('disabled');
  await followGroups(context, connection, account, groupsIn(claims[connection.groups_claim]));
  await changed({ kind: 'account', id: account.id });
  return account.id;
}

/** The account that somebody gets who was never here: their own of that username, or a new one. */
async function firstSignIn(
  { db, now }: Context,
  { corporation_id: corporationId, username_claim, first_sign_in }: table.Connection,
  { claims, prefix, language }: { claims: Person['claims']; prefix: string | null; language: Language },
) {
  const own = username.safeParse(claims[username_claim]);
  if (!own.success) throw refused('username');
  const full = prefix === null ? own : username.safeParse(`${prefix}.${own.data}`);
  const there = await table.unlinkedAccount(db, corporationId, [own.data, full.data ?? own.data]);
  // Whoever can name themselves at the provider would else be whom they like.
  if (there?.type === 'Admin' || there?.type === 'System') throw refused('administrator');
  if (there) return { account: there, isNew: false };
  if (first_sign_in === 'refuse') throw refused('unknownUser');
  if (!full.success) throw refused('username');
  const displayName = typeof claims['name'] === 'string' ? claims['name'].replace(/\p{Cc}/gu, '').trim() : '';
  const account = createAccount(db, {
    corporation_id: corporationId,
    name: full.data,
    type: 'Normal',
    display_name: (displayName || own.data).slice(0, longestDisplayName),
    // No password is right: one signs in at the provider.
    password_hash: '-',
    language,
    created_at: now(),
  });
  return { account: await onUniqueViolation(account, 'account_name', refused('nameTaken')), isNew: true };
}

/** That an account was opened for somebody of the provider, or an account that was there became theirs. */
async function logLink(
  { db, now, ip, agent }: Context,
  corporationId: number,
  account: { readonly id: number; readonly name: string },
  isNew: boolean,
): Promise<void> {
  await writeOperation(db, {
    at: now(),
    accountId: account.id,
    accountName: account.name,
    corporationId,
    projectId: null,
    scope: 'User',
    scopeId: account.id,
    action: isNew ? 'Create' : 'Update',
    route,
    outcome: 'done',
    ip,
    agent,
    content: { input: { linkedToProvider: true } },
  });
}

const groupsIn = (claim: unknown): ReadonlySet<string> =>
  new Set([claim].flat().filter((each): each is string => typeof each === 'string'));

/** Of the groups that are mapped, somebody is in those that the provider names, and no others. */
async function followGroups(
  { db }: Context,
  connection: table.Connection,
  account: { readonly id: number; readonly type: string },
  named: ReadonlySet<string>,
): Promise<void> {
  const mappings = connection.groups as readonly GroupMapping[];
  const present = mappings.filter(({ group }) => named.has(group));
  const idsOf = (list: readonly GroupMapping[]) => [...new Set(list.flatMap(({ userGroupId }) => userGroupId ?? []))];
  await setMemberships(db, account.id, { among: idsOf(mappings), in: idsOf(present) });
  const mapsTypes = mappings.some(({ type }) => type !== null);
  if (!mapsTypes || account.type === 'Admin' || account.type === 'System') return;
  const type = present.some((each) => each.type === 'Manager') ? 'Manager' : 'Normal';
  if (type !== account.type) await setAccountType(db, account.id, type);
}

/** Ends the session here at once, whatever becomes of that at the provider. */
export async function signout(context: Context) {
  const { db, caller, services, origin, log } = context;
  const begun = await table.sessionOf(db, caller.tokenId);
  await removeToken(db, caller.tokenId);
  await context.changed({ kind: 'account', id: caller.accountId });
  if (!begun) return { address: null };
  try {
    const config = await discover(services.outbound, providerOf(context, begun));
    return { address: endAddress(config, services.secrets.decrypt(begun.sealedToken), `${origin}/`) };
  } catch (error) {
    log.warn({ problem: problemOf(error) }, 'single sign-on: the end of a session at the identity provider');
    return { address: null };
  }
}
