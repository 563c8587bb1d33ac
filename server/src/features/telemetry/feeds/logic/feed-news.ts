/** What came by feeds and who is unknown, in memory until it is written, every three seconds. Both are bounded. */
import { type FeedFault, type FeedUnknown, feedLimits } from '@plumbline/contract/telemetry/feeds';
import type { Clock } from '../../../../kernel/clock.ts';
import type { Db, Logger } from '../../../../kernel/context.ts';
import { type FeedNews, noteUnknown, saveFeedNews, type UnknownSource } from '../feeds.api.ts';

const everyMs = 3_000;
const maxUnknown = 2_000;

interface Parts {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
}
type Counted = { -readonly [K in keyof FeedNews]: FeedNews[K] };
type Frame = FeedUnknown['frames'][number];

export class FeedNewsWriter {
  readonly #parts: Parts;
  readonly #timer: NodeJS.Timeout;
  #news = new Map<number, Counted>();
  #unknown = new Map<string, { feedId: number; source: string; at: Date; times: number; frames: Frame[] }>();
  #writing: Promise<void> = Promise.resolve();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#timer = setInterval(() => void this.write(), everyMs);
    this.#timer.unref();
  }

  received(feedId: number, messages = 1): void {
    const news = this.#of(feedId);
    news.received += messages;
    news.lastAt = this.#parts.clock.now();
  }

  stored(feedId: number, readings: number): void {
    this.#of(feedId).stored += readings;
  }

  refused(feedId: number, fault: FeedFault, detail: string, times = 1): void {
    this.#of(feedId).refused += times;
    this.fault(feedId, fault, detail);
  }

  /** Something is wrong, and no message was lost by it. */
  fault(feedId: number, fault: FeedFault, detail: string): void {
    const news = this.#of(feedId);
    news.fault = fault;
    news.faultDetail = detail.slice(0, 300).toWellFormed().replaceAll('\0', '\uFFFD');
    news.faultAt = this.#parts.clock.now();
  }

  connected(feedId: number, connected: boolean): void {
    this.#of(feedId).connected = connected;
  }

  unknown(feedId: number, source: string, topic: string, content: Uint8Array): void {
    const key = `${feedId} ${source.toLowerCase()}`;
    const sender = this.#unknown.get(key);
    if (!sender && this.#unknown.size >= maxUnknown) return;
    const at = this.#parts.clock.now();
    const frames = [frameOf(at, topic, content), ...(sender?.frames ?? [])].slice(0, feedLimits.frames);
    this.#unknown.set(key, { feedId, source: source.toLowerCase(), at, times: (sender?.times ?? 0) + 1, frames });
  }

  write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#flush());
    return this.#writing;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.write();
  }

  async #flush(): Promise<void> {
    const [news, unknown] = [[...this.#news.values()], [...this.#unknown.values()]];
    if (news.length + unknown.length === 0) return;
    this.#news = new Map();
    this.#unknown = new Map();
    const { db, log } = this.#parts;
    try {
      await saveFeedNews(db, news);
      await noteUnknown(db, unknown as UnknownSource[]);
    } catch (error) {
      log.warn({ err: error }, 'what came by feeds could not be written');
    }
  }

  #of(feedId: number): Counted {
    const known = this.#news.get(feedId);
    if (known) return known;
    const fresh: Counted = {
      feedId,
      connected: null,
      lastAt: null,
      received: 0,
      stored: 0,
      refused: 0,
      fault: null,
      faultDetail: '',
      faultAt: null,
    };
    this.#news.set(feedId, fresh);
    return fresh;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function frameOf(at: Date, topic: string, content: Uint8Array): Frame {
  const part = content.subarray(0, feedLimits.frameBytes);
  return {
    at: at.toISOString(),
    topic: topic.slice(0, 200).toWellFormed().replaceAll('\0', '\uFFFD'),
    text: textOf(part),
    hex: Buffer.from(part).toString('hex'),
  };
}

/** The text of a shortened frame: a letter that was cut at its end does not make it none. */
function textOf(part: Uint8Array): string | null {
  for (let cut = 0; cut < 4 && cut <= part.length; cut++)
    try {
      const text = utf8.decode(part.subarray(0, part.length - cut));
      return text.includes('\0') ? null : text;
    } catch {
      // One byte less.
    }
  return null;
}
