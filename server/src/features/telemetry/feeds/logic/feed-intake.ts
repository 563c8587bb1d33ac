/**
 * The one way in of every feed: a message is taken apart, each uplink is brought to its device and decoded by the format of
 * that device, and the samples go through the pipeline. What a sender is answered waits for COMMIT.
 *
 * Invariants: nothing of a feed reaches a device of another corporation; no more than `feedLimits.waiting` messages of a
 * feed wait to be stored; a message that can never be stored is acknowledged and counted with its fault.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import { type FeedFault, feedLimits } from '@plumbline/contract/telemetry/feeds';
import { SparkplugNodes } from '@plumbline/science/formats/sparkplug-b';
import { unwrap } from '@plumbline/science/formats/unwrap';
import { isObject, type Unwrapped, type Uplink } from '@plumbline/science/formats/uplink';
import type { Clock } from '../../../../kernel/clock.ts';
import type { Db } from '../../../../kernel/context.ts';
import type { Frames } from '../../../devices/frames/frames.port.api.ts';
import { PluginFault, type Plugins } from '../../../platform/plugins/plugins.api.ts';
import type { DownlinkDesk } from '../../downlinks/downlinks.port.api.ts';
import { decodedBy, FeedFence, keepWaiting } from '../../feed-waiting/feed-waiting.api.ts';
import type { FeedPlan } from '../feeds.api.ts';
import type { FeedDirectory } from './feed-directory.ts';
import type { FeedMessage, FeedOutcome } from './feed-message.ts';
import type { FeedNewsWriter } from './feed-news.ts';
import { FeedNotes } from './feed-notes.ts';
import type { Arrival, FeedReceipts } from './feed-receipts.ts';
import { readSparkplug } from './sparkplug-payload.ts';

/** Storage of the samples of a device; resolves after COMMIT. null = there is no such device any more. */
export type StoreSamples = (
  sncode: string,
  text: string,
) => Promise<{ readonly stored: number; readonly unchanged: number; readonly refused: number } | null>;

interface Parts {
  readonly clock: Clock;
  readonly directory: FeedDirectory;
  readonly news: FeedNewsWriter;
  readonly receipts: FeedReceipts;
  readonly store: StoreSamples;
  readonly frames: Frames;
  readonly downlinks: Pick<DownlinkDesk, 'takeResult' | 'noteUplink' | 'echoed'>;
  readonly plugins: Pick<Plugins, 'decode'>;
  readonly db: Db;
}
interface Record {
  readonly at: number;
  readonly channels: object;
  readonly device: object;
}

export class FeedIntake {
  readonly #parts: Parts;
  readonly #waiting = new Map<number, number>();
  /** Who waits for room, by feed: what one piece of a few connections held. */
  readonly #queues = new Map<number, (() => void)[]>();
  readonly #sparkplug = new Map<number, SparkplugNodes>();
  readonly #fence = new FeedFence();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Throws busy, and what the pipeline throws when the sender is to come back. */
  async take(feed: FeedPlan, message: FeedMessage): Promise<FeedOutcome> {
    const waiting = this.#waiting.get(feed.id) ?? 0;
    if (waiting >= feedLimits.waiting) throw new Failure('busy');
    this.#waiting.set(feed.id, waiting + 1);
    try {
      return await this.#take(feed, message);
    } finally {
      const left = (this.#waiting.get(feed.id) ?? 1) - 1;
      if (left > 0) this.#waiting.set(feed.id, left);
      else this.#waiting.delete(feed.id);
      this.#wakeNext(feed.id);
    }
  }

  /**
   * The same for whoever reads no further meanwhile: waits for room, because to refuse one message would end a connection whose
   * earlier ones are still to be acknowledged. Throws what the pipeline throws.
   */
  async takeInTurn(feed: FeedPlan, message: FeedMessage): Promise<FeedOutcome> {
    while ((this.#waiting.get(feed.id) ?? 0) >= feedLimits.waiting)
      await new Promise<void>((resolve) => {
        const queue = this.#queues.get(feed.id) ?? [];
        queue.push(resolve);
        this.#queues.set(feed.id, queue);
      });
    return this.take(feed, message);
  }

  #wakeNext(feedId: number): void {
    const queue = this.#queues.get(feedId);
    queue?.shift()?.();
    if (queue?.length === 0) this.#queues.delete(feedId);
  }

  /** The type of a metric of a Sparkplug node, as it was born here; null = it was not. */
  typeOf(feedId: number, source: string, name: string): number | null {
    return this.#sparkplug.get(feedId)?.typeOf(source, name) ?? null;
  }

  async #take(feed: FeedPlan, message: FeedMessage): Promise<FeedOutcome> {
    const { news, clock, receipts, frames, downlinks } = this.#parts;
    const now = clock.now();
    const arrival = receipts.arrival(feed.id, message);
    const notes = new FeedNotes(frames, feed.id, message, now);
    news.received(feed.id);
    const outcome: FeedOutcome = {
      stored: 0,
      unchanged: 0,
      refused: 0,
      unknown: 0,
      faults: [],
      rebirthTopic: null,
      answered: arrival.answered,
    };
    if (await downlinks.takeResult(feed, message)) {
      notes.end(outcome);
      return outcome;
    }
    const { uplinks, faults } = await this.#unwrapped(feed, message, arrival, outcome);
    for (const fault of faults) this.#refuse(feed, outcome, fault, message.topic);
    notes.uplinks(uplinks.length);
    const bySncode = new Map<string, Record[]>();
    const reported: { readonly sncode: string; readonly object: unknown }[] = [];
    try {
      for (const uplink of uplinks) {
        const found = await this.#decoded(feed, uplink, message, arrival, outcome);
        if (!found) continue;
        bySncode.set(found.sncode, [...(bySncode.get(found.sncode) ?? []), ...found.records]);
        if (feed.settings.wrapping === 'sparkplugB') reported.push({ sncode: found.sncode, object: uplink.object });
        notes.found({ ...found, source: nameOf(uplink.source), sentAt: uplink.at });
      }
      for (const [sncode, records] of bySncode) notes.stored(sncode, await this.#store(feed, sncode, records, outcome));
    } catch (error) {
      notes.end(outcome, error instanceof Failure ? error.name : 'unknown');
      throw error;
    }
    for (const sncode of bySncode.keys()) await downlinks.noteUplink(feed, sncode, message);
    for (const { sncode, object } of reported) await downlinks.echoed(sncode, object);
    notes.end(outcome);
    const { rebirthTopic } = outcome;
    if (rebirthTopic !== null)
      frames.feed(feed.id, () => ({ direction: 'out', link: 'feed', kind: 'command', topic: rebirthTopic }));
    return outcome;
  }

  async #unwrapped(
    feed: FeedPlan,
    { topic, content }: FeedMessage,
    arrival: Arrival,
    outcome: FeedOutcome,
  ): Promise<Unwrapped> {
    const { wrapping, place, timeZone } = feed.settings;
    if (wrapping !== 'sparkplugB') {
      let usesArrival = false;
      const moment = {
        topic,
        timeZone,
        get receivedAt() {
          usesArrival = true;
          return arrival.nowMs;
        },
      };
      const read = unwrap(wrapping, content, moment, place);
      if (!usesArrival) return read;
      // It has times that count from its arrival: that is a time to keep.
      const receivedAt = await arrival.at();
      return receivedAt === arrival.nowMs ? read : unwrap(wrapping, content, { topic, timeZone, receivedAt }, place);
    }
    const payload = readSparkplug(content);
    if (payload === null) return { uplinks: [], faults: ['otherShape'] };
    const nodes = this.#sparkplug.get(feed.id) ?? new SparkplugNodes();
    this.#sparkplug.set(feed.id, nodes);
    const read = nodes.read(topic, payload);
    outcome.rebirthTopic = read.rebirthTopic;
    return read;
  }

  /** The records of an uplink and the device that they are of; null = there is nothing to store. */
  async #decoded(
    feed: FeedPlan,
    uplink: Uplink,
    { topic, content }: FeedMessage,
    arrival: Arrival,
    outcome: FeedOutcome,
  ): Promise<{ readonly sncode: string; readonly records: readonly Record[] } | null> {
    const { directory, news } = this.#parts;
    const source = nameOf(uplink.source);
    if (source === '') return this.#refuse(feed, outcome, 'sourceMissing', topic);
    const target = await directory.target(feed, source);
    if (!target) {
      outcome.unknown++;
      news.unknown(feed.id, source, topic, content);
      return null;
    }
    const { sncode, format } = target;
    const own = format === null ? ownRecords(uplink) : null;
    if (own) return { sncode, records: await timed(own, arrival) };
    if (format === null) return this.#refuse(feed, outcome, 'formatMissing', sncode);
    try {
      const { records, faults } = await decodedBy(this.#parts.plugins, format, uplink);
      for (const fault of faults) this.#refuse(feed, outcome, fault, sncode);
      const filled = records.filter(({ channels }) => Object.keys(channels).length > 0);
      const { records: left, rejected } = this.#fence.take(sncode, format, await timed(filled, arrival));
      for (const detail of rejected) this.#refuse(feed, outcome, 'implausible', detail);
      return { sncode, records: left };
    } catch (error) {
      if (!(error instanceof PluginFault)) throw error;
      await this.#keep(feed, uplink, arrival, error);
      return this.#refuse(feed, outcome, 'codecFailed', `${sncode} ${error.message}`);
    }
  }

  /** Its codec is away or failed: it is kept whole before anybody is told that it was taken. Throws busy. */
  async #keep(feed: FeedPlan, uplink: Uplink, arrival: Arrival, { fault, message }: PluginFault): Promise<void> {
    const { db, clock } = this.#parts;
    const failed = { fault, detail: message.slice(0, 300) };
    const at = uplink.at ?? (await arrival.at());
    const isStored = await keepWaiting(db, feed.id, {
      uplink,
      source: nameOf(uplink.source),
      at,
      now: clock.now(),
      failed,
    });
    if (!isStored) throw new Failure('busy');
  }

  /** One that has waited for its codec. Throws PluginFault, and what the pipeline throws. */
  async takeWaiting(feed: FeedPlan, uplink: Uplink & { readonly at: number }): Promise<void> {
    const { directory, news, plugins, store } = this.#parts;
    const target = await directory.target(feed, nameOf(uplink.source));
    // Nobody's any more: its source is listed as unknown when it sends again.
    if (!target) return;
    const { sncode, format } = target;
    const records = format === null ? (ownRecords(uplink) ?? []) : (await decodedBy(plugins, format, uplink)).records;
    const filled = records.filter(({ channels }) => Object.keys(channels).length > 0);
    if (filled.length === 0) return news.refused(feed.id, 'empty', sncode);
    const timed = filled.map((record) => ({ ...record, at: record.at ?? uplink.at }));
    const { records: left, rejected } = this.#fence.take(sncode, format, timed);
    for (const detail of rejected) news.refused(feed.id, 'implausible', detail);
    if (left.length === 0) return;
    const stored = await store(sncode, JSON.stringify(left));
    news.stored(feed.id, stored?.stored ?? 0);
    if (stored === null) news.refused(feed.id, 'sourceUnknown', sncode);
    else if (stored.refused > 0) news.refused(feed.id, 'samplesRefused', sncode);
  }

  async #store(feed: FeedPlan, sncode: string, records: readonly Record[], outcome: FeedOutcome) {
    const noCounts = { stored: 0, unchanged: 0, refused: 0 };
    if (records.length === 0) return noCounts;
    const stored = await this.#parts.store(sncode, JSON.stringify(records));
    if (stored === null) {
      this.#refuse(feed, outcome, 'sourceUnknown', sncode);
      return noCounts;
    }
    outcome.stored += stored.stored;
    outcome.unchanged += stored.unchanged;
    this.#parts.news.stored(feed.id, stored.stored);
    if (stored.refused > 0) this.#refuse(feed, outcome, 'samplesRefused', sncode);
    return stored;
  }

  #refuse(feed: FeedPlan, outcome: FeedOutcome, fault: FeedFault, detail: string): null {
    outcome.refused++;
    if (outcome.faults.length < 20) outcome.faults.push(fault);
    this.#parts.news.refused(feed.id, fault, detail);
    return null;
  }
}

type Timeless = Omit<Record, 'at'> & { readonly at?: number | null };

/** What has no time of its own has the one of its arrival. */
async function timed(records: readonly Timeless[], arrival: Arrival): Promise<Record[]> {
  const timed: Record[] = [];
  for (const record of records) timed.push({ ...record, at: record.at ?? (await arrival.at()) });
  return timed;
}

/** As it can be kept and shown. */
const nameOf = (source: string): string =>
  source
    .trim()
    .slice(0, 128)
    .replace(/[^\x20-\x7E]/g, '?');

/** Of a device without a format: our own messages, wrapped by somebody else. */
function ownRecords({ object, text, at }: Uplink): Timeless[] | null {
  const value = object === undefined ? parsed(text) : object;
  const list = Array.isArray(value) ? value : [value];
  const isOwn = list.length > 0 && list.every((each) => isObject(each) && isObject(each['channels']));
  return isOwn ? list.map((each: Timeless) => ({ ...each, at: each.at ?? at })) : null;
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
