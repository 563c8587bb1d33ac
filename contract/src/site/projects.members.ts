/** Who works in a project, and as what: part of `projects`. */
import { z } from 'zod';
import { roleTypes } from '../kernel/permissions.ts';
import { route } from '../kernel/route.ts';
import { id } from '../points/fields.ts';

/** A day in the project's own zone: a membership holds until it is over. */
export const until = z.iso.date();

export const Member = z
  .object({
    userId: z.int(),
    name: z.string().nullable().describe('What they sign in with; null for callers who may not change members'),
    displayName: z.string(),
    roleId: z.int(),
    roleType: z.enum(roleTypes),
    status: z.enum(['active', 'disabled']),
    until: z.string().nullable().describe("Last day, in the project's zone; null = without end"),
  })
  .meta({ id: 'Member' });

export const members = {
  members: route({
    method: 'GET',
    path: '/projects/{projectId}/members',
    summary: 'Returns the members of a project with their roles.',
    shows: ['member', 'user', 'role'],
    needs: 'Retrieve:Project',
    within: 'projectId',
    input: z.object({ projectId: id }),
    reply: z.object({ members: z.array(Member) }),
  }),
  candidates: route({
    method: 'GET',
    path: '/projects/{projectId}/candidates',
    summary: 'Returns enabled colleagues who are not members of a project yet, by name: at most 50.',
    shows: ['member', 'user'],
    needs: 'Update:Project',
    within: 'projectId',
    input: z.object({ projectId: id, keyword: z.string().trim().max(50).optional() }),
    reply: z.object({ users: z.array(z.object({ userId: z.int(), name: z.string(), displayName: z.string() })) }),
  }),
  addMember: route({
    method: 'POST',
    path: '/projects/{projectId}/members',
    summary:
      'Adds a user of the same corporation to a project. A user with the same name as a member must confirm with their password. The role Owner cannot be assigned here.',
    changes: ['member', 'project'],
    needs: 'Update:Project',
    secures: 'rights',
    within: 'projectId',
    input: z.object({
      projectId: id,
      userId: id,
      roleId: id,
      until: until.nullable().default(null),
      password: z.string().max(64).optional(),
    }),
    reply: z.object({ members: z.array(Member) }),
    fails: ['nameTaken', 'protectedRecord', 'passwordNeeded', 'wrongPassword', 'tooMany'],
  }),
  updateMember: route({
    method: 'PATCH',
    path: '/projects/{projectId}/members/{userId}',
    summary: "Changes a member's role, says until when they are one, or disables them. An Owner has no end.",
    changes: ['member'],
    needs: 'Update:Project',
    secures: 'rights',
    within: 'projectId',
    guards: { read: 'members', part: 'members', by: { field: 'userId', input: 'userId' } },
    input: z.object({
      projectId: id,
      userId: id,
      roleId: id.optional(),
      until: until.nullable().optional(),
      status: z.enum(['active', 'disabled']).optional(),
    }),
    reply: z.object({ members: z.array(Member) }),
    fails: ['protectedRecord'],
  }),
  removeMember: route({
    method: 'DELETE',
    path: '/projects/{projectId}/members/{userId}',
    summary: 'Removes a member from a project.',
    changes: ['member', 'project'],
    needs: 'Update:Project',
    secures: 'rights',
    within: 'projectId',
    input: z.object({ projectId: id, userId: id }),
    reply: z.object({ members: z.array(Member) }),
    fails: ['protectedRecord'],
  }),
};
