/**
 * User groups: people who get the same roles in every project that their group is a member of.
 *
 * Invariant: people and roles of a group are of its corporation, none of the roles is Owner, and a change counts from the
 * next request of everybody it concerns.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { maxGroups, type userGroups } from '@plumbline/contract/people/user-groups';
import type { Context } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { onNameTaken } from '../../../kernel/unique-violation.ts';
import { accountsIn } from './user-groups.api.ts';
import * as table from './user-groups.table.ts';

type Input<K extends keyof typeof userGroups> = OutputOf<(typeof userGroups)[K]['input']>;

export const list = async ({ db }: Context, { corporationId, ...paging }: Input<'list'>) =>
  await table.page(db, corporationId, paging);

/** Throws nameTaken, userGroupsFull, protectedRecord for the role Owner, notFound for people and roles of elsewhere. */
export async function create(context: Context, { corporationId, name, roleIds, userIds }: Input<'create'>) {
  const { db, now } = context;
  if ((await table.count(db, corporationId)) >= maxGroups) throw new Failure('userGroupsFull', { most: maxGroups });
  await requireRoles(context, corporationId, roleIds);
  await requireUsers(context, corporationId, userIds);
  const id = await onNameTaken(table.insert(db, corporationId, name, now()), { name });
  await table.replaceRoles(db, id, roleIds);
  await table.replaceUsers(db, id, userIds);
  return { userGroup: await required(context, id) };
}

export async function get(context: Context, { userGroupId }: Input<'get'>) {
  const userGroup = await required(context, userGroupId);
  return { userGroup, users: await table.usersOf(context.db, userGroupId) };
}

/** Changes a user group; fields that are not given stay as they are. Throws as `create` does. */
export async function update(context: Context, { userGroupId, name, roleIds, userIds }: Input<'update'>) {
  const { db } = context;
  const row = requireRow(await table.lock(db, userGroupId), { userGroupId });
  const before = await accountsIn(db, userGroupId);
  if (roleIds) await requireRoles(context, row.corporation_id, roleIds);
  if (userIds) await requireUsers(context, row.corporation_id, userIds);
  if (name !== undefined) await onNameTaken(table.rename(db, userGroupId, name), { name });
  if (roleIds) await table.replaceRoles(db, userGroupId, roleIds);
  if (userIds) await table.replaceUsers(db, userGroupId, userIds);
  if (roleIds || userIds) await announce(context, [...before, ...(userIds ?? [])]);
  return { userGroup: await required(context, userGroupId) };
}

export async function remove(context: Context, { userGroupId }: Input<'remove'>) {
  if (!(await table.lock(context.db, userGroupId))) throw new Failure('notFound', { userGroupId });
  await announce(context, await accountsIn(context.db, userGroupId));
  await table.remove(context.db, userGroupId);
  return {};
}

const announce = (context: Context, accountIds: readonly number[]) =>
  context.changed(...[...new Set(accountIds)].map((id) => ({ kind: 'account' as const, id })));

async function required({ db }: Context, userGroupId: number) {
  const userGroup = requireRow(await table.byId(db, userGroupId), { userGroupId });
  return userGroup;
}

async function requireRoles({ db }: Context, corporationId: number, roleIds: readonly number[]): Promise<void> {
  if (roleIds.length === 0) return;
  const roles = await table.rolesAmong(db, corporationId, roleIds);
  const roleId = roleIds.find((id) => !roles.some((role) => role.id === id));
  if (roleId !== undefined) throw new Failure('notFound', { roleId });
  if (roles.some(({ type }) => type === 'Owner')) throw new Failure('protectedRecord', { roleType: 'Owner' });
}

async function requireUsers({ db }: Context, corporationId: number, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return;
  const accounts = await table.accountsAmong(db, corporationId, userIds);
  const userId = userIds.find((id) => !accounts.has(id));
  if (userId !== undefined) throw new Failure('notFound', { userId });
}
