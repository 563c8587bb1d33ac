import type { Language } from '@plumbline/contract/kernel/constants';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';

export interface Pack {
  readonly lang: string;
  readonly name: string;
  readonly base: Language;
  readonly langVersion: number;
  readonly words: Readonly<Record<string, string>>;
  readonly byName: string;
  readonly changedAt: Date;
}

const columns = [
  'lang',
  'name',
  'base',
  'lang_version as langVersion',
  'by_name as byName',
  'changed_at as changedAt',
] as const;

/** Without their words, by name; an installation has a handful. */
export const packs = (db: Db): Promise<Omit<Pack, 'words'>[]> =>
  db.selectFrom('language_pack').select(columns).orderBy('name').limit(100).execute();

export const pack = (db: Db, lang: string): Promise<Pack | undefined> =>
  db
    .selectFrom('language_pack')
    .select([...columns, 'words'])
    .where('lang', '=', lang)
    .executeTakeFirst();

export async function save(db: Db, given: Omit<Pack, 'langVersion'>): Promise<void> {
  const { lang, words, byName, changedAt, ...rest } = given;
  const row = { ...rest, words: JSON.stringify(words), by_name: byName, changed_at: changedAt };
  await db
    .insertInto('language_pack')
    .values({ lang, lang_version: 1, ...row })
    .onConflict((on) =>
      on.column('lang').doUpdateSet({ ...row, lang_version: sql<number>`language_pack.lang_version + 1` }),
    )
    .execute();
}

/** False = there was none. */
export async function remove(db: Db, lang: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('language_pack').where('lang', '=', lang).executeTakeFirst();
  return numDeletedRows > 0n;
}
