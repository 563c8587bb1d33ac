/** User groups: people with the roles that they get in every project of which the group is a member. */
import { z } from 'zod';
import { roleTypes } from '../kernel/permissions.ts';
import { route } from '../kernel/route.ts';
import { done, id, name, paging } from '../points/fields.ts';

/** Most people and roles of a group, and most groups of a corporation. */
export const maxGroupUsers = 1000;
export const maxGroupRoles = 20;
export const maxGroups = 500;

export const GroupRole = z.object({ roleId: z.int(), type: z.enum(roleTypes), name: z.string() });

export const UserGroup = z
  .object({
    id: z.int(),
    corporationId: z.int(),
    name: z.string(),
    roles: z.array(GroupRole),
    users: z.int().describe('How many people are in it'),
    projects: z.int().describe('Of how many projects it is a member'),
    createdAt: z.string(),
  })
  .meta({ id: 'UserGroup' });
export type UserGroup = z.output<typeof UserGroup>;

const GroupUser = z.object({ userId: z.int(), name: z.string(), displayName: z.string(), disabled: z.boolean() });

const different = (list: readonly number[]): boolean => new Set(list).size === list.length;
const members = {
  roleIds: z.array(id).max(maxGroupRoles).refine(different, 'repeats').describe('Never the role Owner'),
  userIds: z.array(id).max(maxGroupUsers).refine(different, 'repeats'),
};

export const userGroups = {
  list: route({
    method: 'GET',
    path: '/user-groups',
    summary: 'The user groups of a corporation, by name.',
    shows: ['userGroup', 'role'],
    needs: 'Retrieve:UserGroup',
    within: 'corporationId',
    ownCorporation: true,
    input: z.object({ corporationId: id, ...paging }),
    reply: z.object({ userGroups: z.array(UserGroup), total: z.int() }),
  }),
  create: route({
    method: 'POST',
    path: '/user-groups',
    summary: 'Makes a user group. Its people get its roles in every project that it becomes a member of.',
    changes: ['userGroup'],
    needs: 'Create:UserGroup',
    secures: 'rights',
    within: 'corporationId',
    input: z.object({
      corporationId: id,
      name: name(32),
      roleIds: members.roleIds.default([]),
      userIds: members.userIds.default([]),
    }),
    reply: z.object({ userGroup: UserGroup }),
    fails: ['nameTaken', 'protectedRecord', 'notFound', 'userGroupsFull'],
    example: { corporationId: 1, name: 'Night shift' },
  }),
  get: route({
    method: 'GET',
    path: '/user-groups/{userGroupId}',
    summary: 'One user group with its people.',
    shows: ['userGroup', 'user', 'role'],
    needs: 'Retrieve:UserGroup',
    within: 'userGroupId',
    input: z.object({ userGroupId: id }),
    reply: z.object({ userGroup: UserGroup, users: z.array(GroupUser) }),
  }),
  update: route({
    method: 'PATCH',
    path: '/user-groups/{userGroupId}',
    aliases: [{ method: 'PUT', path: '/user-groups/{userGroupId}' }],
    summary:
      'Changes the name of a user group, or replaces its roles or its people. It holds from the next request on.',
    changes: ['userGroup', 'member'],
    needs: 'Update:UserGroup',
    secures: 'rights',
    within: 'userGroupId',
    guards: { read: 'get', part: 'userGroup' },
    input: z.object({
      userGroupId: id,
      name: name(32).optional(),
      roleIds: members.roleIds.optional(),
      userIds: members.userIds.optional(),
    }),
    reply: z.object({ userGroup: UserGroup }),
    fails: ['nameTaken', 'protectedRecord', 'notFound'],
    example: { userGroupId: 1, name: 'Night shift' },
  }),
  remove: route({
    method: 'DELETE',
    path: '/user-groups/{userGroupId}',
    summary: 'Removes a user group; its people lose what they had by it alone.',
    changes: ['userGroup', 'member'],
    needs: 'Delete:UserGroup',
    secures: 'rights',
    within: 'userGroupId',
    input: z.object({ userGroupId: id }),
    reply: done,
  }),
};
