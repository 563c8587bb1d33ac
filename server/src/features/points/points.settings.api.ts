/** Settings of points that features above write: what an act of the change log puts back, and what a device confirmed. */
import { sql } from 'kysely';
import type { Db } from '../../kernel/context.ts';
import { announceChanges } from '../../kernel/listen.ts';

/** Conversion settings of a point by name; of a replaced device with `deviceId`. */
export type Settings = Readonly<Record<string, unknown>>;

/** Columns by the names of the settings. */
const columns = {
  type: (value: unknown) => ({ type: value as number }),
  mode: (value: unknown) => ({ mode: value as number }),
  formulaType: (value: unknown) => ({ formula_type: value as string }),
  parameters: (value: unknown) => ({ parameters: JSON.stringify(value) }),
  customFormula: (value: unknown) => ({ custom_formula: JSON.stringify(value) }),
  slaves: (value: unknown) => ({ slaves: JSON.stringify(value) }),
  initialValues: (value: unknown) => ({ initial_values: JSON.stringify(value) }),
} as const;

/** Whether a point still has these settings, initial values aside; names that are no settings do not count. */
export async function hasSettings(db: Db, pointId: number, given: Settings): Promise<boolean> {
  const compared = Object.fromEntries(
    Object.entries(given).filter(([name]) => name in columns && name !== 'initialValues'),
  );
  const { rows } = await sql<{ same: boolean }>`
    SELECT jsonb_build_object('type', type, 'mode', mode, 'formulaType', formula_type, 'parameters', parameters,
      'customFormula', custom_formula, 'slaves', slaves) || ${JSON.stringify(compared)}::jsonb = jsonb_build_object('type', type, 'mode', mode,
      'formulaType', formula_type, 'parameters', parameters, 'customFormula', custom_formula, 'slaves', slaves) AS same
    FROM point WHERE id = ${pointId}`.execute(db);
  return rows[0]?.same ?? true;
}

/**
 * Puts settings of a point back, and every process drops what it cached of it. Of a replaced device nothing is put back:
 * its groups say what is in force.
 */
export async function restoreSettings(db: Db, pointId: number, before: Settings): Promise<void> {
  if ('deviceId' in before) return;
  const set = Object.assign(
    {},
    ...Object.entries(columns).map(([name, column]) => (name in before ? column(before[name]) : {})),
  );
  if (Object.keys(set).length === 0) return;
  await db.updateTable('point').set(set).where('id', '=', pointId).execute();
  await announceChanges(db, [{ kind: 'point', id: pointId }]);
}

/** How often a point is measured, as its device confirmed; an interval of null stays as it is. */
export async function saveCollecting(
  db: Db,
  pointId: number,
  { mode, intervalSeconds }: { readonly mode: string; readonly intervalSeconds: number | null },
): Promise<void> {
  await sql`UPDATE point SET collect_mode = ${mode}, interval_seconds = coalesce(${intervalSeconds}, interval_seconds)
    WHERE id = ${pointId}`.execute(db);
  await announceChanges(db, [{ kind: 'point', id: pointId }]);
}

/**
 * Gives a point, and the composites that read it, another version of their plans: readings on their way that were
 * converted by the former one are converted again (pipeline/store.ts).
 */
export async function renewPlans(db: Db, pointId: number): Promise<void> {
  await sql`
    UPDATE point SET name = point.name FROM (
      SELECT id FROM point WHERE id = ${pointId} OR (type = 1 AND slaves @> jsonb_build_array(jsonb_build_object('pointId', ${pointId}::int)))
      ORDER BY id FOR NO KEY UPDATE) AS chosen
    WHERE point.id = chosen.id`.execute(db);
}
