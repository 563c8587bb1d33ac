/** What the installation remembers about itself, by key: the set-up token, and whether there is a demonstration. */
import type { Db } from './context.ts';

type Key =
  | 'setup'
  | 'demo'
  | 'demonstrated'
  | 'operationChain'
  | 'operationVerdict'
  | 'installationId'
  | 'licence'
  | 'clock';

/** The value of a setting, or undefined. `locked` until the transaction ends. */
export async function readSetting(db: Db, key: Key, { locked = false } = {}): Promise<unknown> {
  const query = db.selectFrom('setting').select('value').where('key', '=', key);
  return (await (locked ? query.forUpdate() : query).executeTakeFirst())?.value;
}

export async function writeSetting(db: Db, key: Key, given: unknown): Promise<void> {
  const value = JSON.stringify(given);
  await db
    .insertInto('setting')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

export async function removeSetting(db: Db, key: Key): Promise<void> {
  await db.deleteFrom('setting').where('key', '=', key).execute();
}
