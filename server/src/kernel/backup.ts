/**
 * A backup of an installation with the embedded database: database, its password, files, the key of the secrets and all else that lies in
 * DATA_DIR, as of one moment, also while Plumbline runs. Invariant: a folder with the name that was given is whole and has been tried: it
 * is written under another name, started once, compared, and only then given its name.
 */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { type Checksums, checksumText, copyFile, copyTree } from './backup.copy.ts';
import { copyRest, restOf } from './backup.data.ts';
import { copyDatabase } from './backup.database.ts';
import { backupFormat, type Contents, checksumsName, type Manifest, writeManifest } from './backup.manifest.ts';
import { restoreBackup } from './backup.restore.ts';
import { syncPath, syncTree } from './durable.ts';
import { homeElsewhere, ownerForRoot } from './postgres.home.ts';
import { startPostgres } from './postgres.ts';
import { version } from './version.ts';

export interface BackupRequest {
  readonly dataDir: string;
  readonly target: string;
  /** False where the copy is not started to see whether it works. */
  readonly trial: boolean;
  /** Files lie in a bucket and are not part of it. */
  readonly bucket: boolean;
  readonly takenAt: Date;
  readonly report: (line: string) => void;
}

/** Gives what the backup holds; null where it was not tried. Throws an Error that says what to do. */
export async function makeBackup(request: BackupRequest): Promise<Contents | null> {
  const { dataDir, target, trial, bucket, takenAt, report } = request;
  if (existsSync(target)) throw new Error(`${target} exists already: name a folder that does not`);
  if (target.startsWith(`${dataDir}/`)) throw new Error(`${target} lies in DATA_DIR: name a folder elsewhere`);
  const home = homeWithData(dataDir);
  const fresh = `${target}.unfinished-${nameOfRun()}`;
  mkdirSync(dirname(target), { recursive: true });
  clearInterrupted(dirname(target), report);
  mkdirSync(fresh, { mode: 0o700 });
  try {
    const sums: Checksums = new Map();
    const files = () => (bucket ? Promise.resolve() : copyFiles(join(dataDir, 'files'), join(fresh, 'files'), sums));
    // Before and after: of what comes or goes meanwhile, the database's moment has everything.
    report('Copying the files');
    await files();
    await copyRest(dataDir, fresh, sums);
    report('Copying the database');
    await withDatabase(dataDir, home, report, (client) =>
      copyDatabase(client, {
        data: join(home, 'pgdata'),
        into: join(fresh, 'postgres', 'pgdata'),
        sums,
        prefix: 'postgres/pgdata/',
      }),
    );
    await files();
    const leftOutPaths = await copyRest(dataDir, fresh, sums);
    await copyOne(join(home, 'password'), fresh, 'postgres/password', sums);
    const hasSecretKey = existsSync(join(dataDir, 'vault.key'));
    if (hasSecretKey) await copyOne(join(dataDir, 'vault.key'), fresh, 'vault.key', sums);
    const list = checksumText(sums);
    writeFileSync(join(fresh, checksumsName), list, { mode: 0o600 });
    const about = { plumbline: version, postgres: postgresOf(home), takenAt: takenAt.toISOString() };
    const sealed = { sha256: createHash('sha256').update(list).digest('hex'), count: sums.size };
    const data = { holds: restOf(dataDir), leftOutPaths };
    const manifest: Manifest = { format: backupFormat, ...about, bucket, list: sealed, hasSecretKey, data };
    if (leftOutPaths.length > 0)
      report(`Not copied, being neither file nor folder: ${leftOutPaths.slice(0, 10).join(', ')}`);
    writeManifest(fresh, manifest);
    const contents = trial ? await tryOut(fresh, target, report) : null;
    if (contents) writeManifest(fresh, { ...manifest, contents });
    syncTree(fresh);
    renameSync(fresh, target);
    syncPath(dirname(target));
    return contents;
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    throw error;
  }
}

const postgresOf = (home: string) => readFileSync(join(home, 'pgdata', 'PG_VERSION'), 'utf8').trim();

/** Where the database of an installation lies. Changes nothing, unlike the look of a start. */
export function homeWithData(dataDir: string): string {
  const found = [join(dataDir, 'postgres'), homeElsewhere(dataDir)].find((home) =>
    existsSync(join(home, 'pgdata', 'PG_VERSION')),
  );
  if (!found) throw new Error(`DATA_DIR=${dataDir}: there is no database of Plumbline here`);
  return found;
}

async function copyOne(from: string, folder: string, name: string, sums: Checksums) {
  const sum = await copyFile(from, join(folder, name));
  if (sum === false) throw new Error(`${from} is missing`);
  sums.set(name, sum);
}

async function copyFiles(from: string, to: string, sums: Checksums) {
  if (!existsSync(from)) return;
  const skip = (path: string) => path.startsWith('incoming-');
  await copyTree(from, to, { skip, sums: { into: sums, prefix: 'files/' } });
}

/** Connects to the database that runs, or starts it for as long as the work takes. */
export async function withDatabase(
  dataDir: string,
  home: string,
  report: (line: string) => void,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const running = await connectToRunning(home);
  if (running) return work(running).finally(() => running.end());
  const owner = statSync(join(home, 'pgdata')).uid;
  if (owner !== (ownerForRoot()?.uid ?? process.getuid?.()))
    throw new Error('Plumbline does not run here, and its database belongs to another user: run this as that user');
  report('Plumbline does not run: starting its database');
  const postgres = await startPostgres(dataDir, report);
  try {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    await work(client).finally(() => client.end());
  } finally {
    await postgres.stop();
  }
}

async function connectToRunning(home: string): Promise<pg.Client | null> {
  const pidFile = join(home, 'pgdata', 'postmaster.pid');
  const port = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[3]) : 0;
  if (!port) return null;
  const password = readFileSync(join(home, 'password'), 'utf8').trim();
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'plumbline', password, database: 'postgres' });
  try {
    await client.connect();
    // The port may be another's by now, whoever knows the same password.
    const { rows } = await client.query<{ folder: string }>(`SELECT current_setting('data_directory') AS folder`);
    const [its, ours] = [statSync(rows[0]?.folder ?? ''), statSync(join(home, 'pgdata'))];
    if (its.dev === ours.dev && its.ino === ours.ino) return client;
  } catch {
    // A crash left the file behind: the start clears it away, or says who runs there.
  }
  await client.end().catch(() => undefined);
  return null;
}

/** By which a later backup knows whether the one that made a folder is still at it. */
const nameOfRun = () => `${hostname().replace(/[^\w]/g, '')}-${process.pid}-${randomBytes(4).toString('hex')}`;

/** Removes the trials of backups that were killed, which are whole copies of the database, and names what else they left. */
function clearInterrupted(parent: string, report: (line: string) => void): void {
  const host = hostname().replace(/[^\w]/g, '');
  for (const name of readdirSync(parent)) {
    const [, kind, rest = ''] = /\.(trial|unfinished)-([\w-]+)$/.exec(name) ?? [];
    if (kind === undefined) continue;
    const [, of, pid] = /^(\w+)-(\d+)-[0-9a-f]{8}$/.exec(rest) ?? [];
    const path = join(parent, name);
    if (of === host && isAlive(Number(pid))) continue;
    if (of !== host || kind === 'unfinished')
      report(`Left by a backup that did not end, and of no use: ${path}. Remove it`);
    else {
      report(`Removing the trial of a backup that was killed: ${path}`);
      for (const home of trialHomes(path)) rmSync(home, { recursive: true, force: true });
    }
  }
}

/** A trial and, where the database could not lie in it, its database elsewhere. */
const trialHomes = (path: string): string[] => [path, homeElsewhere(path)];

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Restores the backup beside it, starts its database, counts what is there, and takes the trial away. */
async function tryOut(folder: string, target: string, report: (line: string) => void): Promise<Contents> {
  report('Trying the backup: restoring it beside itself');
  const scratch = `${target}.trial-${nameOfRun()}`;
  mkdirSync(scratch, { mode: 0o711 });
  let home = '';
  try {
    return await restoreBackup({
      backup: folder,
      dataDir: scratch,
      report: () => undefined,
      onHome: (at) => (home = at),
    });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
    if (home) rmSync(home, { recursive: true, force: true });
  }
}
