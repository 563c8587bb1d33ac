/** The licence as the operator of the installation sees, imports and removes it (kernel/licence.ts has the rules). */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { LicenceFault, licences } from '@plumbline/contract/platform/licences';
import type { Context } from '../../../kernel/context.ts';
import {
  fingerprintOf,
  lockLicence,
  openLicence,
  readLicence,
  removeLicence,
  writeLicence,
} from '../../../kernel/licence.ts';

type Input<K extends keyof typeof licences> = OutputOf<(typeof licences)[K]['input']>;

export async function fingerprint({ db }: Context) {
  return { fingerprint: await fingerprintOf(db) };
}

export async function info({ db, now, services: { config } }: Context) {
  const terms = await readLicence(db, config.licenceKey);
  const hasEnded = terms?.endsAt != null && Date.parse(terms.endsAt) <= now().getTime();
  const state = terms === null ? ('none' as const) : hasEnded ? ('ended' as const) : ('valid' as const);
  return { state, canImport: config.licenceKey !== null, terms };
}

const failed = (fault: LicenceFault) => new Failure('licenceImportFailed', { fault });

/** Throws licenceImportFailed. */
export async function install({ db, now, services: { config } }: Context, { file }: Input<'install'>) {
  await lockLicence(db);
  const opened = openLicence(file, config.licenceKey, await fingerprintOf(db));
  if ('fault' in opened) throw failed(opened.fault);
  const { terms } = opened;
  if (terms.endsAt !== null && Date.parse(terms.endsAt) <= now().getTime()) throw failed('ended');
  const before = await readLicence(db, config.licenceKey);
  // One that was replaced does not come back.
  if (before !== null && Date.parse(terms.issuedAt) < Date.parse(before.issuedAt)) throw failed('older');
  await writeLicence(db, file);
  return { terms };
}

/** Throws notFound. */
export async function remove({ db, services: { config } }: Context) {
  if ((await readLicence(db, config.licenceKey)) === null) throw new Failure('notFound');
  await removeLicence(db);
  return {};
}
