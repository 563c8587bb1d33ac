/**
 * Sessions: signing in and out, and who a signed-in page is.
 *
 * Invariant: a wrong name, a wrong password and a disabled account are one answer, after the same time, and a try is
 * counted before its password is looked at.
 */
import { Failure } from '@plumbline/contract/errors';
import { password as strongPassword } from '@plumbline/contract/fields';
import type { OutputOf } from '@plumbline/contract/route';
import type { sessions } from '@plumbline/contract/sessions';
import { permissionsAnywhere } from '../../kernel/access.ts';
import { countedTry, forgetAttempts, type Limit } from '../../kernel/attempts.ts';
import type { Caller, Context, Db } from '../../kernel/context.ts';
import { hashOf, matchesPassword, newToken } from '../../kernel/secrets.ts';
import { version } from '../../kernel/version.ts';
import { brief } from '../corporations/corporations.api.ts';
import { signedIn, triesOf } from '../users/users.api.ts';
import { insertSession, isKnownAddress, removeToken, saveAddress } from '../users/users.sessions.api.ts';
import * as table from './sessions.table.ts';

type Input<K extends keyof typeof sessions> = OutputOf<(typeof sessions)[K]['input']>;

/** A session ends after this long, however busy it was. */
const sessionDays = 30;

/** Throws credentialsWrong and tooMany. */
export async function signin(context: Context, input: Input<'signin'>) {
  const accountId = await checked(context, input);
  const token = await open(context, context.db, accountId);
  return {
    token,
    ...(await session(context, await context.identify(token))),
    isSimplePwd: !strongPassword.safeParse(input.password).success,
    isWxBind: false,
  };
}

export async function signout(context: Context) {
  await removeToken(context.db, context.caller.tokenId);
  await context.changed({ kind: 'account', id: context.caller.accountId });
  return {};
}

/** What a signed-in page begins with. */
export async function session(context: Context, caller: Caller = context.caller) {
  const own = await signedIn(context.db, caller.accountId);
  if (!own) throw new Failure('tokenExpired');
  return {
    ...own,
    permissions: [...permissionsAnywhere(caller)],
    corporation: caller.corporationId === null ? null : await brief(context.db, caller.corporationId),
    staticVersion: version,
  };
}

/** Writes a new session of an account and gives its token. */
export async function open(context: Context, db: Db, accountId: number): Promise<string> {
  const token = newToken('pls_');
  const now = context.now();
  const expiresAt = new Date(now.getTime() + sessionDays * 86_400_000);
  await insertSession(db, { hash: hashOf(token), accountId, ip: context.ip, agent: context.agent, now, expiresAt });
  return token;
}

/** Tries within 15 minutes before the next has to wait: of one name from one address, of a name, from an address. */
const max = { pair: 10, name: 100, address: 50 } as const;

/**
 * What a try is counted against. Where somebody has signed in before, what is tried elsewhere does not delay them, and
 * names that are new to an address are counted apart: nobody is kept out by those who do not stand beside him.
 */
async function limitsOf({ db, ip }: Context, accountId: number | undefined, username: string): Promise<Limit[]> {
  const known = accountId !== undefined && (await isKnownAddress(db, accountId, ip));
  const tries = triesOf(username);
  const counted = [
    { key: tries.pair(ip), max: max.pair },
    { key: `${known ? 'known ' : ''}address:${ip}`, max: max.address },
    ...(known ? [] : [{ key: tries.name, max: max.name }]),
  ];
  return counted.map((limit) => ({ ...limit, beyond: 'delay' }));
}

/** The account that the name and password belong to. */
async function checked(context: Context, { username, password }: Input<'signin'>): Promise<number> {
  const { db, ip, now, services } = context;
  const account = await table.account(db, username);
  const limits = await limitsOf(context, account?.id, username);
  const right = await countedTry(db, now(), limits, async () => {
    const same = await matchesPassword(account?.password_hash ?? null, password);
    return same && account !== null && !account.disabled_at;
  });
  services.security.write(context.log, {
    event: 'signIn',
    outcome: right ? 'done' : 'credentialsWrong',
    accountId: account?.id ?? null,
    ip,
    // A wrong password is always reported.
    own: right && context.own,
    route: 'POST /signin',
  });
  if (!right || !account) throw new Failure('credentialsWrong');
  await forgetAttempts(db, [triesOf(username).pair(ip)]);
  await saveAddress(db, account.id, ip, now());
  return account.id;
}
