/** Messages of a feed that wait for their codec: seen, tried again, discarded. */

import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { feedWaiting } from '@plumbline/contract/telemetry/feed-waiting';
import type { Context } from '../../../kernel/context.ts';
import { requireFeed } from '../../devices/frames/frames.of-feed.api.ts';
import * as table from './feed-waiting.table.ts';

type Input<K extends keyof typeof feedWaiting> = OutputOf<(typeof feedWaiting)[K]['input']>;

export async function list(context: Context, { corporationId, feedId }: Input<'list'>) {
  await requireFeed(context, corporationId, feedId);
  return table.waitingOf(context.db, feedId);
}

/** They are tried within seconds, by the process that takes the messages of feeds. */
export async function retry(context: Context, { corporationId, feedId }: Input<'retry'>) {
  await requireFeed(context, corporationId, feedId);
  await table.dueNow(context.db, context.now(), feedId);
  return {};
}

export async function discard(context: Context, { corporationId, feedId }: Input<'discard'>) {
  await requireFeed(context, corporationId, feedId);
  await table.discardWaiting(context.db, feedId);
  return {};
}
