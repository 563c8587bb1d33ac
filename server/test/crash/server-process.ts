/**
 * The real server as a process of its own: `node server/src/main.ts` with its embedded database, leader of its process
 * group, on ports that stay the same over restarts, so that devices find it again. For the crash test and the bench.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const main = join(import.meta.dirname, '../../src/main.ts');

export interface Home {
  readonly dataDir: string;
  readonly port: number;
  readonly mqttPort: number;
  readonly url: string;
  readonly mqttUrl: string;
  /** Removes the data. */
  remove(): void;
}

export interface ServerProcess {
  readonly pid: number;
  /** From the start of the process to its line "Plumbline is ready". */
  readonly readyMs: number;
  /** Of the embedded database; another one after every start. */
  readonly databaseUrl: string;
  /** What it printed so far. */
  readonly output: string;
  /** Processes of the embedded database: the postmaster and its children. */
  databasePids(): number[];
  /** SIGKILL to the process group; resolves when the server is gone (the database ends a moment later). */
  kill(): Promise<void>;
  /** SIGKILL to every process of the database; resolves when the server, which cannot be without it, has ended. */
  killDatabase(): Promise<void>;
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
}

/** Run as root, PostgreSQL is another user and must be able to pass. */
function folderOnDisk(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-process-'));
  chmodSync(folder, 0o711);
  return folder;
}

/** A data folder and two free ports for a server that will be started, perhaps several times. */
export async function makeHome(dataDir = folderOnDisk()): Promise<Home> {
  const [port, mqttPort] = [await freePort(), await freePort()];
  return {
    dataDir,
    port,
    mqttPort,
    url: `http://127.0.0.1:${port}`,
    mqttUrl: `mqtt://127.0.0.1:${mqttPort}`,
    remove: () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  };
}

/** Starts the server and waits until it is ready. Throws with its output when it ends before, or takes over 90 s. */
export async function startProcess(
  home: Home,
  {
    env = {},
    nodeArguments = [],
    signal,
  }: {
    env?: Record<string, string>;
    nodeArguments?: readonly string[];
    /** Kills the group when it aborts, ready or not. */
    signal?: AbortSignal;
  } = {},
): Promise<ServerProcess> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...nodeArguments, main], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      HOST: '127.0.0.1',
      PORT: String(home.port),
      MQTT_PORT: String(home.mqttPort),
      DATA_DIR: home.dataDir,
      DEMO: '0',
      LOG_LEVEL: 'error',
      ...env,
    },
  });
  let output = '';
  const ready = Promise.withResolvers<void>();
  const take = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-100_000);
    if (output.includes('\nPlumbline is ready at ')) ready.resolve();
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  exited.then((code) => ready.reject(new Error(`the server ended (${code}) before it was ready:\n${output}`)));
  signal?.addEventListener('abort', () => killGroup(child), { once: true });
  const limit = setTimeout(() => {
    ready.reject(new Error(`the server was not ready after 90 s:\n${output}`));
    killGroup(child);
  }, 90_000);
  try {
    await ready.promise;
  } finally {
    clearTimeout(limit);
  }
  const readyMs = performance.now() - startedAt;
  return {
    pid: child.pid!,
    readyMs,
    databaseUrl: databaseUrlOf(home.dataDir),
    get output() {
      return output;
    },
    databasePids: () => databasePids(home.dataDir),
    async kill() {
      killGroup(child);
      await exited;
    },
    async killDatabase() {
      for (const pid of databasePids(home.dataDir)) killOne(pid);
      const code = await Promise.race([exited, wait(30_000, undefined, { ref: false })]);
      if (code === undefined) throw new Error(`the server outlived its database:\n${output}`);
    },
    async stop() {
      child.kill('SIGTERM');
      const code = await Promise.race([exited, wait(30_000, undefined, { ref: false })]);
      if (code === undefined) killGroup(child);
      return code ?? null;
    },
  };
}

/** Resolves when none of the processes runs any more; gives those that still do after the limit. */
export async function untilGone(pids: readonly number[], limitMs: number): Promise<number[]> {
  const endAt = performance.now() + limitMs;
  let left = pids.filter(runs);
  while (left.length > 0 && performance.now() < endAt) {
    await wait(50);
    left = left.filter(runs);
  }
  return left;
}

const killGroup = ({ pid }: ChildProcess): void => killOne(-pid!);

/** A process, or a group by its negative number; one that has ended meanwhile is what was wanted. */
function killOne(pid: number) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function postmaster(dataDir: string): string[] {
  const file = join(dataDir, 'postgres', 'pgdata', 'postmaster.pid');
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
}

function databaseUrlOf(dataDir: string): string {
  const password = readFileSync(join(dataDir, 'postgres', 'password'), 'utf8').trim();
  return `postgres://plumbline:${password}@127.0.0.1:${postmaster(dataDir)[3]}/postgres`;
}

function databasePids(dataDir: string): number[] {
  const top = Number(postmaster(dataDir)[0]);
  if (!top) return [];
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === top);
  return [top, ...children];
}

function parentOf(pid: number): number | null {
  try {
    // "pid (name) state parent ..."; a name may hold anything.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
  } catch {
    return null;
  }
}

function runs(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.[0] !== 'Z';
  } catch {
    return false;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
