import { z } from 'zod';
import { coordinates, done, id, level, name } from './fields.ts';
import { route } from './route.ts';

export const displayTypes = ['MAP', 'IMG', 'BIM', 'CESIUM'] as const;
export const structureTypes = [
  'bridge',
  'tunnel',
  'dam',
  'slope',
  'pit',
  'building',
  'railway',
  'mine',
  'other',
] as const;

export const Structure = z
  .object({
    id: z.int(),
    projectId: z.int(),
    parentId: z.int().nullable().describe('The structure that an item belongs to; null for a structure'),
    isItem: z.boolean(),
    name: z.string(),
    address: z.string(),
    type: z.enum(structureTypes),
    displayType: z.enum(displayTypes),
    coordinates: coordinates.nullable(),
    picture: z.string().nullable(),
    level: level.describe('The worst level of its points'),
    points: z.int(),
    stale: z.int(),
    openAlerts: z.int(),
  })
  .meta({ id: 'Structure' });
export type Structure = z.output<typeof Structure>;

const said = {
  name: name(32),
  address: z.string().trim().max(50),
  type: z.enum(structureTypes),
  coordinates: coordinates.nullable(),
};

export const structures = {
  list: route({
    method: 'GET',
    path: '/projects/{projectId}/structures',
    says: 'The structures and items of a project.',
    needs: 'Retrieve:Structure',
    within: 'projectId',
    input: z.object({ projectId: id }),
    reply: z.object({ structures: z.array(Structure) }),
  }),
  create: route({
    method: 'POST',
    path: '/projects/{projectId}/structures',
    says: 'Adds a structure.',
    needs: 'Create:Structure',
    within: 'projectId',
    input: z.object({
      projectId: id,
      name: said.name,
      address: said.address.default(''),
      type: said.type.default('other'),
      coordinates: said.coordinates.default(null),
    }),
    reply: z.object({ structure: Structure }),
    fails: ['nameTaken'],
    example: { projectId: 1, name: 'Main dam', type: 'dam' },
  }),
  get: route({
    method: 'GET',
    path: '/structures/{structureId}',
    says: 'One structure or item.',
    needs: 'Retrieve:Structure',
    within: 'structureId',
    input: z.object({ structureId: id }),
    reply: z.object({ structure: Structure }),
  }),
  update: route({
    method: 'PATCH',
    path: '/structures/{structureId}',
    says: 'Changes what is given, for a structure or an item.',
    needs: 'Update:Structure',
    within: 'structureId',
    input: z.object({ structureId: id, ...z.object(said).partial().shape }),
    reply: z.object({ structure: Structure }),
    fails: ['nameTaken'],
    example: { structureId: 1, name: 'Main dam' },
  }),
  remove: route({
    method: 'DELETE',
    path: '/structures/{structureId}',
    says: 'Removes a structure or item that holds no point and no item any more.',
    needs: 'Delete:Structure',
    within: 'structureId',
    input: z.object({ structureId: id }),
    reply: done,
    fails: ['notEmpty'],
  }),
  createItem: route({
    method: 'POST',
    path: '/structures/{structureId}/items',
    says: 'Adds an item to a structure.',
    needs: 'Create:Structure',
    within: 'structureId',
    input: z.object({ structureId: id, name: said.name }),
    reply: z.object({ item: Structure }),
    fails: ['nameTaken', 'badInput'],
  }),
};
