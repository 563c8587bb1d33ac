/**
 * Puts a backup into an empty DATA_DIR. Invariant: nothing is overwritten, nothing that differs from its checksum is
 * used, and a restore that was not finished is never started as an installation.
 */
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { type Checksums, checksumOf, copyFile, copyTree, filesIn, giveTo, readChecksums } from './backup.copy.ts';
import { restName } from './backup.data.ts';
import {
  type Contents,
  checksumsName,
  firstFormat,
  type Manifest,
  manifestName,
  readManifest,
} from './backup.manifest.ts';
import { syncTree } from './durable.ts';
import { homeOf, ownerForRoot } from './postgres.home.ts';
import { startPostgres } from './postgres.ts';

const unfinishedName = 'restore-unfinished';

interface RestoreRequest {
  readonly backup: string;
  readonly dataDir: string;
  readonly report: (line: string) => void;
  /** Called with the folder of the database before anything is written there. */
  readonly onHome?: (home: string) => void;
}

/** Gives what is there now. Throws an Error that says what to do. */
export async function restoreBackup({ backup, dataDir, report, onHome }: RestoreRequest): Promise<Contents> {
  const manifest = readManifest(backup);
  refuseUsed(dataDir);
  refuseUsed(join(dataDir, 'postgres'));
  mkdirSync(dataDir, { recursive: true });
  const owner = ownerForRoot();
  const home = homeOf(dataDir, owner);
  refuseUsed(home);
  onHome?.(home);
  const mark = join(dataDir, unfinishedName);
  writeFileSync(mark, '');
  const expected = await readWhole(backup, manifest);
  report('Copying the database');
  await copyTree(join(backup, 'postgres', 'pgdata'), join(home, 'pgdata'));
  await compare(expected, 'postgres/pgdata/', join(home, 'pgdata'));
  await giveTo(join(home, 'pgdata'), owner);
  await copyWhole(expected, backup, 'postgres/password', join(home, 'password'));
  if (expected.has('vault.key')) await copyWhole(expected, backup, 'vault.key', join(dataDir, 'vault.key'));
  await restoreRest(expected, backup, dataDir);
  if (!manifest.bucket) {
    report('Copying the files');
    if (existsSync(join(backup, 'files'))) await copyTree(join(backup, 'files'), join(dataDir, 'files'));
    await compare(expected, 'files/', join(dataDir, 'files'));
  }
  report('Starting the database');
  const contents = await countContents(dataDir, manifest);
  if (manifest.contents) refuseOther(manifest.contents, contents);
  syncTree(home);
  syncTree(dataDir);
  rmSync(mark);
  return contents;
}

/**
 * The list of checksums. Throws where it is not the one that the backup was made with, or does not name every file that is
 * there, or names one that is not. Of the first format only the last two can be told.
 */
async function readWhole(backup: string, { list, hasSecretKey }: Manifest): Promise<Checksums> {
  const damaged = (what: string) => new Error(`${what}: this backup is damaged, use another one`);
  const path = join(backup, checksumsName);
  const expected = readChecksums(path);
  if (list && ((await checksumOf(path)) !== list.sha256 || expected.size !== list.count))
    throw damaged(`${checksumsName} is not the list that the backup was made with`);
  if (hasSecretKey && !expected.has('vault.key'))
    throw damaged('vault.key, the key of the secrets, is not in the list');
  const found = new Set(await filesIn(backup));
  for (const name of expected.keys())
    if (!found.has(name)) throw new Error(`${name} of the backup is damaged or missing: use another backup`);
  for (const name of found)
    if (!expected.has(name) && name !== checksumsName && name !== manifestName)
      throw damaged(`${name} is there and not in ${checksumsName}`);
  return expected;
}

/** What lay in DATA_DIR beside files and database. */
async function restoreRest(expected: Checksums, backup: string, dataDir: string): Promise<void> {
  const from = join(backup, restName);
  if (!existsSync(from)) return;
  await copyTree(from, dataDir, { keepsTimes: true });
  await compare(expected, `${restName}/`, dataDir);
  for (const name of expected.keys())
    if (name.startsWith(`${restName}/`)) chmodSync(join(dataDir, name.slice(restName.length + 1)), 0o600);
}

/** Returns the limits of a backup of the first format, in words; null = it is of a later one. */
export const unknownOfFormat = ({ format }: Manifest): string | null =>
  format === firstFormat
    ? 'This backup is of an older format. Whether its list of checksums is whole cannot be told beyond the files that are there; it holds no uploads that waited and no SFTP host key (senders will be shown a new one).'
    : null;

/** Throws where a restore into this folder was begun and not finished. */
export function refuseUnfinished(dataDir: string): void {
  if (existsSync(join(dataDir, unfinishedName)))
    throw new Error(`A restore into ${dataDir} was not finished. Empty the folder and restore again.`);
}

function refuseUsed(folder: string) {
  if (existsSync(folder) && readdirSync(folder).some((name) => name !== 'postgres' && name !== 'lost+found'))
    throw new Error(`${folder} is not empty. A restore overwrites nothing: name an empty DATA_DIR.`);
}

/** Throws with the name of the first file that is absent or differs. */
async function compare(expected: Checksums, prefix: string, folder: string) {
  for (const [path, sum] of expected)
    if (path.startsWith(prefix) && (await checksumOf(join(folder, path.slice(prefix.length)))) !== sum)
      throw new Error(`${path} of the backup is damaged or missing: use another backup`);
}

async function copyWhole(expected: Checksums, backup: string, name: string, to: string) {
  if ((await copyFile(join(backup, name), to)) !== expected.get(name))
    throw new Error(`${name} of the backup is damaged or missing: use another backup`);
  chmodSync(to, 0o600);
}

const countsSql = `SELECT
  (SELECT count(*) FROM reading) + (SELECT coalesce(sum(n), 0) FROM segment) AS readings,
  (SELECT count(*) FROM point) AS points, (SELECT count(*) FROM alert) AS alerts,
  (SELECT count(*) FROM account) AS users, (SELECT count(*) FROM stored_file) AS files`;

/** Has the database recover what the copy holds, and counts. */
async function countContents(dataDir: string, { bucket }: Manifest): Promise<Contents> {
  const postgres = await startPostgres(dataDir, () => undefined);
  try {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    try {
      const { rows } = await client.query<Record<keyof Contents, string>>(countsSql);
      const counts = Object.entries(rows[0] ?? {}).map(([name, count]) => [name, Number(count)]);
      if (!bucket) await checkFiles(client, join(dataDir, 'files'));
      return Object.fromEntries(counts) as Contents;
    } finally {
      await client.end();
    }
  } finally {
    await postgres.stop();
  }
}

/** Throws where a file that the database knows is absent or of another size. */
async function checkFiles(client: pg.Client, folder: string) {
  for (let last = ''; ; ) {
    const { rows } = await client.query<{ id: string; bytes: string }>(
      'SELECT id, bytes FROM stored_file WHERE id > $1 ORDER BY id LIMIT 1000',
      [last],
    );
    for (const { id, bytes } of rows) {
      const path = join(folder, id.slice(1, 3), id);
      if (!existsSync(path) || statSync(path).size !== Number(bytes))
        throw new Error(`the file ${id} that the database knows is not in the backup, or is cut off`);
    }
    const end = rows.at(-1);
    if (!end) return;
    last = end.id;
  }
}

function refuseOther(expected: Contents, found: Contents) {
  for (const [name, count] of Object.entries(expected))
    if (found[name as keyof Contents] !== count)
      throw new Error(`The backup held ${count} ${name}, and ${found[name as keyof Contents]} are here: do not use it`);
}
