/**
 * One Plumbline to a data folder, also across containers and hosts. Two locks: the database inherits a lock of the
 * kernel on a file (it holds as long as any process of the database lives, whatever its namespace), and this process
 * touches a mark every second, which shows on network file systems and where there is no `flock`.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Owner } from './postgres.home.ts';

const beatMs = 1_000;
/** A mark that has not moved for so long is of a process that ended: several beats, since a busy process may miss some. */
const watchMs = 5_000;
/** How long the database of the last run may take to stop. */
const predecessorSeconds = 60;

/**
 * The watching shell: takes the lock, waits for the word to go, starts the database, which inherits the lock, waits for
 * our end of the pipe to close, then asks for a fast shutdown. One that has not ended after 20 s, as on a full disk,
 * is ended at once (SIGQUIT): it recovers at the next start, which waits a little longer than that.
 */
const watcher = `exec 3<&0 9>>"$1"
if command -v flock >/dev/null 2>&1; then flock -w "$2" 9 || exit 75; echo held; else echo unlocked; fi
shift 2
read -r go <&3 || exit 0
"$@" 3<&- </dev/null >/dev/null & pid=$!
(exec 9>&-; cat <&3 >/dev/null; kill -INT $pid 2>/dev/null; i=0
while [ $i -lt 20 ] && kill -0 $pid 2>/dev/null; do sleep 1; i=$((i+1)); done; kill -QUIT $pid 2>/dev/null) & exec 3<&-
wait $pid`;

interface Mark {
  readonly id: string;
  readonly pid: number;
  readonly host: string;
  /** Of the kernel that runs it: the same for all containers of a host. */
  readonly boot: string;
}

export interface FolderLock {
  readonly shell: ChildProcessWithoutNullStreams;
  /** Starts the database under the lock. */
  go(): void;
  /** Lets go, and asks the database to stop where it runs. */
  release(): void;
}

/** Locks a folder, and prepares `command` to run under the lock. Throws where another Plumbline runs on it. */
export async function lockFolder(
  folder: string,
  owner: Owner | null,
  command: readonly string[],
  report: (line: string) => void,
): Promise<FolderLock> {
  const file = join(folder, 'running');
  const shell = spawn('/bin/sh', ['-c', watcher, 'sh', join(folder, 'lock'), String(predecessorSeconds), ...command], {
    ...(owner && { uid: owner.uid, gid: owner.gid }),
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  shell.stdin.on('error', () => undefined);
  const mark: Mark = { id: randomBytes(8).toString('hex'), pid: process.pid, host: hostname(), boot: bootId() };
  try {
    await untilMine(shell, file, mark.boot, report);
    writeMark(file, mark);
  } catch (error) {
    shell.stdin.end();
    throw error;
  }
  const beating = setInterval(() => {
    if (beat(file, mark)) return;
    clearInterval(beating);
    report('Another Plumbline has taken this data: the database is stopped here');
    shell.stdin.end();
  }, beatMs).unref();
  shell.once('exit', () => {
    clearInterval(beating);
    if (readMark(file)?.mark.id === mark.id) rmSync(file, { force: true });
  });
  return { shell, go: () => void shell.stdin.write('go\n'), release: () => void shell.stdin.end() };
}

/** Waits until nobody else holds the folder. */
async function untilMine(
  shell: ChildProcessWithoutNullStreams,
  file: string,
  boot: string,
  report: (line: string) => void,
) {
  let output = '';
  let complaint = '';
  shell.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const onError = (chunk: Buffer) => {
    complaint += chunk.toString();
  };
  shell.stderr.on('data', onError);
  const first = readMark(file);
  const startedAt = performance.now();
  for (let tries = 0; ; tries++) {
    const now = readMark(file);
    const gone = performance.now() - startedAt;
    if (now && first && now.stamp !== first.stamp) throw runsElsewhere(now.mark);
    if (shell.exitCode !== null || shell.signalCode !== null) {
      if (shell.exitCode === 75) throw runsElsewhere(first?.mark ?? null);
      throw new Error(`The data folder could not be locked: ${complaint.trim() || `exit ${shell.exitCode}`}`);
    }
    // The kernel's lock proves for every process of this host that none is left; a mark of another host is watched.
    const locked = output.startsWith('held') && (!first || first.mark.boot === boot);
    const watched = output !== '' && (!first || gone >= watchMs);
    if (locked || watched) break;
    if (tries === 20) report('Waiting for the database of the last run to stop');
    await wait(50);
  }
  shell.stderr.off('data', onError);
}

const runsElsewhere = (mark: Mark | null) =>
  new Error(
    `Another Plumbline (${mark ? `process ${mark.pid} on ${mark.host}` : 'its database still runs'}) runs on this data. Stop it, or choose another DATA_DIR and PORT.`,
  );

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}

function readMark(file: string): { readonly mark: Mark; readonly stamp: string } | null {
  try {
    const text = readFileSync(file, 'utf8');
    return { mark: JSON.parse(text) as Mark, stamp: `${text}/${statSync(file).mtimeMs}` };
  } catch {
    // Absent, or of a moment in which it was written: the next look tells.
    return null;
  }
}

function writeMark(file: string, mark: Mark) {
  const fresh = `${file}.${mark.id}`;
  writeFileSync(fresh, JSON.stringify(mark));
  renameSync(fresh, file);
}

/** Touches the mark (which works on a full disk too); false when it is another's. */
function beat(file: string, mark: Mark): boolean {
  const found = readMark(file);
  if (found && found.mark.id !== mark.id) return false;
  try {
    if (found) utimesSync(file, new Date(), new Date());
    else writeMark(file, mark);
  } catch {
    // The next beat tries again; the kernel's lock holds meanwhile.
  }
  return true;
}

/** Removes what a crashed database left behind. Under the lock, so what it names is not of this data, unless an older version without locks runs. */
export function removeStalePid(data: string): void {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  if (pid && worksIn(pid, data))
    throw new Error(
      `Another Plumbline (database process ${pid}) runs on this data. Stop it, or choose another DATA_DIR and PORT.`,
    );
  rmSync(file, { force: true });
}

/** True for the main process of a database on this data, and not for any other that bears the same number by now. */
function worksIn(pid: number, data: string): boolean {
  try {
    const [its, ours] = [statSync(`/proc/${pid}/cwd`), statSync(data)];
    return its.dev === ours.dev && its.ino === ours.ino;
  } catch {
    return false;
  }
}
