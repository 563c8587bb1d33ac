/** Drawings of a structure in its own plane: elevations, sections, plans, developed linings, with the points that lie on them. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { done, id, name, picturePlace } from '../points/fields.ts';
import { DrawingScale, drawingPlanes } from './drawings.scale.ts';

export const drawingFormats = ['svg', 'png', 'jpg', 'webp'] as const;
/** Formats of uploads: a DXF becomes an SVG of what it draws. */
export const drawingUploads = [...drawingFormats, 'dxf'] as const;

export const drawingLimits = {
  /** A structure keeps this many. */
  drawings: 20,
  /** Files that one drawing keeps, with those that were replaced. */
  versions: 20,
  /** Points that are placed in one call. */
  places: 1000,
  bytes: 20 * 1024 * 1024,
  /** A vector drawing is read as a whole before it is stored. */
  svgBytes: 5 * 1024 * 1024,
  /** Elements of a vector drawing, as written and as drawn: what is drawn again by reference counts again. */
  svgElements: 50_000,
  svgDrawn: 200_000,
  /** What a picture unpacks to in a browser. */
  pixels: 50_000_000,
  /** The longer side of a drawing against the shorter one. */
  aspect: 50,
  /** How far the proportions of a newer file may differ, as a share: scale and points stay where they are. */
  aspectTolerance: 0.01,
} as const;

export const DrawingVersion = z
  .object({
    id: z.int(),
    fileName: z.string().describe('As it was brought'),
    format: z.enum(drawingFormats),
    bytes: z.int(),
    width: z.number().describe('Pixels, or units of a vector drawing'),
    height: z.number(),
    leftOut: z
      .int()
      .describe(
        'Parts of a vector drawing that were not taken: scripts, links to elsewhere, animations; of a DXF, what is not drawn',
      ),
    isThemed: z.boolean().describe('A vector drawing that names roles (`pl-water`), which pages colour by their theme'),
    on: z.string().nullable().describe('The day that it shows the structure on; null = not known'),
    byName: z.string(),
    createdAt: z.string(),
  })
  .meta({ id: 'DrawingVersion' });
export type DrawingVersion = z.output<typeof DrawingVersion>;

const summary = {
  id: z.int(),
  structureId: z.int(),
  name: z.string(),
  plane: z.enum(drawingPlanes),
  scale: DrawingScale.nullable().describe('Two known points; null = not to scale'),
  versionId: z.int().describe('Which of its versions is shown'),
  versions: z.array(DrawingVersion).describe('The newest first'),
};

export const Drawing = z.object(summary).meta({ id: 'Drawing' });
export type Drawing = z.output<typeof Drawing>;

export const PlacedPoint = z
  .object({ pointId: z.int(), ...picturePlace.shape, byName: z.string(), placedAt: z.string() })
  .meta({ id: 'PlacedPoint' });
export type PlacedPoint = z.output<typeof PlacedPoint>;

export const PlacedDrawing = z
  .object({ ...summary, places: z.array(PlacedPoint).describe('Points of the structure and its items on it') })
  .meta({ id: 'PlacedDrawing' });
export type PlacedDrawing = z.output<typeof PlacedDrawing>;

const inStructure = { path: '/structures/{structureId}/drawings', within: 'structureId' } as const;
const oneDrawing = { path: '/structures/{structureId}/drawings/{drawingId}', within: 'structureId' } as const;
const one = { structureId: id, drawingId: id };
const on = z.iso.date();
/** Some browsers know no name for what another program has written. What is in the file decides. */
const upload = {
  types: ['image/svg+xml', 'image/png', 'image/jpeg', 'image/webp', 'application/octet-stream'],
  formats: drawingUploads,
  maxBytes: drawingLimits.bytes,
} as const;
const refused = ['fileDamaged', 'drawingRefused', 'drawingsFull'] as const;

export const drawings = {
  list: route({
    ...inStructure,
    method: 'GET',
    summary: 'The drawings of a structure or item with their versions, in order: at most twenty.',
    shows: ['drawing'],
    needs: 'Retrieve:Structure',
    input: z.object({ structureId: id }),
    reply: z.object({
      drawings: z.array(Drawing),
      above: z
        .array(Drawing)
        .describe(
          'Of an item: drawings of its structure on which points of the item lie; read and changed at that structure',
        ),
    }),
  }),
  get: route({
    ...oneDrawing,
    method: 'GET',
    summary: 'One drawing with the points that are placed on it.',
    shows: ['drawing', 'point'],
    needs: 'Retrieve:Structure',
    input: z.object(one),
    reply: z.object({ drawing: PlacedDrawing }),
  }),
  upload: route({
    ...inStructure,
    method: 'POST',
    summary:
      'Adds a drawing by its file: SVG of at most 5 MB, DXF (text), PNG, JPEG or WebP of at most 20 MB. Of an SVG or DXF only what draws is taken; a DXF that says its unit has its scale. The same file under the same name is not stored twice.',
    changes: ['drawing'],
    needs: 'Update:Structure',
    kind: 'upload',
    upload,
    ownTransaction: true,
    input: z.object({ structureId: id, name: name(50), plane: z.enum(drawingPlanes), on: on.optional() }),
    reply: z.object({ drawing: Drawing, isUnchanged: z.boolean().describe('The structure had it already') }),
    fails: [...refused, 'nameTaken'],
    example: { structureId: 1, name: 'Section 0+240', plane: 'section' },
  }),
  replace: route({
    method: 'POST',
    path: '/structures/{structureId}/drawings/{drawingId}/versions',
    within: 'structureId',
    summary:
      'Brings a newer file of a drawing, which is shown from now on. It must have the same proportions: scale and points stay where they are. The former files are kept.',
    changes: ['drawing'],
    needs: 'Update:Structure',
    kind: 'upload',
    upload,
    ownTransaction: true,
    input: z.object({ ...one, on: on.optional() }),
    reply: z.object({ drawing: Drawing, isUnchanged: z.boolean().describe('The drawing had this file already') }),
    fails: [...refused, 'drawingProportions'],
  }),
  update: route({
    ...oneDrawing,
    method: 'PATCH',
    summary: 'Changes what a drawing is called, what it is drawn in, its scale, or which of its versions is shown.',
    changes: ['drawing'],
    guards: { read: 'get', part: 'drawing' },
    needs: 'Update:Structure',
    input: z.object({
      ...one,
      name: name(50).optional(),
      plane: z.enum(drawingPlanes).optional(),
      scale: DrawingScale.nullable().optional(),
      versionId: id.optional().describe('A version of this drawing'),
    }),
    reply: z.object({ drawing: PlacedDrawing }),
    fails: ['nameTaken'],
    example: { structureId: 1, drawingId: 1, name: 'Section 0+240' },
  }),
  order: route({
    method: 'PUT',
    path: '/structures/{structureId}/drawings/order',
    within: 'structureId',
    summary: 'Sets the order of the drawings of a structure; it opens with the first. All of them must be named.',
    changes: ['drawing'],
    needs: 'Update:Structure',
    input: z.object({
      structureId: id,
      order: z
        .array(id)
        .min(1)
        .max(drawingLimits.drawings)
        .refine((list) => new Set(list).size === list.length, 'repeats'),
    }),
    reply: z.object({ drawings: z.array(Drawing) }),
    fails: ['badInput'],
  }),
  place: route({
    method: 'PUT',
    path: '/structures/{structureId}/drawings/{drawingId}/places',
    within: 'structureId',
    summary:
      'Places points of the structure or its items on a drawing, all or none; null takes one off. Points that are not named stay where they are.',
    changes: ['drawing'],
    guards: { read: 'get', part: 'drawing' },
    needs: 'Update:MeasuringPoint',
    input: z.object({
      ...one,
      places: z
        .array(z.object({ pointId: id, place: picturePlace.nullable() }))
        .min(1)
        .max(drawingLimits.places)
        .refine((list) => new Set(list.map(({ pointId }) => pointId)).size === list.length, 'repeats'),
    }),
    reply: z.object({ drawing: PlacedDrawing }),
    fails: ['locationLocked', 'archived'],
  }),
  content: route({
    method: 'GET',
    path: '/structures/{structureId}/drawings/{drawingId}/versions/{versionId}/content',
    within: 'structureId',
    summary: 'The file of a version as it is shown; of an SVG, what was taken of it.',
    shows: ['drawing'],
    needs: 'Retrieve:Structure',
    kind: 'download',
    input: z.object({ ...one, versionId: id }),
    reply: z.unknown(),
  }),
  remove: route({
    ...oneDrawing,
    method: 'DELETE',
    summary: 'Deletes a drawing with all its versions, their files, and the places of points on it. The points stay.',
    changes: ['drawing', 'structure'],
    needs: 'Update:Structure',
    input: z.object(one),
    reply: done,
  }),
};
