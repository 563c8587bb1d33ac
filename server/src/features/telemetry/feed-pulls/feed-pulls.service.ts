/**
 * Feeds that ask: looked at before they store, how their rounds went, what lies before once more, and points for what they bring.
 * Invariants: a look stores nothing; devices, format and points of a quick creation are all made or none.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { feedPulls } from '@plumbline/contract/telemetry/feed-pulls';
import { isPulled } from '@plumbline/contract/telemetry/feeds';
import { pullLimits } from '@plumbline/contract/telemetry/feeds.pulls';
import { leavesOf } from '@plumbline/science/formats/leaves';
import type { Context } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { cursorOf, hasTimeRange, readSample, requestBackFill, roundsOf } from '../feed-sources/feed-sources.api.ts';
import { type FeedPlan, planOf } from '../feeds/feeds.api.ts';
import { type PreviewedSource, previewOf } from '../feeds/feeds.senders.api.ts';
import { namesOf } from './feed-pulls.table.ts';

export { quickCreate } from './feed-pulls.points.service.ts';

type Input<K extends keyof typeof feedPulls> = OutputOf<(typeof feedPulls)[K]['input']>;

/** A feed of the corporation that asks; another's is not there. Throws badInput for one that does not ask. */
async function askingFeed({ db }: Context, corporationId: number, feedId: number): Promise<FeedPlan> {
  const feed = requireRow(await planOf(db, corporationId, feedId), { feedId });
  if (!isPulled(feed.kind)) throw new Failure('badInput', [{ path: 'feedId', message: 'kind' }]);
  return feed;
}

export async function preview(context: Context, { corporationId, feedId }: Input<'preview'>) {
  const { db, now, services } = context;
  const feed = await askingFeed(context, corporationId, feedId);
  const noPreview = { messages: 0, isMore: false, sources: [], faults: [] };
  const { outbound, secrets } = services;
  let messages: Awaited<ReturnType<typeof readSample>>;
  try {
    const password = feed.sealed === null ? null : secrets.decrypt(feed.sealed);
    messages = await readSample(feed.kind, { feed, password, outbound, clock: { now } });
  } catch (error) {
    if (error instanceof Failure) throw error;
    return { ...noPreview, fault: (error as Error).message.slice(0, 300) || 'unknown' };
  }
  const sample = messages.slice(0, pullLimits.previewed);
  const { sources, faults } = await previewOf(db, feed, sample, {
    receivedAt: now().getTime(),
    most: pullLimits.previewSources,
  });
  const names = await namesOf(
    db,
    sources.flatMap(({ sncode }) => sncode ?? []),
  );
  return {
    fault: '',
    messages: messages.length,
    isMore: messages.length > sample.length,
    sources: sources.map((source) => shownOf(source, names)),
    faults: [...faults],
  };
}

function shownOf({ source, sncode, times, uplink, at, values, faults }: PreviewedSource, names: Map<string, string>) {
  const value = uplink.object === undefined ? parsed(uplink.text) : uplink.object;
  const sample = value === undefined ? (uplink.text ?? '') : JSON.stringify(value);
  return {
    source,
    sncode,
    times,
    deviceName: names.get(sncode ?? '') ?? '',
    sample: sample.slice(0, 4_096),
    leaves: leavesOf(value, pullLimits.leaves),
    at: at === null ? null : new Date(at).toISOString(),
    values: [...values],
    faults: [...faults],
  };
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface Cursor {
  readonly until?: number;
  readonly last?: string;
  readonly back?: { readonly from: string; readonly until: string } | null;
}

export async function rounds(context: Context, { corporationId, feedId }: Input<'rounds'>) {
  const { db } = context;
  const feed = requireRow(await planOf(db, corporationId, feedId), { feedId });
  const cursor = isPulled(feed.kind) ? await cursorOf<Cursor>(db, feedId) : null;
  const until = cursor?.until === undefined ? '' : new Date(cursor.until).toISOString();
  return { rounds: await roundsOf(db, feedId), cursor: cursor?.last ?? until, back: cursor?.back ?? null };
}

/** Throws badInput where the feed asks for no time, and for what is none. */
export async function backFill(context: Context, { corporationId, feedId, from, until }: Input<'backFill'>) {
  const { db, now } = context;
  const feed = await askingFeed(context, corporationId, feedId);
  const back = feed.kind === 'http' ? timesOf(feed, from, until ?? now().toISOString()) : { from, until: until ?? '' };
  if (feed.kind === 'sql' && !until) {
    const last = (await cursorOf<Cursor>(db, feedId))?.last;
    if (last === undefined) throw new Failure('badInput', [{ path: 'feedId', message: 'notBegun' }]);
    back.until = last;
  }
  await requestBackFill(db, feedId, back, now());
  await context.changed({ kind: 'feed', id: feedId, key: feed.key });
  return {};
}

function timesOf({ settings }: FeedPlan, from: string, until: string) {
  if (!hasTimeRange(settings)) throw new Failure('badInput', [{ path: 'feedId', message: 'asksForNoTime' }]);
  const [begin, end] = [Date.parse(from), Date.parse(until)];
  if (Number.isNaN(begin)) throw new Failure('badInput', [{ path: 'from', message: 'time' }]);
  if (Number.isNaN(end) || end <= begin) throw new Failure('badInput', [{ path: 'until', message: 'time' }]);
  return { from: new Date(begin).toISOString(), until: new Date(end).toISOString() };
}
