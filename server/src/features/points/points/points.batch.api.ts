import { getOrThrow } from '@plumbline/contract/kernel/elements';
import type { Point } from '@plumbline/contract/points/points';
import { sql } from 'kysely';
import type { Context, Db } from '../../../kernel/context.ts';
import { type Columns, type SqlRow, sqlRows, typed } from '../../../kernel/rows.ts';
import { sqlOver } from '../../../kernel/sql.ts';
import { changesShown, keepShown } from '../../platform/store/store.shown.api.ts';
import { columnsOf, type PointPatch, setupColumns } from './logic/point-columns.ts';

const branchColumns = {
  id: 'number',
  parentId: 'number?',
  name: 'text',
} as const satisfies Columns;
export type Branch = SqlRow<typeof branchColumns>;
/** The structures and items of a project; they stay until the transaction ends. */
export async function lockStructures(db: Db, projectId: number): Promise<Branch[]> {
  const { rows } = await sqlRows(branchColumns)`
    SELECT id, parent_id AS "parentId", name FROM structure WHERE project_id = ${projectId} ORDER BY id FOR KEY SHARE`.execute(
    db,
  );
  return rows;
}

export interface Change {
  readonly point: Point;
  readonly patch: PointPatch;
}

/**
 * Writes many changes: one statement for each set of columns that is changed together, of which a table has one or two.
 * Names may be exchanged: a point whose name another one takes lets it go first.
 */
export async function updateAll(
  { db, lifecycle }: Pick<Context, 'db' | 'lifecycle'>,
  changes: readonly Change[],
): Promise<void> {
  const bySet = new Map<string, Record<string, unknown>[]>();
  const keyOf = (structureId: number, name: string) => `${structureId} ${name.toLowerCase()}`;
  const used = new Set(
    changes
      .filter(({ patch }) => patch.name !== undefined || patch.structureId !== undefined)
      .map(({ point, patch }) => keyOf(patch.structureId ?? point.structureId, patch.name ?? point.name)),
  );
  const letGo: number[] = [];
  const moved: number[] = [];
  for (const { point, patch } of changes) {
    const leaves = patch.name !== undefined || patch.structureId !== undefined;
    const all = leaves ? { ...patch, name: patch.name ?? point.name } : patch;
    const set: Record<string, unknown> = columnsOf(all, point);
    const names = Object.keys(set).sort();
    if (names.length === 0) continue;
    for (const name of names)
      if (setupColumns.get(name) === 'jsonb' && typeof set[name] === 'string') set[name] = JSON.parse(set[name]);
    if (leaves && used.has(keyOf(point.structureId, point.name))) letGo.push(point.id);
    if ('structure_id' in set) moved.push(point.id);
    const key = names.join(' ');
    const rows = bySet.get(key) ?? [];
    rows.push({ id: point.id, ...set });
    bySet.set(key, rows);
  }
  // No name that people give holds a control character.
  if (letGo.length > 0) await sql`UPDATE point SET name = chr(1) || id WHERE id = ANY(${letGo}::int[])`.execute(db);
  for (const [key, rows] of bySet) {
    const names = key.split(' ');
    const sets = names.map((name) => sql`${sql.ref(name)} = c.${sql.ref(name)}`);
    const reads = names.map((name) => sql`${sql.ref(name)} ${sql.raw(getOrThrow(setupColumns, name))}`);
    await sql`
      UPDATE point p SET ${sql.join(sets)}
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS c(id int, ${sql.join(reads)}) WHERE p.id = c.id`.execute(
      db,
    );
  }
  const corrected = [...bySet].flatMap(([key, rows]) => (changesShown(key.split(' ')) ? rows : []));
  if (corrected.length > 0)
    await keepShown(
      sqlOver(db),
      corrected.map(({ id }) => id as number),
    );
  if (moved.length > 0) await lifecycle.movePoints(db, moved);
}

/** Takes a chart setting for many points at once; each keeps what is not said. `defaults` = of those that have none yet. */
export async function mergeCharts(db: Db, defaults: ReadonlyMap<number, unknown>, patch: unknown) {
  const begun = JSON.stringify([...defaults].map(([id, chart]) => ({ id, chart })));
  const { rows } = await sqlRows({ pointId: 'number', chart: typed<never>() })`
    UPDATE point SET chart_config = coalesce(chart_config, b.chart) || ${JSON.stringify(patch)}::jsonb
    FROM jsonb_to_recordset(${begun}::jsonb) AS b(id int, chart jsonb)
    WHERE point.id = b.id RETURNING point.id AS "pointId", chart_config AS chart`.execute(db);
  return rows;
}
