/**
 * Who signs the reports of this installation: a certificate of its own, made at its first use and renewed in time, or that
 * which its operator brings (REPORT_SIGNING_P12). Invariant: the key lies sealed by the vault, and never in the database as it is.
 */
import { readFile } from 'node:fs/promises';
import type { Db } from '../../../kernel/context.ts';
import type { Services } from '../../../kernel/services.ts';
import {
  type MadeSigner,
  makeSigner,
  needsRenewal,
  readPkcs12,
  readSigner,
  type Signer,
} from './logic/certificates.ts';
import * as table from './releases.signer.table.ts';

/** Throws Error where the file of the operator cannot be read with its password. */
export async function signerOf(
  db: Db,
  { config, secrets }: Pick<Services, 'config' | 'secrets'>,
  now: Date,
): Promise<Signer> {
  if (config.reportSigning) return readPkcs12(await readFile(config.reportSigning.file), config.reportSigning.password);
  const stored = await table.find(db);
  const opened = stored && { certificates: pairOf(stored.certificates), keys: secrets.decrypt(stored.sealed) };
  if (opened && !needsRenewal(opened, now)) return readSigner(opened);
  const signer = makeSigner(now, opened ?? null);
  const row = { certificates: signer.certificates.join('\n'), sealed: secrets.encrypt(signer.keys) };
  // Of processes that make one at once the first counts.
  const stays = await table.put(db, row, { now, insteadOf: stored?.certificates ?? null });
  return readSigner({ certificates: pairOf(stays.certificates), keys: secrets.decrypt(stays.sealed) });
}

function pairOf(pem: string): MadeSigner['certificates'] {
  const [certificate, authority] = pem.split(/(?<=-----END CERTIFICATE-----)\s*/);
  if (!certificate || !authority) throw new Error('the certificates of this installation cannot be read');
  return [certificate, authority];
}
