/**
 * Hands on what the log holds: what comes now by one lane, what came while the link was down by another, oldest first. Each
 * lane has one request on its way, so that its order is that of the log.
 *
 * Invariant: a message is taken off only when the centre has answered that it is stored.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type EdgeMessage, edgeLimits } from '@plumbline/contract/telemetry/edges';
import type { Logger } from '../kernel/context.ts';
import type { Centre } from './centre.ts';
import type { Entry, SegmentLog } from './segment-log.ts';
import type { Unsent } from './unsent.ts';

/** A message as it lies in the log. */
export interface LoggedMessage extends EdgeMessage {
  /** When it arrived here, epoch ms. */
  readonly at: number;
}

export const readMessage = ({ content }: Entry): LoggedMessage => JSON.parse(content.toString('utf8')) as LoggedMessage;

const againMs = 1_000;
/** What has waited for longer is behind: while there is no link, and where the centre takes its time. */
const liveMs = 1_000;
const slowMs = 5_000;
/** A live request that takes longer shows that the centre has enough to do. */
const easyMs = 200;
const minCount = 25;
const limit = { count: edgeLimits.messages, bytes: edgeLimits.batchBytes } as const;

interface Parts {
  readonly log: SegmentLog;
  readonly unsent: Unsent;
  readonly centre: Pick<Centre, 'deliver'>;
  readonly now: () => number;
  readonly logger: Logger;
  /** Keeps what was taken. */
  readonly save: () => void;
}

export class Forwarder {
  readonly #parts: Parts;
  readonly #stop = new AbortController();
  readonly #lanes: Promise<unknown>;
  /** True when the centre took what was sent last; null = nothing was sent yet. */
  isUp: boolean | null = null;
  #problem = '';
  /** How long the last live request took; after a while without one it says nothing. */
  #liveTookMs = 0;
  #liveUntilMs = 0;
  #behindCount: number = minCount;
  readonly #stopped: Promise<void>;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { signal } = this.#stop;
    this.#stopped = new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    // What a process before this one left is behind: what comes now does not wait for it.
    parts.unsent.cut(parts.log.next);
    this.#lanes = Promise.all([this.#run(() => this.#sendLive()), this.#run(() => this.#sendBehind())]);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#lanes;
  }

  async #run(send: () => Promise<void>): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      try {
        await send();
      } catch (error) {
        if (signal.aborted) return;
        this.#failed(error as Error);
        await pause(againMs, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  async #sendLive(): Promise<void> {
    const { log, unsent, now } = this.#parts;
    await Promise.race([log.grownPast(unsent.live), this.#stopped]);
    if (this.#stop.signal.aborted) return;
    const { entries } = await log.read(unsent.live, log.next, { count: 1, bytes: 1 });
    const [oldest] = entries.map(readMessage);
    const isStale = oldest !== undefined && now() - oldest.at > (this.isUp ? slowMs : liveMs);
    // It goes by the other lane, after what came before it.
    if (isStale) return unsent.cut(log.next);
    const begun = performance.now();
    await this.#send(unsent.live, log.next, (to) => unsent.advanceLive(to));
    this.#liveTookMs = performance.now() - begun;
    this.#liveUntilMs = performance.now() + slowMs;
  }

  /** Fewer at once, and later, while the centre takes long for what is live. */
  async #sendBehind(): Promise<void> {
    const { unsent } = this.#parts;
    const { signal } = this.#stop;
    const stretch = unsent.behind;
    if (!stretch) return void (await pause(100, undefined, { signal }));
    const liveTookMs = performance.now() < this.#liveUntilMs ? this.#liveTookMs : 0;
    if (liveTookMs > easyMs) {
      this.#behindCount = Math.max(minCount, this.#behindCount / 2);
      await pause(Math.min(liveTookMs, againMs), undefined, { signal });
    } else this.#behindCount = Math.min(limit.count, this.#behindCount * 1.5);
    const before = Math.min(stretch.to, stretch.from + Math.floor(this.#behindCount));
    await this.#send(stretch.from, before, (to) => unsent.advanceBehind(to));
  }

  /** Sends messages from a number on. */
  async #send(from: number, before: number, advance: (to: number) => void): Promise<void> {
    const { log, unsent, centre, save } = this.#parts;
    const { entries, next, damaged } = await log.read(from, before, limit);
    const messages = entries.map(readMessage);
    if (messages.length > 0) {
      await centre.deliver(messages.map(({ sncode, kind, content }) => ({ sncode, kind, content })));
      this.#reached();
    }
    unsent.damaged += damaged;
    advance(next);
    save();
  }

  #reached(): void {
    if (this.isUp !== true) this.#parts.logger.warn('the centre is reached');
    this.isUp = true;
    this.#problem = '';
  }

  #failed({ message }: Error): void {
    if (this.isUp !== false || this.#problem !== message)
      this.#parts.logger.warn({ problem: message }, 'the centre is not reached; messages stay on disk');
    this.isUp = false;
    this.#problem = message;
  }
}
