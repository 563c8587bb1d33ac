import { z } from 'zod';
import { permissions } from '../kernel/permissions.ts';
import { route } from '../kernel/route.ts';
import { Status, WholeStatus } from '../kernel/status.ts';
import { coordinates, first, id, name, pictureFile, timeZone, total } from '../points/fields.ts';
import { members } from './projects.members.ts';
import { settings } from './projects.settings.ts';

/** The current status of a project's points, and its open alerts. The two differ: an open alert may be of a point that is normal again. */
export const ProjectSummary = z.object({
  status: WholeStatus,
  openAlerts: z.array(z.int()).length(5).describe('Pending and noticed alerts by level 0..4'),
  latestAt: z.string().nullable(),
  nextStaleAt: z
    .number()
    .nullable()
    .describe('When the next of the points that report becomes stale unless a reading comes, epoch ms; null = none'),
});

export const Project = z
  .object({
    id: z.int(),
    corporationId: z.int(),
    name: z.string(),
    address: z.string(),
    coordinates: coordinates.nullable(),
    picture: z.string().nullable().describe('File id'),
    logo: z.string().nullable().describe('File id'),
    purpose: z.int().describe('0 automated monitoring, 1 house safety check, 2 5G vehicle screen'),
    isHouseOnly: z.boolean(),
    isVehicleOnly: z.boolean(),
    timeZone: z.string(),
    archivedAt: z.string().nullable(),
    retiredAt: z.string().nullable().describe('Deleted with its data kept: opening it again brings it back'),
    creatorId: z.int().nullable(),
    createdAt: z.string(),
    summary: ProjectSummary,
  })
  .meta({ id: 'Project' });
export type Project = z.output<typeof Project>;

/** One node of the tree; a structure's parent is null, an item's is its structure, a point's is either. */
export const TreeNode = z
  .object({
    id: z.string().describe('s1 for a structure, i1 for an item, p1 for a point'),
    parentId: z.string().nullable(),
    kind: z.enum(['structure', 'item', 'point']),
    ref: z.int().describe('Its own id'),
    name: z.string(),
    status: Status.describe('Of a point, or of what a structure, an item or a master is made of'),
    joins: z.array(z.int()).optional().describe('Of a master: the points that it joins'),
    family: z.string().optional(),
    field: z.string().optional().describe('Its main field'),
    unit: z.string().optional(),
    value: z.number().nullable().optional().describe('Latest value of the main field'),
  })
  .meta({ id: 'TreeNode' });
export type TreeNode = z.output<typeof TreeNode>;
/** A tree of so many nodes begins with all of its groups open; a larger one with those that have an alert. */
export const opensWhole = (nodes: number): boolean => nodes <= 120;

const projectFields = {
  name: name(32),
  address: z.string().trim().min(1, 'required').max(50),
  coordinates: coordinates.nullable(),
  timeZone,
  purpose: z.int().min(0).max(2).describe('0 automated monitoring, 1 house safety check, 2 5G vehicle screen'),
};
/** Ways to treat the readings when a project is reset or deleted. */
export const projectDataVariants = ['keep', 'clear'] as const;
const data = z.enum(projectDataVariants);
const taskId = z.int().nullable().describe('The task that does it; null = it is done');

/** Routes of one of a project's two pictures. */
const pictureRoutes = <N extends 'picture' | 'logo'>(which: N) => ({
  set: route({
    method: 'PUT',
    path: `/projects/{projectId}/${which}`,
    summary: `Gives a project a ${which}.`,
    changes: ['project'],
    needs: 'Update:Project',
    within: 'projectId',
    kind: 'upload',
    upload: pictureFile,
    input: z.object({ projectId: id }),
    reply: z.object({ project: Project }),
  }),
  remove: route({
    method: 'DELETE',
    path: `/projects/{projectId}/${which}`,
    summary: `Takes the ${which} of a project away.`,
    changes: ['project'],
    needs: 'Update:Project',
    within: 'projectId',
    input: z.object({ projectId: id }),
    reply: z.object({ project: Project }),
  }),
  get: route({
    method: 'GET',
    path: `/projects/{projectId}/${which}`,
    summary: `The ${which} of a project.`,
    shows: ['project'],
    needs: 'Retrieve:Project',
    within: 'projectId',
    kind: 'download',
    background: true,
    input: z.object({ projectId: id }),
    reply: z.unknown(),
  }),
});
const pictures = pictureRoutes('picture');
const logos = pictureRoutes('logo');

export const projects = {
  list: route({
    method: 'GET',
    path: '/projects',
    summary: 'The projects that the caller may see, with their standing.',
    shows: ['project', 'member', 'state', 'alert'],
    needs: 'signed-in',
    tokens: 'any',
    input: z.object({
      keyword: z.string().trim().max(50).optional(),
      retired: z.enum(['true', 'false']).optional().describe('true = those that were deleted with their data kept'),
    }),
    reply: z.object({ projects: z.array(Project) }),
  }),
  create: route({
    method: 'POST',
    path: '/projects',
    summary: 'Opens a project; the caller becomes its Owner.',
    changes: ['project', 'member'],
    needs: 'Create:Project',
    within: 'corporationId',
    input: z.object({
      corporationId: id,
      name: projectFields.name,
      address: projectFields.address,
      coordinates: projectFields.coordinates.default(null),
      timeZone: projectFields.timeZone.default('Asia/Shanghai'),
      purpose: projectFields.purpose.default(0),
    }),
    reply: z.object({ project: Project }),
    fails: ['nameTaken'],
    example: {
      corporationId: 1,
      name: 'Hengtang Earth Dam',
      address: 'Hengtang, Jiangning',
      coordinates: { longitude: 114.3, latitude: 30.6 },
    },
  }),
  get: route({
    method: 'GET',
    path: '/projects/{projectId}',
    summary: 'Returns one project, with the permissions of the caller in it.',
    shows: ['project', 'member', 'state', 'alert'],
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
    aliases: [{ method: 'PUT', path: '/projects/{projectId}' }],
    summary: 'Changes the given fields of a project.',
    changes: ['project', 'point'],
    needs: 'Update:Project',
    within: 'projectId',
    guards: { read: 'get', part: 'project' },
    input: z.object({ projectId: id, ...z.object(projectFields).partial().shape }),
    reply: z.object({ project: Project }),
    fails: ['nameTaken'],
    example: { projectId: 1, name: 'Hengtang Earth Dam' },
  }),
  archive: route({
    method: 'PATCH',
    path: '/projects/{projectId}/archive',
    summary: 'Archives a project (read-only), or opens it again, also one that was deleted with its data kept.',
    changes: ['project', 'device', 'point', 'reading', 'changeLog', 'state', 'alert', 'task'],
    evenArchived: true,
    needs: 'Update:Project',
    within: 'projectId',
    input: z.object({ projectId: id, archived: z.boolean() }),
    reply: z.object({ project: Project }),
    fails: ['nameTaken'],
  }),
  losses: route({
    method: 'GET',
    path: '/projects/{projectId}/losses',
    summary: 'What a project holds: what goes when it is deleted, and whose password that requires.',
    shows: ['project', 'point', 'device'],
    needs: 'Delete:Project',
    within: 'projectId',
    input: z.object({ projectId: id }),
    reply: z.object({
      readings: z.int(),
      waveforms: z.int(),
      points: z.int(),
      devices: z.int().describe('Devices that feed its points now'),
      creator: z.string().nullable().describe('Whose password is required; null = none is, as nothing was measured'),
    }),
  }),
  remove: route({
    method: 'DELETE',
    path: '/projects/{projectId}',
    summary:
      'Deletes a project with everything in it, or hides it and keeps its data. If it has readings, requires the password of its creator.',
    changes: ['project', 'structure', 'point', 'device', 'state', 'alert', 'task'],
    needs: 'Delete:Project',
    within: 'projectId',
    evenArchived: true,
    input: z.object({ projectId: id, data: data.default('clear'), password: z.string().max(64).optional() }),
    reply: z.object({ taskId }),
    fails: ['passwordNeeded', 'wrongPassword', 'tooMany'],
  }),
  reset: route({
    method: 'POST',
    path: '/projects/{projectId}/reset',
    summary:
      'Clears the configuration and devices of all points of a project, and its data unless that is kept. If it has readings, requires the password of its creator.',
    changes: ['project', 'structure', 'point', 'device', 'state', 'alert', 'task'],
    needs: 'Delete:Project',
    within: 'projectId',
    input: z.object({ projectId: id, data, password: z.string().max(64).optional() }),
    reply: z.object({ taskId }),
    fails: ['passwordNeeded', 'wrongPassword', 'tooMany'],
  }),
  setPicture: pictures.set,
  removePicture: pictures.remove,
  picture: pictures.get,
  setLogo: logos.set,
  removeLogo: logos.remove,
  logo: logos.get,
  ...settings,
  measurements: route({
    method: 'GET',
    path: '/projects/{projectId}/measurements',
    summary: 'Which families are measured in a project, and by how many points, of one kind of point or of all.',
    shows: ['point'],
    needs: 'Retrieve:Project',
    within: 'projectId',
    input: z.object({ projectId: id, pointType: z.coerce.number<number>().int().min(0).max(3).optional() }),
    reply: z.object({ measurements: z.array(z.object({ family: z.string(), type: z.int(), points: z.int() })) }),
  }),
  tree: route({
    method: 'GET',
    path: '/projects/{projectId}/tree',
    summary:
      'Returns structures, items and points with level and latest value, as far as the caller can read these; with `first`, only points of some groups.',
    shows: ['structure', 'point', 'state'],
    needs: 'Retrieve:Project',
    within: 'projectId',
    input: z.object({ projectId: id, first }),
    reply: z.object({ nodes: z.array(TreeNode), total: total.describe('Points, however many are in the answer') }),
  }),
  ...members,
};
