import { randomBytes } from 'node:crypto';
import { Failure } from '@plumbline/contract/errors';
import { refuseTwice } from '../../kernel/taken.ts';

/** A new secret of a device: its prefix says what it is to whoever finds it. Only its hash is kept. */
export const newSecret = () => `pld_${randomBytes(32).toString('base64url')}`;

/** The result of a write, or why a unique index of devices refuses it. */
export const unlessTaken = <T>(
  write: Promise<T>,
  { sncode, register }: { sncode?: string; register?: string | null } = {},
) =>
  refuseTwice(
    refuseTwice(write, 'device_sncode_key', new Failure('sncodeExists', { sncode })),
    'device_register',
    new Failure('registerExists', { register }),
  );
