/**
 * The live view of a link: what passes between a device or feed and the gateway is written down while somebody records it.
 * Invariant: a feed or device of another corporation is not there; nothing is recorded longer than it was asked for.
 */
import { Readable } from 'node:stream';
import { frameLimits, type frames } from '@plumbline/contract/devices/frames';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { Context } from '../../../kernel/context.ts';
import type { Download } from '../../../kernel/downloads.ts';
import { requireFeed } from './frames.of-feed.api.ts';
import * as table from './frames.table.ts';

type Input<K extends keyof typeof frames> = OutputOf<(typeof frames)[K]['input']>;

export const ofDevice = (context: Context, { deviceId, after }: Input<'ofDevice'>) =>
  framesOf(context, { deviceId }, after);

export async function recordDevice(context: Context, { deviceId, minutes }: Input<'recordDevice'>) {
  return record(context, { deviceId }, await table.corporationOf(context.db, deviceId), minutes);
}

export const stopDevice = (context: Context, { deviceId }: Input<'stopDevice'>) => stop(context, { deviceId });

export async function clearDevice({ db }: Context, { deviceId }: Input<'clearDevice'>) {
  await table.clear(db, { deviceId });
  return {};
}

export const exportDevice = (context: Context, { deviceId }: Input<'exportDevice'>) => fileOf(context, { deviceId });

export async function ofFeed(context: Context, { corporationId, feedId, after }: Input<'ofFeed'>) {
  await requireFeed(context, corporationId, feedId);
  return framesOf(context, { feedId }, after);
}

export async function recordFeed(context: Context, { corporationId, feedId, minutes }: Input<'recordFeed'>) {
  await requireFeed(context, corporationId, feedId);
  return record(context, { feedId }, corporationId, minutes);
}

export async function stopFeed(context: Context, { corporationId, feedId }: Input<'stopFeed'>) {
  await requireFeed(context, corporationId, feedId);
  return stop(context, { feedId });
}

export async function clearFeed(context: Context, { corporationId, feedId }: Input<'clearFeed'>) {
  await requireFeed(context, corporationId, feedId);
  await table.clear(context.db, { feedId });
  return {};
}

export async function exportFeed(context: Context, { corporationId, feedId }: Input<'exportFeed'>) {
  await requireFeed(context, corporationId, feedId);
  return fileOf(context, { feedId });
}

async function framesOf({ db, now }: Context, target: table.Target, after: number) {
  const recording = await table.recordingOf(db, target, now());
  const rows = await table.framesAfter(db, target, after, frameLimits.page + 1);
  return {
    recording,
    frames: rows.slice(0, frameLimits.page),
    isMore: rows.length > frameLimits.page,
    answeredAt: now().toISOString(),
  };
}

async function record(context: Context, target: table.Target, corporationId: number, minutes: number) {
  const { db, caller } = context;
  const now = context.now();
  const until = new Date(now.getTime() + minutes * 60_000);
  const recording = await table.record(db, target, { now, until, byName: caller.displayName || caller.name });
  for (const ended of await table.endSurplus(db, corporationId, target, now))
    await context.changed({ kind: 'recording', ...ended });
  await context.changed(changeOf(target));
  return { recording };
}

async function stop(context: Context, target: table.Target) {
  await table.stop(context.db, target, context.now());
  await context.changed(changeOf(target));
  return {};
}

const changeOf = (target: table.Target) => ({
  kind: 'recording' as const,
  ...('deviceId' in target ? { deviceId: target.deviceId, feedId: null } : { deviceId: null, feedId: target.feedId }),
});

async function fileOf({ db, now }: Context, target: table.Target): Promise<Download> {
  const of = await table.setupOf(db, target);
  const frames = await table.framesAfter(db, target, 0, frameLimits.frames);
  const name = String(of['sncode'] ?? of['name']);
  const file = { format: 'plumbline-frames', version: 1, exportedAt: now().toISOString(), of, frames };
  return {
    type: 'application/json',
    fileName: `frames-${name}-${now().toISOString().slice(0, 10)}.json`,
    stream: Readable.from([JSON.stringify(file, null, 1)], { objectMode: false }),
  };
}
