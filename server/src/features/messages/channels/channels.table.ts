import type { Channel, ChannelKind, Medium } from '@plumbline/contract/messages/channels';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows } from '../../../kernel/rows.ts';
import type { SecretBox } from '../../../kernel/secret-box.ts';
import type { Tables } from '../../../kernel/tables.ts';

type Row = Selectable<Tables['channel']>;
/** Fields of a channel that are kept and never shown; '' = there is none. */
export interface Hidden {
  readonly secret: string;
  readonly url: string;
  readonly signingSecret: string;
}
/** Where a channel lies and how messages go by it, by its row; null where there is none of that id. */
export async function placeOfChannel(db: Db, id: number) {
  const row = await db
    .selectFrom('channel')
    .select(['corporation_id', 'medium'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? { corporationId: row.corporation_id, medium: row.medium } : null;
}

const nothing: Hidden = { secret: '', url: '', signingSecret: '' };

const emptySettings = {
  host: null,
  port: null,
  security: null,
  userName: null,
  from: null,
  endpoint: null,
  keyId: null,
  appId: null,
  region: null,
  sign: null,
  templateCode: null,
  templateText: null,
  codeTemplate: null,
  variableLimit: null,
  chatId: null,
  pushType: null,
};
export type Settings = Pick<Channel, keyof typeof emptySettings>;
/** Without where its vendor reaches this installation, which the row does not say. */
export type StoredChannel = Omit<Channel, 'callbackUrl'>;
type Given = { readonly [K in keyof Settings]?: Settings[K] | undefined };
/** The part of a channel that is kept as its settings; an empty text is none. */
export const settingsOf = (given: Given): Settings =>
  Object.fromEntries(
    Object.keys(emptySettings).map((key) => [key, (given as Record<string, unknown>)[key] || null]),
  ) as unknown as Settings;

const fromRow = (row: Row): StoredChannel => ({
  id: row.id,
  kind: row.kind as ChannelKind,
  name: row.name,
  enabled: row.enabled,
  ...emptySettings,
  ...row.settings,
  urlHost: row.url_host,
  hasSecret: row.sealed !== null,
  byName: row.by_name,
  createdAt: row.created_at.toISOString(),
});

/** Throws Error where it was sealed by another installation. */
export const openSealed = ({ decrypt }: SecretBox, sealed: string | null): Hidden =>
  sealed === null ? nothing : { ...nothing, ...(JSON.parse(decrypt(sealed)) as Partial<Hidden>) };

/** The channels of a corporation: mail server, vendors, hooks by name. */
export async function ofCorporation(db: Db, corporationId: number): Promise<StoredChannel[]> {
  const rows = await db
    .selectFrom('channel')
    .selectAll()
    .where('corporation_id', '=', corporationId)
    .orderBy('medium')
    .orderBy('name')
    .limit(200)
    .execute();
  return rows.map(fromRow);
}

/** How many a corporation has of a medium; locks the corporation so that none is added until the transaction ends. */
export async function countOf(db: Db, corporationId: number, medium: Medium): Promise<number> {
  await db.selectFrom('corporation').select('id').where('id', '=', corporationId).forUpdate().execute();
  const row = await db
    .selectFrom('channel')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('corporation_id', '=', corporationId)
    .where('medium', '=', medium)
    .executeTakeFirstOrThrow();
  return row.count;
}

interface NewChannel {
  readonly corporationId: number;
  readonly kind: ChannelKind;
  readonly medium: Medium;
  readonly name: string;
  readonly enabled: boolean;
  readonly settings: Given;
  readonly sealed: string | null;
  readonly urlHost: string | null;
  readonly byName: string;
  readonly createdAt: Date;
}
export async function insert(db: Db, given: NewChannel): Promise<StoredChannel> {
  const row = await db
    .insertInto('channel')
    .values({
      corporation_id: given.corporationId,
      kind: given.kind,
      medium: given.medium,
      name: given.name,
      enabled: given.enabled,
      settings: JSON.stringify(settingsOf(given.settings)),
      sealed: given.sealed,
      url_host: given.urlHost,
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
  to: Pick<NewChannel, 'name' | 'enabled' | 'sealed' | 'urlHost'> & { readonly settings: Settings },
): Promise<StoredChannel> {
  const row = await db
    .updateTable('channel')
    .set({
      name: to.name,
      enabled: to.enabled,
      settings: JSON.stringify(to.settings),
      sealed: to.sealed,
      url_host: to.urlHost,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return fromRow(row);
}

/** A channel of a corporation with what is sealed of it, locked until the transaction ends. */
export async function lock(db: Db, corporationId: number, id: number) {
  const row = await db
    .selectFrom('channel')
    .selectAll()
    .where('id', '=', id)
    .where('corporation_id', '=', corporationId)
    .forUpdate()
    .executeTakeFirst();
  return row && { channel: fromRow(row), sealed: row.sealed };
}

export const remove = async (db: Db, corporationId: number, id: number): Promise<boolean> =>
  (await db
    .deleteFrom('channel')
    .where('id', '=', id)
    .where('corporation_id', '=', corporationId)
    .returning('id')
    .executeTakeFirst()) !== undefined;

/** Returns whether a corporation words its SMS itself. */
export async function isCustom(db: Db, corporationId: number): Promise<boolean> {
  const { rows } = await sqlRows({ custom: 'flag?' })`
    SELECT (flags->>'activeCustomSms')::boolean AS custom FROM corporation WHERE id = ${corporationId}`.execute(db);
  return rows[0]?.custom === true;
}

/**
 * Returns the channel that sends for a corporation by a medium, and whether that words its SMS itself: a hook by its
 * id, else the only one of its medium. Disabled ones do not.
 */
export async function sending(db: Db, corporationId: number, medium: Medium, hookId: number | null) {
  const row = await db
    .selectFrom('channel')
    .innerJoin('corporation', 'corporation.id', 'channel.corporation_id')
    .selectAll('channel')
    .select(sql<boolean | null>`(corporation.flags->>'activeCustomSms')::boolean`.as('custom'))
    .where('corporation_id', '=', corporationId)
    .where('medium', '=', medium)
    .where('enabled', '=', true)
    .$if(medium === 'hook', (query) => query.where('channel.id', '=', hookId ?? 0))
    .executeTakeFirst();
  return row && { channel: fromRow(row), sealed: row.sealed, customText: row.custom === true };
}

/** Returns an enabled channel of one kind by its id alone, as its vendor names it, with its corporation. */
export async function enabledOf(db: Db, id: number, kind: ChannelKind) {
  const row = await db
    .selectFrom('channel')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('enabled', '=', true)
    .executeTakeFirst();
  return row && { channel: fromRow(row), sealed: row.sealed, corporationId: row.corporation_id };
}

/** Channels whose messages a plug-in makes. */
export const pluginUses = sql`
  SELECT 'channel' AS kind, h.settings->>'pushType' AS part, split_part(h.settings->>'pushType', '/', 1) AS plugin, h.name,
    c.title AS corporation
  FROM channel h JOIN corporation c ON c.id = h.corporation_id WHERE h.kind = 'plugin'`;
