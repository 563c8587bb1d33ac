/** What the gateway counts, and what it has to tell about its devices. Kept in memory, written every few seconds. */
import type { Counters } from '@plumbline/contract/gateway';
import type { z } from 'zod';
import type { Clock } from '../../../kernel/clock.ts';
import type { Db, Logger } from '../../../kernel/context.ts';
import type { Refusal } from '../../../pipeline/decode.ts';
import { type DeviceNews, saveDeviceNews } from '../gateway.table.ts';

const writeEveryMs = 3_000;
/** News of few devices is written sooner: someone may be waiting for the first message of one. */
const writeSoonMs = 200;
const fewDevices = 50;
/** Lines of one second about refused messages: a device gone mad must not fill the disk. */
const linesPerSecond = 5;

/** `lease` = of this process: a connection stands as long as it does. */
export function openDeviceStats({ db, clock, log, lease }: { db: Db; clock: Clock; log: Logger; lease: string }) {
  const counts = { received: 0, stored: 0, unchanged: 0, overwritten: 0, unbound: 0, empty: 0 };
  const refused = new Map<string, number>();
  const news = new Map<number, DeviceNews>();
  const window: { at: number; stored: number }[] = [];
  let lines = 0;
  let suppressed = 0;
  let writing: Promise<void> | null = null;
  let soon: NodeJS.Timeout | undefined;

  const blank = (deviceId: number): DeviceNews => ({
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
  const add = (deviceId: number, change: Partial<DeviceNews>) => {
    const known = news.get(deviceId) ?? blank(deviceId);
    const changes = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== null));
    news.set(deviceId, { ...known, ...changes });
  };

  async function write() {
    if (writing || news.size === 0) return writing ?? undefined;
    const batch = [...news.values()];
    news.clear();
    writing = saveDeviceNews(db, batch, lease)
      .catch((error) => {
        log.warn({ err: error }, 'device states could not be written');
        for (const each of batch) if (!news.has(each.deviceId)) news.set(each.deviceId, each);
      })
      .finally(() => {
        writing = null;
      });
    return writing;
  }
  const writeTimer = setInterval(write, writeEveryMs);
  const writeSoon = () => {
    soon ??= setTimeout(() => {
      soon = undefined;
      if (news.size <= fewDevices) write();
    }, writeSoonMs);
  };
  const lineTimer = setInterval(() => {
    if (suppressed > 0) log.warn({ suppressed }, 'more messages were refused or not stored than are written here');
    lines = 0;
    suppressed = 0;
    const now = Date.now();
    window.push({ at: now, stored: counts.stored });
    while (window.length > 11) window.shift();
  }, 1_000);

  return {
    /** A message was answered. */
    accepted(
      deviceId: number,
      outcome: {
        stored: number;
        unchanged: number;
        overwritten: number;
        unbound: number;
        empty: number;
        voltage: number | null;
        signal: number | null;
      },
    ) {
      counts.received += outcome.stored + outcome.unchanged + outcome.overwritten + outcome.unbound;
      counts.stored += outcome.stored;
      counts.unchanged += outcome.unchanged;
      counts.overwritten += outcome.overwritten;
      counts.unbound += outcome.unbound;
      counts.empty += outcome.empty;
      const known = news.get(deviceId);
      // The common case by far: nothing to say but that it was seen.
      if (known && outcome.voltage === null && outcome.signal === null)
        (known as { seenAt: Date | null }).seenAt = clock.now();
      else add(deviceId, { seenAt: clock.now(), voltage: outcome.voltage, signal: outcome.signal });
      writeSoon();
    },
    /** Something of a device was refused, or taken and gave nothing; `deviceId` null = nobody we know. */
    refuse(deviceId: number | null, refusals: readonly Refusal[], sncode: string) {
      for (const { error } of refusals) refused.set(error, (refused.get(error) ?? 0) + 1);
      const last = refusals.at(-1);
      if (!last) return;
      if (deviceId !== null) {
        const before = news.get(deviceId)?.refused ?? 0;
        add(deviceId, {
          refused: before + refusals.length,
          refusedAt: clock.now(),
          refusedError: last.error,
          refusedDetail: { index: last.index, channel: last.channel, detail: last.detail },
        });
        writeSoon();
      }
      if (lines++ < linesPerSecond)
        log.warn(
          { sncode: sncode.slice(0, 64), error: last.error, detail: last.detail, count: refusals.length },
          'refused or warned of by the gateway',
        );
      else suppressed++;
    },
    /** A message could not be stored now; its device sends it again. */
    failed(sncode: string, error: unknown) {
      if (lines++ < linesPerSecond)
        log.warn({ err: error, sncode }, 'a message could not be stored; it will come again');
      else suppressed++;
    },
    /** Written at once, also when another write is on its way: commands are sent by it. */
    async connected(deviceId: number, connected: boolean) {
      add(deviceId, { connected, connectionAt: clock.now() });
      await writing;
      await write();
    },
    counters(queued: number, connections: number): z.output<typeof Counters> {
      const first = window[0];
      const last = window.at(-1);
      const seconds = first && last ? (last.at - first.at) / 1000 : 0;
      return {
        ...counts,
        refused: Object.fromEntries(refused),
        queued,
        connections,
        perSecond: seconds > 0 ? (last!.stored - first!.stored) / seconds : 0,
      };
    },
    async close() {
      clearInterval(writeTimer);
      clearInterval(lineTimer);
      clearTimeout(soon);
      await write();
      await write();
    },
  };
}
export type DeviceStats = ReturnType<typeof openDeviceStats>;
