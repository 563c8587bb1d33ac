/**
 * User groups as members of a project, and why somebody may see one.
 * Invariant: who makes a group a member gives nothing that he does not hold himself, just as with people; and what is
 * shown as a reason is what access control goes by.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import { accountPermissions } from '@plumbline/contract/kernel/permissions';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { Grant, projectGroups } from '@plumbline/contract/site/projects.groups';
import type { Context } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { onUniqueViolation } from '../../../kernel/unique-violation.ts';
import { accountsIn } from '../../people/user-groups/user-groups.api.ts';
import * as table from './projects.groups.table.ts';
import { decidesManagers, endOf, refuseMore } from './projects.members.service.ts';
import { lock } from './projects.members.table.ts';

type Input<K extends keyof typeof projectGroups> = OutputOf<(typeof projectGroups)[K]['input']>;

export const groups = async ({ db }: Context, { projectId }: Input<'groups'>) => ({
  groups: await table.groupsOf(db, projectId),
});

export const groupCandidates = async ({ db }: Context, { projectId }: Input<'groupCandidates'>) => ({
  groups: await table.candidates(db, projectId),
});

/** Throws notFound for a group of elsewhere, nameTaken for one that is a member, protectedRecord and notAllowed as for people. */
export async function addGroup(context: Context, { projectId, userGroupId, until }: Input<'addGroup'>) {
  const endsAt = await endOf(context, projectId, until);
  await touchable(context, projectId, userGroupId);
  await onUniqueViolation(
    table.insert(context.db, projectId, userGroupId, endsAt),
    'project_group_pkey',
    new Failure('nameTaken', { userGroupId }),
  );
  return await changed(context, projectId, userGroupId);
}

/** One that is enabled again after its last day has no end any more, unless another is given. */
export async function updateGroup(context: Context, { projectId, userGroupId, until, status }: Input<'updateGroup'>) {
  const endsAt = await endOf(context, projectId, until ?? null);
  await touchable(context, projectId, userGroupId, true);
  await table.update(context.db, projectId, userGroupId, {
    ...(status !== undefined && { status }),
    ...((until !== undefined || status === 'active') && { ends_at: endsAt }),
  });
  return await changed(context, projectId, userGroupId);
}

export async function removeGroup(context: Context, { projectId, userGroupId }: Input<'removeGroup'>) {
  await touchable(context, projectId, userGroupId, true);
  await table.remove(context.db, projectId, userGroupId);
  return await changed(context, projectId, userGroupId);
}

/** Throws unless the caller may give what the group gives, and it is a member where it has to be. */
async function touchable(context: Context, projectId: number, userGroupId: number, isMember = false): Promise<void> {
  const members = await lock(context.db, projectId);
  const group = await table.groupFor(context.db, projectId, userGroupId);
  if (!group || (isMember && !(await table.isMember(context.db, projectId, userGroupId))))
    throw new Failure('notFound', { userGroupId });
  if (group.roles.some(({ type }) => type === 'Manager') && !decidesManagers(context, members))
    throw new Failure('protectedRecord', { roleType: 'Manager' });
  for (const role of group.roles) await refuseMore(context, projectId, role);
}

async function changed(context: Context, projectId: number, userGroupId: number) {
  const accountIds = await accountsIn(context.db, userGroupId);
  await context.changed(...accountIds.map((id) => ({ kind: 'account' as const, id })));
  return await groups(context, { projectId });
}

/** The projects that a user is granted anything in, or sees by account type; each with its reasons. */
export async function grants({ db, now }: Context, { userId }: Input<'grants'>) {
  const account = requireRow(await table.accountOf(db, userId), { userId });
  const { type, corporation_id: corporationId, disabled_at: disabledAt } = account;
  const seesAll = type !== 'Normal';
  const byProject = new Map<number, { name: string; grants: Grant[] }>();
  if (seesAll)
    for (const { id, name } of await table.projectsOf(db, corporationId))
      byProject.set(id, { name, grants: [byType(type)] });
  for (const { projectId, projectName, grant } of await table.grantsOf(db, userId, now())) {
    const project = byProject.get(projectId) ?? { name: projectName, grants: [] };
    project.grants.push(grant);
    byProject.set(projectId, project);
  }
  const rows = [...byProject].map(([projectId, { name, grants }]) => ({
    projectId,
    name,
    grants,
    sees: disabledAt === null && grants.some(({ status }) => status === 'active'),
  }));
  return { type, disabled: disabledAt !== null, projects: rows };
}

/** Above the projects, the account type alone is reason enough. */
const byType = (type: keyof typeof accountPermissions): Grant => ({
  by: 'accountType',
  roleType: null,
  roleName: null,
  groupName: null,
  status: 'active',
  until: null,
  permissions: accountPermissions[type].filter((each) => !/:(Corporation|User|UserGroup|Role)$/.test(each)),
});
