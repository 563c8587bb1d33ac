/** Reviews of reports, their conclusions as they were, and who approves. */

import type { RoleType } from '@plumbline/contract/kernel/permissions';
import type { ReportApproval, ReportChanges, ReportReview, ReviewState } from '@plumbline/contract/reports/releases';
import { defaultApproval, reviewLimits } from '@plumbline/contract/reports/releases';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows, typed } from '../../../kernel/rows.ts';
import type { ChangeOf, RowOf } from '../../../kernel/tables.ts';

export type ReviewRow = RowOf<'report_review'>;

/** As a report is before anybody has done anything about it. */
const untouched = (reportId: number, projectId: number): ReviewRow => ({
  report_id: reportId,
  project_id: projectId,
  state: 'draft',
  version: 1,
  edition: 1,
  replaces_id: null,
  conclusions: '',
  revision: 0,
  conclusions_by: null,
  conclusions_at: null,
  task_id: null,
  submitted_by: null,
  submitted_at: null,
  approved_by: null,
  approved_at: null,
  released_by: null,
  released_at: null,
  withdrawn_by: null,
  withdrawn_at: null,
  withdrawn_reason: null,
  code: null,
  changes: null,
});

export async function one(db: Db, reportId: number, projectId: number): Promise<ReviewRow> {
  const row = await db.selectFrom('report_review').selectAll().where('report_id', '=', reportId).executeTakeFirst();
  return row ?? untouched(reportId, projectId);
}

/** The review of a report, locked until the transaction ends; begins it where there is none. */
export async function lock(db: Db, reportId: number, projectId: number): Promise<ReviewRow> {
  await db
    .insertInto('report_review')
    .values({ report_id: reportId, project_id: projectId })
    .onConflict((on) => on.doNothing())
    .execute();
  return await db
    .selectFrom('report_review')
    .selectAll()
    .where('report_id', '=', reportId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function begin(
  db: Db,
  row: { readonly reportId: number; readonly projectId: number; readonly version: number; readonly replacesId: number },
): Promise<void> {
  await db
    .insertInto('report_review')
    .values({
      report_id: row.reportId,
      project_id: row.projectId,
      version: row.version,
      replaces_id: row.replacesId,
    })
    .execute();
}

export async function update(db: Db, reportId: number, set: ChangeOf<'report_review'>): Promise<void> {
  await db.updateTable('report_review').set(set).where('report_id', '=', reportId).execute();
}

/** Ends the writing of files by a task; another that has begun since goes on. */
export async function endWriting(db: Db, reportId: number, taskId: number): Promise<void> {
  await db
    .updateTable('report_review')
    .set({ task_id: null })
    .where('report_id', '=', reportId)
    .where('task_id', '=', taskId)
    .execute();
}

/** The released report that has taken the place of this one. */
export async function replacedBy(db: Db, reportId: number): Promise<number | null> {
  const row = await db
    .selectFrom('report_review')
    .select('report_id')
    .where('replaces_id', '=', reportId)
    .where('state', 'in', ['released', 'withdrawn'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.report_id ?? null;
}

/** Returns whether a report is there that is to take the place of this one. */
export async function successorOf(db: Db, reportId: number): Promise<number | null> {
  const row = await db
    .selectFrom('report_review')
    .select('report_id')
    .where('replaces_id', '=', reportId)
    .orderBy('report_id')
    .limit(1)
    .executeTakeFirst();
  return row?.report_id ?? null;
}

export async function states(db: Db, projectId: number, reportIds: readonly number[]) {
  if (reportIds.length === 0) return [];
  const { rows } = await sqlRows({
    reportId: 'number',
    state: typed<ReviewState>(),
    version: 'number',
    openComments: 'number',
  })`
    SELECT p.id AS "reportId", coalesce(r.state, 'draft') AS state, coalesce(r.version, 1) AS version,
      (SELECT count(*)::int FROM report_comment c WHERE c.report_id = p.id AND c.parent_id IS NULL AND c.resolved_at IS NULL)
        AS "openComments"
    FROM report p LEFT JOIN report_review r ON r.report_id = p.id
    WHERE p.project_id = ${projectId} AND p.id = ANY(${reportIds}::int[]) ORDER BY p.id`.execute(db);
  return rows;
}

export async function insertRevision(db: Db, row: RowOf<'report_conclusion'>): Promise<void> {
  await db.insertInto('report_conclusion').values(row).execute();
}

export async function revisions(db: Db, reportId: number) {
  const rows = await db
    .selectFrom('report_conclusion')
    .selectAll()
    .where('report_id', '=', reportId)
    .orderBy('revision', 'desc')
    .limit(reviewLimits.revisions)
    .execute();
  return rows.map(({ revision, text, by_name, at }) => ({ revision, text, byName: by_name, at: at.toISOString() }));
}

export async function approval(db: Db, projectId: number): Promise<ReportApproval> {
  const row = await db.selectFrom('report_approval').selectAll().where('project_id', '=', projectId).executeTakeFirst();
  if (!row) return defaultApproval;
  return {
    roles: row.roles as RoleType[],
    memberIds: row.member_ids,
    makerMayApprove: row.maker_may_approve,
    showsReleasedBy: row.shows_released_by,
    showsPoints: row.shows_points,
  };
}

export async function setApproval(db: Db, projectId: number, given: ReportApproval): Promise<void> {
  const row = {
    roles: given.roles,
    member_ids: given.memberIds,
    maker_may_approve: given.makerMayApprove,
    shows_released_by: given.showsReleasedBy,
    shows_points: given.showsPoints,
  };
  await db
    .insertInto('report_approval')
    .values({ project_id: projectId, ...row })
    .onConflict((on) => on.column('project_id').doUpdateSet(row))
    .execute();
}

/** The roles that an account holds in a project, by itself or by a user group. */
export async function rolesIn(db: Db, projectId: number, accountId: number): Promise<RoleType[]> {
  const { rows } = await sqlRows({ type: typed<RoleType>() })`
    SELECT DISTINCT r.type FROM project_grant m JOIN role r ON r.id = m.role_id
    WHERE m.project_id = ${projectId} AND m.account_id = ${accountId}`.execute(db);
  return rows.map(({ type }) => type);
}

const byOf = (name: string | null, at: Date | null) =>
  name === null || at === null ? null : { name, at: at.toISOString() };

export function shapeOf(row: ReviewRow, more: Pick<ReportReview, 'replacedById' | 'sealNumber'>): ReportReview {
  const withdrawn = byOf(row.withdrawn_by, row.withdrawn_at);
  return {
    reportId: row.report_id,
    state: row.state,
    version: row.version,
    edition: row.edition,
    replacesId: row.replaces_id,
    conclusions: row.conclusions,
    revision: row.revision,
    conclusionsBy: byOf(row.conclusions_by, row.conclusions_at),
    writing: row.task_id !== null,
    submitted: byOf(row.submitted_by, row.submitted_at),
    approved: byOf(row.approved_by, row.approved_at),
    released: byOf(row.released_by, row.released_at),
    withdrawn: withdrawn && { ...withdrawn, reason: row.withdrawn_reason ?? '' },
    code: row.code,
    changes: row.changes as ReportChanges | null,
    ...more,
  };
}
