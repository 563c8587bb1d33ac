/**
 * Which devices the points of a project may be bound to (docs/decisions/0034). Invariant: nobody reaches a device of a
 * project that he is no member of, and such a device looks like one that does not exist.
 */
import type { Permission } from '@plumbline/contract/kernel/permissions';
import type { Caller, Db } from '../../../kernel/context.ts';
import { sqlRows, typed } from '../../../kernel/rows.ts';

/** Returns for each device of the project's corporation that the caller may see: whether he may bind points of the project to it. */
export async function bindable(
  db: Db,
  caller: Caller,
  projectId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, 'yes' | 'no'>> {
  if (caller.type !== 'Normal') return new Map(ids.map((id) => [id, 'yes']));
  const uses = await projectsUsing(db, ids);
  return new Map(
    ids.flatMap((id) => {
      const may = mayBind(caller, projectId, uses.get(id) ?? []);
      return may === 'foreign' ? [] : [[id, may] as const];
    }),
  );
}

/** Returns the serial numbers among these that the caller may bind points of the project to. */
export async function bindableSncodes(
  db: Db,
  caller: Caller,
  projectId: number,
  sncodes: readonly string[],
): Promise<string[]> {
  if (caller.type !== 'Normal' || sncodes.length === 0) return [...sncodes];
  const rows = await db
    .selectFrom('device')
    .select(['id', 'sncode'])
    .where('sncode', 'in', [...sncodes])
    .execute();
  const may = await bindable(
    db,
    caller,
    projectId,
    rows.map(({ id }) => id),
  );
  return rows.filter(({ id }) => may.get(id) === 'yes').map(({ sncode }) => sncode);
}

/** The projects whose readings come from each device, or by way of it. A device that is not in the answer is stock. */
async function projectsUsing(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sqlRows({ id: 'number', projectIds: typed<number[]>() })`
    SELECT d.id, array_agg(DISTINCT u.project_id) AS "projectIds" FROM device d CROSS JOIN LATERAL (
      SELECT p.project_id FROM point p WHERE p.device_id = d.id
      UNION ALL SELECT p.project_id FROM point p JOIN device x ON x.id = p.device_id LEFT JOIN device c ON c.id = x.collector_id
        WHERE d.type <> 'measuring' AND x.corporation_id = d.corporation_id AND d.id IN (x.collector_id, x.dtu_id, c.dtu_id)
      UNION ALL SELECT p.project_id FROM device_group g JOIN point p ON p.id = g.point_id
        WHERE d.type <> 'measuring' AND g.to_at IS NULL AND d.id IN (g.collector_id, g.dtu_id)
    ) u WHERE d.id = ANY(${ids}::int[]) GROUP BY d.id`.execute(db);
  return new Map(rows.map(({ id, projectIds }) => [id, projectIds]));
}

/**
 * Returns whether a member may bind points of a project to a device (docs/decisions/0034). Stock: with Create:Device in that
 * project, which takes it in. In use: one must see it, and hold Update:Device in each other project that uses it.
 */
function mayBind(caller: Caller, projectId: number, usedBy: readonly number[]): 'yes' | 'no' | 'foreign' {
  const isGranted = (id: number, permission: Permission) => caller.projects.get(id)?.has(permission) === true;
  if (usedBy.length === 0) return isGranted(projectId, 'Create:Device') ? 'yes' : 'foreign';
  if (!usedBy.some((id) => isGranted(id, 'Retrieve:Device'))) return 'foreign';
  return usedBy.every((id) => id === projectId || isGranted(id, 'Update:Device')) ? 'yes' : 'no';
}
