/**
 * A source that is looked into by the clock. Invariants: one round at a time, in one process (an advisory lock of the database);
 * what was taken is noted only once it is durable, so that a crash takes it again, and it counts once.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { feedLimits } from '@plumbline/contract/feeds';
import type { Db, Logger } from '../../../kernel/context.ts';
import type { Outbound } from '../../../kernel/outbound.ts';
import type { FeedSettings } from '../../../kernel/tables.feeds.ts';
import type { WorkLocks } from '../../../kernel/work.locks.ts';

/** A file as it is handed on. */
export interface SourceFile {
  readonly topic: string;
  readonly content: Uint8Array;
  readonly writtenAt: Date;
}
export interface SourceParts {
  readonly db: Db;
  readonly feed: { readonly id: number; readonly settings: FeedSettings };
  readonly password: string | null;
  readonly outbound: Outbound;
  /** Of which process looks at which feed. */
  readonly locks: WorkLocks;
  /** Resolves after COMMIT; rejects where it is to be taken again. */
  readonly take: (file: SourceFile) => Promise<unknown>;
  readonly failed: (detail: string) => void;
  readonly onConnection: (connected: boolean) => void;
  readonly log: Logger;
}

/** Looks once, to its end. */
export type SourceRound = (parts: SourceParts, signal: AbortSignal) => Promise<void>;

export class PolledSource {
  readonly #parts: SourceParts;
  readonly #round: SourceRound;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;

  constructor(parts: SourceParts, round: SourceRound) {
    this.#parts = parts;
    this.#round = round;
    this.#running = this.#run();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { feed, locks, failed, onConnection } = this.#parts;
    const { signal } = this.#stop;
    const everyMs = (feed.settings.pollSeconds ?? feedLimits.pollSeconds) * 1000;
    while (!signal.aborted) {
      try {
        // Another process that looks at it now does so for all.
        const lost = new AbortController();
        if (await locks.take(feed.id, () => lost.abort()))
          try {
            await this.#round(this.#parts, AbortSignal.any([signal, lost.signal]));
            onConnection(true);
          } finally {
            await locks.release(feed.id);
          }
      } catch (error) {
        if (signal.aborted) return;
        onConnection(false);
        failed((error as Error).message);
      }
      await pause(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}
