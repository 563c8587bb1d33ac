/** User groups as members of a project, and why somebody may see a project. Apart from `projects`, because the first page does without it. */
import { z } from 'zod';
import { accountTypes, type Permission, permissions, roleTypes } from '../kernel/permissions.ts';
import { route } from '../kernel/route.ts';
import { GroupRole } from '../people/user-groups.ts';
import { id } from '../points/fields.ts';
import { until } from './projects.members.ts';

export const ProjectGroup = z
  .object({
    userGroupId: z.int(),
    name: z.string(),
    roles: z.array(GroupRole),
    users: z.int().describe('How many people are in it'),
    status: z.enum(['active', 'disabled']),
    until: z.string().nullable().describe("Last day, in the project's zone; null = without end"),
  })
  .meta({ id: 'ProjectGroup' });
export type ProjectGroup = z.output<typeof ProjectGroup>;

const PermissionName = z.enum(permissions as [Permission, ...Permission[]]);
/** One reason why somebody may do something in a project. */
export const Grant = z
  .object({
    by: z.enum(['accountType', 'member', 'group']),
    roleType: z.enum(roleTypes).nullable().describe('null for an account type'),
    roleName: z.string().nullable(),
    groupName: z.string().nullable().describe('By which user group; null = by none'),
    status: z.enum(['active', 'disabled']),
    until: z.string().nullable(),
    permissions: z.array(PermissionName).describe('What it gives, as long as it is active'),
  })
  .meta({ id: 'Grant' });
export type Grant = z.output<typeof Grant>;

const place = { within: 'projectId', path: '/projects/{projectId}/groups' } as const;
const one = { within: 'projectId', path: '/projects/{projectId}/groups/{userGroupId}' } as const;
const reply = z.object({ groups: z.array(ProjectGroup) });

export const projectGroups = {
  groups: route({
    ...place,
    method: 'GET',
    summary: 'The user groups that are members of a project.',
    shows: ['member', 'userGroup', 'role'],
    needs: 'Retrieve:Project',
    input: z.object({ projectId: id }),
    reply,
  }),
  groupCandidates: route({
    method: 'GET',
    path: '/projects/{projectId}/group-candidates',
    within: 'projectId',
    summary: 'User groups of the corporation that are not members of a project yet, by name.',
    shows: ['member', 'userGroup'],
    needs: 'Update:Project',
    input: z.object({ projectId: id }),
    reply: z.object({ groups: z.array(z.object({ userGroupId: z.int(), name: z.string() })) }),
  }),
  addGroup: route({
    ...place,
    method: 'POST',
    summary:
      'Makes a user group a member of a project: its people get its roles there. Refused where a role holds more than the caller, or is Manager and the caller does not decide about Managers.',
    changes: ['member', 'project'],
    needs: 'Update:Project',
    secures: 'rights',
    input: z.object({ projectId: id, userGroupId: id, until: until.nullable().default(null) }),
    reply,
    fails: ['nameTaken', 'protectedRecord'],
  }),
  updateGroup: route({
    ...one,
    method: 'PATCH',
    summary: 'Says until when a user group is a member of a project, or disables it there.',
    changes: ['member'],
    needs: 'Update:Project',
    secures: 'rights',
    guards: { read: 'groups', part: 'groups', by: { field: 'userGroupId', input: 'userGroupId' } },
    input: z.object({
      projectId: id,
      userGroupId: id,
      until: until.nullable().optional(),
      status: z.enum(['active', 'disabled']).optional(),
    }),
    reply,
    fails: ['protectedRecord'],
  }),
  removeGroup: route({
    ...one,
    method: 'DELETE',
    summary: 'Takes a user group out of a project.',
    changes: ['member', 'project'],
    needs: 'Update:Project',
    secures: 'rights',
    input: z.object({ projectId: id, userGroupId: id }),
    reply,
    fails: ['protectedRecord'],
  }),
  grants: route({
    method: 'GET',
    path: '/users/{userId}/grants',
    within: 'userId',
    summary:
      'Which projects a user may see, and why: account type, roles, user groups. Structures, points, readings and alerts follow their project, devices each project that they feed.',
    shows: ['member', 'user', 'role', 'userGroup', 'project'],
    needs: 'Retrieve:User',
    input: z.object({ userId: id }),
    reply: z.object({
      type: z.enum(accountTypes),
      disabled: z.boolean().describe('A disabled account sees nothing, whatever it is granted'),
      projects: z.array(
        z.object({
          projectId: z.int(),
          name: z.string(),
          sees: z.boolean(),
          grants: z.array(Grant),
        }),
      ),
    }),
  }),
};
