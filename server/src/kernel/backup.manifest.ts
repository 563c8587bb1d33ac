/** What a backup says of itself: `backup.json`, and the name of the list of its checksums. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Contents of an installation, counted after a restore. */
export interface Contents {
  readonly readings: number;
  readonly points: number;
  readonly alerts: number;
  readonly users: number;
  readonly files: number;
}

export interface Manifest {
  readonly format: number;
  readonly plumbline: string;
  /** Major version of its database. */
  readonly postgres: string;
  readonly takenAt: string;
  /** Its files lie in a bucket and are not part of it. */
  readonly bucket: boolean;
  /** Of the list of checksums, so that one that was cut is noticed. Absent in the first format. */
  readonly list?: { readonly sha256: string; readonly count: number };
  /** True when the installation had a key of its secrets. Absent in the first format. */
  readonly hasSecretKey?: boolean;
  /** What of DATA_DIR lies in `data`, and what could not be copied. Absent in the first format. */
  readonly data?: { readonly holds: readonly string[]; readonly leftOutPaths: readonly string[] };
  /** Absent where it was not tried. */
  readonly contents?: Contents;
}

export const backupFormat = 2;
/** The first had no sum of its list, and held nothing of DATA_DIR but files and the key of the secrets. */
export const firstFormat = 1;
export const checksumsName = 'checksums.sha256';
export const manifestName = 'backup.json';

export const writeManifest = (folder: string, manifest: Manifest): void =>
  writeFileSync(join(folder, manifestName), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });

export function readManifest(folder: string): Manifest {
  const path = join(folder, manifestName);
  if (!existsSync(path)) throw new Error(`${folder} is no backup of Plumbline: it has no ${manifestName}`);
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  if (manifest.format !== backupFormat && manifest.format !== firstFormat)
    throw new Error(`${folder} was made by another Plumbline (${manifest.plumbline}): restore it with that one`);
  return manifest;
}
