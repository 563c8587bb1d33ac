/**
 * Sessions: signing in and out, and who a signed-in page is.
 *
 * Invariant: a wrong name, a wrong password and a disabled account are one answer, after the same time, and a try is
 * counted before its password is looked at.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { sessions } from '@plumbline/contract/people/sessions';
import type { secondStep } from '@plumbline/contract/people/sessions.second-step';
import type { SignInWay } from '@plumbline/contract/people/users';
import { password as strongPassword } from '@plumbline/contract/points/fields';
import { permissionsAnywhere } from '../../../kernel/access.ts';
import { countedTry, forgetAttempts, type Limit } from '../../../kernel/attempts.ts';
import type { Caller, Context, Db } from '../../../kernel/context.ts';
import { readDemonstrated } from '../../../kernel/demonstrated.ts';
import { licensedFlags, readLicence } from '../../../kernel/licence.ts';
import { writeOperation } from '../../../kernel/operation.ts';
import { hashOf, matchesPassword, newToken, simpleChallenge } from '../../../kernel/secrets.ts';
import type { SecurityLine } from '../../../kernel/security-log.ts';
import { version } from '../../../kernel/version.ts';
import { brief } from '../corporations/corporations.api.ts';
import { acceptCode, codeTriesOf, hasSecondFactor } from '../second-factors/second-factors.api.ts';
import { signedIn as signedInAccount, triesOf } from '../users/users.api.ts';
import {
  challengeOf,
  insertChallenge,
  insertSession,
  isKnownAddress,
  removeToken,
  saveAddress,
} from '../users/users.sessions.api.ts';
import * as table from './sessions.table.ts';

type Input<K extends keyof typeof sessions> = OutputOf<(typeof sessions)[K]['input']>;

/** A session ends after this long, however busy it was. */
const sessionDays = 30;

/** A code must follow the password within this time. */
const challengeSeconds = 300;

/** Throws credentialsWrong and tooMany; and secondFactorNeeded, with a challenge, where a code must follow. */
export const signin = (context: Context, input: Input<'signin'>) => signinByPassword(context, input);

/** The same, with what follows from the right password before anything else. */
export async function signinByPassword(
  context: Context,
  input: Input<'signin'>,
  onRight?: (accountId: number) => Promise<void>,
) {
  const { accountId, needsCode } = await checked(context, input);
  await onRight?.(accountId);
  const isSimplePwd = !strongPassword.safeParse(input.password).success;
  if (needsCode) throw new Failure('secondFactorNeeded', await challenge(context, accountId, isSimplePwd));
  await saveAddress(context.db, accountId, context.ip, context.now());
  return signedIn(context, await open(context, context.db, accountId, 'password'), isSimplePwd);
}

/** Returns what every way of signing in answers. `isSimplePwd` = of the password that was shown; false where none was. */
export async function signedIn(context: Context, token: string, isSimplePwd = false) {
  const caller = await context.identify(token);
  return {
    token,
    ...(await session(context, caller)),
    isSimplePwd,
    isWxBind: await table.isWechatBound(context.db, caller.accountId),
  };
}

/** Opens nothing: with it, from the same address, the code is taken. */
async function challenge({ db, ip, agent, now }: Context, accountId: number, isSimplePwd: boolean) {
  const text = newToken(isSimplePwd ? simpleChallenge : 'plc_');
  const expiresAt = new Date(now().getTime() + challengeSeconds * 1000);
  await insertChallenge(db, { hash: hashOf(text), accountId, ip, agent, now: now(), expiresAt });
  return { challenge: text, expiresInSeconds: challengeSeconds, isSimplePwd };
}

/** Wrong codes within 15 minutes before the next has to wait: of one account from one address, of an account. */
const maxCodes = { pair: 5, account: 30 } as const;

/** The second step. Throws challengeExpired, secondFactorWrong and tooMany. */
export async function signinCode(context: Context, { challenge, code }: OutputOf<typeof secondStep.signinCode.input>) {
  const { db, ip, now } = context;
  const begun = await challengeOf(db, { hash: hashOf(challenge), ip, now: now() });
  if (!begun) throw new Failure('challengeExpired');
  const { accountId } = begun;
  const tries = codeTriesOf(accountId);
  // As with passwords: what is tried elsewhere does not delay who signed in from here before.
  const isFamiliar = await isKnownAddress(db, accountId, ip);
  const limits: Limit[] = [
    { key: tries.pair(ip), max: maxCodes.pair, beyond: 'delay' },
    ...(isFamiliar ? [] : [{ key: tries.account, max: maxCodes.account, beyond: 'delay' as const }]),
  ];
  const right = await countedTry(db, now(), limits, () => acceptCode(context, accountId, code));
  await report(context, {
    accountId,
    outcome: right ? 'done' : 'secondFactorWrong',
    route: 'POST /signin/second-factor',
  });
  if (!right) throw new Failure('secondFactorWrong');
  await forgetAttempts(db, [tries.pair(ip)]);
  const token = await db.transaction().execute(async (transaction) => {
    // A new password, or another who was quicker with the same challenge, has ended it meanwhile.
    if (!(await removeToken(transaction, begun.id))) throw new Failure('challengeExpired');
    await saveAddress(transaction, accountId, ip, now());
    return open(context, transaction, accountId, 'code');
  });
  return signedIn(context, token, challenge.startsWith(simpleChallenge));
}

export async function signout(context: Context) {
  await removeToken(context.db, context.caller.tokenId);
  await context.changed({ kind: 'account', id: context.caller.accountId });
  return {};
}

/** Returns the data that a signed-in page begins with. */
export async function session(context: Context, caller: Caller = context.caller) {
  const account = await signedInAccount(context.db, caller.accountId, context.services.config.sessionTimeoutMax);
  if (!account) throw new Failure('tokenExpired');
  return {
    ...account,
    permissions: [...permissionsAnywhere(caller)],
    corporation: caller.corporationId === null ? null : await corporationOf(context, caller.corporationId),
    staticVersion: version,
    viewer: caller.viewer?.displayName ?? null,
    isPrivate: context.services.config.privateDeployment,
    needsSecondFactor: caller.needsSecondFactor ?? false,
  };
}

/** How somebody signs in who has proved by something else than a password who they are. */
interface Entry {
  readonly route: string;
  readonly way: SignInWay;
  /** More than a password by itself: what the corporation demands of a second factor is done. */
  readonly strong: boolean;
  /** False where what was proved is itself what a code would prove. */
  readonly takesCode?: boolean;
  /** In the transaction that opens the session. */
  readonly onSession?: (db: Db, tokenId: number) => Promise<void>;
}

/** Signs an account in. Throws secondFactorNeeded, with a challenge, where a code must follow. */
export async function enterAccount(
  context: Context,
  accountId: number,
  { route, way, strong, takesCode = true, onSession }: Entry,
) {
  const needsCode = takesCode && (await hasSecondFactor(context.db, accountId));
  await report(context, { accountId, outcome: needsCode ? 'secondFactorNeeded' : 'done', route });
  if (needsCode) throw new Failure('secondFactorNeeded', await challenge(context, accountId, false));
  const token = await context.db.transaction().execute(async (db) => {
    const opened = await openSession(context, db, accountId, { strong, way });
    await onSession?.(db, opened.tokenId);
    return opened.token;
  });
  return signedIn(context, token);
}

/** With what of its modules the licence of the installation opens. */
async function corporationOf({ db, services: { config } }: Context, corporationId: number) {
  const corporation = await brief(db, corporationId);
  if (corporation === null) return null;
  const demonstrated = await readDemonstrated(db);
  const demonstration = demonstrated?.corporationId === corporationId ? demonstrated.language : null;
  return {
    ...corporation,
    demonstration,
    flags: { ...licensedFlags(corporation.flags, await readLicence(db, config.licenceKey)) },
  };
}

/** Writes a new session of an account and gives its token. */
export const open = async (context: Context, db: Db, accountId: number, way: SignInWay): Promise<string> =>
  (await openSession(context, db, accountId, { strong: false, way })).token;

async function openSession(context: Context, db: Db, accountId: number, entry: Pick<Entry, 'strong' | 'way'>) {
  const token = newToken('pls_');
  const now = context.now();
  const expiresAt = new Date(now.getTime() + sessionDays * 86_400_000);
  const { ip, agent } = context;
  const tokenId = await insertSession(db, { hash: hashOf(token), accountId, ip, agent, now, expiresAt, ...entry });
  return { token, tokenId };
}

/** Tries within 15 minutes before the next has to wait: of one name from one address, of a name, from an address. */
const max = { pair: 10, name: 100, address: 50 } as const;

/**
 * What a try is counted against. Where somebody has signed in before, what is tried elsewhere does not delay them, and
 * names that are new to an address are counted apart: nobody is kept out by those who do not stand beside him.
 */
async function limitsOf({ db, ip }: Context, accountId: number | undefined, username: string): Promise<Limit[]> {
  const isFamiliar = accountId !== undefined && (await isKnownAddress(db, accountId, ip));
  const tries = triesOf(username);
  const counted = [
    { key: tries.pair(ip), max: max.pair },
    { key: `${isFamiliar ? 'known ' : ''}address:${ip}`, max: max.address },
    ...(isFamiliar ? [] : [{ key: tries.name, max: max.name }]),
  ];
  return counted.map((limit) => ({ ...limit, beyond: 'delay' }));
}

/** The account that the name and password belong to, and whether a code must follow. */
async function checked(context: Context, { username, password }: Input<'signin'>) {
  const { db, ip, now } = context;
  const account = await table.account(db, username);
  const limits = await limitsOf(context, account?.id, username);
  const right = await countedTry(db, now(), limits, async () => {
    const same = await matchesPassword(account?.password_hash ?? null, password);
    return same && account !== null && !account.disabled_at;
  });
  const route = 'POST /signin';
  if (!right || !account) {
    await report(context, { accountId: account?.id ?? null, outcome: 'credentialsWrong', route });
    throw new Failure('credentialsWrong');
  }
  const needsCode = await hasSecondFactor(db, account.id);
  await report(context, { accountId: account.id, outcome: needsCode ? 'secondFactorNeeded' : 'done', route });
  await forgetAttempts(db, [triesOf(username).pair(ip)]);
  return { accountId: account.id, needsCode };
}

/** Writes a try to sign in into the security log and the operation log; what went wrong always, what was typed never. */
export async function report(
  { services, log, ip, own, db, now, agent }: Context,
  line: Pick<SecurityLine, 'accountId' | 'outcome' | 'route'>,
): Promise<void> {
  services.security.write(log, { event: 'signIn', ip, own: line.outcome === 'done' && own, ...line });
  const { accountId, outcome, route } = line;
  // Also where there is no such account: how long it takes is to say nothing.
  const account = await table.named(db, accountId ?? 0);
  await writeOperation(db, {
    at: now(),
    accountId,
    outcome,
    route,
    ip,
    agent,
    action: 'SignIn',
    scope: 'User',
    scopeId: accountId,
    accountName: account?.name ?? '',
    corporationId: account?.corporation_id ?? null,
    projectId: null,
    content: {},
  });
}
