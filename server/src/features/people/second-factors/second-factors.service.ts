/**
 * Second factors: what beside the password is asked at sign-in. One's own is set up with password and first code, and changed
 * with password and code; an administrator removes that of somebody who has lost it.
 *
 * Invariant: a secret and recovery codes are shown once, when they are made; a code is accepted once.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { secondFactors } from '@plumbline/contract/people/second-factors';
import { countedTry, forgetAttempts } from '../../../kernel/attempts.ts';
import type { Context } from '../../../kernel/context.ts';
import { inTransaction } from '../../../kernel/context-transaction.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { lockTarget, notOneself } from '../users/users.api.ts';
import { removeSessions } from '../users/users.sessions.api.ts';
import { newRecoveryCodes, recoveryHashOf } from './logic/recovery-codes.ts';
import { addressOf, newSecret, stepOf } from './logic/totp.ts';
import { acceptCode, codeTriesOf, secretOf } from './second-factors.api.ts';
import * as table from './second-factors.table.ts';

type Input<K extends keyof typeof secondFactors> = OutputOf<(typeof secondFactors)[K]['input']>;

/** Wrong codes of one who is signed in, within 15 minutes. */
const maxTries = 10;

export async function get({ db, caller }: Context) {
  const factor = await table.ofAccount(db, caller.accountId);
  const account = await table.account(db, caller.accountId);
  return {
    since: factor?.confirmed_at?.toISOString() ?? null,
    recoveryCodes: await table.countRecoveryCodes(db, caller.accountId),
    demanded: account?.second_factor_demanded ?? false,
  };
}

/** Throws wrongPassword, tooMany, and secondFactorExists. */
export async function begin(context: Context, { password }: Input<'begin'>) {
  const { db, caller, services } = context;
  const { name } = await confirmed(context, password);
  const secret = newSecret();
  if (!(await table.begin(db, caller.accountId, services.secrets.encrypt(secret), context.now())))
    throw new Failure('secondFactorExists');
  return { secret, address: addressOf(secret, name) };
}

/** Throws secondFactorWrong, also where nothing was begun; tooMany; and secondFactorExists. */
export async function confirm(context: Context, { code }: Input<'confirm'>) {
  const { db, caller } = context;
  const { accountId, tokenId } = caller;
  const factor = await table.ofAccount(db, accountId);
  if (factor?.confirmed_at) throw new Failure('secondFactorExists');
  let step: number | null = null;
  await counted(context, 'PUT /profile/second-factor', async () => {
    const secret = factor ? secretOf(context, factor.sealed) : null;
    if (secret !== null) step = stepOf(secret, code.replace(/\s/g, ''), context.now());
    return step !== null;
  });
  return await inTransaction(context, async ({ db, changed, now }) => {
    if (!factor || step === null || !(await table.confirm(db, { accountId, sealed: factor.sealed, step, now: now() })))
      throw new Failure('secondFactorExists');
    const recoveryCodes = await replaceCodes(db, accountId);
    // What was signed in by the password alone ends.
    await removeSessions(db, accountId, now(), tokenId);
    await changed({ kind: 'account', id: accountId });
    return { recoveryCodes };
  });
}

/** Throws wrongPassword, secondFactorWrong and tooMany. */
export async function renewCodes(context: Context, { password, code }: Input<'renewCodes'>) {
  const { accountId } = context.caller;
  await confirmed(context, password);
  await counted(context, 'POST /profile/second-factor/recovery-codes', () => acceptCode(context, accountId, code));
  return await inTransaction(context, async ({ db }) => ({ recoveryCodes: await replaceCodes(db, accountId) }));
}

/** Throws wrongPassword, secondFactorWrong and tooMany. */
export async function remove(context: Context, { password, code }: Input<'remove'>) {
  const { accountId } = context.caller;
  await confirmed(context, password);
  await counted(context, 'DELETE /profile/second-factor', () => acceptCode(context, accountId, code));
  return await inTransaction(context, async ({ db, changed }) => {
    await table.remove(db, accountId);
    await changed({ kind: 'account', id: accountId });
    return {};
  });
}

export async function ofUser({ db }: Context, { userId }: Input<'ofUser'>) {
  const factor = await table.ofAccount(db, userId);
  return { since: factor?.confirmed_at?.toISOString() ?? null };
}

/** Throws protectedRecord for oneself: whoever has the session alone must not get rid of the code. */
export async function reset(context: Context, { userId }: Input<'reset'>) {
  await lockTarget(context, userId);
  notOneself(context, userId);
  await table.remove(context.db, userId);
  const { account, pairs } = codeTriesOf(userId);
  await forgetAttempts(context.db, [account], pairs);
  await removeSessions(context.db, userId, context.now());
  await context.changed({ kind: 'account', id: userId });
  return {};
}

/** Goes on only with the caller's own password, of a session. */
async function confirmed(context: Context, password: string) {
  const account = requireRow(await table.account(context.db, context.caller.accountId));
  context.confirm({ id: context.caller.accountId, passwordHash: account.password_hash }, password);
  return account;
}

/** Throws secondFactorWrong, and tooMany after ten wrong codes of the caller; either is written into the security log. */
async function counted(context: Context, route: string, check: () => Promise<boolean>): Promise<void> {
  const { db, now, caller, services, log, ip } = context;
  const limit = { key: `code of profile:${caller.accountId}`, max: maxTries, beyond: 'refuse' } as const;
  if (await countedTry(db, now(), [limit], check)) return;
  const { accountId } = caller;
  services.security.refuse(log, { event: 'refused', outcome: 'secondFactorWrong', accountId, ip, route });
  throw new Failure('secondFactorWrong');
}

async function replaceCodes(db: Context['db'], accountId: number): Promise<string[]> {
  const codes = newRecoveryCodes();
  await table.setRecoveryCodes(db, accountId, codes.map(recoveryHashOf));
  return codes;
}
