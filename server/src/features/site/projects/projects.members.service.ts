/**
 * Who works in a project, and as what.
 * Invariant: nobody is made Owner here, the last Owner stays, only an Owner (or an account above the projects) says
 * who is Manager, and nobody gives or takes a permission that he does not hold himself.
 */
import { getOrThrow } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import { type Permission, type RoleType, rolePermissions } from '@plumbline/contract/kernel/permissions';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { projects } from '@plumbline/contract/site/projects';
import { permissionsAt } from '../../../kernel/access.ts';
import type { Context } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { onUniqueViolation } from '../../../kernel/unique-violation.ts';
import { places } from './projects.api.ts';
import { endOf as endOfDay } from './projects.groups.table.ts';
import * as table from './projects.members.table.ts';

type Input<K extends keyof typeof projects> = OutputOf<(typeof projects)[K]['input']>;
type Members = Awaited<ReturnType<typeof table.lock>>;

/** Log-in names are for those who decide who is a member; to others they would be half of somebody's credentials. */
export async function members({ db, caller }: Context, { projectId }: Input<'members'>) {
  const [members, place] = await Promise.all([table.ofProject(db, projectId), places(db, [projectId])]);
  const decides = permissionsAt(caller, getOrThrow(place, projectId)).includes('Update:Project');
  return { members: decides ? members : members.map((member) => ({ ...member, name: null })) };
}

/**
 * Returns the users whom addMember can take in. An Owner with a Normal account may not read the users of the
 * corporation, but needs these.
 */
export async function candidates({ db }: Context, { projectId, keyword }: Input<'candidates'>) {
  return { users: await table.candidates(db, projectId, keyword) };
}

/**
 * Throws notFound for a user or role of elsewhere, nameTaken for one who is a member, protectedRecord for a role out of
 * reach, notAllowed for one that holds more than the caller; passwordNeeded, wrongPassword and tooMany for one who is called like a member: the password says which is meant.
 */
export async function addMember(context: Context, input: Input<'addMember'>) {
  const { db } = context;
  const { projectId, userId } = input;
  const endsAt = await endOf(context, projectId, input.until);
  const members = await table.lock(db, projectId);
  const user = requireRow(await table.colleague(db, projectId, userId), { userId });
  if (user.same_named) {
    if (!input.password) throw new Failure('passwordNeeded', { user: user.display_name });
    context.confirm({ id: userId, passwordHash: user.password_hash }, input.password);
  }
  const roleId = await assignable(context, members, projectId, input.roleId);
  await onUniqueViolation(
    table.insert(db, { projectId, userId, roleId, endsAt }),
    'project_member_pkey',
    new Failure('nameTaken', { userId }),
  );
  return changed(context, projectId, userId);
}

/** One who is enabled again after their last day has no end any more, unless another is given. */
export async function updateMember(context: Context, input: Input<'updateMember'>) {
  const { projectId, userId, roleId, status, until } = input;
  const endsAt = await endOf(context, projectId, until ?? null);
  const members = await table.lock(context.db, projectId);
  const member = await touchable(context, members, projectId, userId);
  const leavesOwner = roleId !== undefined || status === 'disabled';
  if (leavesOwner) refuseLastOwner(members, member);
  if (endsAt && member.type === 'Owner' && roleId === undefined)
    throw new Failure('protectedRecord', { roleType: 'Owner' });
  await table.update(context.db, projectId, userId, {
    ...(roleId !== undefined && { role_id: await assignable(context, members, projectId, roleId) }),
    ...(status !== undefined && { status }),
    ...((until !== undefined || status === 'active') && { ends_at: endsAt }),
  });
  return changed(context, projectId, userId);
}

export async function removeMember(context: Context, { projectId, userId }: Input<'removeMember'>) {
  const members = await table.lock(context.db, projectId);
  refuseLastOwner(members, await touchable(context, members, projectId, userId));
  await table.remove(context.db, projectId, userId);
  return changed(context, projectId, userId);
}

/** When a membership ends whose last day is given; null = never. Throws badInput for a day that is over. */
export async function endOf({ db, now }: Context, projectId: number, until: string | null): Promise<Date | null> {
  if (until === null) return null;
  const at = await endOfDay(db, projectId, until);
  if (!at || at <= now()) throw new Failure('badInput', [{ path: 'until', message: 'untilPast' }]);
  return at;
}

async function changed(context: Context, projectId: number, userId: number) {
  await context.changed({ kind: 'account', id: userId });
  return members(context, { projectId });
}

/** Accounts above the projects and active Owners decide about Managers; a Manager decides about the rest. */
export function decidesManagers({ caller }: Context, members: Members): boolean {
  if (caller.type !== 'Normal') return true;
  return members.some((each) => each.userId === caller.accountId && each.type === 'Owner' && each.status === 'active');
}

async function assignable(context: Context, members: Members, projectId: number, roleId: number): Promise<number> {
  const role = requireRow(await table.role(context.db, projectId, roleId), { roleId });
  const outOfReach: RoleType[] = decidesManagers(context, members) ? ['Owner'] : ['Owner', 'Manager'];
  if (outOfReach.includes(role.type)) throw new Failure('protectedRecord', { roleType: role.type });
  await refuseMore(context, projectId, role);
  return role.id;
}

/** Throws notAllowed with a permission that the role holds and the caller does not. */
export async function refuseMore(
  { db, caller }: Context,
  projectId: number,
  { type, permissions }: { readonly type: RoleType; readonly permissions: readonly Permission[] },
): Promise<void> {
  const callerPermissions = permissionsAt(caller, getOrThrow(await places(db, [projectId]), projectId));
  const given = type === 'Custom' ? permissions : rolePermissions[type];
  // Create:Project has no effect in a project role.
  const needs = given.find((each) => each !== 'Create:Project' && !callerPermissions.includes(each));
  if (needs) throw new Failure('notAllowed', { needs });
}

/** The membership, if the caller may change it. */
async function touchable(
  context: Context,
  members: Members,
  projectId: number,
  userId: number,
): Promise<Members[number]> {
  const member = requireRow(
    members.find((each) => each.userId === userId),
    { userId },
  );
  const high = member.type === 'Owner' || member.type === 'Manager';
  if (high && member.userId !== context.caller.accountId && !decidesManagers(context, members))
    throw new Failure('protectedRecord', { roleType: member.type });
  if (member.type === 'Custom' && member.userId !== context.caller.accountId)
    await refuseMore(context, projectId, member);
  return member;
}

function refuseLastOwner(members: Members, member: Members[number]): void {
  const owners = members.filter((each) => each.type === 'Owner' && each.status === 'active');
  if (owners.length === 1 && owners[0] === member) throw new Failure('protectedRecord', { roleType: 'Owner' });
}
