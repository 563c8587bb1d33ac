/**
 * Signing in by WeChat. Invariants: what WeChat gives the browser counts in the browser that went there, once; it opens an
 * account only after somebody with its password has bound the two; a second factor is asked for as with a password.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { wechat } from '@plumbline/contract/people/wechat';
import { reserve } from '../../../kernel/attempts.ts';
import type { Context } from '../../../kernel/context.ts';
import { inTransaction } from '../../../kernel/context-transaction.ts';
import { writeOperation } from '../../../kernel/operation.ts';
import { hashOf, newToken } from '../../../kernel/secrets.ts';
import { enterAccount, reportSignIn, signinByPassword } from '../sessions/sessions.api.ts';
import { saveAddress } from '../users/users.sessions.api.ts';
import { pageOf, personOf, type WechatApp, type WechatPerson } from './logic/wechat.ts';
import * as table from './wechat.table.ts';

type Input<K extends keyof typeof wechat> = OutputOf<(typeof wechat)[K]['input']>;

const attemptSeconds = 600;
/** From an address within 15 minutes. */
const maxBegun = 30;
const refused = (fault: string) => new Failure('ssoRefused', { fault });

/** Throws vendorNotConfigured. */
function appOf({ services }: Context): WechatApp {
  if (services.config.wechat === null) throw new Failure('vendorNotConfigured', { setting: 'WECHAT_APP_ID' });
  return services.config.wechat;
}

export async function redirect(context: Context) {
  const { db, now, ip, origin } = context;
  const app = appOf(context);
  await reserve(db, now(), [{ key: `wechat:${ip}`, max: maxBegun, beyond: 'delay' }]);
  const [challenge, state] = [newToken('plc_'), newToken('plc_').slice(4)];
  await table.insertAttempt(db, {
    challengeHash: hashOf(challenge),
    stateHash: hashOf(state),
    now: now(),
    expiresAt: new Date(now().getTime() + attemptSeconds * 1000),
  });
  return { address: pageOf(app, `${origin}/wechat-return`, state), challenge };
}

/** Throws ssoRefused for what came back elsewhere, again or too late, and where WeChat does not know the code. */
export async function info(context: Context, { code, challenge, state }: Input<'info'>) {
  const { db, now, services, log } = context;
  const app = appOf(context);
  const challengeHash = hashOf(challenge);
  const isFirst = await table.takeReturn(db, {
    challengeHash,
    stateHash: hashOf(state),
    codeHash: hashOf(code),
    now: now(),
  });
  if (!isFirst) throw await failed(context, '/wechat/{code}/info', 'expired');
  try {
    const person = await personOf(services.outbound, app, code);
    await table.setPerson(db, challengeHash, person);
    return { nickname: person.nickname };
  } catch (error) {
    log.warn({ problem: error instanceof Error ? error.message : 'unknown' }, 'signing in by WeChat');
    throw await failed(context, '/wechat/{code}/info', 'wechat');
  }
}

/** The failure, once its line is written. */
async function failed(context: Context, path: string, fault: string): Promise<Failure> {
  await reportSignIn(context, { accountId: null, outcome: 'ssoRefused', route: `POST ${path}` });
  return refused(fault);
}

async function returned({ db, now }: Context, challenge: string, code: string | null): Promise<WechatPerson> {
  const codeHash = code === null ? null : hashOf(code);
  const person = await table.person(db, { challengeHash: hashOf(challenge), codeHash, now: now() });
  if (!person) throw refused('expired');
  return person;
}

export async function users(context: Context, { code, challenge }: Input<'users'>) {
  const { openId } = await returned(context, challenge, code);
  return { users: await table.accountsOf(context.db, openId) };
}

/** Throws wechatNotBound where no account, several or not the named one is bound. */
export async function signin(context: Context, { challenge, accountId }: Input<'signin'>) {
  const { db, ip, now } = context;
  const { openId } = await returned(context, challenge, null);
  const bound = await table.accountsOf(db, openId);
  const account = accountId === undefined && bound.length === 1 ? bound[0] : bound.find(({ id }) => id === accountId);
  if (!account) throw new Failure('wechatNotBound', { accounts: bound.length });
  if (!(await table.useAttempt(db, hashOf(challenge)))) throw refused('expired');
  return await enterAccount(context, account.id, {
    route: 'POST /wx-signin',
    way: 'wechat',
    strong: false,
    onSession: (inside) => saveAddress(inside, account.id, ip, now()),
  });
}

/** Throws ssoRefused, and as signing in by a password. */
export async function bind(context: Context, { code, challenge, username, password }: Input<'bind'>) {
  const person = await returned(context, challenge, code);
  return await signinByPassword(context, { username, password }, (accountId) =>
    inTransaction(context, async (inside) => {
      const { db, now } = inside;
      if (!(await table.useAttempt(db, hashOf(challenge)))) throw refused('expired');
      await table.bind(db, accountId, person, now());
      await logBinding(inside, accountId);
    }),
  );
}

/** Nobody is signed in yet who does it. */
async function logBinding({ db, now, ip, agent }: Context, accountId: number): Promise<void> {
  const account = await table.named(db, accountId);
  await writeOperation(db, {
    at: now(),
    accountId,
    accountName: account?.name ?? '',
    corporationId: account?.corporation_id ?? null,
    projectId: null,
    scope: 'User',
    scopeId: accountId,
    action: 'Update',
    route: 'POST /wechat/{code}/bind',
    outcome: 'done',
    ip,
    agent,
    content: {},
  });
}

export async function get({ db, caller, services }: Context) {
  const row = await table.bindingOf(db, caller.accountId);
  return {
    available: services.config.wechat !== null,
    nickname: row?.nickname ?? null,
    since: row?.bound_at.toISOString() ?? null,
  };
}

/** Throws notFound where there is no binding. */
export async function unbind(context: Context) {
  if (!(await table.unbind(context.db, context.caller.accountId))) throw new Failure('notFound');
  return {};
}
