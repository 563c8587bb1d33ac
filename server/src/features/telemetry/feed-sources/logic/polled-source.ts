/**
 * A source that is looked into by the clock. Invariants: one round at a time, in one process (an advisory lock of the database);
 * what was taken is noted only once it is durable, so that a crash takes it again, and it counts once.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { feedLimits } from '@plumbline/contract/telemetry/feeds';
import type { Clock } from '../../../../kernel/clock.ts';
import type { Db, Logger } from '../../../../kernel/context.ts';
import type { Outbound } from '../../../../kernel/outbound.ts';
import type { FeedSettings } from '../../../../kernel/tables.feeds.ts';
import type { WorkLocks } from '../../../../kernel/work.locks.ts';
import { saveRound } from '../feed-sources.table.ts';

/** A file or message as it is handed on. */
export interface SourceFile {
  readonly topic: string;
  readonly content: Uint8Array;
  /** Stands in for a time that the content lacks; left out: when it is taken. */
  readonly writtenAt?: Date;
  /** By what it is known when it is taken again though it has no time. */
  readonly sending?: { readonly by: 'key'; readonly name: string; readonly isRepeat: true };
}
/** What became of one. */
interface Outcome {
  readonly stored: number;
  readonly unchanged: number;
  readonly refused: number;
  readonly unknown: number;
}
/** Query to a source, by whomever: also by somebody who only looks. */
export interface SourceQuery {
  readonly feed: { readonly id: number; readonly settings: FeedSettings };
  readonly password: string | null;
  readonly outbound: Outbound;
  readonly clock: Clock;
}
export interface SourceParts extends SourceQuery {
  readonly db: Db;
  /** Of which process looks at which feed. */
  readonly locks: WorkLocks;
  /** Resolves after COMMIT; rejects where it is to be taken again. */
  readonly take: (file: SourceFile) => Promise<Outcome>;
  readonly failed: (detail: string) => void;
  readonly onConnection: (connected: boolean) => void;
  readonly log: Logger;
}
export interface RoundParts extends SourceParts {
  /** Says from where to where a round asks, for whoever reads how it went. */
  readonly spans: (from: string, to: string) => void;
}

/** Looks once, to its end. */
export type SourceRound = (parts: RoundParts, signal: AbortSignal) => Promise<void>;

/** After a failure it looks again sooner than usual, and each time later. */
const againMs = [60_000, 120_000, 300_000, 900_000, 3_600_000];

export class PolledSource {
  readonly #parts: SourceParts;
  readonly #rounds: readonly SourceRound[];
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;
  #failures = 0;

  /** `again`: takes what is asked for once more, after what goes on. */
  constructor(parts: SourceParts, round: SourceRound, again?: SourceRound) {
    this.#parts = parts;
    this.#rounds = again ? [round, again] : [round];
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
            for (const [at, round] of this.#rounds.entries())
              await this.#recorded(round, at > 0, AbortSignal.any([signal, lost.signal]));
            onConnection(true);
          } finally {
            await locks.release(feed.id);
          }
        this.#failures = 0;
      } catch (error) {
        if (signal.aborted) return;
        this.#failures++;
        onConnection(false);
        failed((error as Error).message);
      }
      const later = againMs[Math.min(this.#failures, againMs.length) - 1] ?? everyMs;
      await pause(Math.min(everyMs, later), undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** A round, and how it went: where something came of it, or it failed. */
  async #recorded(round: SourceRound, isBack: boolean, signal: AbortSignal): Promise<void> {
    const { db, clock, feed, log } = this.#parts;
    const counts = { messages: 0, stored: 0, unchanged: 0, refused: 0, unknown: 0 };
    const span = { from: '', to: '' };
    const [at, begun] = [clock.now(), performance.now()];
    let fault = '';
    try {
      await round(
        {
          ...this.#parts,
          take: async (file) => {
            const outcome = await this.#parts.take(file);
            counts.messages++;
            for (const name of ['stored', 'unchanged', 'refused', 'unknown'] as const) counts[name] += outcome[name];
            return outcome;
          },
          failed: (detail) => {
            fault ||= detail;
            this.#parts.failed(detail);
          },
          spans: (from, to) => {
            span.from ||= from;
            span.to = to;
          },
        },
        signal,
      );
    } catch (error) {
      fault = (error as Error).message;
      throw error;
    } finally {
      const durationMs = Math.round(performance.now() - begun);
      if (counts.messages > 0 || (fault !== '' && !signal.aborted))
        await saveRound(db, feed.id, { at, durationMs, isBack, ...span, ...counts, fault: shownOf(fault) }).catch(
          (error) => log.warn({ err: error, feed: feed.id }, 'how a round of a feed went could not be written'),
        );
    }
  }
}

/** As it can be kept. */
const shownOf = (fault: string): string => fault.slice(0, 300).toWellFormed().replaceAll('\0', '\uFFFD');
