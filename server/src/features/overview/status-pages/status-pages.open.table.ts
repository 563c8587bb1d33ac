/** What a status page needs of its project and its points, by the same rules and values as the screens of the project. */

import type { Status } from '@plumbline/contract/kernel/status';
import type { FamilyCode } from '@plumbline/contract/points/families';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { type Columns, type SqlRow, sqlRows, typed } from '../../../kernel/rows.ts';
import { mainValue } from '../../platform/store/store.shown.api.ts';
import { statusColumns, statusKinds, statusOf } from '../../points/points/points.api.ts';

const openedPageColumns = {
  id: 'number',
  projectId: 'number',
  corporationTitle: 'text',
  corporationLogo: 'text?',
  projectName: 'text',
  timeZone: 'text',
  archivedAt: 'instant?',
} as const satisfies Columns;
export type OpenedPage = SqlRow<typeof openedPageColumns>;

/** The page that a link opens; undefined where it opens none: unknown, replaced, ended, or its project is being deleted. */
export async function pageOf(db: Db, tokenHash: Buffer, now: Date): Promise<OpenedPage | undefined> {
  const { rows } = await sqlRows(openedPageColumns)`
    SELECT g.id, g.project_id AS "projectId", j.name AS "projectName", j.time_zone AS "timeZone", j.archived_at AS "archivedAt",
      c.title AS "corporationTitle", c.logo AS "corporationLogo"
    FROM status_page g JOIN project j ON j.id = g.project_id JOIN corporation c ON c.id = j.corporation_id
    WHERE g.token_hash = ${tokenHash} AND (g.expires_at IS NULL OR g.expires_at > ${now}) AND j.deleting_at IS NULL`.execute(
    db,
  );
  return rows[0];
}

export const countOpening = (db: Db, id: number, now: Date) =>
  sql`UPDATE status_page SET openings = openings + 1, last_opened_at = ${now} WHERE id = ${id}`.execute(db);

const shownPointColumns = {
  id: 'number',
  name: 'text',
  structure: 'text',
  family: typed<FamilyCode>(),
  nodeCount: 'number',
  mainIndex: 'number',
  value: 'number?',
} as const satisfies Columns;
export interface PointNow extends Readonly<SqlRow<typeof shownPointColumns>> {
  readonly status: Status;
}

/** Points with the value that counts now; those that are no longer in use are left out. */
export async function pointsNow(db: Db, ids: readonly number[], now: Date): Promise<PointNow[]> {
  const { rows } = await sqlRows({ ...shownPointColumns, ...statusKinds })`
    SELECT p.id, p.name, CASE WHEN above.name IS NULL THEN t.name ELSE above.name || ' / ' || t.name END AS structure,
      p.family, p.node_count AS "nodeCount", p.main_index AS "mainIndex", ${mainValue} AS value, ${statusColumns(now)}
    FROM point p JOIN structure t ON t.id = p.structure_id LEFT JOIN structure above ON above.id = t.parent_id
      LEFT JOIN point_state s ON s.point_id = p.id
    WHERE p.id = ANY(${ids}::int[]) AND p.archived_at IS NULL AND p.deprecated_at IS NULL
    ORDER BY coalesce(above.name, t.name) COLLATE natural_order, t.name COLLATE natural_order, p.name COLLATE natural_order, p.id`.execute(
    db,
  );
  return rows.map(({ id, name, structure, family, nodeCount, mainIndex, value, ...status }) => ({
    id,
    name,
    structure,
    family,
    nodeCount,
    mainIndex,
    value,
    status: statusOf(status, now),
  }));
}
