/**
 * One running process of a plug-in, seen from the server: one call after the other, each within its time and memory. What
 * breaks a bound is ended, and nothing of it is believed. It is given no environment and no file but its own program.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type CallFault, pluginLimits } from '@plumbline/contract/platform/plugins.package';
import type { PluginAnswer, PluginCall, PluginStart } from './plugin.process.ts';
import { confinementFor } from './plugin-confinement.ts';

/** Why a call came to nothing, and whether the process is gone with it. */
export class PluginFault extends Error {
  readonly fault: CallFault;
  constructor(fault: CallFault, detail = '') {
    super(detail === '' ? fault : `${fault}: ${plain(detail)}`);
    this.name = 'PluginFault';
    this.fault = fault;
  }
}
/** Returns the text of a plug-in, fit to be shown and written down. */
export const plain = (text: string): string =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 300);

/** Faults for which the plug-in was not called, or not to an end, through no fault of what it was given. */
export const isAway = (fault: CallFault): boolean =>
  ['missing', 'off', 'refused', 'changed', 'resting', 'busy'].includes(fault);

export interface ProcessLimits {
  readonly heapMb: number;
  /** Of all that the process has, where the system says it. */
  readonly memoryBytes: number;
  readonly startMs: number;
}
export const processLimits: ProcessLimits = { heapMb: 96, memoryBytes: 320 * 1024 * 1024, startMs: 10_000 };

const checkMs = 25;
const program = fileURLToPath(new URL('./plugin.process.ts', import.meta.url));
/** No file but the program, no process, no addon, no worker; no code of text in any world, and none of its own to change. */
const fences = [
  '--permission',
  `--allow-fs-read=${program}`,
  '--disallow-code-generation-from-strings',
  '--frozen-intrinsics',
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
];

export class PluginProcess {
  #child: ChildProcess | null = null;
  readonly #limits: ProcessLimits;
  readonly #ready: Promise<void>;
  #last = 0;
  #waiting: { readonly id: number; readonly end: (answer: PluginAnswer | PluginFault) => void } | null = null;
  #ended: PluginFault | null = null;
  #endedAs: PluginFault | null = null;

  constructor(start: Omit<PluginStart, 'maxLength'>, limits = processLimits) {
    this.#limits = limits;
    this.#ready = this.#begin({ ...start, maxLength: pluginLimits.callLength });
    this.#ready.catch(() => undefined);
  }

  /** Resolves when its modules are loaded. Throws PluginFault. */
  async #begin(start: PluginStart): Promise<void> {
    const { command, before } = await confinementFor([...fences, program, 'probe']);
    if (this.#endedAs) {
      this.#ended = this.#endedAs;
      throw this.#ended;
    }
    const { heapMb, startMs } = this.#limits;
    const child = fork(program, [], {
      execPath: command,
      execArgv: [...before, ...fences, `--max-old-space-size=${heapMb}`, '--max-semi-space-size=4'],
      env: {},
      cwd: '/',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#child = child;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => this.end(new PluginFault('tooSlow', 'at its start')), startMs);
    child.on('message', (answer: PluginAnswer) => {
      if ('ready' in answer) resolve();
      else if ('id' in answer) this.#waiting?.id === answer.id && this.#waiting.end(answer);
      else this.end(new PluginFault('crashed', answer.failed));
    });
    const ended = (why: PluginFault) => {
      clearTimeout(timer);
      this.#ended ??= this.#endedAs ?? why;
      reject(this.#ended);
      this.#waiting?.end(this.#ended);
    };
    child.once('error', ({ message }) => ended(new PluginFault('crashed', message)));
    child.once('exit', (code, by) => ended(new PluginFault('crashed', `ended by itself: ${code ?? by}`)));
    void promise.then(
      () => clearTimeout(timer),
      () => undefined,
    );
    // It does not keep this process from ending.
    child.unref();
    child.channel?.unref();
    void this.#giveUpFirst();
    this.#send(start);
    await promise;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }
  get isEnded(): boolean {
    return this.#ended !== null || this.#endedAs !== null;
  }

  /** One call at a time: whoever calls waits for the one before. Throws PluginFault. */
  async call(call: Omit<PluginCall, 'id'>, ms: number): Promise<string> {
    await this.#ready;
    if (this.#ended) throw this.#ended;
    const id = ++this.#last;
    const { promise, resolve } = Promise.withResolvers<PluginAnswer | PluginFault>();
    this.#waiting = { id, end: resolve };
    const timer = setTimeout(() => this.end(new PluginFault('tooSlow', `no answer in ${ms} ms`)), ms);
    const checking = setInterval(() => void this.#checkMemory(), checkMs);
    this.#child?.channel?.ref();
    try {
      this.#send({ id, ...call });
      const answer = await promise;
      if (answer instanceof PluginFault) throw answer;
      if ('tooLong' in answer) throw new PluginFault('tooLong');
      if ('result' in answer) return answer.result;
      throw new PluginFault('failed', 'failed' in answer ? answer.failed : '');
    } finally {
      clearTimeout(timer);
      clearInterval(checking);
      this.#waiting = null;
      this.#child?.channel?.unref();
    }
  }

  /** Bytes; null = the system does not say, or it has ended. */
  async memory(): Promise<number | null> {
    try {
      const status = await readFile(`/proc/${this.pid}/status`, 'utf8');
      const kb = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1];
      return kb === undefined ? null : Number(kb) * 1024;
    } catch {
      return null;
    }
  }

  end(why = new PluginFault('off')): void {
    this.#endedAs ??= why;
    this.#child?.kill('SIGKILL');
  }

  async #checkMemory(): Promise<void> {
    const bytes = await this.memory();
    if (bytes !== null && bytes > this.#limits.memoryBytes && this.#waiting)
      this.end(new PluginFault('tooMuchMemory', `${Math.round(bytes / 1_048_576)} MB`));
  }

  /** Where memory of the machine runs out, the system ends this process before any other. */
  async #giveUpFirst(): Promise<void> {
    await writeFile(`/proc/${this.pid}/oom_score_adj`, '1000').catch(() => undefined);
  }

  #send(message: PluginStart | PluginCall): void {
    this.#child?.send(message, (error) => {
      if (error) this.end(new PluginFault('crashed', error.message));
    });
  }
}
