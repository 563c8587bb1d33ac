/**
 * Sessions: signing in and out, and who a signed-in page is.
 *
 * Invariant: a wrong name, a wrong password and a disabled account are one answer, after the same time, and failed
 * tries are counted whatever becomes of the request.
 */
import { Failure } from '@plumbline/contract/errors';
import { password as strongPassword } from '@plumbline/contract/fields';
import type { OutputOf } from '@plumbline/contract/route';
import type { sessions } from '@plumbline/contract/sessions';
import {
  countFailure,
  forgetFailures,
  refuseTooMany,
  triesPerAccount,
  triesPerAddress,
} from '../../kernel/attempts.ts';
import type { Caller, Context, Db } from '../../kernel/context.ts';
import { heldAnywhere } from '../../kernel/door.ts';
import { hashOf, matchesPassword, newToken } from '../../kernel/secrets.ts';
import type { Door } from '../../kernel/serve.ts';
import { version } from '../../kernel/version.ts';
import { brief } from '../corporations/corporations.reads.ts';
import { signedIn, triesOf } from '../users/users.reads.ts';
import * as table from './sessions.table.ts';

type Input<K extends keyof typeof sessions> = OutputOf<(typeof sessions)[K]['input']>;

/** A session ends after this long, however busy it was. */
const sessionDays = 30;

/** Throws credentialsWrong and tooMany. */
export const signin = (door: Door) => async (context: Context, input: Input<'signin'>) => {
  const accountId = await oneAtATime(triesOf(input.username), () => checked(context, input));
  const token = await open(context, context.db, accountId);
  return {
    token,
    ...(await session(context, await door.identify(token, false))),
    isSimplePwd: !strongPassword.safeParse(input.password).success,
    isWxBind: false,
  };
};

export async function signout(context: Context) {
  await table.remove(context.db, context.caller.tokenId);
  await context.changed({ kind: 'account', id: context.caller.accountId });
  return {};
}

/** What a signed-in page begins with. */
export async function session(context: Context, caller: Caller = context.caller) {
  const own = await signedIn(context.db, caller.accountId);
  if (!own) throw new Failure('tokenExpired');
  return {
    ...own,
    permissions: [...heldAnywhere(caller)],
    corporation: caller.corporationId === null ? null : await brief(context.db, caller.corporationId),
    staticVersion: version,
  };
}

/** Writes a new session of an account and gives its token. */
export async function open(context: Context, db: Db, accountId: number): Promise<string> {
  const token = newToken('pls_');
  const now = context.now();
  const expiresAt = new Date(now.getTime() + sessionDays * 86_400_000);
  await table.insert(db, { hash: hashOf(token), accountId, ip: context.ip, agent: context.agent, now, expiresAt });
  return token;
}

/** The account that the name and password belong to. */
async function checked(context: Context, { username, password }: Input<'signin'>): Promise<number> {
  const byName = { key: triesOf(username), most: triesPerAccount };
  const byAddress = { key: `address:${context.ip}`, most: triesPerAddress };
  await refuseTooMany(context.db, context.now(), [byName, byAddress]);
  const account = await table.account(context.db, username);
  const right = await matchesPassword(account?.password_hash ?? null, password);
  if (!account || !right || account.disabled_at) {
    await countFailure(context.db, context.now(), [byName.key, byAddress.key]);
    throw new Failure('credentialsWrong');
  }
  await forgetFailures(context.db, byName.key);
  return account.id;
}

const queues = new Map<string, Promise<unknown>>();

/** Tries for one name wait for each other: a hundred at once count as a hundred, and not as one. */
async function oneAtATime<T>(key: string, work: () => Promise<T>): Promise<T> {
  const mine = (queues.get(key) ?? Promise.resolve()).then(work, work);
  queues.set(key, mine);
  try {
    return await mine;
  } finally {
    if (queues.get(key) === mine) queues.delete(key);
  }
}
