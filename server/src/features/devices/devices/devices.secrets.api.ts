import { randomBytes } from 'node:crypto';
import { Failure } from '@plumbline/contract/kernel/errors';
import { countOutcomes } from '../../../kernel/attempts.ts';
import type { Context, Db } from '../../../kernel/context.ts';
import { onUniqueViolation } from '../../../kernel/unique-violation.ts';
import { hashOf } from '../../people/sessions/sessions.api.ts';

/** A new secret of a device: its prefix says what it is to whoever finds it. Only its hash is kept. */
export const makeSecret = () => `pld_${randomBytes(32).toString('base64url')}`;

/** The result of a write, or why a unique index of devices refuses it. */
export const refusingDuplicates = <T>(
  write: Promise<T>,
  { sncode, register }: { sncode?: string; register?: string | null } = {},
) =>
  onUniqueViolation(
    onUniqueViolation(write, 'device_sncode_key', new Failure('sncodeExists', { sncode })),
    'device_register',
    new Failure('registerExists', { register }),
  );

/** Gives a device a new secret; the old one stops working. Returns it. */
export async function replaceSecret(db: Db, deviceId: number): Promise<string> {
  const secret = makeSecret();
  await db
    .updateTable('device')
    .set({ secret_hash: hashOf(secret) })
    .where('id', '=', deviceId)
    .execute();
  return secret;
}

/** Serial numbers of others that a person may be told are taken, within 15 minutes: more is no slip of the pen. */
const maxForeignNumbers = 60;

/** Counts serial numbers that another corporation has, refused to this person. Throws tooMany beyond the limit, before anything is said. */
export const countForeignNumbers = ({ caller, now, services }: Context, count = 0): Promise<void> =>
  countOutcomes(services.pool, now(), `serial ${caller.accountId}`, count, maxForeignNumbers);

/** Counts a register id that is taken, of whichever corporation, when a write is refused for it. */
export const countRegisters = <T>(context: Context, write: Promise<T>): Promise<T> =>
  write.catch(async (error: unknown) => {
    if (error instanceof Failure && error.name === 'registerExists') await countForeignNumbers(context, 1);
    throw error;
  });
