/**
 * Who sends by a feed, for features above: messages as they would be decoded, without storing anything, for whoever looks before a
 * feed is switched on; and making senders devices.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { Format } from '@plumbline/contract/kernel/formats';
import { type FeedFault, feedLimits } from '@plumbline/contract/telemetry/feeds';
import { decodeUplink } from '@plumbline/science/formats/format';
import { unwrap } from '@plumbline/science/formats/unwrap';
import type { Uplink } from '@plumbline/science/formats/uplink';
import type { Context, Db } from '../../../kernel/context.ts';
import { type FeedPlan, targetOf } from './feeds.api.ts';
import * as table from './feeds.devices.table.ts';

export { lockFeed as lockFeedOf } from './feeds.service.ts';

interface Message {
  readonly topic: string;
  readonly content: Uint8Array;
}
export interface PreviewedSource {
  readonly source: string;
  readonly sncode: string | null;
  readonly times: number;
  /** The first message of it. */
  readonly uplink: Uplink;
  readonly at: number | null;
  readonly values: readonly { readonly channel: string; readonly quantity: string; readonly value: number | null }[];
  readonly faults: readonly FeedFault[];
}
export interface Preview {
  readonly sources: readonly PreviewedSource[];
  readonly faults: readonly FeedFault[];
}

/** Returns a preview of at most `most` senders, in the order in which they come. */
export async function previewOf(
  db: Db,
  feed: FeedPlan,
  messages: readonly Message[],
  { receivedAt, most }: { readonly receivedAt: number; readonly most: number },
): Promise<Preview> {
  const { wrapping, place, timeZone } = feed.settings;
  const faults = new Set<FeedFault>();
  const bySource = new Map<string, { uplink: Uplink; times: number }>();
  for (const { topic, content } of messages) {
    const read = unwrap(wrapping, content, { topic, receivedAt, timeZone }, place);
    for (const fault of read.faults) faults.add(fault);
    for (const uplink of read.uplinks) {
      const source = uplink.source.trim().slice(0, 128);
      const sender = bySource.get(source);
      if (sender) sender.times++;
      else if (bySource.size < most) bySource.set(source, { uplink, times: 1 });
    }
  }
  const sources: PreviewedSource[] = [];
  for (const [source, { uplink, times }] of bySource) sources.push(await decoded(db, feed, source, uplink, times));
  return { sources, faults: [...faults] };
}

async function decoded(
  db: Db,
  feed: FeedPlan,
  source: string,
  uplink: Uplink,
  times: number,
): Promise<PreviewedSource> {
  const target = source === '' ? null : await targetOf(db, feed, source);
  const noPreview = { source, sncode: target?.sncode ?? null, times, uplink, at: uplink.at, values: [] };
  if (source === '') return { ...noPreview, faults: ['sourceMissing'] };
  if (!target) return { ...noPreview, faults: ['sourceUnknown'] };
  if (!target.format) return { ...noPreview, faults: ['formatMissing'] };
  const { records, faults } = decodeUplink(target.format, uplink);
  const [record] = records;
  return {
    ...noPreview,
    at: record?.at ?? uplink.at,
    faults,
    values: Object.entries(record?.channels ?? {}).flatMap(([channel, sample]) =>
      Object.entries(sample).flatMap(([quantity, value]) =>
        typeof value === 'number' || value === null ? [{ channel, quantity, value }] : [],
      ),
    ),
  };
}

/** Throws sourceInUse where it is another device already, feedsFull for one too many. The feed is locked by the caller. */
export async function assignSource(
  { db }: Context,
  feed: { readonly id: number },
  { source, deviceId, format }: { readonly source: string; readonly deviceId: number; readonly format: Format },
): Promise<void> {
  if ((await table.countOf(db, feed.id)) >= feedLimits.devices)
    throw new Failure('feedsFull', { most: feedLimits.devices });
  const other = await table.assign(db, feed.id, source, deviceId);
  if (other) throw new Failure('sourceInUse', { sncode: other });
  await table.setFormat(db, feed.id, source, format);
}
