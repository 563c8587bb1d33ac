/** What recomputing needs of the tables: whose history it is, where it lies, the settings that are put back. */
import { sql } from 'kysely';
import type { Db } from '../kernel/context.ts';
import { announceChanges } from '../kernel/listen.ts';

export interface Owner {
  readonly name: string;
  readonly projectId: number;
  readonly corporationId: number;
}

/** Those of the points that are there, by id. */
export async function ownersOf(db: Db, pointIds: readonly number[]): Promise<ReadonlyMap<number, Owner>> {
  const { rows } = await sql<{ id: number; name: string; project_id: number; corporation_id: number }>`
    SELECT p.id, p.name, p.project_id, j.corporation_id FROM point p JOIN project j ON j.id = p.project_id
    WHERE p.id = ANY(${pointIds}::int[]) ORDER BY p.id`.execute(db);
  return new Map(
    rows.map((row) => [row.id, { name: row.name, projectId: row.project_id, corporationId: row.corporation_id }]),
  );
}

export interface Extent {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Times of the first and the last record of points, epoch ms; those that have none are absent. */
export async function extentsOf(db: Db, pointIds: readonly number[]): Promise<ReadonlyMap<number, Extent>> {
  const ms = (expression: string) => sql.raw(`(extract(epoch FROM ${expression}) * 1000)::float8`);
  const { rows } = await sql<{ id: number; first: number | null; last: number | null }>`
    SELECT p.id, least((SELECT ${ms('at')} FROM reading WHERE point_id = p.id ORDER BY at LIMIT 1),
        (SELECT ${ms('t0')} FROM segment WHERE point_id = p.id ORDER BY t0 LIMIT 1)) AS first,
      greatest((SELECT ${ms('at')} FROM reading WHERE point_id = p.id ORDER BY at DESC LIMIT 1),
        (SELECT ${ms('t1')} FROM segment WHERE point_id = p.id ORDER BY t0 DESC LIMIT 1)) AS last
    FROM unnest(${pointIds}::int[]) AS p(id)`.execute(db);
  return new Map(
    rows.flatMap(({ id, first, last }) =>
      first === null || last === null ? [] : [[id, { fromMs: Math.floor(first), toMs: Math.ceil(last) }] as const],
    ),
  );
}

/** Columns by the names of the settings. */
const settings = {
  type: (value: unknown) => ({ type: value as number }),
  mode: (value: unknown) => ({ mode: value as number }),
  formulaType: (value: unknown) => ({ formula_type: value as string }),
  parameters: (value: unknown) => ({ parameters: JSON.stringify(value) }),
  customFormula: (value: unknown) => ({ custom_formula: JSON.stringify(value) }),
  slaves: (value: unknown) => ({ slaves: JSON.stringify(value) }),
  initialValues: (value: unknown) => ({ initial_values: JSON.stringify(value) }),
} as const;
/** Settings of a point by name; of a replaced device with `deviceId`. */
export type Settings = Readonly<Record<string, unknown>>;

/** Whether a point is still set up as an act left it; what an act says nothing of does not count. */
export async function currentSettings(db: Db, pointId: number, after: Settings): Promise<boolean> {
  const changes = Object.fromEntries(
    Object.entries(after).filter(([name]) => name in settings && name !== 'initialValues'),
  );
  const { rows } = await sql<{ same: boolean }>`
    SELECT jsonb_build_object('type', type, 'mode', mode, 'formulaType', formula_type, 'parameters', parameters,
      'customFormula', custom_formula, 'slaves', slaves) || ${JSON.stringify(changes)}::jsonb = jsonb_build_object('type', type, 'mode', mode,
      'formulaType', formula_type, 'parameters', parameters, 'customFormula', custom_formula, 'slaves', slaves) AS same
    FROM point WHERE id = ${pointId}`.execute(db);
  return rows[0]?.same ?? true;
}

/**
 * Puts settings of a point back and drops what processes keep of it. Of a replaced device nothing is put back: its
 * groups say what is in force.
 */
export async function putSettingsBack(db: Db, pointId: number, before: Settings): Promise<void> {
  if ('deviceId' in before) return;
  const set = Object.assign(
    {},
    ...Object.entries(settings).map(([name, column]) => (name in before ? column(before[name]) : {})),
  );
  if (Object.keys(set).length === 0) return;
  await db.updateTable('point').set(set).where('id', '=', pointId).execute();
  await dropPlans(db, [pointId]);
}

/** Tells every process that points read differently. */
export const dropPlans = (db: Db, pointIds: readonly number[]): Promise<void> =>
  announceChanges(
    db,
    pointIds.map((id) => ({ kind: 'point', id })),
  );

/** The points that a composite or a master is made of, in order. */
export async function slavesOf(db: Db, pointId: number): Promise<number[]> {
  const row = await db.selectFrom('point').select('slaves').where('id', '=', pointId).executeTakeFirst();
  return row?.slaves.map((slave) => slave.pointId) ?? [];
}
