/** Where the stories of the demonstration are found among its alerts. Owns no table. */
import { dayMs, hourMs } from '@plumbline/contract/kernel/durations';
import type { Story, StoryKind } from '@plumbline/contract/overview/demonstration';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows } from '../../../kernel/rows.ts';

/** The point whose alerts tell a story: its name is a code, the same in every language. */
const tellers: Readonly<Record<string, StoryKind>> = {
  'PZ-240-2': 'water',
  'VB-C-02': 'train',
  'IN-07': 'excavation',
  'PR-A1': 'falseStorm',
  'CV-412': 'convergence',
  'VB-09': 'blast',
};
/** Looked at before the first alert and after the last of its readings. */
const [beforeMs, afterMs] = [1.5 * dayMs, 12 * hourMs];
/** An alert that stays open is looked at for so long after its point reached its level. */
const openMs = 3 * dayMs;
/** A story is of days; what goes on for longer is no story. */
const longestMs = 21 * dayMs;

export async function projectIdsOf(db: Db, corporationId: number): Promise<number[]> {
  const rows = await db.selectFrom('project').select('id').where('corporation_id', '=', corporationId).execute();
  return rows.map(({ id }) => id);
}

/** The stories by project, each over the days of its alerts; a point without alerts tells none. */
export async function storiesOf(db: Db, corporationId: number): Promise<Story[]> {
  const { rows } = await sqlRows({
    name: 'text',
    projectId: 'number',
    projectName: 'text',
    pointId: 'number',
    structureId: 'number',
    drawingId: 'number?',
    first: 'number',
    newest: 'number',
    last: 'number',
  })`
    SELECT p.name, j.id AS "projectId", j.name AS "projectName", p.id AS "pointId",
      coalesce(drawn.structure_id, s.parent_id, s.id) AS "structureId", drawn.id AS "drawingId",
      extract(epoch FROM min(a.reading_at))::float8 * 1000 AS first,
      extract(epoch FROM max(a.reading_at))::float8 * 1000 AS newest,
      extract(epoch FROM max(coalesce(a.released_at, a.last_at)))::float8 * 1000 AS last
    FROM point p JOIN project j ON j.id = p.project_id JOIN structure s ON s.id = p.structure_id
      JOIN alert a ON a.point_id = p.id
      LEFT JOIN LATERAL (SELECT d.id, d.structure_id FROM drawing_place l JOIN drawing d ON d.id = l.drawing_id
        WHERE l.point_id = p.id ORDER BY d.sort, d.id LIMIT 1) drawn ON true
    WHERE j.corporation_id = ${corporationId} AND j.deleting_at IS NULL AND p.name = ANY(${Object.keys(tellers)}::text[])
    GROUP BY p.id, j.id, s.id, drawn.id, drawn.structure_id
    ORDER BY j.name, p.id`.execute(db);
  return rows.flatMap(({ name, first, newest, last, ...of }) => {
    const kind = tellers[name];
    if (!kind) return [];
    const to = Math.min(last, newest + openMs) + afterMs;
    const from = Math.max(first - beforeMs, to - longestMs);
    return [{ ...of, kind, from: new Date(from).toISOString(), to: new Date(to).toISOString() }];
  });
}
