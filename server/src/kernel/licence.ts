/**
 * The licence of this installation. Invariants: what is not signed by the key of the settings, or is for another
 * installation, is no licence, also where somebody wrote it into the database; and nothing that takes in, judges or shows
 * readings asks for one.
 */
import { createHash, createPublicKey, randomUUID, verify } from 'node:crypto';
import { corporationFlags, type Flags, retiredFlags } from '@plumbline/contract/kernel/flags';
import { type LicenceFault, LicenceFile, LicenceTerms } from '@plumbline/contract/platform/licences';
import { sql } from 'kysely';
import { readSetting, removeSetting, writeSetting } from './settings.ts';
import type { Db } from './transaction.ts';

/** Returns the fingerprint of this installation: of its database, so the same in every process and after a restore. */
export async function fingerprintOf(db: Db): Promise<string> {
  const found = await readSetting(db, 'installationId');
  const id = typeof found === 'string' ? found : await makeId(db);
  const hash = createHash('sha256').update(`plumbline ${id}`).digest('hex').slice(0, 32).toUpperCase();
  return hash.replace(/(.{4})(?=.)/g, '$1-');
}

/** Of two that make one at once the first counts. */
async function makeId(db: Db): Promise<string> {
  await sql`INSERT INTO setting (key, value) VALUES ('installationId', ${JSON.stringify(randomUUID())}::jsonb)
    ON CONFLICT (key) DO NOTHING`.execute(db);
  return String(await readSetting(db, 'installationId'));
}

type Opened = { readonly terms: LicenceTerms } | { readonly fault: LicenceFault };

const withoutRetired = (terms: { readonly features: readonly string[] }) => ({
  ...terms,
  features: terms.features.filter((flag) => !retiredFlags.includes(flag)),
});

/** Returns the terms of a file, if the key has signed it and it is for this installation; else why it is none. */
export function openLicence(text: string, key: string | null, fingerprint: string): Opened {
  if (key === null) return { fault: 'noKey' };
  try {
    const { payload, signature } = LicenceFile.parse(JSON.parse(text));
    const bytes = Buffer.from(payload, 'base64url');
    const signer = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
    const isSigned = signer.asymmetricKeyType === 'ed25519';
    if (!isSigned || !verify(null, bytes, signer, Buffer.from(signature, 'base64url'))) return { fault: 'signature' };
    const terms = LicenceTerms.parse(withoutRetired(JSON.parse(bytes.toString('utf8'))));
    return terms.fingerprint === fingerprint ? { terms } : { fault: 'otherInstallation' };
  } catch {
    return { fault: 'unreadable' };
  }
}

/** The licence in force, ended or not; null = there is none. */
export async function readLicence(db: Db, key: string | null): Promise<LicenceTerms | null> {
  const stored = key === null ? undefined : await readSetting(db, 'licence');
  if (typeof stored !== 'string') return null;
  const opened = openLicence(stored, key, await fingerprintOf(db));
  return 'terms' in opened ? opened.terms : null;
}

/** Imports wait for each other until the transaction ends. */
export const lockLicence = async (db: Db): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(hashtext('plumbline licence'))`.execute(db);
};
export const writeLicence = (db: Db, text: string): Promise<void> => writeSetting(db, 'licence', text);
export const removeLicence = (db: Db): Promise<void> => removeSetting(db, 'licence');

/**
 * Returns the modules that a corporation may use of what it has switched on. After its end a licence opens what it
 * opened: nothing stops.
 */
export const licensedFlags = (flags: Flags, licence: LicenceTerms | null): Flags =>
  licence === null
    ? flags
    : {
        ...flags,
        ...Object.fromEntries(
          corporationFlags.filter((flag) => !licence.features.includes(flag)).map((flag) => [flag, false]),
        ),
      };
