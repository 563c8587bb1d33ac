/**
 * Certificates of authorities of theirs, revoked before or after their first use. Invariants: what a person revoked stays revoked; a
 * list counts as its authority signed it, and only a newer one takes its place.
 */
import type { certificates } from '@plumbline/contract/devices/certificates';
import { revocationLimits } from '@plumbline/contract/devices/certificates.revocations';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { Context } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import * as table from './certificates.revocations.table.ts';
import { readRevocationList, serialOf, serialOfIssued } from './logic/revocation-list.ts';

type Input<K extends keyof typeof certificates> = OutputOf<(typeof certificates)[K]['input']>;

/** Throws notFound for one that is removed, or our own: what is issued here is in the list, and is revoked there. */
async function theirs({ db }: Context, { corporationId, authorityId }: Input<'revocations'>) {
  const authority = requireRow(await table.lockTheirs(db, corporationId, authorityId), { authorityId });
  return authority;
}

export const revocations = async ({ db }: Context, { corporationId, authorityId }: Input<'revocations'>) => ({
  revocations: await table.byPeople(db, corporationId, authorityId),
});

/** Throws notFound, certificateRefused, certificatesFull. */
export async function revokeSerial(context: Context, { serial, certificate, ...of }: Input<'revokeSerial'>) {
  const { db, now, caller } = context;
  if ((serial === null) === (certificate === null))
    throw new Failure('badInput', [{ path: 'serial', message: 'serialOrCertificate' }]);
  const authority = await theirs(context, of);
  const revoked = certificate === null ? serialOf(serial ?? '') : serialOfIssued(certificate, authority.certificate);
  const byName = caller.displayName || caller.name;
  if (!(await table.revoke(db, now(), { authorityId: authority.id, serial: revoked, byName })))
    throw new Failure('certificatesFull', { most: revocationLimits.byPeople });
  await context.changed({ kind: 'certificateAuthority', corporationId: of.corporationId });
  return { serial: revoked };
}

/** Throws notFound, certificateRefused. */
export async function setRevocationList(context: Context, { list, ...of }: Input<'setRevocationList'>) {
  const { db, caller } = context;
  const now = context.now();
  const authority = await theirs(context, of);
  const read = await readRevocationList(list, authority.certificate, now);
  if (authority.list_made_at && read.madeAt < authority.list_made_at)
    throw new Failure('certificateRefused', { reason: 'older' });
  const byName = caller.displayName || caller.name;
  await table.setList(db, now, { ...read, authorityId: authority.id, byName });
  await context.changed({ kind: 'certificateAuthority', corporationId: of.corporationId });
  return {
    list: {
      madeAt: read.madeAt.toISOString(),
      nextAt: read.nextAt?.toISOString() ?? null,
      entries: read.revoked.length,
      addedAt: now.toISOString(),
      byName,
    },
  };
}

/** Throws notFound. */
export async function removeRevocationList(context: Context, of: Input<'removeRevocationList'>) {
  const { id } = await theirs(context, of);
  await table.removeList(context.db, id);
  await context.changed({ kind: 'certificateAuthority', corporationId: of.corporationId });
  return {};
}
