import { edgeLimits } from '@plumbline/contract/telemetry/edges';
import { type Feed, type FeedKind, type FeedState, feedLimits, isPulled } from '@plumbline/contract/telemetry/feeds';
import { type pullFields, usualPull } from '@plumbline/contract/telemetry/feeds.pulls';
import type { Selectable } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import type { FeedSettings } from '../../../kernel/tables.feeds.ts';
import type { Tables } from '../../../kernel/tables.ts';

type Row = Selectable<Tables['feed']>;

export const settingsOf = (feed: FeedSettings): Required<FeedSettings> => ({
  wrapping: feed.wrapping,
  place: feed.place,
  timeZone: feed.timeZone,
  host: feed.host,
  port: feed.port,
  tls: feed.tls,
  userName: feed.userName,
  topics: feed.topics,
  publicKeys: feed.publicKeys ?? [],
  plainFtp: feed.plainFtp ?? false,
  path: feed.path ?? null,
  pattern: feed.pattern ?? null,
  senders: feed.senders ?? [],
  pollSeconds: feed.pollSeconds ?? feedLimits.pollSeconds,
  siteProjectId: feed.siteProjectId ?? null,
  sirenLevel: feed.sirenLevel ?? null,
  downlinkPort: feed.downlinkPort ?? 1,
  downlinkConfirmed: feed.downlinkConfirmed ?? false,
  downlinkUrl: feed.downlinkUrl ?? null,
  ...pullOf(feed),
  config: feed.config ?? null,
});

/** What a feed that was set up before feeds could ask does not have is as usual. */
function pullOf(feed: FeedSettings): { [K in keyof typeof pullFields]-?: Feed[K] } {
  const given = Object.keys(usualPull).map((key) => [key, feed[key as keyof typeof pullFields]] as const);
  return { ...usualPull, ...Object.fromEntries(given.filter(([, value]) => value !== undefined)) };
}

/** As what a feed asks a third party; null = it asks nobody. */
const configOf = ({ kind, settings }: Row): Feed['config'] => (isPulled(kind) ? (settings.config ?? 'apidata') : null);

const fromRow = (row: Row): Feed => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  enabled: row.enabled,
  key: row.key,
  ...settingsOf(row.settings),
  config: configOf(row),
  hasPassword: row.sealed !== null,
  hasSecret: row.secret_hash !== null,
  byName: row.by_name,
  createdAt: row.created_at.toISOString(),
});

/** Where a feed lies and as what it asks a third party, by its row; null where there is none of that id. */
export async function placeOfFeed(db: Db, id: number) {
  const row = await db.selectFrom('feed').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? { corporationId: row.corporation_id, config: configOf(row) } : null;
}

export async function ofCorporation(db: Db, corporationId: number): Promise<Feed[]> {
  const rows = await db
    .selectFrom('feed')
    .selectAll()
    .where('corporation_id', '=', corporationId)
    .orderBy('name')
    .limit(200)
    .execute();
  return rows.map(fromRow);
}

/** Also of feeds of which nothing ever came; an edge is connected while it says that it lives. */
export async function statesOf(db: Db, feeds: readonly Pick<Feed, 'id' | 'kind'>[], now: Date): Promise<FeedState[]> {
  const ids = feeds.map(({ id }) => id);
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('feed')
    .leftJoin('feed_state', 'feed_state.feed_id', 'feed.id')
    .leftJoin('feed_edge', 'feed_edge.feed_id', 'feed.id')
    .selectAll('feed_state')
    .select(['feed.id', 'feed.kind', 'feed_edge.at', 'feed_edge.sign'])
    .where('feed.id', 'in', ids)
    .execute();
  return rows.map((row) => ({
    feedId: row.id,
    connected: row.kind === 'edge' ? isAlive(row.at, now) : row.connected,
    edge: row.at && row.sign ? { ...row.sign, at: row.at.toISOString() } : null,
    lastAt: row.last_at?.toISOString() ?? null,
    received: Number(row.received ?? 0),
    stored: Number(row.stored ?? 0),
    refused: Number(row.refused ?? 0),
    lastFault: row.last_fault,
    lastFaultDetail: row.last_fault_detail ?? '',
    lastFaultAt: row.last_fault_at?.toISOString() ?? null,
  }));
}

const isAlive = (at: Date | null, now: Date): boolean =>
  at !== null && now.getTime() - at.getTime() < edgeLimits.silentMs;

export async function isProjectOf(db: Db, corporationId: number, projectId: number): Promise<boolean> {
  const row = await db
    .selectFrom('project')
    .select('id')
    .where('id', '=', projectId)
    .where('corporation_id', '=', corporationId)
    .executeTakeFirst();
  return row !== undefined;
}

/** How many a corporation has; locks the corporation so that none is added until the transaction ends. */
export async function countOf(db: Db, corporationId: number): Promise<number> {
  await db.selectFrom('corporation').select('id').where('id', '=', corporationId).forUpdate().execute();
  const { count } = await db
    .selectFrom('feed')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('corporation_id', '=', corporationId)
    .executeTakeFirstOrThrow();
  return count;
}

interface NewFeed {
  readonly corporationId: number;
  readonly kind: FeedKind;
  readonly name: string;
  readonly enabled: boolean;
  readonly settings: FeedSettings;
  readonly key: string;
  readonly secretHash: Buffer | null;
  readonly sealed: string | null;
  readonly byName: string;
  readonly createdAt: Date;
}

export async function insert(db: Db, given: NewFeed): Promise<Feed> {
  const row = await db
    .insertInto('feed')
    .values({
      corporation_id: given.corporationId,
      kind: given.kind,
      name: given.name,
      enabled: given.enabled,
      settings: JSON.stringify(given.settings),
      key: given.key,
      secret_hash: given.secretHash,
      sealed: given.sealed,
      by_name: given.byName,
      created_at: given.createdAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return fromRow(row);
}

export async function update(
  db: Db,
  id: number,
  { settings, ...to }: Pick<NewFeed, 'name' | 'enabled' | 'settings'> & { readonly sealed?: string | null },
): Promise<Feed> {
  const row = await db
    .updateTable('feed')
    .set({ ...to, settings: JSON.stringify(settings) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return fromRow(row);
}

export const setSecret = (db: Db, id: number, hash: Buffer) =>
  db.updateTable('feed').set({ secret_hash: hash }).where('id', '=', id).execute();

export const remove = (db: Db, id: number) => db.deleteFrom('feed').where('id', '=', id).execute();

export async function one(db: Db, corporationId: number, id: number): Promise<Feed | undefined> {
  const row = await db
    .selectFrom('feed')
    .selectAll()
    .where('id', '=', id)
    .where('corporation_id', '=', corporationId)
    .executeTakeFirst();
  return row && fromRow(row);
}

export async function lock(db: Db, corporationId: number, id: number): Promise<Feed | undefined> {
  const row = await db
    .selectFrom('feed')
    .selectAll()
    .where('id', '=', id)
    .where('corporation_id', '=', corporationId)
    .forUpdate()
    .executeTakeFirst();
  return row && fromRow(row);
}
