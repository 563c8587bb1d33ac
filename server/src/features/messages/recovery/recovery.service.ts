/**
 * Forgotten passwords. Invariants: whoever asks learns neither by words nor by time whether an account exists or where it is
 * reached; what others ask does not keep an owner out who asks from where they signed in before; a new password ends
 * everything that the old one had opened and every other way in (passkeys, WeChat), and leaves a second factor as it is.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { recovery } from '@plumbline/contract/messages/recovery';
import { mediumOfAddress } from '@plumbline/contract/messages/recovery';
import { countedTry, type Limit, reserve } from '../../../kernel/attempts.ts';
import type { Context } from '../../../kernel/context.ts';
import { inTransaction } from '../../../kernel/context-transaction.ts';
import { writeOperation } from '../../../kernel/operation.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { hashPassword } from '../../../kernel/secrets.ts';
import { removePasskeys } from '../../people/passkeys/passkeys.api.ts';
import { languageOf, replacePassword } from '../../people/users/users.api.ts';
import { removeBindings } from '../../people/wechat/wechat.api.ts';
import { checkCode, codeMediaOf, requestCode, sendNotice, useCode } from '../verifications/verifications.api.ts';
import { resetMessage } from './logic/reset-message.ts';
import * as table from './recovery.table.ts';

type Input<K extends keyof typeof recovery> = OutputOf<(typeof recovery)[K]['input']>;

/** Within 15 minutes before the next has to wait: requests of a name from one address, of a name, from an address; wrong codes from an address. */
const max = { pair: 3, name: 10, address: 20, wrong: 10 } as const;
/** Codes that somebody who is signed in may be sent within 15 minutes. */
const maxOwn = 5;

/** Throws tooMany. */
export async function sendCode(context: Context, { username, address, language }: Input<'sendCode'>) {
  const { db, now, ip } = context;
  const name = username.toLowerCase();
  const isFamiliar = await table.isKnownTo(db, name, ip);
  const limits: Limit[] = [
    { key: `recover pair:${name} ${ip}`, max: max.pair, beyond: 'delay' },
    { key: `recover ${isFamiliar ? 'known ' : ''}address:${ip}`, max: max.address, beyond: 'delay' },
    ...(isFamiliar ? [] : [{ key: `recover name:${name}`, max: max.name, beyond: 'delay' as const }]),
  ];
  await reserve(db, now(), limits);
  return await requestCode(context, { purpose: 'recover', subject: name, address, language }, async (outside) => {
    const account = await table.find(outside, name, address);
    if (!account) return null;
    return {
      accountId: account.id,
      corporationId: account.corporation_id,
      known: isFamiliar,
      language: account.language as Input<'sendCode'>['language'],
    };
  });
}

/** Throws verificationWrong, and tooMany where too many passwords are being hashed. */
export async function resetPassword(context: Context, { challenge, code, password }: Input<'resetPassword'>) {
  const { db, now, ip } = context;
  let proved: Awaited<ReturnType<typeof checkCode>> = null;
  const limit = { key: `reset:${ip}`, max: max.wrong, beyond: 'delay' } as const;
  const isRight = await countedTry(db, now(), [limit], async () => {
    proved = await checkCode(context, { challenge, code, purpose: 'recover' });
    return proved !== null && proved.accountId !== null;
  });
  const { accountId, id } = proved ?? { accountId: null, id: 0 };
  if (!isRight || accountId === null) {
    refuse(context, null);
    throw new Failure('verificationWrong');
  }
  // Only now: a hash costs what keeps others from signing in.
  const hash = await hashPassword(password);
  const done = await inTransaction(context, async (inside) => {
    const account = await table.lockEnabled(inside.db, accountId);
    if (!account || !(await useCode(inside.db, id, inside.now()))) throw new Failure('verificationWrong');
    await replacePassword(inside, account, hash);
    // Whoever had the account before may have left a way in of their own.
    const passkeys = await removePasskeys(inside.db, account.id);
    const wechat = await removeBindings(inside.db, account.id);
    await logReset(inside, account, { passkeys, wechat });
    return { account, passkeys, wechat };
  });
  await notify(context, done);
  return {};
}

/** Where the account is reached by e-mail, it is told: whoever has its telephone alone must not go unnoticed. */
async function notify(
  context: Context,
  {
    account,
    passkeys,
    wechat,
  }: { readonly account: table.Account; readonly passkeys: number; readonly wechat: number },
): Promise<void> {
  const { db, now, ip, services } = context;
  const to = (await table.ofAccount(db, account.id))?.address;
  if (to === undefined || mediumOfAddress(to) !== 'email') return;
  const home = services.config.publicUrl ?? services.addresses.http;
  const language = await languageOf(db, account.id);
  const message = resetMessage({ to, language, name: account.name, at: now(), ip, passkeys, wechat, home });
  sendNotice(context, account.corporation_id, message);
}

/** Into the security log; what was typed never. */
function refuse({ services, log, ip }: Context, accountId: number | null): void {
  const line = { event: 'refused', outcome: 'verificationWrong', route: 'POST /reset-password' } as const;
  services.security.refuse(log, { ...line, accountId, ip });
}

/** Nobody was signed in who did it: the line has the account's own name. */
async function logReset(
  { services, log, ip, agent, db, now }: Context,
  account: table.Account,
  removed: { readonly passkeys: number; readonly wechat: number },
): Promise<void> {
  const route = 'POST /reset-password';
  services.security.write(log, { event: 'rights', outcome: 'done', accountId: account.id, ip, route });
  await writeOperation(db, {
    at: now(),
    accountId: account.id,
    accountName: account.name,
    corporationId: account.corporation_id,
    projectId: null,
    scope: 'User',
    scopeId: account.id,
    action: 'Update',
    route,
    outcome: 'done',
    ip,
    agent,
    content: removed.passkeys + removed.wechat > 0 ? { input: { removed } } : {},
  });
}

export async function get(context: Context) {
  const { db, caller } = context;
  const row = await table.ofAccount(db, caller.accountId);
  return {
    address: row?.address ?? null,
    since: row?.verified_at.toISOString() ?? null,
    media: caller.type === 'System' ? [] : await codeMediaOf(context, caller.corporationId),
  };
}

/** Throws wrongPassword, tooMany, vendorNotConfigured, and protectedRecord for a System account, whose password is a setting. */
export async function begin(context: Context, { password, address }: Input<'begin'>) {
  const { db, now, caller } = context;
  if (caller.type === 'System') throw new Failure('protectedRecord');
  const passwordHash = requireRow(await table.passwordHashOf(db, caller.accountId));
  context.confirm({ id: caller.accountId, passwordHash }, password);
  if (!(await codeMediaOf(context, caller.corporationId)).includes(mediumOfAddress(address)))
    throw new Failure('vendorNotConfigured', { setting: mediumOfAddress(address) });
  await reserve(db, now(), [{ key: `recovery address:${caller.accountId}`, max: maxOwn, beyond: 'refuse' }]);
  const subject = String(caller.accountId);
  return await requestCode(context, { purpose: 'address', subject, address, language: 'en' }, async (outside) => ({
    accountId: caller.accountId,
    corporationId: caller.corporationId,
    language: await languageOf(outside, caller.accountId),
  }));
}

/** Throws verificationWrong. */
export async function confirm(context: Context, { challenge, code }: Input<'confirm'>) {
  const { caller } = context;
  const proved = await checkCode(context, { challenge, code, purpose: 'address' });
  if (!proved || proved.subject !== String(caller.accountId)) throw new Failure('verificationWrong');
  return await inTransaction(context, async ({ db, now }) => {
    if (!(await useCode(db, proved.id, now()))) throw new Failure('verificationWrong');
    await table.put(db, caller.accountId, proved.address, now());
    return {};
  });
}

/** Throws wrongPassword and tooMany. */
export async function remove(context: Context, { password }: Input<'remove'>) {
  const { db, caller } = context;
  const passwordHash = requireRow(await table.passwordHashOf(db, caller.accountId));
  context.confirm({ id: caller.accountId, passwordHash }, password);
  await table.remove(db, caller.accountId);
  return {};
}
