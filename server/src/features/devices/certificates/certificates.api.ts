/** What features above ask of the identity of devices. */
import { sql } from 'kysely';
import { removeAll } from './certificates.table.ts';

/**
 * The hash that a secret of a device is compared with, in a query over `device`. Of a device that comes in by a certificate alone it
 * is one that no secret has, so that no way in by a secret has to know of certificates.
 */
export const secretHashInForce = sql<Buffer>`CASE WHEN EXISTS (SELECT FROM certificate_rule r WHERE r.device_id = device.id)
  THEN decode(repeat('00', 32), 'hex') ELSE device.secret_hash END`;

/** Returns whether that is so. */
export const isShutOff = (secretHash: Buffer): boolean => secretHash.every((byte) => byte === 0);

/** Closes the authorities of a corporation that is being deleted: no certificate lets anybody in any more. */
export const closeAuthorities = removeAll;
