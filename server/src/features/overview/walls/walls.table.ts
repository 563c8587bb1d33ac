import type { Wall } from '@plumbline/contract/overview/walls';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import type { Tables } from '../../../kernel/tables.ts';

/** Input of a wall. */
export type WallInput = Omit<Wall, 'id' | 'createdAt' | 'linkedAt'>;
type Row = Selectable<Tables['wall']>;

export const fromRow = (row: Row): Wall => ({
  id: row.id,
  name: row.name,
  language: row.language as Wall['language'],
  theme: row.theme as Wall['theme'],
  timeZone: row.time_zone,
  projectIds: row.project_ids,
  slides: row.slides,
  soundFrom: row.sound_from,
  dim: row.dim,
  expiresAt: row.expires_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  linkedAt: row.linked_at.toISOString(),
});

const columnsOf = (wall: WallInput) => ({
  name: wall.name,
  language: wall.language,
  theme: wall.theme,
  time_zone: wall.timeZone,
  project_ids: [...wall.projectIds],
  slides: JSON.stringify(wall.slides),
  sound_from: wall.soundFrom,
  dim: wall.dim && JSON.stringify(wall.dim),
  expires_at: wall.expiresAt === null ? null : new Date(wall.expiresAt),
});

interface Counted {
  readonly wall: Wall;
  readonly count: number;
  readonly lastAt: string | null;
}

/** The walls of an account by name, with how often each was opened. */
export async function ofAccount(db: Db, accountId: number): Promise<Counted[]> {
  const rows = await db
    .selectFrom('wall')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    wall: fromRow(row),
    count: row.openings,
    lastAt: row.last_opened_at?.toISOString() ?? null,
  }));
}

export async function one(db: Db, accountId: number, id: number): Promise<Wall | undefined> {
  const row = await db
    .selectFrom('wall')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && fromRow(row);
}

/** Returns how many an account has, and locks the account so that none is added until the transaction ends. */
export async function count(db: Db, accountId: number): Promise<number> {
  await db.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().execute();
  const { count: found } = await db
    .selectFrom('wall')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(found);
}

export async function insert(
  db: Db,
  accountId: number,
  wall: WallInput,
  { tokenHash, now }: { readonly tokenHash: Buffer; readonly now: Date },
): Promise<number> {
  const { id } = await db
    .insertInto('wall')
    .values({ account_id: accountId, ...columnsOf(wall), token_hash: tokenHash, linked_at: now, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export const update = (db: Db, id: number, wall: WallInput) =>
  db.updateTable('wall').set(columnsOf(wall)).where('id', '=', id).execute();

export const setToken = (db: Db, id: number, tokenHash: Buffer, now: Date) =>
  db.updateTable('wall').set({ token_hash: tokenHash, linked_at: now }).where('id', '=', id).execute();

export const remove = async (db: Db, accountId: number, id: number): Promise<boolean> =>
  (await db
    .deleteFrom('wall')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst()) !== undefined;

export const countOpening = (db: Db, id: number, now: Date) =>
  sql`UPDATE wall SET openings = openings + 1, last_opened_at = ${now} WHERE id = ${id}`.execute(db);

/** The wall that a link opens, and whose it is; undefined where it opens none: unknown, replaced, ended, or its maker is disabled. */
export async function opened(db: Db, tokenHash: Buffer, now: Date) {
  const row = await db
    .selectFrom('wall')
    .innerJoin('account', 'account.id', 'wall.account_id')
    .selectAll('wall')
    .select(['account.name as ownerName', 'account.display_name', 'account.type', 'account.corporation_id'])
    .where('wall.token_hash', '=', tokenHash)
    .where('account.disabled_at', 'is', null)
    .where(({ eb, or }) => or([eb('wall.expires_at', 'is', null), eb('wall.expires_at', '>', now)]))
    .executeTakeFirst();
  if (!row) return undefined;
  const {
    account_id: accountId,
    ownerName: name,
    display_name: displayName,
    type,
    corporation_id: corporationId,
  } = row;
  return { wall: fromRow(row), owner: { accountId, name, displayName, type, corporationId } };
}
