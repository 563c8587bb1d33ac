import type { ThresholdTemplate } from '@plumbline/contract/points/thresholds';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import type { Tables } from '../../../kernel/tables.ts';
import { termsOf } from '../points/points.rules.api.ts';

type TemplateInput = Omit<ThresholdTemplate, 'id' | 'code'>;

const fromRow = (row: Selectable<Tables['threshold_template']>): ThresholdTemplate => ({
  id: row.id,
  code: row.code,
  name: row.name,
  family: row.family,
  field: row.field,
  basis: row.basis,
  ...termsOf(row),
  note: row.note,
});
const toRow = (input: TemplateInput) => ({
  name: input.name,
  family: input.family,
  field: input.field,
  basis: input.basis,
  kind: input.kind,
  method: input.method,
  levels: input.levels,
  base: input.base,
  combine: input.combine,
  rate_levels: input.kind === 'multi' ? input.rateLevels : null,
  release_ratio: input.releaseRatio,
  release_count: input.releaseCount,
  consecutive: input.consecutive,
  note: input.note,
});

/** Returns the templates of Plumbline, then the corporation's own by name. */
export async function ofCorporation(db: Db, corporationId: number): Promise<ThresholdTemplate[]> {
  const { rows } = await sql<Selectable<Tables['threshold_template']>>`
    SELECT * FROM threshold_template WHERE corporation_id IS NULL OR corporation_id = ${corporationId}
    ORDER BY corporation_id IS NOT NULL, CASE WHEN corporation_id IS NULL THEN id END, name COLLATE natural_order`.execute(
    db,
  );
  return rows.map(fromRow);
}

export const lock = (db: Db, id: number) =>
  db.selectFrom('threshold_template').select('corporation_id').where('id', '=', id).forUpdate().executeTakeFirst();

export const insert = async (db: Db, corporationId: number, input: TemplateInput): Promise<ThresholdTemplate> =>
  fromRow(
    await db
      .insertInto('threshold_template')
      .values({ corporation_id: corporationId, ...toRow(input) })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );

export const update = async (db: Db, id: number, input: TemplateInput): Promise<ThresholdTemplate> =>
  fromRow(
    await db
      .updateTable('threshold_template')
      .set(toRow(input))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  );

export const remove = (db: Db, id: number) => db.deleteFrom('threshold_template').where('id', '=', id).execute();
