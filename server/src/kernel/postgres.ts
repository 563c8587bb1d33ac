/**
 * The embedded PostgreSQL: made on first start, ended with us however we end.
 *
 * Invariant: no orphan. A small shell holds a pipe from this process; when the pipe closes, by a clean stop or by
 * SIGKILL, it stops the database. It runs in a session of its own, so that a signal to our process group does not take
 * the database down before the server has finished with it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isDiskFullError, releaseBallast } from './ballast.ts';
import { syncPath } from './durable.ts';
import { homeOf, type Owner, ownerForRoot, reachableBinaries, secretOf } from './postgres.home.ts';
import { type FolderLock, lockFolder, removeStalePid } from './postgres.lock.ts';

export interface EmbeddedPostgres {
  readonly url: string;
  readonly folder: string;
  /** Resolves when the database has ended; true if nobody asked for it. */
  readonly ended: Promise<boolean>;
  stop(): Promise<void>;
}

/** Enough for every pool of one installation. */
const defaultConnections = 60;

const flags = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
  shared_buffers: '96MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_wal_size: '2GB',
  wal_compression: 'pglz',
  checkpoint_timeout: '10min',
  // A query whose asker is gone ends, so that it does not keep the data locked against the next start.
  client_connection_check_interval: '5s',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  autovacuum_vacuum_insert_scale_factor: '0.05',
  log_min_messages: 'error',
};

/**
 * Starts PostgreSQL with its data under `dataDir`. Throws an Error that says what to do where this platform has no
 * binaries, or where another Plumbline runs on the same data. `connections` is the number of clients it lets in at once,
 * `nextPort` proposes ports of which one is taken.
 */
export async function startPostgres(
  dataDir: string,
  report: (line: string) => void,
  connections = defaultConnections,
  nextPort = freePort,
): Promise<EmbeddedPostgres> {
  const owner = ownerForRoot();
  const folder = homeOf(dataDir, owner);
  try {
    return await startOnFreePort(folder, owner, report, connections, nextPort);
  } catch (error) {
    if (!isDiskFullError(error) || !releaseBallast(folder)) throw error;
    report('The disk is full: giving up the ballast, so that the database can recover');
    return await startOnFreePort(folder, owner, report, connections, nextPort);
  }
}

/** A port that was free may be taken by another program before the database listens: then it starts on another. */
async function startOnFreePort(...[folder, owner, report, connections, nextPort]: Parameters<typeof startIn>) {
  for (let tries = 1; ; tries++) {
    try {
      return await startIn(folder, owner, report, connections, nextPort);
    } catch (error) {
      if (tries === 5 || !(error instanceof PortInUse)) throw error;
      report('The port of the database was taken meanwhile: starting it on another');
    }
  }
}

class PortInUse extends Error {}

async function startIn(
  folder: string,
  owner: Owner | null,
  report: (line: string) => void,
  connections: number,
  nextPort: () => Promise<number>,
): Promise<EmbeddedPostgres> {
  const binaries = reachableBinaries(folder, owner);
  const data = join(folder, 'pgdata');
  const port = await nextPort();
  const given = { port: String(port), max_connections: String(connections), ...flags };
  const settings = Object.entries(given).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  const lock = await lockFolder(folder, owner, [join(binaries, 'postgres'), '-D', data, ...settings], report);
  const { shell } = lock;
  const ended = new Promise<void>((resolve) => shell.once('exit', () => resolve()));
  let requested = false;
  try {
    const password = secretOf(folder, owner);
    await makeCluster(folder, binaries, owner, password, report);
    removeStalePid(data);
    await run(lock, data, port, report);
    return {
      url: `postgres://plumbline:${password}@127.0.0.1:${port}/postgres`,
      folder,
      ended: ended.then(() => !requested),
      async stop() {
        requested = true;
        lock.release();
        await Promise.race([ended, wait(20_000, undefined, { ref: false })]);
      },
    };
  } catch (error) {
    lock.release();
    await Promise.race([ended, wait(5_000, undefined, { ref: false })]);
    throw error;
  }
}

/**
 * Makes the cluster where there is none: under another name, which becomes `pgdata` when all of it is on disk, so that
 * one that was interrupted is never taken for whole.
 */
async function makeCluster(
  folder: string,
  binaries: string,
  owner: Owner | null,
  password: string,
  report: (line: string) => void,
): Promise<void> {
  const data = join(folder, 'pgdata');
  if (existsSync(join(data, 'PG_VERSION'))) return;
  report('Creating the database');
  for (const name of readdirSync(folder)) {
    if (!name.startsWith('pgdata.new-')) continue;
    try {
      rmSync(join(folder, name), { recursive: true, force: true });
    } catch {
      // Another initdb, orphaned a moment ago, still writes in it: it is left for the next start.
    }
  }
  const suffix = randomBytes(4).toString('hex');
  const fresh = join(folder, `pgdata.new-${suffix}`);
  const passwordFile = join(folder, `pgpassword.${suffix}.tmp`);
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (owner) chownSync(passwordFile, owner.uid, owner.gid);
  try {
    // initdb puts what it made on disk itself.
    await initialise(join(binaries, 'initdb'), fresh, passwordFile, owner);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  // Never deleted: it may hold somebody's data, whatever became of its PG_VERSION.
  if (existsSync(data)) renameSync(data, join(folder, `pgdata.unfinished-${suffix}`));
  renameSync(fresh, data);
  syncPath(folder);
}

function initialise(program: string, folder: string, passwordFile: string, owner: Owner | null): Promise<void> {
  const args = ['-D', folder, '-U', 'plumbline', '-A', 'scram-sha-256', '--pwfile', passwordFile];
  const child = spawn(program, [...args, '-E', 'UTF8', '--locale=C', '--no-instructions'], {
    ...(owner && { uid: owner.uid, gid: owner.gid }),
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, TZ: 'UTC' },
  });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-2000);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      code === 0
        ? resolve()
        : reject(new Error(`The database could not be created: ${complaint.trim() || signal || `exit ${code}`}`)),
    );
  });
}

export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** A database that neither recovers nor answers for so long will not. */
const silentLimitMs = 120_000;

/** Starts the database under its lock and waits until it answers: as long as it takes, where it recovers. */
async function run(lock: FolderLock, data: string, port: number, report: (line: string) => void): Promise<void> {
  let complaint = '';
  lock.shell.stderr.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-4000);
  });
  lock.go();
  try {
    do await untilReady(lock.shell, port, report, () => complaint.trim());
    while (!listensThere(data, port) && (await wait(50, true)));
  } catch (error) {
    throw /Address already in use/i.test(complaint) ? new PortInUse(complaint, { cause: error }) : error;
  }
}

/** Who answers on the port may be somebody else: the database writes down which port it has, and that it is ready. */
function listensThere(data: string, port: number): boolean {
  const file = join(data, 'postmaster.pid');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return Number(lines[3]) === port && lines[7]?.trim() === 'ready';
}

/** Waits as long as the database says that it recovers, however long that is. */
export async function untilReady(
  child: Pick<ChildProcess, 'exitCode' | 'signalCode'>,
  port: number,
  report: (line: string) => void,
  complaint: () => string,
  silentMs = silentLimitMs,
): Promise<void> {
  const startedAt = performance.now();
  let wordAt = startedAt;
  let reportAt = startedAt + 5_000;
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(
        `The embedded PostgreSQL did not start: ${complaint() || `exit ${child.exitCode ?? child.signalCode}`}`,
      );
    const answer = await probe(port);
    if (answer === 'ready') return;
    const now = performance.now();
    if (answer === 'starting') wordAt = now;
    if (now - wordAt > silentMs)
      throw new Error(`The embedded PostgreSQL has not answered for ${silentMs / 1000} s: ${complaint()}`);
    if (now > reportAt) {
      const seconds = Math.round((now - startedAt) / 1000);
      report(`The database recovers what the last run had not finished (${seconds} s so far); it may take minutes`);
      reportAt = now + 30_000;
    }
    await wait(50);
  }
}

/**
 * What the server makes of a start-up packet: an authentication request ('R') once it takes connections, an error ('E')
 * with 57P03 while it starts or recovers.
 */
function probe(port: number): Promise<'ready' | 'starting' | 'silent'> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const done = (answer: 'ready' | 'starting' | 'silent') => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(1000, () => done('silent'));
    socket.once('error', () => done('silent'));
    socket.once('close', () => done('silent'));
    socket.once('connect', () => {
      const body = Buffer.from('\0\x03\0\0user\0plumbline\0database\0postgres\0\0', 'latin1');
      const length = Buffer.alloc(4);
      length.writeInt32BE(body.length + 4);
      socket.write(Buffer.concat([length, body]));
    });
    socket.once('data', (chunk) =>
      done(chunk[0] === 0x52 ? 'ready' : chunk.includes('C57P03') ? 'starting' : 'silent'),
    );
  });
}
