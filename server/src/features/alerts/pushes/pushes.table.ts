import { createHash } from 'node:crypto';
import type { PushDevice } from '@plumbline/contract/alerts/pushes';
import type { Selectable } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import type { SecretBox } from '../../../kernel/secret-box.ts';
import type { Tables } from '../../../kernel/tables.ts';
import { programOf } from '../../people/sessions/sessions.api.ts';
import type { Browser } from './logic/send.ts';
import { newKeys, type VapidKeys } from './logic/vapid.ts';

type Row = Selectable<Tables['push_subscription']>;

const fromRow = (row: Row, tokenId: number): PushDevice => ({
  id: row.id,
  browser: row.browser,
  system: row.system,
  host: row.host,
  levelFrom: row.level_from,
  createdAt: row.created_at.toISOString(),
  isThisSession: row.token_id === tokenId,
});

/** The keys of this installation, made at their first use; of processes that make them at once the first counts. */
export async function keysOf(db: Db, { encrypt, decrypt }: SecretBox, now: Date): Promise<VapidKeys> {
  const find = () => db.selectFrom('push_key').select(['public_key', 'sealed']).where('id', '=', 1).executeTakeFirst();
  let row = await find();
  if (!row) {
    const { publicKey, privateKey } = newKeys();
    await db
      .insertInto('push_key')
      .values({ id: 1, public_key: publicKey, sealed: encrypt(privateKey), created_at: now })
      .onConflict((on) => on.doNothing())
      .execute();
    row = await find();
  }
  if (!row) throw new Error('the keys of web push are gone');
  return { publicKey: row.public_key, privateKey: decrypt(row.sealed) };
}

export async function ofAccount(db: Db, accountId: number, tokenId: number): Promise<PushDevice[]> {
  const rows = await db
    .selectFrom('push_subscription')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id')
    .limit(50)
    .execute();
  return rows.map((row) => fromRow(row, tokenId));
}

interface NewDevice {
  readonly accountId: number;
  readonly tokenId: number;
  readonly browser: Browser;
  readonly sealed: string;
  readonly levelFrom: number | undefined;
  readonly now: Date;
}
/** Writes a browser down, in the place of what it was before: it is of one person. */
export async function insert(db: Db, given: NewDevice): Promise<PushDevice> {
  const { browser, accountId, tokenId, sealed, levelFrom, now } = given;
  const { agent } = await db.selectFrom('token').select('agent').where('id', '=', tokenId).executeTakeFirstOrThrow();
  const hash = createHash('sha256').update(browser.endpoint).digest();
  // Another row, so that what waits for the one who had it before goes to nobody.
  await db
    .deleteFrom('push_subscription')
    .where('endpoint_hash', '=', hash)
    .where('account_id', '!=', accountId)
    .execute();
  const columns = { token_id: tokenId, sealed, ...programOf(agent) };
  const row = await db
    .insertInto('push_subscription')
    .values({
      ...columns,
      account_id: accountId,
      endpoint_hash: hash,
      host: new URL(browser.endpoint).host,
      level_from: levelFrom ?? 1,
      created_at: now,
    })
    .onConflict((on) =>
      on.column('endpoint_hash').doUpdateSet({ ...columns, ...(levelFrom && { level_from: levelFrom }) }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  return fromRow(row, tokenId);
}

export async function setLevel(db: Db, accountId: number, tokenId: number, id: number, levelFrom: number) {
  const row = await db
    .updateTable('push_subscription')
    .set({ level_from: levelFrom })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returningAll()
    .executeTakeFirst();
  return row && fromRow(row, tokenId);
}

export const remove = async (db: Db, accountId: number, id: number): Promise<boolean> =>
  (await db
    .deleteFrom('push_subscription')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst()) !== undefined;

/** A browser with its address and keys open; undefined = it is not subscribed any more. */
export async function browserOf(db: Db, { decrypt }: SecretBox, id: number) {
  const row = await db.selectFrom('push_subscription').selectAll().where('id', '=', id).executeTakeFirst();
  return row && { accountId: row.account_id, browser: JSON.parse(decrypt(row.sealed)) as Browser };
}

/** The push service says that there is no such browser. */
export const removeGone = async (db: Db, id: number): Promise<void> => {
  await db.deleteFrom('push_subscription').where('id', '=', id).execute();
};
