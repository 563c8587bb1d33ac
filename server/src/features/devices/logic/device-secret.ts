import { randomBytes } from 'node:crypto';
import { Failure } from '@plumbline/contract/errors';
import { onUniqueViolation } from '../../../kernel/unique-violation.ts';

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
