/**
 * Feeds as people set them up. Invariants: what a sender has to show goes out once and is kept as a hash; what we show to
 * another broker goes in and never comes out.
 */
import { randomBytes } from 'node:crypto';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { type Feed, type FeedKind, feedLimits, type feeds, isFetched } from '@plumbline/contract/telemetry/feeds';
import { lackingOfPull, usualPull } from '@plumbline/contract/telemetry/feeds.pulls';
import type { Context } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { hashOf } from '../../../kernel/secrets.ts';
import type { FeedSettings } from '../../../kernel/tables.feeds.ts';
import { onNameTaken } from '../../../kernel/unique-violation.ts';
import * as table from './feeds.table.ts';

type Input<K extends keyof typeof feeds> = OutputOf<(typeof feeds)[K]['input']>;

export async function list({ db, services, now }: Context, { corporationId, config }: Input<'list'>) {
  const all = await table.ofCorporation(db, corporationId);
  const found = config === undefined ? all : all.filter((feed) => feed.config === config);
  const states = await table.statesOf(db, found, now());
  const { addresses } = services;
  return {
    feeds: found,
    states,
    addresses: {
      webhook: `${addresses.http}/api/feeds/`,
      broker: addresses.mqtt && { host: addresses.mqtt.host, port: addresses.mqtt.port },
      folder: 'feeds',
      sftp: addresses.sftp,
      ftp: addresses.ftp,
    },
  };
}

export async function get({ db, now }: Context, { corporationId, feedId }: Input<'get'>) {
  const feed = requireRow(await table.one(db, corporationId, feedId), { feedId });
  const [state] = await table.statesOf(db, [feed], now());
  return { feed, state: requireRow(state, { feedId }) };
}

const usual: FeedSettings = {
  wrapping: 'plain',
  place: { in: 'topic', level: 1 },
  timeZone: 'UTC',
  host: null,
  port: null,
  tls: false,
  userName: null,
  topics: [],
  publicKeys: [],
  plainFtp: false,
  path: null,
  pattern: null,
  pollSeconds: feedLimits.pollSeconds,
  senders: [],
  siteProjectId: null,
  sirenLevel: null,
  downlinkPort: 1,
  downlinkConfirmed: false,
  downlinkUrl: null,
  ...usualPull,
};
/** Returns whether whoever sends by it has to show a secret of ours. */
const isShownSecret = (kind: FeedKind): boolean => kind === 'webhook' || kind === 'broker' || kind === 'edge';
const makeSecret = () => `plf_${randomBytes(32).toString('base64url')}`;

/** Throws feedsFull for one feed too many. */
export async function create(context: Context, input: Input<'create'>) {
  const { corporationId, kind, name, enabled = true, password = '', ...settings } = input;
  const { db, now, caller, services } = context;
  await requireProject(context, corporationId, settings.siteProjectId);
  if ((await table.countOf(db, corporationId)) >= feedLimits.feeds)
    throw new Failure('feedsFull', { most: feedLimits.feeds });
  const secret = isShownSecret(kind) ? makeSecret() : null;
  const inserted = table.insert(db, {
    corporationId,
    kind,
    name,
    enabled,
    settings: { ...usual, ...defined(settings) },
    key: `feed-${randomBytes(10).toString('hex')}`,
    secretHash: secret === null ? null : hashOf(secret),
    sealed: password ? services.secrets.encrypt(password) : null,
    byName: caller.displayName,
    createdAt: now(),
  });
  const feed = await onNameTaken(inserted, { name });
  await context.changed({ kind: 'feed', id: feed.id, key: feed.key });
  return { feed, secret };
}

export async function update(context: Context, input: Input<'update'>) {
  const { corporationId, feedId, name, enabled, password, ...settings } = input;
  const before = await lockFeed(context, corporationId, feedId);
  const after = { ...before, ...defined(settings) };
  judge(after);
  await requireProject(context, corporationId, settings.siteProjectId);
  if (before.hasPassword && password !== null && !password && isElsewhere(before, after))
    throw new Failure('badInput', [{ path: 'password', message: 'passwordAgain' }]);
  const updated = table.update(context.db, feedId, {
    name: name ?? before.name,
    enabled: enabled ?? before.enabled,
    settings: table.settingsOf(after),
    ...(password ? { sealed: context.services.secrets.encrypt(password) } : {}),
    ...(password === null ? { sealed: null } : {}),
  });
  const feed = await onNameTaken(updated, { name: name ?? before.name });
  await context.changed({ kind: 'feed', id: feedId, key: feed.key });
  return { feed };
}

export async function newSecret(context: Context, { corporationId, feedId }: Input<'newSecret'>) {
  const { key, kind } = await lockFeed(context, corporationId, feedId);
  if (!isShownSecret(kind) && kind !== 'folder') throw new Failure('badInput', [{ path: 'feedId', message: 'kind' }]);
  const secret = makeSecret();
  await table.setSecret(context.db, feedId, hashOf(secret));
  await context.changed({ kind: 'feed', id: feedId, key });
  return { secret };
}

export async function remove(context: Context, { corporationId, feedId }: Input<'remove'>) {
  const { key } = await lockFeed(context, corporationId, feedId);
  await table.remove(context.db, feedId);
  await context.changed({ kind: 'feed', id: feedId, key });
  return {};
}

/** Senders are let in by the link itself (feeds.http.ts). */
export const receive = () => Promise.reject(new Failure('notFound'));

/** A feed of the corporation, locked until the transaction ends; another's is not there. */
export async function lockFeed({ db }: Context, corporationId: number, feedId: number): Promise<Feed> {
  const feed = requireRow(await table.lock(db, corporationId, feedId), { feedId });
  return feed;
}

/** A project of another corporation is not there. */
async function requireProject({ db }: Context, corporationId: number, siteProjectId: number | null | undefined) {
  if (siteProjectId && !(await table.isProjectOf(db, corporationId, siteProjectId)))
    throw new Failure('notFound', { siteProjectId });
}

/** Returns whether a password would be shown to somebody else than it was given for, or in the clear. */
const isElsewhere = (before: Feed, after: Feed): boolean =>
  (['host', 'port', 'tls', 'userName', 'downlinkUrl', 'dialect', 'database', 'authName', 'auth'] as const).some(
    (field) => before[field] !== after[field],
  ) || originOf(before.pullUrl) !== originOf(after.pullUrl);

/** To whom an address goes. */
const originOf = (url: string | null): string | null => (url === null ? null : new URL(url).origin);

function judge(feed: Feed): void {
  const { kind, host, topics, wrapping, siteProjectId, senders } = feed;
  const missing: { path: string; message: string }[] = lackingOfPull(feed);
  if (isFetched(kind) && !host) missing.push({ path: 'host', message: 'required' });
  if (kind === 'externalBroker' && topics.length === 0) missing.push({ path: 'topics', message: 'required' });
  if (kind === 'edge' && siteProjectId === null) missing.push({ path: 'siteProjectId', message: 'required' });
  if (kind === 'mailbox' && senders.length === 0) missing.push({ path: 'senders', message: 'required' });
  if (wrapping === 'sparkplugB' && kind !== 'broker' && kind !== 'externalBroker')
    missing.push({ path: 'wrapping', message: 'sparkplugNeedsBroker' });
  if (missing.length > 0) throw new Failure('badInput', missing);
}

const defined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
