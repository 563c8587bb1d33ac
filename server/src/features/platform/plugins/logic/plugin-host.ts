/**
 * The plug-ins as one process of the installation calls them. Invariants: called is what was switched on, and nothing else: a
 * file that has become another one is not run; and whatever a plug-in answers has the shape that its kind promises, or is refused.
 */
import type { CapabilityKind } from '@plumbline/contract/platform/plugins.package';
import type { Clock } from '../../../../kernel/clock.ts';
import type { Config } from '../../../../kernel/config.ts';
import type { Change, Db, Logger } from '../../../../kernel/context.ts';
import * as table from '../plugins.table.ts';
import { markOf, packageOf } from './plugin-folder.ts';
import type { OpenedPackage } from './plugin-package.ts';
import { PluginFault } from './plugin-process.ts';
import { PluginRunner, type RunnerLimits, runnerLimits } from './plugin-runner.ts';

export interface HostParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly config: Pick<Config, 'pluginDir' | 'pluginKeys'>;
  /** What this process is called on the page. */
  readonly process: string;
  readonly limits?: Partial<RunnerLimits>;
}
interface Shape<T> {
  safeParse(value: unknown): { readonly success: boolean; readonly data?: T };
}
export interface PartCall<T> {
  readonly kind: CapabilityKind;
  /** `ntfy/topic` */
  readonly part: string;
  /** Of pushes: which of its two functions. */
  readonly of?: string;
  readonly input: unknown;
  readonly shape: Shape<T>;
  readonly ms: number;
}

const lists = { codec: 'codecs', report: 'reports', push: 'pushes' } as const;
/** How long a file is taken for the one that it was. */
const freshMs = 2_000;
const writeMs = 5_000;

export class PluginHost {
  readonly #parts: HostParts;
  readonly #limits: RunnerLimits;
  readonly #runners = new Map<string, { readonly mark: string; readonly runner: PluginRunner; checkedAt: number }>();
  #switches: Promise<ReadonlyMap<string, table.Switch>> | null = null;
  readonly #timer: NodeJS.Timeout;
  #isDirty = false;
  #writing: Promise<void> = Promise.resolve();

  constructor(parts: HostParts) {
    this.#parts = parts;
    this.#limits = { ...runnerLimits, ...parts.limits };
    this.#timer = setInterval(() => void this.settle(), writeMs).unref();
  }

  /** Throws PluginFault, whatever is wrong. */
  async call<T>(call: PartCall<T>): Promise<T> {
    const first = await this.#runnerOf(call);
    try {
      return await this.#callOf(first, call);
    } catch (error) {
      // Word of a switch comes a second time, from the database, and ends what was begun after the first.
      if (!(error instanceof PluginFault) || error.fault !== 'off') throw error;
      return await this.#callOf(await this.#runnerOf(call), call);
    }
  }

  #runnerOf({ part }: Pick<PartCall<unknown>, 'part'>): Promise<PluginRunner> {
    const [plugin = ''] = part.split('/');
    return this.#runner(plugin);
  }

  async #callOf<T>(runner: PluginRunner, { kind, part, of = '', input, shape, ms }: PartCall<T>): Promise<T> {
    const [, name = ''] = part.split('/');
    const { capabilities } = runner.opened.manifest;
    if (!capabilities.some((each) => each.kind === kind && each.name === name)) throw new PluginFault('missing', part);
    this.#isDirty = true;
    const text = await runner.call({ list: lists[kind], name, part: of, input: JSON.stringify(input) }, ms);
    const read = shape.safeParse(parsed(text));
    if (read.success) return read.data as T;
    const fault = new PluginFault('otherShape', part);
    runner.note(fault);
    throw fault;
  }

  /** What the settings of a plug-in that may run say; null = it may not. */
  async opened(plugin: string): Promise<OpenedPackage | null> {
    try {
      return (await this.#runner(plugin)).opened;
    } catch (error) {
      if (error instanceof PluginFault) return null;
      throw error;
    }
  }

  /** Whatever was switched is read again, and one that failed gets another chance. */
  changed(change: Change | null): void {
    if (change !== null && change.kind !== 'plugin') return;
    this.#switches = null;
    if (change === null) return;
    this.#end(change.name);
  }

  /** What is known of the plug-ins of this process is written down. */
  settle(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#writing;
    for (const name of [...this.#runners.keys()]) this.#end(name);
    await table.removeRuns(this.#parts.db, this.#parts.process).catch((error) => {
      this.#parts.log.warn({ err: error }, 'what is known of plug-ins stays behind');
    });
  }

  #end(name: string): void {
    this.#runners.get(name)?.runner.close();
    this.#runners.delete(name);
    this.#isDirty = true;
  }

  async #runner(name: string): Promise<PluginRunner> {
    const switched = (await this.#switched()).get(name);
    const { pluginDir, pluginKeys } = this.#parts.config;
    const known = this.#runners.get(name);
    const isOn = switched?.enabled === true;
    const now = performance.now();
    if (isOn && known && now - known.checkedAt < freshMs && known.runner.opened.digest === switched.digest)
      return known.runner;
    const mark = await markOf(pluginDir, name);
    if (mark === null) throw this.#gone(name, 'missing');
    if (!isOn) throw this.#gone(name, 'off');
    if (known?.mark === mark && known.runner.opened.digest === switched.digest) {
      known.checkedAt = now;
      return known.runner;
    }
    const opened = await packageOf(pluginDir, name, pluginKeys);
    if (opened === null) throw this.#gone(name, 'missing');
    if ('fault' in opened) throw this.#gone(name, 'refused');
    if (opened.digest !== switched.digest) throw this.#gone(name, 'changed');
    // Another call may have opened it meanwhile.
    const meanwhile = this.#runners.get(name);
    if (meanwhile && meanwhile !== known && meanwhile.runner.opened.digest === opened.digest) return meanwhile.runner;
    this.#end(name);
    const runner = new PluginRunner(opened, () => this.#parts.clock.now(), this.#limits);
    this.#runners.set(name, { mark, runner, checkedAt: now });
    return runner;
  }

  #gone(name: string, fault: 'missing' | 'off' | 'refused' | 'changed'): PluginFault {
    this.#end(name);
    return new PluginFault(fault, name);
  }

  #switched(): Promise<ReadonlyMap<string, table.Switch>> {
    if (this.#switches) return this.#switches;
    const reading = table.switches(this.#parts.db);
    this.#switches = reading;
    reading.catch(() => {
      if (this.#switches === reading) this.#switches = null;
    });
    return reading;
  }

  async #write(): Promise<void> {
    if (this.#runners.size === 0 && !this.#isDirty) return;
    this.#isDirty = false;
    const { db, process, log } = this.#parts;
    try {
      const runs = await Promise.all(
        [...this.#runners].map(async ([name, { runner }]) => ({ name, facts: await runner.facts() })),
      );
      await table.saveRuns(db, process, runs);
    } catch (error) {
      log.warn({ err: error }, 'what is known of plug-ins could not be written');
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
