/** Roles of a corporation's own, for tests of single permissions. */
import type { Permission } from '@plumbline/contract/kernel/permissions';
import type { TestServer, World } from './harness.ts';

/** Gives an account a role of these permissions alone, in the project of the world. */
export async function giveRole(
  server: TestServer,
  world: Pick<World, 'corporationId' | 'projectId'>,
  accountId: number,
  permissions: Permission[],
) {
  const role = await server.db
    .insertInto('role')
    .values({
      corporation_id: world.corporationId,
      type: 'Custom',
      name: `Role of ${accountId}`,
      permissions,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await server.db
    .insertInto('project_member')
    .values({ project_id: world.projectId, account_id: accountId, role_id: role.id })
    .execute();
}
