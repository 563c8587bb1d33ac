/**
 * Roles: what a member may do in a project. Four are fixed; a corporation makes its own beside them.
 *
 * Invariant: no role holds a permission of the corporation itself, and the fixed roles never change.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import {
  corporationScopes,
  permissions as every,
  type Permission,
  type Scope,
} from '@plumbline/contract/kernel/permissions';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { roles } from '@plumbline/contract/people/roles';
import { visibleProjects } from '../../../kernel/access.ts';
import type { Context } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { onNameTaken } from '../../../kernel/unique-violation.ts';
import * as table from './roles.table.ts';

type Input<K extends keyof typeof roles> = OutputOf<(typeof roles)[K]['input']>;

const ofCorporation = (permission: Permission) => corporationScopes.includes(permission.split(':')[1] as Scope);
const givable: readonly Permission[] = every.filter((permission) => !ofCorporation(permission));

const visibleIds = (context: Context) => visibleProjects(context.caller)?.projectIds ?? null;

export async function list(context: Context, { corporationId }: Input<'list'>) {
  return { roles: await table.ofCorporation(context.db, corporationId, visibleIds(context)) };
}

/** Throws nameTaken, and badInput for a permission that no project role can hold. */
export async function create(context: Context, { corporationId, name, permissions }: Input<'create'>) {
  return {
    role: await onNameTaken(table.insert(context.db, corporationId, name, checked(permissions)), { name }),
  };
}

/** Throws nameTaken and protectedRecord. */
export async function update(context: Context, { roleId, name }: Input<'update'>) {
  await lockCustom(context, roleId);
  return { role: await withMembers(context, await onNameTaken(table.update(context.db, roleId, { name }), { name })) };
}

/** Throws notEmpty while somebody holds it, and protectedRecord. */
export async function remove(context: Context, { roleId }: Input<'remove'>) {
  await lockCustom(context, roleId);
  const [holders, groups] = [await table.holders(context.db, roleId), await table.groupsWith(context.db, roleId)];
  if (holders.length > 0 || groups > 0)
    throw new Failure('notEmpty', { members: holders.length, ...(groups > 0 && { groups }) });
  await table.remove(context.db, roleId);
  return {};
}

export async function getPermissions(context: Context, { roleId }: Input<'getPermissions'>) {
  const row = requireRow(await table.byId(context.db, roleId), { roleId });
  return { role: await withMembers(context, row), permissions: table.permissionsOf(row) };
}

/** Holds from the next request of whoever has the role. Throws badInput and protectedRecord. */
export async function setPermissions(context: Context, { roleId, permissions }: Input<'setPermissions'>) {
  await lockCustom(context, roleId);
  const row = await table.update(context.db, roleId, { permissions: checked(permissions) });
  for (const id of await table.holders(context.db, roleId)) await context.changed({ kind: 'account', id });
  return { role: await withMembers(context, row) };
}

export async function permissions() {
  return { permissions: [...givable] };
}

async function lockCustom(context: Context, roleId: number) {
  const row = requireRow(await table.lock(context.db, roleId), { roleId });
  if (row.type !== 'Custom') throw new Failure('protectedRecord', { roleId });
}

async function withMembers(context: Context, row: Parameters<typeof table.fromRow>[0]) {
  // The fixed roles belong to no corporation and count no members here.
  const { corporation_id: corporationId } = row;
  if (corporationId === null) return table.fromRow(row, 0);
  const members = await table.membersOf(context.db, corporationId, visibleIds(context));
  return table.fromRow(row, members.get(row.id) ?? 0);
}

function checked(permissions: readonly Permission[]): Permission[] {
  const refused = permissions.filter(ofCorporation);
  if (refused.length > 0)
    throw new Failure(
      'badInput',
      refused.map((permission) => ({ path: 'permissions', message: 'corporationScope', permission })),
    );
  return [...new Set(permissions)];
}
