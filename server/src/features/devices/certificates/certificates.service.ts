/**
 * Client certificates of devices as people issue and revoke them, and the authorities of a corporation. Invariants: a key that
 * is made here for a device goes out once and is kept nowhere; that of an authority never goes out; a device is left a way in when
 * its secret is shut off.
 */
import { certificateLimits, type certificates } from '@plumbline/contract/devices/certificates';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { reserve } from '../../../kernel/attempts.ts';
import type { Context } from '../../../kernel/context.ts';
import { inTransaction } from '../../../kernel/context-transaction.ts';
import { lockDevice } from '../devices/devices.require.api.ts';
import * as table from './certificates.table.ts';
import { type Issuer, issueOnRequest, issueWithKey, makeAuthority } from './logic/issuing.ts';
import { keyStoreOf } from './logic/key-store.ts';
import { authorityFault } from './logic/presented.ts';

type Input<K extends keyof typeof certificates> = OutputOf<(typeof certificates)[K]['input']>;

export async function ofDevice({ db, services }: Context, { deviceId }: Input<'ofDevice'>) {
  const [certificates, isRequired] = [await table.ofDevice(db, deviceId), await table.isRequired(db, deviceId)];
  const { mqtt } = services.addresses;
  return {
    certificates: certificates,
    rule: { isRequired },
    address: mqtt?.tls ? { host: mqtt.host, port: mqtt.port } : null,
  };
}

/** Throws tooMany, certificateRefused for a request that is none, certificatesFull. */
export async function issue(context: Context, { password, ...input }: Input<'issue'>) {
  const { db, now, caller } = context;
  const { ofPerson: max } = certificateLimits;
  await reserve(db, now(), [{ key: `certificate:${caller.accountId}`, max, beyond: 'refuse' }]);
  const { name, ...issued } = await inTransaction(context, (inner) => issueOne(inner, input));
  const { key, pem, authority } = issued;
  const keyStore =
    key === null || password === null
      ? null
      : (await keyStoreOf({ name, key, certificate: pem, authority }, password)).toString('base64');
  return { ...issued, keyStore };
}

async function issueOne(context: Context, { deviceId, days, keyType, request }: Omit<Input<'issue'>, 'password'>) {
  const { db } = context;
  const now = context.now();
  const device = await lockDevice(context, deviceId);
  if ((await table.countValid(db, now, deviceId)) >= certificateLimits.ofDevice)
    throw new Failure('certificatesFull', { most: certificateLimits.ofDevice });
  const { id: authorityId, ...issuer } = await ownAuthority(context, device.corporationId);
  const of = { sncode: device.sncode, days, now };
  const { pem, key } =
    request === null
      ? await issueWithKey(issuer, { ...of, keyType })
      : await issueOnRequest(issuer, { ...of, request });
  const certificate = await table.insert(db, now, {
    deviceId,
    authorityId,
    pem,
    byName: nameOf(context),
    origin: request === null ? 'made' : 'request',
  });
  return { name: device.sncode, certificate, pem, authority: issuer.certificate, key };
}

/** The authority of a corporation that issues: made at first use. */
async function ownAuthority(context: Context, corporationId: number): Promise<Issuer & { readonly id: number }> {
  const { db, services } = context;
  const count = await table.lockCorporation(db, corporationId);
  const authority = await table.ownAuthority(db, corporationId);
  if (authority?.sealedKey)
    return { id: authority.id, certificate: authority.certificate, key: services.secrets.decrypt(authority.sealedKey) };
  requireCapacity(count);
  const name = `${await table.titleOf(db, corporationId)} devices`;
  const newAuthority = await makeAuthority(name, context.now());
  const id = await table.insertAuthority(db, context.now(), {
    corporationId,
    isOwn: true,
    name,
    certificate: newAuthority.certificate,
    byName: nameOf(context),
    sealedKey: services.secrets.encrypt(newAuthority.key),
  });
  if (id === null) throw new Error('an authority that was just made was there before');
  return { id, ...newAuthority };
}

/** Throws notFound. */
export async function revoke(context: Context, { deviceId, certificateId }: Input<'revoke'>) {
  const { db, now } = context;
  const { sncode } = await lockDevice(context, deviceId);
  if (!(await table.revoke(db, now(), { deviceId, certificateId, byName: nameOf(context) })))
    throw new Failure('notFound', { certificateId });
  await context.changed({ kind: 'device', id: deviceId, sncode });
  return {};
}

/** Throws certificateMissing where no certificate of the device lets it in. */
export async function setRule(context: Context, { deviceId, isRequired }: Input<'setRule'>) {
  const { db, now } = context;
  const { sncode } = await lockDevice(context, deviceId);
  if (isRequired && (await table.countValid(db, now(), deviceId)) === 0) throw new Failure('certificateMissing');
  await table.setRule(db, now(), { deviceId, isRequired, byName: nameOf(context) });
  await context.changed({ kind: 'device', id: deviceId, sncode });
  return { rule: { isRequired } };
}

export async function authorities({ db, now }: Context, { corporationId }: Input<'authorities'>) {
  return { authorities: await table.authorities(db, now(), corporationId) };
}

/** Throws certificateRefused for what is no authority or is known, certificatesFull. */
export async function addAuthority(context: Context, { corporationId, name, certificate }: Input<'addAuthority'>) {
  const { db } = context;
  const now = context.now();
  const fault = authorityFault(certificate, now);
  if (fault) throw new Failure('certificateRefused', { reason: fault });
  requireCapacity(await table.lockCorporation(db, corporationId));
  const id = await table.insertAuthority(db, now, {
    corporationId,
    isOwn: false,
    name,
    certificate,
    sealedKey: null,
    byName: nameOf(context),
  });
  const authority = (await table.authorities(db, now, corporationId)).find((each) => each.id === id);
  if (!authority) throw new Failure('certificateRefused', { reason: 'known' });
  return { authority };
}

/** Throws notFound. */
export async function removeAuthority(context: Context, { corporationId, authorityId }: Input<'removeAuthority'>) {
  const { db, now } = context;
  if (!(await table.removeAuthority(db, now(), corporationId, authorityId)))
    throw new Failure('notFound', { authorityId });
  await context.changed({ kind: 'certificateAuthority', corporationId });
  return {};
}

export const list = ({ db, now }: Context, input: Input<'list'>) => table.list(db, now(), input);

function requireCapacity(count: number): void {
  if (count >= certificateLimits.authorities)
    throw new Failure('certificatesFull', { most: certificateLimits.authorities });
}

const nameOf = ({ caller }: Context): string => caller.displayName || caller.name;
