/** What the gateway counts, and what it has to tell about its devices. Kept in memory, written every few seconds. */
import type { Counters } from '@plumbline/contract/telemetry/gateway';
import type { z } from 'zod';
import type { Clock } from '../../../../kernel/clock.ts';
import type { Db, Logger } from '../../../../kernel/context.ts';
import type { Refusal } from '../../../../pipeline/decode.ts';
import { type DeviceNews, saveDeviceNews } from '../../../devices/devices/devices.states.api.ts';

const writeEveryMs = 3_000;
/** News of few devices is written sooner: someone may be waiting for the first message of one. */
const writeSoonMs = 200;
const fewDevices = 50;
/** Lines of one second about refused messages: a device gone mad must not fill the disk. */
const linesPerSecond = 5;

/** What one message of a device came to. */
interface Outcome {
  readonly stored: number;
  readonly unchanged: number;
  readonly overwritten: number;
  readonly unbound: number;
  readonly empty: number;
  readonly voltage: number | null;
  readonly signal: number | null;
}

interface StatsParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  /** Of this process: a connection lasts as long as it does. */
  readonly lease: string;
}

export const openDeviceStats = (parts: StatsParts): DeviceStats => new DeviceStats(parts);

const blankNews = (deviceId: number): DeviceNews => ({
  deviceId,
  seenAt: null,
  connected: null,
  connectionAt: null,
  voltage: null,
  signal: null,
  refused: 0,
  refusedAt: null,
  refusedError: null,
  refusedDetail: null,
});

class DeviceStats {
  readonly #parts: StatsParts;
  readonly #counts = { received: 0, stored: 0, unchanged: 0, overwritten: 0, unbound: 0, empty: 0, waveforms: 0 };
  readonly #refused = new Map<string, number>();
  #news = new Map<number, DeviceNews>();
  readonly #rate = new StoredRate();
  readonly #lines: LimitedLog;
  readonly #timers: readonly NodeJS.Timeout[];
  #writing: Promise<void> | null = null;
  #soon: NodeJS.Timeout | undefined;

  constructor(parts: StatsParts) {
    this.#parts = parts;
    this.#lines = new LimitedLog(parts.log);
    this.#timers = [
      setInterval(() => void this.#write(), writeEveryMs),
      setInterval(() => {
        this.#lines.nextSecond();
        this.#rate.sample(this.#counts.stored);
      }, 1_000),
    ];
  }

  /** A message was answered. */
  accepted(deviceId: number, outcome: Outcome): void {
    const counts = this.#counts;
    counts.received += outcome.stored + outcome.unchanged + outcome.overwritten + outcome.unbound;
    counts.stored += outcome.stored;
    counts.unchanged += outcome.unchanged;
    counts.overwritten += outcome.overwritten;
    counts.unbound += outcome.unbound;
    counts.empty += outcome.empty;
    const seenAt = this.#parts.clock.now();
    const known = this.#news.get(deviceId);
    // The common case by far: nothing is new but that it was seen.
    if (known && outcome.voltage === null && outcome.signal === null)
      (known as { seenAt: Date | null }).seenAt = seenAt;
    else this.#add(deviceId, { seenAt, voltage: outcome.voltage, signal: outcome.signal });
    this.#writeSoon();
  }

  /** A waveform was stored, or had been before. */
  waveform(deviceId: number): void {
    this.#counts.waveforms++;
    this.#add(deviceId, { seenAt: this.#parts.clock.now() });
    this.#writeSoon();
  }

  /** Something of a device was refused, or taken and gave nothing; `deviceId` null = nobody we know. */
  refuse(deviceId: number | null, refusals: readonly Refusal[], sncode: string): void {
    for (const { error } of refusals) this.#refused.set(error, (this.#refused.get(error) ?? 0) + 1);
    const last = refusals.at(-1);
    if (!last) return;
    if (deviceId !== null) {
      const before = this.#news.get(deviceId)?.refused ?? 0;
      this.#add(deviceId, {
        refused: before + refusals.length,
        refusedAt: this.#parts.clock.now(),
        refusedError: last.error,
        refusedDetail: { index: last.index, channel: last.channel, detail: last.detail },
      });
      this.#writeSoon();
    }
    this.#lines.warn(
      { sncode: sncode.slice(0, 64), error: last.error, detail: last.detail, count: refusals.length },
      'refused or warned of by the gateway',
    );
  }

  /** A message could not be stored now; its device sends it again. */
  failed(sncode: string, error: unknown): void {
    this.#lines.warn({ err: error, sncode }, 'a message could not be stored; it will come again');
  }

  /** Written at once, also when another write is on its way: commands are sent by it. */
  async connected(deviceId: number, connected: boolean): Promise<void> {
    this.#add(deviceId, { connected, connectionAt: this.#parts.clock.now() });
    await this.#writing;
    await this.#write();
  }

  counters(queued: number, connections: number): z.output<typeof Counters> {
    const refused = Object.fromEntries(this.#refused);
    return { ...this.#counts, refused, queued, connections, perSecond: this.#rate.perSecond() };
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    clearTimeout(this.#soon);
    await this.#write();
    await this.#write();
  }

  #add(deviceId: number, change: Partial<DeviceNews>): void {
    const known = this.#news.get(deviceId) ?? blankNews(deviceId);
    const changes = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== null));
    this.#news.set(deviceId, { ...known, ...changes });
  }

  async #write(): Promise<void> {
    if (this.#writing || this.#news.size === 0) return this.#writing ?? undefined;
    const { db, log, lease } = this.#parts;
    const batch = [...this.#news.values()];
    this.#news = new Map();
    this.#writing = saveDeviceNews(db, batch, lease)
      .catch((error) => {
        log.warn({ err: error }, 'device states could not be written');
        for (const each of batch) if (!this.#news.has(each.deviceId)) this.#news.set(each.deviceId, each);
      })
      .finally(() => {
        this.#writing = null;
      });
    return this.#writing;
  }

  #writeSoon(): void {
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      if (this.#news.size <= fewDevices) void this.#write();
    }, writeSoonMs);
  }
}

export type { DeviceStats };

/** How many readings were stored a second, over the last ten. */
class StoredRate {
  readonly #samples: { readonly at: number; readonly stored: number }[] = [];

  sample(stored: number): void {
    this.#samples.push({ at: Date.now(), stored });
    while (this.#samples.length > 11) this.#samples.shift();
  }

  perSecond(): number {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    if (!first || !last || last.at <= first.at) return 0;
    return ((last.stored - first.stored) * 1000) / (last.at - first.at);
  }
}

/** Some lines a second, and then how many were suppressed. */
class LimitedLog {
  readonly #log: Logger;
  #lines = 0;
  #suppressed = 0;

  constructor(log: Logger) {
    this.#log = log;
  }

  warn(detail: object, text: string): void {
    if (this.#lines++ < linesPerSecond) this.#log.warn(detail, text);
    else this.#suppressed++;
  }

  nextSecond(): void {
    const suppressed = this.#suppressed;
    if (suppressed > 0)
      this.#log.warn({ suppressed }, 'more messages were refused or not stored than are written here');
    this.#lines = 0;
    this.#suppressed = 0;
  }
}
