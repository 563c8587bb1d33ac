/** What is new of devices that dial in, and who is unknown: gathered, and written every second. Bounded whoever dials in. */
import { dialInLimits } from '@plumbline/contract/telemetry/dial-in';
import type { Logger } from '../../../../kernel/context.ts';
import type { DialInDiary, DialInNews, UnknownRegistration } from '../dial-in.api.ts';

const writeEveryMs = 1_000;
/** That wait to be written, of whichever link. */
const maxUnknown = 400;

export class DialInNewsDesk {
  readonly #diary: DialInDiary;
  readonly #log: Logger;
  readonly #news = new Map<number, DialInNews>();
  readonly #unknown = new Map<string, UnknownRegistration>();
  readonly #timer: NodeJS.Timeout;
  #writing: Promise<void> | null = null;

  constructor(diary: DialInDiary, log: Logger) {
    this.#diary = diary;
    this.#log = log;
    this.#timer = setInterval(() => void this.#write(), writeEveryMs);
  }

  add(news: DialInNews): void {
    const before = this.#news.get(news.deviceId);
    // One that was not let in says nothing about one that lasts.
    if (before?.connectedAt && !before.endedAt && !news.connectedAt) return;
    if (before?.connectedAt && news.connectedAt && news.connectedAt < before.connectedAt) return;
    this.#news.set(news.deviceId, {
      ...news,
      connectedAt: news.connectedAt ?? before?.connectedAt ?? null,
      round: news.round ?? before?.round ?? null,
      lastByteAt: news.lastByteAt ?? before?.lastByteAt ?? null,
      lost: news.lost + (before?.lost ?? 0),
    });
  }

  unknown({ frame, ...each }: Omit<UnknownRegistration, 'times' | 'frames'> & { readonly frame: string }): void {
    const key = `${each.link} ${each.bytes}`;
    const before = this.#unknown.get(key);
    const newest = frame === '' ? [] : [{ at: each.at, hex: frame.slice(0, 2 * dialInLimits.unknownBytes) }];
    const frames = [...(before?.frames ?? []), ...newest].slice(-dialInLimits.unknownFrames);
    this.#unknown.delete(key);
    this.#unknown.set(key, { ...each, frames, times: (before?.times ?? 0) + 1 });
    const [oldest] = this.#unknown.keys();
    if (this.#unknown.size > maxUnknown && oldest !== undefined) this.#unknown.delete(oldest);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#writing;
    await this.#write();
  }

  #write(): Promise<void> {
    if (this.#news.size + this.#unknown.size === 0) return Promise.resolve();
    this.#writing ??= this.#writeNow().finally(() => {
      this.#writing = null;
    });
    return this.#writing;
  }

  async #writeNow(): Promise<void> {
    const [news, unknown] = [[...this.#news.values()], [...this.#unknown.values()]];
    this.#news.clear();
    this.#unknown.clear();
    try {
      await this.#diary.news(news);
      await this.#diary.unknown(unknown);
    } catch (error) {
      this.#log.warn({ err: error }, 'states of devices that dial in could not be written');
      for (const each of news) if (!this.#news.has(each.deviceId)) this.#news.set(each.deviceId, each);
    }
  }
}
