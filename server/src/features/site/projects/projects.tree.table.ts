import type { FamilyCode } from '@plumbline/contract/points/families';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { type Columns, type SqlRow, sqlRows, typed } from '../../../kernel/rows.ts';
import { mainValue } from '../../platform/store/store.shown.api.ts';
import {
  conditionColumns,
  conditionKinds,
  conditionsFrom,
  measures,
  noPoints,
  statusColumns,
  statusKinds,
  type WholeRow,
  wholeColumns,
  wholeKinds,
} from './projects.api.ts';

export interface Branch {
  id: number;
  parent_id: number | null;
  name: string;
  sort: number | null;
}
const leafColumns = {
  ...statusKinds,
  id: 'number',
  structure_id: 'number',
  name: 'text',
  family: typed<FamilyCode>(),
  main_index: 'number',
  value: 'number?',
  /** Of a master alone. */
  joins: typed<number[] | null>(),
} as const satisfies Columns;
export type Leaf = SqlRow<typeof leafColumns>;

/** The structures and items of a project. */
export const branches = (db: Db, projectId: number): Promise<Branch[]> =>
  db.selectFrom('structure').select(['id', 'parent_id', 'name', 'sort']).where('project_id', '=', projectId).execute();

export interface GroupSummary extends WholeRow {
  structure_id: number;
  /** They count among no points. */
  masters: number;
}

const live = sql`p.archived_at IS NULL AND p.deprecated_at IS NULL`;

/** Returns the summaries of each structure and item by itself. */
export async function groupSummaries(db: Db, projectId: number, now: Date): Promise<GroupSummary[]> {
  const { rows } = await sqlRows({ ...wholeKinds, structure_id: 'number', masters: 'number' })`
    SELECT p.structure_id, (count(*) FILTER (WHERE NOT ${measures}))::int AS masters, ${wholeColumns(now)}
    FROM point p LEFT JOIN point_state s ON s.point_id = p.id
    WHERE p.project_id = ${projectId} AND ${live} GROUP BY p.structure_id`.execute(db);
  const conditions = await sqlRows({ ...conditionKinds, structure_id: 'number' })`
    SELECT c.structure_id, ${conditionColumns} ${conditionsFrom} WHERE c.project_id = ${projectId}
    GROUP BY c.structure_id`.execute(db);
  const byStructure = new Map<number, GroupSummary>(rows.map((row) => [row.structure_id, row]));
  for (const row of conditions.rows)
    byStructure.set(row.structure_id, {
      ...(byStructure.get(row.structure_id) ?? { ...noPoints, masters: 0 }),
      ...row,
    });
  return [...byStructure.values()];
}

const joins = sql`CASE WHEN NOT ${measures} THEN ARRAY(SELECT (each->>'pointId')::int FROM jsonb_array_elements(p.slaves) each) END`;

/** The points of a project, or of some of its structures and items, with the latest value of their main field. */
export async function leaves(
  db: Db,
  projectId: number,
  now: Date,
  structureIds: readonly number[] | null = null,
): Promise<Leaf[]> {
  const { rows } = await sqlRows(leafColumns)`
    SELECT p.id, p.structure_id, p.name, p.family, ${mainValue} AS value, p.main_index, ${joins} AS joins,
      ${statusColumns(now)}
    FROM point p LEFT JOIN point_state s ON s.point_id = p.id
    WHERE p.project_id = ${projectId} AND ${live}
      ${structureIds === null ? sql`` : sql`AND p.structure_id = ANY(${structureIds}::int[])`}`.execute(db);
  return rows;
}
