/** The alerts as people see them. The pipeline's own statements are in alerts.ingest.table.ts. */
import type { Alert, AlertGroup, AlertStatus } from '@plumbline/contract/alerts/alerts';
import { precisionOf } from '@plumbline/contract/points/families';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { containing } from '../../../kernel/matching.ts';

export interface Filter {
  readonly status?: AlertStatus | 'Open' | undefined;
  readonly level?: number | undefined;
  readonly structureId?: number | undefined;
  readonly pointId?: number | undefined;
  readonly assigneeId?: number | undefined;
  readonly keyword?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly group?: AlertGroup | undefined;
}
/** Projects to read: one, those of a corporation or a membership, or all (null). */
export type Scope = { projectId: number } | { corporationId: number; projectIds: readonly number[] | null } | null;

const joined = (db: Db) =>
  db
    .selectFrom('alert')
    .innerJoin('project', 'project.id', 'alert.project_id')
    .innerJoin('structure', 'structure.id', 'alert.structure_id')
    .innerJoin('point', 'point.id', 'alert.point_id')
    .leftJoin('account as assignee', 'assignee.id', 'alert.assignee_id')
    .leftJoin('alert_cause as cause', 'cause.id', 'alert.cause_id');

function matching(db: Db, scope: Scope, filter: Filter, withStatus: boolean) {
  let query = joined(db).where('project.deleting_at', 'is', null);
  if (scope && 'projectId' in scope) query = query.where('alert.project_id', '=', scope.projectId);
  else if (scope) {
    query = query.where('project.corporation_id', '=', scope.corporationId);
    if (scope.projectIds)
      query = query.where('alert.project_id', '=', sql<number>`ANY(${scope.projectIds as number[]}::int[])`);
  }
  if (withStatus && filter.status === 'Open') query = query.where('alert.status', 'in', ['Pending', 'Notice']);
  else if (withStatus && filter.status) query = query.where('alert.status', '=', filter.status as AlertStatus);
  if (filter.level) query = query.where('alert.level', '=', filter.level);
  const { structureId } = filter;
  if (structureId)
    query = query.where((each) =>
      each.or([each('alert.structure_id', '=', structureId), each('structure.parent_id', '=', structureId)]),
    );
  if (filter.pointId) query = query.where('alert.point_id', '=', filter.pointId);
  if (filter.assigneeId) query = query.where('alert.assignee_id', '=', filter.assigneeId);
  if (filter.from) query = query.where('alert.reading_at', '>=', new Date(filter.from));
  if (filter.to) query = query.where('alert.reading_at', '<=', new Date(filter.to));
  if (filter.keyword) {
    const like = containing(filter.keyword);
    query = query.where((each) =>
      each.or([
        each('point.name', 'ilike', like),
        each(sql<string>`alert.condition->>'name'`, 'ilike', like),
        each('project.name', 'ilike', like),
        each('structure.name', 'ilike', like),
      ]),
    );
  }
  return query;
}

const wanted = [
  'alert.id',
  'alert.project_id',
  'project.name as project_name',
  'project.time_zone',
  'alert.structure_id',
  'structure.name as structure_name',
  'alert.point_id',
  'point.name as point_name',
  'point.family',
  'alert.field',
  'alert.kind',
  'alert.measure',
  'alert.unit',
  'alert.level',
  'alert.value',
  'alert.threshold',
  'alert.levels',
  'alert.late',
  'alert.status',
  'alert.reading_at',
  'alert.received_at',
  'alert.raised_at',
  'alert.last_value',
  'alert.last_at',
  'alert.released_at',
  'alert.settled_at',
  'alert.settled_by',
  'alert.reason',
  'alert.upheld',
  'alert.by_change_id',
  'alert.condition',
  'alert.event',
  'alert.assignee_id',
  'assignee.display_name as assignee_name',
  'alert.cause_id',
  'cause.name as cause_name',
] as const;

/** How many comments, measures and files an alert has: read by the indexes of its history and files. */
const counted = [
  sql<number>`(SELECT count(*) FROM alert_change WHERE alert_id = alert.id AND kind = 'comment')`.as('comments'),
  sql<number>`(SELECT count(*) FROM alert_change WHERE alert_id = alert.id AND kind = 'measure')`.as('measures'),
  sql<number>`(SELECT count(*) FROM alert_file WHERE alert_id = alert.id)`.as('files'),
  sql<number>`(SELECT count(*) FROM alert_step WHERE alert_id = alert.id)`.as('steps_done'),
  sql<number | null>`jsonb_array_length(alert.plan->'steps')`.as('steps_total'),
] as const;

/** What alerts are grouped by, over `joined`: structures by name with their items, causes by name, those without one last. */
function groupOf(group: AlertGroup | undefined) {
  if (group === 'cause')
    return {
      id: sql<number | null>`cause.id`,
      name: sql<string>`coalesce(cause.name, '')`,
      order: sql`cause.name, cause.id`,
      by: sql`cause.id, cause.name`,
    };
  const up = sql`(SELECT up.name FROM structure up WHERE up.id = structure.parent_id)`;
  const name = sql<string>`concat_ws(' / ', ${up}, structure.name)`;
  return {
    id: sql<number | null>`structure.id`,
    name,
    order: sql`project.name, ${name}, structure.id`,
    by: sql`structure.id, structure.name, structure.parent_id, project.name`,
  };
}

const groupLimit = 500;
/** The groups of what the filter finds, in the order of the list, each with how many it holds in all and open. */
export async function groups(db: Db, scope: Scope, filter: Filter) {
  const { id, name, order, by } = groupOf(filter.group);
  return await matching(db, scope, filter, true)
    .select([
      id.as('id'),
      name.as('name'),
      (each) => each.fn.countAll<number>().as('total'),
      sql<number>`count(*) FILTER (WHERE alert.status IN ('Pending', 'Notice'))`.as('open'),
    ])
    .groupBy(by)
    .orderBy(order)
    .limit(groupLimit)
    .execute();
}

/** A page: open alerts first by level, then the closed ones by time. */
export async function list(db: Db, scope: Scope, filter: Filter, offset: number, limit: number): Promise<Alert[]> {
  const rows = await matching(db, scope, filter, true)
    .select([...wanted, ...counted])
    .$if(filter.group !== undefined, (query) => query.orderBy(groupOf(filter.group).order))
    .orderBy(sql`alert.status IN ('Pending', 'Notice')`, 'desc')
    .orderBy(sql`CASE WHEN alert.status IN ('Pending', 'Notice') THEN alert.level ELSE 0 END`, 'desc')
    .orderBy('alert.reading_at', 'desc')
    .orderBy('alert.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
  return rows.map(fromRow);
}

/** The next alerts of a filter after one of them, in the order in which they were raised: for files, which read them all. */
export async function next(db: Db, scope: Scope, filter: Filter, afterId: number, limit: number): Promise<Alert[]> {
  const rows = await matching(db, scope, filter, true)
    .select([...wanted, ...counted])
    .where('alert.id', '>', afterId)
    .orderBy('alert.id')
    .limit(limit)
    .execute();
  return rows.map(fromRow);
}

/** Whether the episode of an alert touches [from, to). It ends with its release, or with a verdict after which none is written. */
const duringPeriod = (
  from: Date,
  to: Date,
) => sql<boolean>`(alert.reading_at < ${to}::timestamptz AND coalesce(alert.released_at,
  CASE WHEN alert.status IN ('FalseAlarm', 'Restore') THEN alert.settled_at END, 'infinity') >= ${from}::timestamptz)`;

/** The alerts of a project in a period, by when they were measured; `total` counts those beyond the limit too. */
export async function ofPeriod(
  db: Db,
  projectId: number,
  { from, to, limit }: { readonly from: Date; readonly to: Date; readonly limit: number },
): Promise<{ alerts: Alert[]; total: number }> {
  const of = joined(db).where('alert.project_id', '=', projectId).where(duringPeriod(from, to));
  const [rows, { total }] = await Promise.all([
    of
      .select([...wanted, ...counted])
      .orderBy('alert.reading_at')
      .orderBy('alert.id')
      .limit(limit)
      .execute(),
    of.select((each) => each.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { alerts: rows.map(fromRow), total };
}

/** The highest level that each point reached by its own limits in a period, whatever people made of it; alerts that history proved wrong do not count. Points without one are absent. */
export async function highestLevels(
  db: Db,
  projectId: number,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('alert')
    .select(['point_id', (each) => each.fn.max('level').as('level')])
    .where('project_id', '=', projectId)
    .where(sql<boolean>`upheld IS NOT FALSE AND condition_id IS NULL`)
    .where(duringPeriod(from, to))
    .groupBy('point_id')
    .execute();
  return new Map(rows.map(({ point_id, level }) => [point_id, level]));
}

export async function counts(db: Db, scope: Scope, filter: Filter): Promise<Record<AlertStatus, number>> {
  const rows = await matching(db, scope, filter, false)
    .select(['alert.status', (each) => each.fn.countAll<number>().as('count')])
    .groupBy('alert.status')
    .execute();
  return {
    Pending: 0,
    Notice: 0,
    Confirm: 0,
    FalseAlarm: 0,
    Restore: 0,
    ...Object.fromEntries(rows.map((row) => [row.status, row.count])),
  };
}

export async function get(db: Db, id: number): Promise<Alert | undefined> {
  const row = await joined(db)
    .select([...wanted, ...counted])
    .where('alert.id', '=', id)
    .executeTakeFirst();
  return row && fromRow(row);
}

type Row = Awaited<ReturnType<ReturnType<typeof rowQuery>['execute']>>[number];
const rowQuery = (db: Db) => joined(db).select([...wanted, ...counted]);

/** Without the noise of sums of binary fractions (10.199157000000001): twelve digits, as in files. */
const withoutNoise = (value: number): number => Number(value.toPrecision(12));

const fromRow = (row: Row): Alert => ({
  id: row.id,
  projectId: row.project_id,
  projectName: row.project_name,
  timeZone: row.time_zone,
  structureId: row.structure_id,
  structureName: row.structure_name,
  pointId: row.point_id,
  pointName: row.point_name,
  family: row.family,
  field: row.field,
  kind: row.kind,
  measure: row.measure,
  unit: row.unit,
  precision: precisionOf(row.family, row.field),
  level: row.level,
  value: withoutNoise(row.value),
  threshold: withoutNoise(row.threshold),
  levels: row.levels,
  late: row.late,
  status: row.status,
  readingAt: row.reading_at.toISOString(),
  receivedAt: row.received_at.toISOString(),
  raisedAt: row.raised_at.toISOString(),
  lastValue: withoutNoise(row.last_value),
  lastAt: row.last_at.toISOString(),
  releasedAt: row.released_at?.toISOString() ?? null,
  settledAt: row.settled_at?.toISOString() ?? null,
  settledBy: row.settled_by,
  reason: row.reason,
  revised: row.upheld === null ? null : row.upheld ? 'upheld' : 'noLonger',
  byChangeId: row.by_change_id,
  condition: row.condition,
  event: row.event,
  comments: row.comments,
  measures: row.measures,
  files: row.files,
  steps: row.steps_total === null ? null : { done: row.steps_done, total: row.steps_total },
  assigneeId: row.assignee_id,
  assigneeName: row.assignee_name,
  causeId: row.cause_id,
  causeName: row.cause_name,
});
