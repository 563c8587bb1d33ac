/**
 * One plug-in in this process of the installation: its calls in a line, its process begun with the first and ended after a
 * while without one. Invariant: one that fails rests, longer each time, and one that fails often is left alone for minutes; whoever calls meanwhile is told
 * so at once and waits for nothing.
 */

import type { PluginRun } from '@plumbline/contract/platform/plugins';
import type { CallFault } from '@plumbline/contract/platform/plugins.package';
import type { PluginCall } from './plugin.process.ts';
import type { OpenedPackage } from './plugin-package.ts';
import { PluginFault, PluginProcess, type ProcessLimits, processLimits } from './plugin-process.ts';

export interface RunnerLimits extends ProcessLimits {
  readonly waiting: number;
  readonly idleMs: number;
  /** After one failure; doubles with each that follows, up to the longest. */
  readonly restMs: number;
  readonly longestRestMs: number;
  /** So many crashes within so long, and it is broken for a while. */
  readonly crashes: number;
  readonly withinMs: number;
  readonly brokenMs: number;
}
export const runnerLimits: RunnerLimits = {
  ...processLimits,
  waiting: 500,
  idleMs: 600_000,
  restMs: 1_000,
  longestRestMs: 30_000,
  crashes: 5,
  withinMs: 600_000,
  brokenMs: 300_000,
};

export type RunFacts = Omit<PluginRun, 'process'>;

export class PluginRunner {
  readonly opened: OpenedPackage;
  readonly #limits: RunnerLimits;
  readonly #now: () => Date;
  #process: PluginProcess | null = null;
  #line: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #idle: NodeJS.Timeout | undefined;
  #restUntil = 0;
  #crashTimes: number[] = [];
  #inRow = 0;
  #isBroken = false;
  #isClosed = false;
  #counts = { calls: 0, failures: 0, crashes: 0 };
  #last: { fault: CallFault; detail: string; at: string } | null = null;

  constructor(opened: OpenedPackage, now: () => Date, limits: RunnerLimits) {
    this.opened = opened;
    this.#now = now;
    this.#limits = limits;
  }

  /** Throws PluginFault. */
  call(call: Omit<PluginCall, 'id'>, ms: number): Promise<string> {
    if (this.#isClosed) return Promise.reject(new PluginFault('off'));
    if (this.#waiting >= this.#limits.waiting) return Promise.reject(new PluginFault('busy'));
    this.#waiting++;
    const result = this.#line.then(() => this.#run(call, ms)).finally(() => this.#waiting--);
    this.#line = result.catch(() => undefined);
    return result;
  }

  /** What its answer was refused for after it came. */
  note(fault: PluginFault): void {
    this.#counts.failures++;
    this.#last = { fault: fault.fault, detail: fault.message, at: this.#now().toISOString() };
  }

  async facts(): Promise<RunFacts> {
    const isRunning = this.#process !== null && !this.#process.isEnded;
    const isResting = performance.now() < this.#restUntil;
    const state = isResting ? (this.#isBroken ? 'broken' : 'resting') : isRunning ? 'running' : 'idle';
    return {
      state,
      ...this.#counts,
      memoryBytes: isRunning ? ((await this.#process?.memory()) ?? null) : null,
      lastFault: this.#last?.fault ?? null,
      lastDetail: this.#last?.detail ?? '',
      lastAt: this.#last?.at ?? null,
    };
  }

  close(): void {
    this.#isClosed = true;
    this.#rest();
  }

  async #run(call: Omit<PluginCall, 'id'>, ms: number): Promise<string> {
    if (this.#isClosed) throw new PluginFault('off');
    if (performance.now() < this.#restUntil) throw new PluginFault('resting');
    clearTimeout(this.#idle);
    if (this.#process?.isEnded) this.#process = null;
    this.#process ??= new PluginProcess({ entry: this.opened.manifest.entry, files: this.opened.files }, this.#limits);
    // Kept here: one that is closed while it runs has none any more.
    const process = this.#process;
    this.#counts.calls++;
    try {
      const result = await process.call(call, ms);
      this.#inRow = 0;
      this.#isBroken = false;
      return result;
    } catch (error) {
      const fault = error instanceof PluginFault ? error : new PluginFault('crashed', String(error));
      if (!this.#isClosed) this.note(fault);
      if (process.isEnded) this.#crashed();
      throw fault;
    } finally {
      this.#idle = setTimeout(() => this.#rest(), this.#limits.idleMs).unref();
    }
  }

  #crashed(): void {
    this.#process = null;
    if (this.#isClosed) return;
    const { restMs, longestRestMs, crashes, withinMs, brokenMs } = this.#limits;
    const now = performance.now();
    this.#counts.crashes++;
    this.#crashTimes = [...this.#crashTimes.filter((at) => at > now - withinMs), now];
    this.#isBroken = this.#crashTimes.length >= crashes;
    this.#restUntil = now + (this.#isBroken ? brokenMs : Math.min(longestRestMs, restMs * 2 ** this.#inRow));
    this.#inRow++;
  }

  #rest(): void {
    clearTimeout(this.#idle);
    this.#process?.end();
    this.#process = null;
  }
}
