/** Which device stands behind which source of a feed, and who sends and is no device yet. */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { feedLimits, type feeds } from '@plumbline/contract/telemetry/feeds';
import type { Context } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { requireFeed } from '../../devices/frames/frames.of-feed.api.ts';
import * as table from './feeds.devices.table.ts';
import { lockFeed } from './feeds.service.ts';

type Input<K extends keyof typeof feeds> = OutputOf<(typeof feeds)[K]['input']>;

export async function devices(context: Context, { corporationId, feedId }: Input<'devices'>) {
  await requireFeed(context, corporationId, feedId);
  return { devices: await table.ofFeed(context.db, feedId) };
}

export async function unknown(context: Context, { corporationId, feedId }: Input<'unknown'>) {
  await requireFeed(context, corporationId, feedId);
  return { unknown: await table.unknownOf(context.db, feedId) };
}

/** Throws sourceInUse where the source is another device already. */
export async function assign(context: Context, { corporationId, feedId, source, deviceId }: Input<'assign'>) {
  const { key } = await lockFeed(context, corporationId, feedId);
  if (!(await table.isOfCorporation(context.db, corporationId, deviceId))) throw new Failure('notFound', { deviceId });
  if ((await table.countOf(context.db, feedId)) >= feedLimits.devices)
    throw new Failure('feedsFull', { most: feedLimits.devices });
  const other = await table.assign(context.db, feedId, source, deviceId);
  if (other) throw new Failure('sourceInUse', { sncode: other });
  await context.changed({ kind: 'feed', id: feedId, key });
  return {};
}

/** A source that is known by its serial number alone is assigned by it: that is where its format is kept. */
export async function setFormat(context: Context, input: Input<'setFormat'>) {
  const { corporationId, feedId, source, format } = input;
  const { db } = context;
  const { key } = await lockFeed(context, corporationId, feedId);
  if (!(await table.setFormat(db, feedId, source, format))) {
    const deviceId = requireRow(await table.deviceNamed(db, corporationId, source), { source });
    await assign(context, { corporationId, feedId, source, deviceId });
    await table.setFormat(db, feedId, source, format);
  }
  await context.changed({ kind: 'feed', id: feedId, key });
  return {};
}

export async function release(context: Context, { corporationId, feedId, source }: Input<'release'>) {
  const { key } = await lockFeed(context, corporationId, feedId);
  if (!(await table.release(context.db, feedId, source))) throw new Failure('notFound', { source });
  await context.changed({ kind: 'feed', id: feedId, key });
  return {};
}

export async function forget(context: Context, { corporationId, feedId }: Input<'forget'>) {
  await lockFeed(context, corporationId, feedId);
  await table.forget(context.db, feedId);
  return {};
}
