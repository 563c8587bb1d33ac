/** What signing in asks of the second factor of an account, and its removal where nobody could reset it. */
import type { Context } from '../../../kernel/context.ts';
import { recoveryHashOf } from './logic/recovery-codes.ts';
import { stepOf } from './logic/totp.ts';
import * as table from './second-factors.table.ts';

/** Returns the keys under which tries of codes at sign-in are counted: of an account, and of an account from one address. */
export const codeTriesOf = (accountId: number) => {
  const pairs = `code:${accountId} `;
  return { account: `code:${accountId}`, pairs, pair: (ip: string) => pairs + ip };
};

/** Returns whether sign-in asks an account for a code. */
export async function hasSecondFactor(db: Context['db'], accountId: number): Promise<boolean> {
  const factor = await table.ofAccount(db, accountId);
  return factor !== undefined && factor.confirmed_at !== null;
}

export const removeSecondFactor = table.remove;

/**
 * Returns whether a code of the app, or a recovery code, is right; then it is used up. In no transaction: what is used
 * stays so, whatever becomes of the request. Who calls it counts the tries.
 */
export async function acceptCode(context: Context, accountId: number, code: string): Promise<boolean> {
  const { db, now } = context;
  const factor = await table.ofAccount(db, accountId);
  if (!factor || factor.confirmed_at === null) return false;
  const digits = code.replace(/[\s-]/g, '');
  if (!/^\d+$/.test(digits)) return table.useRecoveryCode(db, accountId, recoveryHashOf(code));
  const secret = secretOf(context, factor.sealed);
  const step = secret === null ? null : stepOf(secret, digits, now());
  return step !== null && (await table.useStep(db, accountId, step));
}

/** null where the key beside the data is another by now: then no code of an app is right. */
export function secretOf({ services, log }: Context, sealed: string): string | null {
  try {
    return services.secrets.decrypt(sealed);
  } catch (error) {
    log.warn({ err: error }, 'a second factor cannot be read: is vault.key the one it was sealed with?');
    return null;
  }
}
