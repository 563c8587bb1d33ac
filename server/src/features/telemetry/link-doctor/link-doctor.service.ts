/**
 * The connection doctor: what is wrong with the link of a device or feed, by what the gateway observed. The judgement is in
 * science/src/diagnosis. Invariant: of modems of nobody a reader learns that there was one, and neither its id nor its address.
 */
import type { FrameLink } from '@plumbline/contract/devices/frames';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { Diagnosis, linkDoctor } from '@plumbline/contract/telemetry/link-doctor';
import { diagnoseDevice, diagnoseFeed, type LinkFinding } from '@plumbline/science/diagnosis/link';
import type { Context } from '../../../kernel/context.ts';
import { requireFeed } from '../../devices/frames/frames.of-feed.api.ts';
import * as table from './link-doctor.table.ts';

type Input<K extends keyof typeof linkDoctor> = OutputOf<(typeof linkDoctor)[K]['input']>;

export async function ofDevice({ db, now, services }: Context, { deviceId }: Input<'ofDevice'>): Promise<Diagnosis> {
  const facts = await table.deviceFacts(db, deviceId, now(), services.addresses);
  const links: FrameLink[] = [];
  if (facts.overEdge) links.push('edge');
  if (facts.overMqtt) links.push('mqtt');
  if (facts.overHttp) links.push('http');
  if (facts.device.dialIn) links.push('dialIn');
  if (facts.device.feeds.length > 0) links.push('feed');
  return { findings: diagnoseDevice(facts.device).map(answered), links };
}

export async function ofFeed(context: Context, { corporationId, feedId }: Input<'ofFeed'>): Promise<Diagnosis> {
  await requireFeed(context, corporationId, feedId);
  const [feed] = await table.feedFacts(context.db, [feedId]);
  return { findings: feed ? diagnoseFeed(feed, context.now().getTime()).map(answered) : [], links: ['feed'] };
}

const answered = ({ atMs, ...finding }: LinkFinding): Diagnosis['findings'][number] => ({
  ...finding,
  at: atMs === null ? null : new Date(atMs).toISOString(),
});
