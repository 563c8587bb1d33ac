import type { Model } from '@plumbline/contract/devices/models';
import { elementAt } from '@plumbline/contract/kernel/elements';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { containing } from '../../../kernel/matching.ts';
import { sqlRows } from '../../../kernel/rows.ts';
import type { Tables } from '../../../kernel/tables.ts';

/** What the rules of a model are kept as. */
const ruleKeys = [
  'collectorTypeOptions',
  'channelProtocol',
  'protocols',
  'registerIsSame',
  'sensorModes',
  'channels',
  'maxChannels',
  'hem',
  'nodes',
  'configFields',
  'features',
  'link',
  'format',
  'registers',
  'source',
] as const;
type Rules = Pick<Model, (typeof ruleKeys)[number]>;
/** Of models that were written before formats and register maps were there. */
const withoutFormat = { link: 'own' as const, format: null, registers: [], source: '' };
export type ModelPatch = Omit<Model, 'id' | 'builtIn' | 'updatedAt' | 'code'>;

export interface Filter {
  readonly series?: string | undefined;
  readonly type?: Model['type'] | undefined;
  readonly category?: Model['category'] | undefined;
  readonly measurement?: string | undefined;
  readonly keyword?: string | undefined;
}

const fromRow = (row: Selectable<Tables['device_model']>): Model => ({
  id: row.id,
  code: row.code,
  label: row.label,
  labels: row.labels,
  series: row.series,
  type: row.type as Model['type'],
  category: row.category as Model['category'],
  manufacturer: row.manufacturer,
  measurements: row.measurements as Model['measurements'],
  ...withoutFormat,
  ...(row.rules as Rules),
  builtIn: row.built_in,
  updatedAt: row.updated_at.toISOString(),
});

/** More than anybody keeps by hand. */
const maxModels = 2_000;

const select = async (db: Db, where: RawBuilder<unknown>): Promise<Model[]> =>
  (
    await sql<Selectable<Tables['device_model']>>`SELECT * FROM device_model WHERE ${where}
      ORDER BY series COLLATE natural_order, code COLLATE natural_order LIMIT ${maxModels}`.execute(db)
  ).rows.map(fromRow);

export const list = (db: Db, { series, type, category, measurement, keyword }: Filter): Promise<Model[]> =>
  select(
    db,
    sql`true
    ${series ? sql`AND series = ${series}` : sql``} ${type ? sql`AND type = ${type}` : sql``}
    ${category ? sql`AND category = ${category}` : sql``} ${measurement ? sql`AND ${measurement} = ANY(measurements)` : sql``}
    ${keyword ? sql`AND (code ILIKE ${containing(keyword)} OR label ILIKE ${containing(keyword)} OR labels::text ILIKE ${containing(keyword)})` : sql``}`,
  );

/** Models by their codes, whatever the case; what is none of the catalogue is left out. */
export const ofCodes = (db: Db, codes: readonly string[]): Promise<Model[]> =>
  select(db, sql`lower(code) = ANY(${codes.map((code) => code.toLowerCase())}::text[])`);

export const byId = async (db: Db, id: number): Promise<Model | undefined> => (await select(db, sql`id = ${id}`))[0];

/** The model, locked until the transaction ends. */
export const lock = async (db: Db, id: number): Promise<Model | undefined> => {
  const row = await db.selectFrom('device_model').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row && fromRow(row);
};

const columns = (patch: ModelPatch) => ({
  label: patch.label,
  labels: JSON.stringify(patch.labels),
  series: patch.series,
  type: patch.type,
  category: patch.category,
  manufacturer: patch.manufacturer,
  measurements: [...patch.measurements],
  rules: JSON.stringify(Object.fromEntries(ruleKeys.map((key) => [key, patch[key]]))),
});

export async function insert(db: Db, code: string, patch: ModelPatch, now: Date): Promise<Model> {
  const row = await db
    .insertInto('device_model')
    .values({ code, ...columns(patch), updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
  return fromRow(row);
}

export async function update(db: Db, id: number, patch: ModelPatch, now: Date): Promise<Model> {
  const row = await db
    .updateTable('device_model')
    .set({ ...columns(patch), updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return fromRow(row);
}

export const remove = (db: Db, id: number) => db.deleteFrom('device_model').where('id', '=', id).execute();

/** How many devices are of a model. */
export async function devicesOf(db: Db, code: string): Promise<number> {
  const { rows } = await sqlRows({ n: 'number' })`
    SELECT count(*) AS n FROM device WHERE lower(model) = lower(${code})`.execute(db);
  return elementAt(rows, 0).n;
}

/** Models whose messages a plug-in takes apart. */
export const pluginUses = sql`
  SELECT 'model' AS kind, rules->'format'->>'codec' AS part, split_part(rules->'format'->>'codec', '/', 1) AS plugin,
    label AS name, NULL::text AS corporation
  FROM device_model WHERE rules->'format'->>'codec' IS NOT NULL`;
