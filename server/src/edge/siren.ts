/**
 * The siren of a site: a relay in its network that is switched over HTTP, with an address for on and one for off. What it
 * should be is asked for until the relay has answered, and again every minute: a relay that lost its power is off.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { EdgeSign } from '@plumbline/contract/telemetry/edges';
import type { Logger } from '../kernel/context.ts';
import type { Risen } from './site-judge.ts';

export interface SirenAddresses {
  readonly on: string;
  readonly off: string;
}

const againMs = 2_000;
const sureMs = 60_000;
const answerMs = 5_000;

export class Siren {
  readonly #addresses: SirenAddresses | null;
  readonly #log: Logger;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;
  #wanted: Risen | null = null;
  #reached: boolean | null = null;
  #since: Date | null = null;
  #changed = Promise.withResolvers<void>();

  /** null = the site has none. */
  constructor(addresses: SirenAddresses | null, log: Logger) {
    this.#addresses = addresses;
    this.#log = log;
    this.#running = addresses ? this.#run(addresses) : Promise.resolve();
  }

  /** Switches it on for a rule that has risen, off for null. */
  set(risen: Risen | null, now: Date): void {
    const isOther = (risen === null) !== (this.#wanted === null);
    this.#wanted = risen;
    if (!isOther) return;
    this.#since = now;
    this.#reached = null;
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  state(): Pick<EdgeSign, 'siren' | 'sirenSince'> {
    if (!this.#addresses) return { siren: 'none', sirenSince: null };
    const sirenSince = this.#since?.toISOString() ?? null;
    if (this.#reached !== true) return { siren: 'unreached', sirenSince };
    return { siren: this.#wanted ? 'on' : 'off', sirenSince };
  }

  /** It stays as it is. */
  async close(): Promise<void> {
    this.#stop.abort();
    this.#changed.resolve();
    await this.#running;
  }

  async #run(addresses: SirenAddresses): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      const changed = this.#changed.promise;
      const wanted = this.#wanted;
      const reached = await this.#switch(wanted ? addresses.on : addresses.off, wanted);
      if (signal.aborted) return;
      if ((wanted === null) === (this.#wanted === null)) this.#reached = reached;
      const waited = new AbortController();
      const wait = pause(reached ? sureMs : againMs, undefined, { signal: waited.signal }).catch(() => undefined);
      await Promise.race([changed, wait]);
      waited.abort();
    }
  }

  async #switch(address: string, risen: Risen | null): Promise<boolean> {
    try {
      const answer = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ siren: risen ? 'on' : 'off', ...risen }),
        signal: AbortSignal.any([this.#stop.signal, AbortSignal.timeout(answerMs)]),
      });
      await answer.body?.cancel();
      if (answer.ok) return true;
      throw new Error(`it answers ${answer.status}`);
    } catch (error) {
      if (!this.#stop.signal.aborted && this.#reached !== false)
        this.#log.error({ problem: (error as Error).message }, 'the siren cannot be switched; it is tried again');
      return false;
    }
  }
}
