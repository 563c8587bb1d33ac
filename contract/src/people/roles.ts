import { z } from 'zod';
import { permissions, roleTypes } from '../kernel/permissions.ts';
import { route } from '../kernel/route.ts';
import { done, id, name } from '../points/fields.ts';

const PermissionName = z.enum(permissions as [(typeof permissions)[number], ...(typeof permissions)[number][]]);

export const Role = z
  .object({
    id: z.int(),
    corporationId: z.int().nullable().describe('null for the four fixed roles'),
    type: z.enum(roleTypes),
    name: z.string(),
    permissions: z.array(PermissionName),
    members: z.int().describe('How many people hold it, in projects that the caller can see'),
  })
  .meta({ id: 'Role' });
export type Role = z.output<typeof Role>;

export const roles = {
  list: route({
    method: 'GET',
    path: '/roles',
    summary: 'The four fixed project roles and the custom roles of a corporation.',
    shows: ['role', 'member'],
    needs: 'signed-in',
    tokens: 'unscoped',
    within: 'corporationId',
    ownCorporation: true,
    input: z.object({ corporationId: id }),
    reply: z.object({ roles: z.array(Role) }),
  }),
  create: route({
    method: 'POST',
    path: '/roles',
    summary: 'Makes a custom role.',
    changes: ['role'],
    needs: 'Create:Role',
    secures: 'rights',
    within: 'corporationId',
    input: z.object({
      corporationId: id,
      name: name(32),
      permissions: z.array(PermissionName).max(permissions.length),
    }),
    reply: z.object({ role: Role }),
    fails: ['nameTaken'],
  }),
  update: route({
    method: 'PATCH',
    path: '/roles/{roleId}',
    aliases: [{ method: 'PUT', path: '/roles/{roleId}' }],
    summary: 'Renames a custom role.',
    changes: ['role', 'member'],
    guards: { read: 'getPermissions', part: 'role' },
    needs: 'Update:Role',
    within: 'roleId',
    input: z.object({ roleId: id, name: name(32) }),
    reply: z.object({ role: Role }),
    fails: ['nameTaken', 'protectedRecord'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/roles/{roleId}',
    summary: 'Removes a custom role that nobody holds.',
    changes: ['role'],
    needs: 'Delete:Role',
    secures: 'rights',
    within: 'roleId',
    input: z.object({ roleId: id }),
    reply: done,
    fails: ['notEmpty', 'protectedRecord'],
  }),
  getPermissions: route({
    method: 'GET',
    path: '/roles/{roleId}/permissions',
    summary: 'Returns a role with its permissions.',
    shows: ['role'],
    needs: 'Retrieve:Role',
    within: 'roleId',
    input: z.object({ roleId: id }),
    reply: z.object({ role: Role, permissions: z.array(PermissionName) }),
  }),
  setPermissions: route({
    method: 'PUT',
    path: '/roles/{roleId}/permissions',
    summary: 'Replaces the permissions of a custom role. Scopes of the corporation are refused.',
    changes: ['role'],
    needs: 'Update:Role',
    secures: 'rights',
    within: 'roleId',
    guards: { read: 'getPermissions', part: 'permissions' },
    input: z.object({ roleId: id, permissions: z.array(PermissionName).max(permissions.length) }),
    reply: z.object({ role: Role }),
    fails: ['protectedRecord'],
  }),
  permissions: route({
    method: 'GET',
    path: '/permissions',
    summary: 'Every permission that a custom role can hold.',
    shows: { nothing: 'The permissions of this version' },
    needs: 'signed-in',
    tokens: 'any',
    input: z.object({}),
    reply: z.object({ permissions: z.array(PermissionName) }),
  }),
};
