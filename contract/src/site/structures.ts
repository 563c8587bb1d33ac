import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { Status, WholeStatus } from '../kernel/status.ts';
import { coordinates, done, id, name, pictureFile, picturePlace } from '../points/fields.ts';
import { gradingRoutes } from './structures.gradings.ts';
import { measures, structureTypes, TypeOptions } from './structures.measures.ts';
import { settings } from './structures.settings.ts';

export { structureTypes } from './structures.measures.ts';

export const displayTypes = ['MAP', 'IMG', 'BIM', 'CESIUM'] as const;
export const Structure = z
  .object({
    id: z.int(),
    projectId: z.int(),
    parentId: z.int().nullable().describe('The structure that an item belongs to; null for a structure'),
    isItem: z.boolean(),
    name: z.string(),
    address: z.string(),
    type: z.enum(structureTypes),
    options: TypeOptions.describe('Measures of its type, such as the diameter of a tunnel; an item has none'),
    displayType: z.enum(displayTypes),
    coordinates: coordinates.nullable(),
    picture: z.string().nullable().describe('File id'),
    imageLocation: picturePlace.nullable().describe('Of an item: its place on the picture of its structure'),
    sort: z.int().nullable().describe('Its place among those beside it; null = by name, after those that have one'),
    status: WholeStatus.describe("Of its points and its items' points"),
    openAlerts: z.int(),
  })
  .meta({ id: 'Structure' });
export type Structure = z.output<typeof Structure>;

const ItemMark = z.object({ itemId: z.int(), name: z.string(), place: picturePlace.nullable() });
const PointMark = z.object({
  pointId: z.int(),
  structureId: z.int(),
  name: z.string(),
  family: z.string(),
  locked: z.boolean().describe('Its location is locked, or it is a snapshot'),
  status: Status,
  place: picturePlace.nullable(),
});

const structureFields = {
  name: name(32),
  address: z.string().trim().max(50),
  type: z.enum(structureTypes),
  coordinates: coordinates.nullable(),
};

export const structures = {
  list: route({
    method: 'GET',
    path: '/projects/{projectId}/structures',
    summary: 'The structures and items of a project.',
    shows: ['structure', 'point', 'state'],
    needs: 'Retrieve:Structure',
    within: 'projectId',
    input: z.object({ projectId: id }),
    reply: z.object({ structures: z.array(Structure) }),
  }),
  create: route({
    method: 'POST',
    path: '/projects/{projectId}/structures',
    summary: 'Adds a structure.',
    changes: ['structure'],
    needs: 'Create:Structure',
    within: 'projectId',
    input: z.object({
      projectId: id,
      name: structureFields.name,
      address: structureFields.address.default(''),
      type: structureFields.type.default('other'),
      options: measures.default({}).describe('Measures of the type; a tunnel needs its diameter'),
      coordinates: structureFields.coordinates.default(null),
    }),
    reply: z.object({ structure: Structure }),
    fails: ['nameTaken'],
    example: { projectId: 1, name: 'Main dam', type: 'dam' },
  }),
  get: route({
    method: 'GET',
    path: '/structures/{structureId}',
    summary: 'One structure or item.',
    shows: ['structure', 'point', 'state'],
    needs: 'Retrieve:Structure',
    within: 'structureId',
    input: z.object({ structureId: id }),
    reply: z.object({ structure: Structure }),
  }),
  update: route({
    method: 'PATCH',
    path: '/structures/{structureId}',
    aliases: [{ method: 'PUT', path: '/structures/{structureId}' }],
    summary: 'Changes the given fields of a structure or an item. What becomes a tunnel needs its diameter.',
    changes: ['structure'],
    needs: 'Update:Structure',
    within: 'structureId',
    guards: { read: 'get', part: 'structure' },
    input: z.object({ structureId: id, ...z.object({ ...structureFields, options: measures }).partial().shape }),
    reply: z.object({ structure: Structure }),
    fails: ['nameTaken'],
    example: { structureId: 1, name: 'Main dam' },
  }),
  remove: route({
    method: 'DELETE',
    path: '/structures/{structureId}',
    summary: 'Removes a structure or item that holds no point, no item and no drawing any more.',
    changes: ['structure'],
    needs: 'Delete:Structure',
    within: 'structureId',
    input: z.object({ structureId: id }),
    reply: done,
    fails: ['notEmpty'],
  }),
  createItem: route({
    method: 'POST',
    path: '/structures/{structureId}/items',
    summary: 'Adds an item to a structure.',
    changes: ['structure'],
    needs: 'Create:Structure',
    within: 'structureId',
    input: z.object({
      structureId: id,
      name: structureFields.name,
      address: structureFields.address.default(''),
      coordinates: structureFields.coordinates.default(null),
    }),
    reply: z.object({ item: Structure }),
    fails: ['nameTaken', 'badInput'],
    example: { structureId: 1, name: 'Section 1' },
  }),
  order: route({
    method: 'PUT',
    path: '/projects/{projectId}/structures/order',
    summary:
      'Sets the order of the structures of a project, or of the items of a structure. All of them must be named.',
    changes: ['structure'],
    needs: 'Update:Structure',
    within: 'projectId',
    input: z.object({
      projectId: id,
      parentId: id.nullable().default(null),
      order: z
        .array(id)
        .min(1)
        .max(1000)
        .refine((list) => new Set(list).size === list.length, 'repeats'),
    }),
    reply: z.object({ structures: z.array(Structure) }),
    fails: ['badInput'],
  }),
  setDisplayType: route({
    method: 'PATCH',
    path: '/structures/{structureId}/display-type',
    summary:
      'Sets how a structure is shown: on the map, on its drawings or its picture, in its BIM model or in its 3D map, which must exist.',
    changes: ['structure'],
    needs: 'Update:Structure',
    within: 'structureId',
    input: z.object({ structureId: id, displayType: z.enum(displayTypes) }),
    reply: z.object({ structure: Structure }),
    fails: ['displayNotReady'],
  }),
  setPicture: route({
    method: 'PUT',
    path: '/structures/{structureId}/picture',
    summary: 'Gives a structure or item a picture: points and items are marked on it.',
    changes: ['structure'],
    needs: 'Update:Structure',
    within: 'structureId',
    kind: 'upload',
    upload: pictureFile,
    input: z.object({ structureId: id }),
    reply: z.object({ structure: Structure }),
  }),
  removePicture: route({
    method: 'DELETE',
    path: '/structures/{structureId}/picture',
    summary:
      'Removes the picture of a structure. If it was shown on its picture and has no drawing, it is then shown on the map.',
    changes: ['structure'],
    needs: 'Update:Structure',
    within: 'structureId',
    input: z.object({ structureId: id }),
    reply: z.object({ structure: Structure }),
  }),
  picture: route({
    method: 'GET',
    path: '/structures/{structureId}/picture',
    summary: 'The picture of a structure or item.',
    shows: ['structure'],
    needs: 'Retrieve:Structure',
    within: 'structureId',
    kind: 'download',
    background: true,
    input: z.object({ structureId: id }),
    reply: z.unknown(),
  }),
  marks: route({
    method: 'GET',
    path: '/structures/{structureId}/marks',
    summary:
      'Returns what can be marked on the picture of a structure: its items, its points and theirs, with their locations.',
    shows: ['structure', 'point', 'state'],
    needs: 'Retrieve:Structure',
    within: 'structureId',
    input: z.object({ structureId: id }),
    reply: z.object({ items: z.array(ItemMark), points: z.array(PointMark) }),
  }),
  setMarks: route({
    method: 'PUT',
    path: '/structures/{structureId}/marks',
    summary: 'Places items and points on the picture of a structure, all or none; null removes a mark.',
    changes: ['structure'],
    needs: 'Update:MeasuringPoint',
    within: 'structureId',
    input: z.object({
      structureId: id,
      items: z
        .array(z.object({ itemId: id, place: picturePlace.nullable() }))
        .max(1000)
        .default([]),
      points: z
        .array(z.object({ pointId: id, place: picturePlace.nullable() }))
        .max(1000)
        .default([]),
    }),
    reply: z.object({ items: z.array(ItemMark), points: z.array(PointMark) }),
    fails: ['locationLocked', 'archived'],
  }),
  ...settings,
  ...gradingRoutes,
};
