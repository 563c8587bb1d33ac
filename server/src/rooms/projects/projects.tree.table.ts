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

/** The points of a project with their latest value of their main field. */
export async function leaves(db: Db, projectId: number, now: Date): Promise<Leaf[]> {
  const { rows } = await sql<Leaf>`
    SELECT p.id, p.structure_id, p.name, p.family, round(date_part('epoch', s.at) * 1000) AS at, s.values[p.main_index + 1] AS value, p.main_index,
      coalesce(s.level, 0) AS level, ${stale(now)} AS stale
    FROM point p LEFT JOIN point_state s ON s.point_id = p.id
    WHERE p.project_id = ${projectId} AND p.archived_at IS NULL AND p.deprecated_at IS NULL`.execute(db);
  return rows;
}
