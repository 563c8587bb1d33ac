import { sql } from 'kysely';
import type { Db } from '../../kernel/context.ts';
import { stale } from './projects.reads.ts';

export interface Branch {
  id: number;
  parent_id: number | null;
  name: string;
  sort: number | null;
}
export interface Leaf {
  id: number;
  structure_id: number;
  name: string;
  family: string;
  main_index: number;
  /** Epoch ms, as a number: ten thousand Date objects would be made only to be written down again. */
  at: number | null;
  value: number | null;
  level: number;
  stale: boolean;
}

/** The structures and items of a project. */
export const branches = (db: Db, projectId: number): Promise<Branch[]> =>
  db.selectFrom('structure').select(['id', 'parent_id', 'name', 'sort']).where('project_id', '=', projectId).execute();

export interface Held {
  structure_id: number;
  points: number;
  /** The worst of them; a stale point counts for none. */
  level: number;
}

const live = sql`p.archived_at IS NULL AND p.deprecated_at IS NULL`;

/** What each structure and item holds by itself. */
export async function held(db: Db, projectId: number, now: Date): Promise<Held[]> {
  const { rows } = await sql<Held>`
    SELECT p.structure_id, count(*)::int AS points, max(CASE WHEN ${stale(now)} THEN 0 ELSE coalesce(s.level, 0) END) AS level
    FROM point p LEFT JOIN point_state s ON s.point_id = p.id
    WHERE p.project_id = ${projectId} AND ${live} GROUP BY p.structure_id`.execute(db);
  return rows;
}

/** The points of a project, or of some of its structures and items, with the latest value of their main field. */
export async function leaves(
  db: Db,
  projectId: number,
  now: Date,
  structureIds: readonly number[] | null = null,
): Promise<Leaf[]> {
  const { rows } = await sql<Leaf>`
    SELECT p.id, p.structure_id, p.name, p.family, round(date_part('epoch', s.at) * 1000) AS at, s.values[p.main_index + 1] AS value, p.main_index,
      coalesce(s.level, 0) AS level, ${stale(now)} AS stale
    FROM point p LEFT JOIN point_state s ON s.point_id = p.id
    WHERE p.project_id = ${projectId} AND ${live}
      ${structureIds === null ? sql`` : sql`AND p.structure_id = ANY(${structureIds}::int[])`}`.execute(db);
  return rows;
}
