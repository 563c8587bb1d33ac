/**
 * The connection doctor: what is wrong with the link of a device or feed, by what the gateway observed. The judgement is in
 * science/src/diagnosis. Invariant: of modems of nobody a reader learns that there was one, and neither its id nor its address.
 */
import type { Diagnosis, FrameLink, frames } from '@plumbline/contract/devices/frames';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import {
  diagnoseDevice as judgeDevice,
  diagnoseFeed as judgeFeed,
  type LinkFinding,
} from '@plumbline/science/diagnosis/link';
import type { Context } from '../../../kernel/context.ts';
import * as table from './frames.diagnosis.table.ts';
import { requireFeed } from './frames.of-feed.api.ts';

type Input<K extends keyof typeof frames> = OutputOf<(typeof frames)[K]['input']>;

export async function diagnoseDevice(
  { db, now, services }: Context,
  { deviceId }: Input<'diagnoseDevice'>,
): Promise<Diagnosis> {
  const facts = await table.deviceFacts(db, deviceId, now(), services.addresses);
  const links: FrameLink[] = [];
  if (facts.overEdge) links.push('edge');
  if (facts.overMqtt) links.push('mqtt');
  if (facts.overHttp) links.push('http');
  if (facts.device.dialIn) links.push('dialIn');
  if (facts.device.feeds.length > 0) links.push('feed');
  return { findings: judgeDevice(facts.device).map(shown), links };
}

export async function diagnoseFeed(
  context: Context,
  { corporationId, feedId }: Input<'diagnoseFeed'>,
): Promise<Diagnosis> {
  await requireFeed(context, corporationId, feedId);
  const [feed] = await table.feedFacts(context.db, [feedId]);
  return { findings: feed ? judgeFeed(feed, context.now().getTime()).map(shown) : [], links: ['feed'] };
}

const shown = ({ atMs, ...finding }: LinkFinding): Diagnosis['findings'][number] => ({
  ...finding,
  at: atMs === null ? null : new Date(atMs).toISOString(),
});
