/** Who approves the reports of a project. Invariant: only those who may change its reports at all, and by default not whoever made it. */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { RoleType } from '@plumbline/contract/kernel/permissions';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { ReportApproval, reportReleases } from '@plumbline/contract/reports/releases';
import type { Context } from '../../../kernel/context.ts';
import { nameIfSees } from '../../site/projects/projects.audience.api.ts';
import type { ReportRow } from '../period-reports/period-reports.api.ts';
import * as table from './releases.table.ts';

type Input<K extends keyof typeof reportReleases> = OutputOf<(typeof reportReleases)[K]['input']>;

export async function approval({ db }: Context, { projectId }: Input<'approval'>) {
  return { approval: await table.approval(db, projectId) };
}

/** Throws notFound for somebody who may not change reports of the project. */
export async function setApproval({ db }: Context, { projectId, ...settings }: Input<'setApproval'>) {
  const before = await table.approval(db, projectId);
  const changes = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  const approval: ReportApproval = { ...before, ...changes };
  for (const userId of settings.memberIds ?? [])
    if (!before.memberIds.includes(userId) && !(await nameIfSees(db, 'Update:Report', [projectId], userId)))
      throw new Failure('notFound', { userId });
  await table.setApproval(db, projectId, approval);
  return { approval };
}

/** Account types as the roles that they count as in every project. */
const asRole: Readonly<Partial<Record<string, RoleType>>> = { System: 'Owner', Admin: 'Owner', Manager: 'Manager' };

/** Why the caller does not approve this report; null = they may. */
export async function whyNotApprove(
  { db, caller }: Context,
  report: Pick<ReportRow, 'project_id' | 'by_id'>,
): Promise<'reportApprover' | 'reportOwnApproval' | null> {
  const { roles, memberIds, makerMayApprove } = await table.approval(db, report.project_id);
  if (!memberIds.includes(caller.accountId)) {
    const callerRoles = await table.rolesIn(db, report.project_id, caller.accountId);
    const byType = asRole[caller.type];
    const roleTypes = byType ? [...callerRoles, byType] : callerRoles;
    if (!roleTypes.some((role) => roles.includes(role))) return 'reportApprover';
  }
  return report.by_id === caller.accountId && !makerMayApprove ? 'reportOwnApproval' : null;
}
