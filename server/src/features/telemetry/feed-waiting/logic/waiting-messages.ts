/**
 * Messages that were acknowledged and could not be decoded, because their codec is away or failed: they are tried again, each for itself, so that
 * one that breaks its codec keeps no other waiting. Invariant: one is deleted after its readings are stored, never before.
 */
import type { Clock } from '../../../../kernel/clock.ts';
import type { Db, Logger } from '../../../../kernel/context.ts';
import { isAway, PluginFault } from '../../../platform/plugins/plugins.api.ts';
import { dueNow, endWaiting, putOff, takeWaiting, type WaitingRow } from '../feed-waiting.table.ts';

interface Parts<Feed extends { readonly enabled: boolean }> {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  /** The feed of a key. */
  readonly feedOf: (key: string) => Promise<Feed | null>;
  /** Decodes and stores; resolves after COMMIT. Throws PluginFault, and whatever the pipeline throws. */
  readonly store: (feed: Feed, uplink: WaitingRow['uplink']) => Promise<void>;
}

const everyMs = 10_000;
const claimMs = 60_000;
const [shortestMs, longestMs] = [60_000, 3_600_000];
const portion = 100;

export class WaitingMessages<Feed extends { readonly enabled: boolean }> {
  readonly #parts: Parts<Feed>;
  readonly #timer: NodeJS.Timeout;
  #running: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(parts: Parts<Feed>) {
    this.#parts = parts;
    this.#timer = setInterval(() => void this.run(), everyMs).unref();
  }

  /** A plug-in was switched: whatever waits may be decoded now. */
  switched(): void {
    const { db, clock, log } = this.#parts;
    dueNow(db, clock.now())
      .then(() => this.run())
      .catch((error) => log.warn({ err: error }, 'messages that wait for their codec could not be tried'));
  }

  /** Tries what is due. */
  run(): Promise<void> {
    this.#running = this.#running
      .then(() => this.#run())
      .catch((error) => {
        this.#parts.log.warn({ err: error }, 'messages that wait for their codec could not be tried');
      });
    return this.#running;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  async #run(): Promise<void> {
    const { db, clock } = this.#parts;
    for (;;) {
      if (this.#isClosed) return;
      const rows = await takeWaiting(db, clock.now(), claimMs, portion);
      for (const row of rows) {
        if (this.#isClosed) return;
        await this.#try(row);
      }
      if (rows.length < portion) return;
    }
  }

  async #try({ id, feedKey, attempts, uplink }: WaitingRow): Promise<void> {
    const { db, clock, feedOf, store } = this.#parts;
    // One that is off keeps what it has until it is on again.
    const feed = await feedOf(feedKey);
    if (!feed?.enabled) return;
    try {
      await store(feed, uplink);
      await endWaiting(db, id);
    } catch (error) {
      // The database or the pipeline: it is due again when its claim is over.
      if (!(error instanceof PluginFault)) throw error;
      const counted = isAway(error.fault) ? attempts : attempts + 1;
      const ms = isAway(error.fault) ? shortestMs : Math.min(longestMs, shortestMs * 2 ** counted);
      const failed = { fault: error.fault, detail: error.message.slice(0, 300) };
      await putOff(db, id, failed, counted, new Date(clock.now().getTime() + ms));
    }
  }
}
