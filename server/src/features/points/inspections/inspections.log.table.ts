import type { LogEntry } from '@plumbline/contract/points/inspections';
import { sql } from 'kysely';
import type { Context, Db } from '../../../kernel/context.ts';
import { sqlRows, typed } from '../../../kernel/rows.ts';

interface Entry {
  readonly projectId: number;
  readonly planId: number;
  readonly roundId?: number;
  readonly defectId?: number;
  readonly kind: Exclude<LogEntry['kind'], 'overdue'>;
  readonly detail?: string;
}

/** Writes down what the caller did. */
export const write = ({ db, now, caller }: Pick<Context, 'db' | 'now' | 'caller'>, entry: Entry) =>
  db
    .insertInto('inspection_log')
    .values({
      project_id: entry.projectId,
      plan_id: entry.planId,
      round_id: entry.roundId ?? null,
      defect_id: entry.defectId ?? null,
      at: now(),
      kind: entry.kind,
      by_name: caller.displayName,
      detail: entry.detail ?? '',
    })
    .execute();

interface Missed {
  readonly projectId: number;
  readonly planId: number;
  readonly dueAt: number;
  readonly deadlineAt: number;
}

/**
 * Writes down which rounds are overdue: those that nobody has finished, each once for ever, dated at its deadline. Gives
 * those that were not written down before.
 */
export async function writeOverdue(db: Db, missed: readonly Missed[]): Promise<{ planId: number; dueAt: number }[]> {
  if (missed.length === 0) return [];
  const given = missed.map(({ projectId, planId, dueAt, deadlineAt }) => ({
    project: projectId,
    plan: planId,
    due: new Date(dueAt).toISOString(),
    deadline: new Date(deadlineAt).toISOString(),
  }));
  const { rows } = await sqlRows({ plan_id: 'number', due_at: 'instant' })`
    INSERT INTO inspection_log (project_id, plan_id, at, kind, due_at, detail)
    SELECT w.project, w.plan, w.deadline, 'overdue', w.due, ''
    FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS w(project int, plan int, due timestamptz, deadline timestamptz)
    WHERE NOT EXISTS (SELECT FROM inspection_round r
      WHERE r.plan_id = w.plan AND r.due_at = w.due AND r.finished_at IS NOT NULL)
    ON CONFLICT (plan_id, due_at) WHERE kind = 'overdue' DO NOTHING
    RETURNING plan_id, due_at`.execute(db);
  return rows.map(({ plan_id, due_at }) => ({ planId: plan_id, dueAt: due_at.getTime() }));
}

interface Span {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly page: number;
  readonly pageSize: number;
}

/** A page of what was done and missed in [from, to), the newest first, with how many there are. */
export async function entries(db: Db, projectId: number, { from, to, page, pageSize }: Span) {
  const condition = sql`l.project_id = ${projectId} ${from === undefined ? sql`` : sql`AND l.at >= ${from}::timestamptz`}
    ${to === undefined ? sql`` : sql`AND l.at < ${to}::timestamptz`}`;
  const [{ rows }, counted] = await Promise.all([
    sqlRows({
      id: 'number',
      at: 'instant',
      kind: typed<LogEntry['kind']>(),
      plan_id: 'number',
      plan_name: 'text',
      round_id: 'number?',
      defect_id: 'number?',
      by_name: 'text?',
      detail: 'text',
    })`SELECT l.*, p.name AS plan_name FROM inspection_log l JOIN inspection_plan p ON p.id = l.plan_id
      WHERE ${condition} ORDER BY l.at DESC, l.id DESC LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`.execute(db),
    sqlRows({ total: 'number' })`SELECT count(*)::int AS total FROM inspection_log l WHERE ${condition}`.execute(db),
  ]);
  return {
    entries: rows.map(
      (row): LogEntry => ({
        id: row.id,
        at: row.at.toISOString(),
        kind: row.kind,
        planId: row.plan_id,
        planName: row.plan_name,
        roundId: row.round_id,
        defectId: row.defect_id,
        byName: row.by_name,
        detail: row.detail,
      }),
    ),
    total: counted.rows[0]?.total ?? 0,
  };
}

/** The rounds whose deadline passed in [from, to) without being finished then: at most two hundred. */
export async function missedIn(db: Db, projectId: number, { from, to }: { readonly from: Date; readonly to: Date }) {
  const { rows } = await sqlRows({ plan_id: 'number', plan_name: 'text', at: 'instant', due_at: 'instant' })`
    SELECT l.plan_id, p.name AS plan_name, l.at, l.due_at FROM inspection_log l JOIN inspection_plan p ON p.id = l.plan_id
    WHERE l.project_id = ${projectId} AND l.kind = 'overdue' AND l.at >= ${from} AND l.at < ${to}
    ORDER BY l.at, l.id LIMIT 200`.execute(db);
  return rows.map(({ plan_id, plan_name, at, due_at }) => ({
    planId: plan_id,
    planName: plan_name,
    at: at.toISOString(),
    dueAt: due_at.toISOString(),
  }));
}

/** Deletes all that a project has of inspections. Its files are listed by the project itself. */
export async function removeProject(db: Db, projectId: number): Promise<void> {
  await db.deleteFrom('inspection_log').where('project_id', '=', projectId).execute();
  await db.deleteFrom('inspection_defect').where('project_id', '=', projectId).execute();
  await db.deleteFrom('inspection_round').where('project_id', '=', projectId).execute();
  await db.deleteFrom('inspection_plan').where('project_id', '=', projectId).execute();
  await db.deleteFrom('inspection_template').where('project_id', '=', projectId).execute();
}
