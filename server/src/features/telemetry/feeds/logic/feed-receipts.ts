/**
 * The time of messages that have none of their own: when they came first. A message that is sent again because its sender
 * was not answered gets the time of the first, so that its readings are unchanged. What is no repetition by the rules of its
 * link is another reading, however equal (docs/decisions/0169).
 *
 * The time is written down before anything is stored, so that it outlives a crash in between; and no two messages of a feed
 * have the same, so that of two equal ones in one millisecond none takes the other's place.
 */
import { createHash } from 'node:crypto';
import { hourMs } from '@plumbline/contract/kernel/durations';
import type { Clock } from '../../../../kernel/clock.ts';
import type { Db, Logger } from '../../../../kernel/context.ts';
import { dropReceipts, forgetReceipt, newestReceipt, noteReceipt } from '../feeds.receipts.api.ts';
import type { FeedMessage } from './feed-message.ts';

/** How long after the first a repetition may come. */
const windowsMs = { packet: 24 * hourMs, key: 24 * hourMs, content: hourMs / 4 } as const;
/** Kept of a feed at once, and after how many new ones that is looked after. */
const [most, everySo] = [100_000, 1_000];
/** How far the times of many messages in one millisecond may run ahead of the clock. */
const maxAheadMs = 60_000;

interface Parts {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
}

/** When one message came. */
export interface Arrival {
  /** By the clock of this process, for what only needs to know about when. */
  readonly nowMs: number;
  /** The time that its readings have where they have none of their own. Asked twice, the same. */
  at(): Promise<number>;
  /** Its sender was answered. */
  answered(): Promise<void>;
}

export class FeedReceipts {
  readonly #parts: Parts;
  readonly #lastMs = new Map<number, number>();
  readonly #begun = new Map<number, Promise<void>>();
  readonly #counts = new Map<number, number>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  arrival(feedId: number, message: FeedMessage): Arrival {
    const nowMs = this.#parts.clock.now().getTime();
    if (message.writtenAt) {
      const at = Math.min(message.writtenAt.getTime(), nowMs);
      return { nowMs: at, at: async () => at, answered: async () => undefined };
    }
    let noted: Promise<Date> | null = null;
    return {
      nowMs,
      at: async () => {
        noted ??= this.#note(feedId, message, nowMs);
        return (await noted).getTime();
      },
      answered: async () => {
        const { sending } = message;
        if (noted === null || sending?.by !== 'content') return;
        await forgetReceipt(this.#parts.db, { feedId, sending: nameOf(message), at: await noted });
      },
    };
  }

  /** What was noted before this process began may be ahead of the clock by a little. */
  async #begin(feedId: number): Promise<void> {
    const newest = await newestReceipt(this.#parts.db, feedId);
    if (newest) this.#lastMs.set(feedId, newest.getTime());
  }

  /** A time that no message of the feed had before. */
  #next(feedId: number, nowMs: number): number {
    const last = this.#lastMs.get(feedId) ?? 0;
    const next = last >= nowMs && last < nowMs + maxAheadMs ? last + 1 : nowMs;
    this.#lastMs.set(feedId, next);
    return next;
  }

  async #note(feedId: number, message: FeedMessage, nowMs: number): Promise<Date> {
    const { sending } = message;
    await this.#ready(feedId);
    const at = new Date(this.#next(feedId, nowMs));
    if (!sending) return at;
    const since = sending.isRepeat ? new Date(at.getTime() - windowsMs[sending.by]) : null;
    const first = await noteReceipt(
      this.#parts.db,
      { feedId, sending: nameOf(message), hash: hashOf(message), at },
      since,
    );
    const count = (this.#counts.get(feedId) ?? 0) + 1;
    this.#counts.set(feedId, count % everySo);
    if (count >= everySo) this.#drop(feedId, at);
    return first;
  }

  #ready(feedId: number): Promise<void> {
    const begun = this.#begun.get(feedId) ?? this.#begin(feedId);
    this.#begun.set(feedId, begun);
    // One that failed is tried again with the next message.
    begun.catch(() => this.#begun.delete(feedId));
    return begun;
  }

  #drop(feedId: number, at: Date): void {
    const { db, log } = this.#parts;
    dropReceipts(db, feedId, new Date(at.getTime() - 24 * hourMs), most).catch((error) => {
      log.warn({ err: error, feed: feedId }, 'old receipts of a feed could not be dropped');
    });
  }
}

const hashOf = ({ topic, content }: FeedMessage): Buffer =>
  createHash('sha256').update(topic).update('\0').update(content).digest();

/** By what the same message would come again. A name of the sender's own may be long: its hash is not. */
function nameOf(message: FeedMessage): string {
  const { by, name } = message.sending ?? { by: 'content', name: '' };
  return `${by} ${by === 'content' ? hashOf(message).toString('base64url') : createHash('sha256').update(name).digest('base64url')}`;
}
