import { z } from 'zod';
import { coordinates, done, id, level, name, timeZone } from './fields.ts';
import { permissions, roleTypes } from './permissions.ts';
import { route } from './route.ts';

/** Open alerts by level 1 to 4, and how many points report at all. */
export const Standing = z.object({
  level: level.describe('The worst level of any point'),
  openAlerts: z.array(z.int()).length(5).describe('Pending and noticed alerts by level 0..4'),
  points: z.int(),
  stale: z.int().describe('Points whose last reading is older than they allow'),
  latestAt: z.string().nullable(),
});

export const Project = z
  .object({
    id: z.int(),
    corporationId: z.int(),
    name: z.string(),
    address: z.string(),
    coordinates: coordinates.nullable(),
    picture: z.string().nullable(),
    purpose: z.int().describe('0 automated monitoring, 1 house safety check, 2 5G vehicle screen'),
    isHouseOnly: z.boolean(),
    isVehicleOnly: z.boolean(),
    useStructure: z.boolean(),
    timeZone: z.string(),
    archivedAt: z.string().nullable(),
    creatorId: z.int().nullable(),
    createdAt: z.string(),
    standing: Standing,
  })
  .meta({ id: 'Project' });
export type Project = z.output<typeof Project>;

export const Member = z
  .object({
    userId: z.int(),
    name: z.string(),
    displayName: z.string(),
    roleId: z.int(),
    roleType: z.enum(roleTypes),
    status: z.enum(['active', 'disabled']),
  })
  .meta({ id: 'Member' });

/** One node of the tree; a structure's parent is null, an item's is its structure, a point's is either. */
export const TreeNode = z
  .object({
    id: z.string().describe('s1 for a structure, i1 for an item, p1 for a point'),
    parentId: z.string().nullable(),
    kind: z.enum(['structure', 'item', 'point']),
    ref: z.int().describe('Its own id'),
    name: z.string(),
    level,
    family: z.string().optional(),
    unit: z.string().optional(),
    value: z.number().nullable().optional().describe('Latest value of the first field'),
    at: z.number().nullable().optional().describe('Reading time of that value, epoch ms'),
    stale: z.boolean().optional(),
  })
  .meta({ id: 'TreeNode' });
export type TreeNode = z.output<typeof TreeNode>;

const said = {
  name: name(32),
  address: z.string().trim().max(50),
  coordinates: coordinates.nullable(),
  useStructure: z.boolean(),
  timeZone,
};

export const projects = {
  list: route({
    method: 'GET',
    path: '/projects',
    says: 'The projects that the caller may see, with their standing.',
    needs: 'signed-in',
    input: z.object({ keyword: z.string().trim().max(50).optional() }),
    reply: z.object({ projects: z.array(Project) }),
  }),
  create: route({
    method: 'POST',
    path: '/projects',
    says: 'Opens a project; the caller becomes its Owner.',
    needs: 'Create:Project',
    within: 'corporationId',
    input: z.object({
      corporationId: id,
      name: said.name,
      address: said.address.default(''),
      coordinates: said.coordinates.default(null),
      useStructure: said.useStructure.default(true),
      timeZone: said.timeZone.default('Asia/Shanghai'),
    }),
    reply: z.object({ project: Project }),
    fails: ['nameTaken'],
    example: { corporationId: 1, name: 'Hengtang Earth Dam', coordinates: { longitude: 114.3, latitude: 30.6 } },
  }),
  get: route({
    method: 'GET',
    path: '/projects/{projectId}',
    says: 'One project, with what the caller may do in it.',
    needs: 'Retrieve:Project',
    within: 'projectId',
    input: z.object({ projectId: id }),
    reply: z.object({
      project: Project,
      permissions: z.array(z.enum(permissions as [(typeof permissions)[number], ...(typeof permissions)[number][]])),
    }),
  }),
  update: route({
    method: 'PATCH',
    path: '/projects/{projectId}',
    says: 'Changes what is given.',
    needs: 'Update:Project',
    within: 'projectId',
    input: z.object({ projectId: id, ...z.object(said).partial().shape }),
    reply: z.object({ project: Project }),
    fails: ['nameTaken'],
    example: { projectId: 1, name: 'Hengtang Earth Dam' },
  }),
  archive: route({
    method: 'PATCH',
    path: '/projects/{projectId}/archive',
    says: 'Archives a project (read-only from then on), or opens it again.',
    evenArchived: true,
    needs: 'Update:Project',
    within: 'projectId',
    input: z.object({ projectId: id, archived: z.boolean() }),
    reply: z.object({ project: Project }),
  }),
  remove: route({
    method: 'DELETE',
    path: '/projects/{projectId}',
    says: "Deletes a project with all it holds. With readings in it, asks for its creator's password.",
    needs: 'Delete:Project',
    within: 'projectId',
    input: z.object({ projectId: id, password: z.string().max(64).optional() }),
    reply: done,
    fails: ['passwordNeeded', 'wrongPassword', 'tooMany'],
  }),
  tree: route({
    method: 'GET',
    path: '/projects/{projectId}/tree',
    says: 'Structures, items and points with their latest value and level.',
    needs: 'Retrieve:Project',
    within: 'projectId',
    input: z.object({ projectId: id }),
    reply: z.object({ nodes: z.array(TreeNode) }),
  }),
  members: route({
    method: 'GET',
    path: '/projects/{projectId}/members',
    says: 'Who works in a project, and as what.',
    needs: 'Retrieve:Project',
    within: 'projectId',
    input: z.object({ projectId: id }),
    reply: z.object({ members: z.array(Member) }),
  }),
  candidates: route({
    method: 'GET',
    path: '/projects/{projectId}/candidates',
    says: 'Enabled colleagues who are no members of a project yet, by name: at most 50.',
    needs: 'Update:Project',
    within: 'projectId',
    input: z.object({ projectId: id, keyword: z.string().trim().max(50).optional() }),
    reply: z.object({ users: z.array(z.object({ userId: z.int(), name: z.string(), displayName: z.string() })) }),
  }),
  addMember: route({
    method: 'POST',
    path: '/projects/{projectId}/members',
    says: 'Takes a user of the same corporation into a project. Owner cannot be given away this way.',
    needs: 'Update:Project',
    within: 'projectId',
    input: z.object({ projectId: id, userId: id, roleId: id }),
    reply: z.object({ members: z.array(Member) }),
    fails: ['nameTaken', 'protectedRecord'],
  }),
  updateMember: route({
    method: 'PATCH',
    path: '/projects/{projectId}/members/{userId}',
    says: "Changes a member's role or disables them.",
    needs: 'Update:Project',
    within: 'projectId',
    input: z.object({
      projectId: id,
      userId: id,
      roleId: id.optional(),
      status: z.enum(['active', 'disabled']).optional(),
    }),
    reply: z.object({ members: z.array(Member) }),
    fails: ['protectedRecord'],
  }),
  removeMember: route({
    method: 'DELETE',
    path: '/projects/{projectId}/members/{userId}',
    says: 'Takes a member out of a project.',
    needs: 'Update:Project',
    within: 'projectId',
    input: z.object({ projectId: id, userId: id }),
    reply: z.object({ members: z.array(Member) }),
    fails: ['protectedRecord'],
  }),
};
