/** Points with the rules that take them: rules are few, points and readings many, so rules are read once for all of them. */
import type { Db } from '../../../kernel/context.ts';
import { sqlRows } from '../../../kernel/rows.ts';
import { type PointPlace, takerOf } from './logic/takes.ts';

export interface RuleOfPoint {
  readonly ruleId: number;
  /** Rules of readings, or of alerts: a format has one of the two. */
  readonly ofAlerts: boolean;
  readonly sendsChanged: boolean;
  readonly createdAt: Date;
  readonly takes: (point: PointPlace) => boolean;
}

const placeColumns = { id: 'number', structureId: 'number', parentId: 'number?', family: 'text' } as const;

/** The rules that are on and take a point, for each of these, in the order of their ids. Points that are gone, or that no rule takes, are absent. */
export async function rulesByPoint(
  db: Db,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly RuleOfPoint[]>> {
  const { rows: points } = await sqlRows({ ...placeColumns, projectId: 'number' })`
    SELECT p.id, p.structure_id AS "structureId", s.parent_id AS "parentId", p.family::text AS family, p.project_id AS "projectId"
    FROM point p LEFT JOIN structure s ON s.id = p.structure_id WHERE p.id = ANY(${[...new Set(ids)]}::int[])`.execute(
    db,
  );
  const rules = await rulesOf(db, [...new Set(points.map(({ projectId }) => projectId))]);
  const byPoint = new Map<number, readonly RuleOfPoint[]>();
  for (const point of points) {
    const taking = rules.get(point.projectId)?.filter(({ takes }) => takes(point)) ?? [];
    if (taking.length > 0) byPoint.set(point.id, taking);
  }
  return byPoint;
}

async function rulesOf(db: Db, projectIds: readonly number[]): Promise<ReadonlyMap<number, RuleOfPoint[]>> {
  const rows = await db
    .selectFrom('push_rule')
    .innerJoin('push_format', 'push_format.id', 'push_rule.format_id')
    .select([
      'push_rule.id',
      'push_rule.project_id',
      'push_rule.settings',
      'push_rule.created_at',
      'push_format.layout',
    ])
    .where('push_rule.enabled', '=', true)
    .where('push_rule.project_id', 'in', [0, ...projectIds])
    .orderBy('push_rule.id')
    .execute();
  return new Map(
    [...Map.groupBy(rows, ({ project_id }) => project_id)].map(([projectId, ofProject]) => [
      projectId,
      ofProject.map(({ id, settings, created_at, layout }) => ({
        ruleId: id,
        ofAlerts: layout.alertKeys.length > 0,
        sendsChanged: settings.sendsChanged,
        createdAt: created_at,
        takes: takerOf(settings.selection),
      })),
    ]),
  );
}

/** The points in use that a rule takes now. */
export async function pointsOf(db: Db, ruleId: number): Promise<number[]> {
  const rule = await db
    .selectFrom('push_rule')
    .select(['project_id', 'settings'])
    .where('id', '=', ruleId)
    .executeTakeFirst();
  if (!rule) return [];
  const { rows } = await sqlRows(placeColumns)`
    SELECT p.id, p.structure_id AS "structureId", s.parent_id AS "parentId", p.family::text AS family
    FROM point p LEFT JOIN structure s ON s.id = p.structure_id
    WHERE p.project_id = ${rule.project_id} AND p.deprecated_at IS NULL ORDER BY p.id`.execute(db);
  return rows.filter(takerOf(rule.settings.selection)).map(({ id }) => id);
}
