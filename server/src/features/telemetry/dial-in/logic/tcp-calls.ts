/**
 * Loggers that are connected to, over Modbus TCP, instead of dialling in. Invariants: one process at a time holds the connection to
 * a logger, whichever is there (an advisory lock, which goes with its process); a logger that cannot be reached is tried again, ever
 * more seldom, and says so; connections are made by the one way out (kernel/outbound.ts).
 */
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { EndReason } from '@plumbline/contract/telemetry/dial-in';
import type { Logger } from '../../../../kernel/context.ts';
import { type Outbound, OutboundRefused } from '../../../../kernel/outbound.ts';
import type { WorkLocks } from '../../../../kernel/work.locks.ts';
import type { TcpPlan } from '../dial-in.api.ts';

const pausesMs = [1_000, 2_000, 5_000, 10_000, 30_000, 60_000];
const lockAgainMs = 10_000;
/** The port of Modbus; every other below 1024 is somebody else's. */
const lowPorts = [502];

/** Locks of processes on loggers. */
export type CallLocks = Pick<WorkLocks, 'take' | 'release' | 'close'>;

interface Parts {
  readonly outbound: Outbound;
  readonly locks: CallLocks;
  readonly log: Logger;
  /** Those that are to be connected to. */
  readonly plans: () => Promise<readonly TcpPlan[]>;
  /** Reads a logger until its connection ends. */
  readonly serve: (plan: TcpPlan, socket: Socket) => Promise<void>;
  readonly failed: (plan: TcpPlan, reason: EndReason) => void;
}
interface Call {
  /** As it is now: a connection that is made again is by the newest. */
  plan: TcpPlan;
  readonly stop: AbortController;
  running: Promise<void>;
}

const addressOf = ({ setup: { tcp } }: TcpPlan): string => `${tcp.host}:${tcp.port}`;

export class TcpCalls {
  readonly #parts: Parts;
  readonly #calls = new Map<number, Call>();
  #opening: Promise<void> = Promise.resolve();
  /** A look-up that waits its turn; null = the next change begins one. */
  #waiting: Promise<void> | null = null;
  #isClosed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Begins what is new, ends what is gone or goes elsewhere. Of many changes at once those that come meanwhile are looked up together. */
  changed(): Promise<void> {
    this.#waiting ??= this.#opening
      .then(() => {
        this.#waiting = null;
        return this.#open();
      })
      .catch((error) => this.#parts.log.warn({ err: error }, 'loggers over Modbus TCP could not be read'));
    this.#opening = this.#waiting;
    return this.#waiting;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#opening;
    const calls = [...this.#calls.values()];
    for (const { stop } of calls) stop.abort();
    await Promise.all(calls.map(({ running }) => running));
    await this.#parts.locks.close();
  }

  async #open(): Promise<void> {
    if (this.#isClosed) return;
    const planOf = new Map((await this.#parts.plans()).map((plan) => [plan.deviceId, plan]));
    for (const [deviceId, call] of this.#calls) {
      const plan = planOf.get(deviceId);
      if (plan && addressOf(plan) === addressOf(call.plan)) {
        call.plan = plan;
        continue;
      }
      this.#calls.delete(deviceId);
      call.stop.abort();
      await call.running;
    }
    for (const plan of planOf.values()) {
      if (this.#calls.has(plan.deviceId)) continue;
      const call: Call = { plan, stop: new AbortController(), running: Promise.resolve() };
      call.running = this.#run(call);
      this.#calls.set(plan.deviceId, call);
    }
  }

  async #run(call: Call): Promise<void> {
    const { locks, log } = this.#parts;
    const { signal } = call.stop;
    const { deviceId, sncode } = call.plan;
    const wait = (ms: number) => pause(ms, undefined, { signal, ref: false }).catch(() => undefined);
    while (!signal.aborted) {
      try {
        const lost = new AbortController();
        if (await locks.take(deviceId, () => lost.abort())) {
          await this.#hold(call, AbortSignal.any([signal, lost.signal]), wait);
          await locks.release(deviceId);
        }
      } catch (error) {
        log.warn({ err: error, sncode }, 'a logger over Modbus TCP');
      }
      if (!signal.aborted) await wait(lockAgainMs);
    }
  }

  /** Connects again and again, while this process is the one that does. */
  async #hold(call: Call, signal: AbortSignal, wait: (ms: number) => Promise<void>): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      const begun = performance.now();
      await this.#connection(call, signal);
      if (signal.aborted) return;
      failures = performance.now() - begun > 60_000 ? 0 : failures + 1;
      await wait(pausesMs[Math.min(failures, pausesMs.length) - 1] ?? 1_000);
    }
  }

  async #connection(call: Call, signal: AbortSignal): Promise<void> {
    const { host, port } = call.plan.setup.tcp;
    let socket: Socket;
    try {
      socket = await this.#parts.outbound.connect(host, port, lowPorts);
    } catch (error) {
      if (!signal.aborted)
        this.#parts.failed(call.plan, error instanceof OutboundRefused ? 'addressRefused' : 'unreachable');
      return;
    }
    const end = () => socket.destroy();
    signal.addEventListener('abort', end);
    try {
      if (signal.aborted) end();
      else await this.#parts.serve(call.plan, socket);
    } finally {
      signal.removeEventListener('abort', end);
      end();
    }
  }
}
