/** Map layers of a project: what its site looks like, drawn under the points. Brought as files, which a task reads. */
import { z } from 'zod';
import { done, id, name } from './fields.ts';
import { Placing, placingParts } from './layers.placing.ts';
import { route } from './route.ts';

/** What a layer shows: it decides how the layer is drawn. */
export const layerKinds = ['water', 'road', 'building', 'earthworks', 'outline', 'contour', 'names', 'other'] as const;

/** What a file may be, by the ending of its name and by what is in it. */
export const layerFormats = ['geojson', 'json', 'kml', 'kmz', 'dxf'] as const;

export const layerLimits = {
  /** A project keeps this many. */
  layers: 40,
  /** Files that one layer keeps, with those that were replaced. */
  versions: 20,
  bytes: 50 * 1024 * 1024,
  /** What a KMZ may unpack to. */
  unpackedBytes: 100 * 1024 * 1024,
  /** A file with more lines, areas and places is no drawing of a site. */
  features: 20_000,
  /** Of a DXF, with what its blocks unfold to; what has no place is not drawn, but read. */
  dxfEntities: 100_000,
  /** What is read, and what of it is drawn at most: lines are simplified until they fit. */
  verticesRead: 2_000_000,
  verticesDrawn: 100_000,
} as const;

const bounds = z.object({ west: z.number(), south: z.number(), east: z.number(), north: z.number() });

export const LayerVersion = z
  .object({
    id: z.int(),
    fileName: z.string().describe('As it was brought'),
    format: z.enum(layerFormats),
    bytes: z.int(),
    on: z.string().nullable().describe('The day that it shows the site on; null = not known'),
    placing: Placing.nullable().describe('Of a DXF: where its coordinates lie; null = they are degrees'),
    byName: z.string(),
    createdAt: z.string(),
    state: z.enum(['reading', 'ready', 'failed']),
    error: z.string().nullable().describe('Why it could not be read, by its name in the error catalogue'),
    errorDetail: z.unknown(),
    taskId: z.int().nullable(),
    contents: z
      .object({
        features: z.int(),
        vertices: z.int().describe('As they are drawn'),
        verticesRead: z.int(),
        toleranceM: z.number().describe('How far a simplified line may lie from that of the file, m; 0 = it does not'),
        linksDropped: z.int().describe('Links to elsewhere that the file had: nothing is fetched from there'),
        skipped: z.int().describe('Elements that have no place or cannot be drawn'),
        bounds,
      })
      .nullable()
      .describe('null = not read'),
  })
  .meta({ id: 'LayerVersion' });
export type LayerVersion = z.output<typeof LayerVersion>;

export const MapLayer = z
  .object({
    id: z.int(),
    structureId: z.int().nullable().describe('The structure that it shows; null = the site'),
    name: z.string(),
    kind: z.enum(layerKinds),
    opacityPercent: z.int(),
    isHidden: z.boolean().describe('Not drawn until somebody switches it on for themselves'),
    versionId: z.int().nullable().describe('Which of its versions is drawn; null = none has been read yet'),
    versions: z.array(LayerVersion).describe('The newest first'),
  })
  .meta({ id: 'MapLayer' });
export type MapLayer = z.output<typeof MapLayer>;

const place = { path: '/projects/{projectId}/layers', within: 'projectId' } as const;
const one = { projectId: id, layerId: id };
const oneVersion = { ...one, versionId: id };
const on = z.iso.date();
/** Browsers know no name for most of these files. The ending and the contents decide. */
const upload = {
  types: [
    'application/octet-stream',
    'application/geo+json',
    'application/json',
    'application/vnd.google-earth.kml+xml',
    'application/vnd.google-earth.kmz',
  ],
  formats: layerFormats,
  maxBytes: layerLimits.bytes,
} as const;

export const layers = {
  list: route({
    ...place,
    method: 'GET',
    summary: 'The map layers of a project with their versions, from the lowest to the topmost: at most forty.',
    shows: ['layer'],
    needs: 'Retrieve:Project',
    input: z.object({ projectId: id }),
    reply: z.object({ layers: z.array(MapLayer) }),
  }),
  upload: route({
    ...place,
    method: 'POST',
    summary:
      'Adds a map layer by its file: GeoJSON, KML or KMZ in degrees (WGS 84), or DXF with a reference system or two known points; at most 50 MB. A task reads it. The same file under the same name is not stored twice.',
    changes: ['layer', 'task'],
    needs: 'Update:Project',
    kind: 'upload',
    upload,
    ownTransaction: true,
    input: z.object({
      projectId: id,
      name: name(50),
      kind: z.enum(layerKinds).default('other'),
      structureId: id.nullable().optional(),
      on: on.optional(),
      ...placingParts,
    }),
    reply: z.object({ layer: MapLayer, isUnchanged: z.boolean().describe('The project had it already') }),
    fails: ['layersFull', 'nameTaken', 'layerCoordinates'],
    example: { projectId: 1, name: 'River and banks', kind: 'water' },
  }),
  replace: route({
    method: 'POST',
    path: '/projects/{projectId}/layers/{layerId}/versions',
    within: 'projectId',
    summary:
      'Brings a newer file of a layer. It is drawn once it has been read; the former ones are kept. A DXF lies where the one before it lay, unless told.',
    changes: ['layer', 'task'],
    needs: 'Update:Project',
    kind: 'upload',
    upload,
    ownTransaction: true,
    input: z.object({ ...one, on: on.optional(), ...placingParts }),
    reply: z.object({ layer: MapLayer, isUnchanged: z.boolean().describe('The layer had this file already') }),
    fails: ['layerVersionsFull', 'layerCoordinates'],
  }),
  update: route({
    method: 'PATCH',
    path: '/projects/{projectId}/layers/{layerId}',
    within: 'projectId',
    summary: 'Changes what a layer is called, how it is drawn, what it shows, or which of its versions is drawn.',
    changes: ['layer'],
    guards: { read: 'list', part: 'layers', by: { field: 'id', input: 'layerId' } },
    needs: 'Update:Project',
    input: z.object({
      ...one,
      name: name(50).optional(),
      kind: z.enum(layerKinds).optional(),
      structureId: id.nullable().optional(),
      opacityPercent: z.int().min(10).max(100).optional(),
      isHidden: z.boolean().optional(),
      versionId: id.optional().describe('A version of this layer that has been read'),
    }),
    reply: z.object({ layer: MapLayer }),
    fails: ['nameTaken'],
    example: { projectId: 1, layerId: 1, opacityPercent: 60 },
  }),
  order: route({
    method: 'PUT',
    path: '/projects/{projectId}/layers/order',
    within: 'projectId',
    summary: 'Sets in which order the layers of a project are drawn, the lowest first. All of them must be named.',
    changes: ['layer'],
    needs: 'Update:Project',
    input: z.object({
      projectId: id,
      order: z
        .array(id)
        .min(1)
        .max(layerLimits.layers)
        .refine((list) => new Set(list).size === list.length, 'repeats'),
    }),
    reply: z.object({ layers: z.array(MapLayer) }),
    fails: ['badInput'],
  }),
  content: route({
    method: 'GET',
    path: '/projects/{projectId}/layers/{layerId}/versions/{versionId}/content',
    within: 'projectId',
    summary: 'What is drawn of a version, as GeoJSON: at most 100,000 vertices, with names and elevations.',
    shows: ['layer'],
    needs: 'Retrieve:Project',
    kind: 'download',
    input: z.object(oneVersion),
    reply: z.unknown(),
  }),
  file: route({
    method: 'GET',
    path: '/projects/{projectId}/layers/{layerId}/versions/{versionId}/file',
    logged: true,
    within: 'projectId',
    summary: 'The file of a version as it was brought.',
    shows: ['layer'],
    needs: 'Retrieve:Project',
    kind: 'download',
    input: z.object(oneVersion),
    reply: z.unknown(),
  }),
  remove: route({
    method: 'DELETE',
    path: '/projects/{projectId}/layers/{layerId}',
    within: 'projectId',
    summary: 'Deletes a layer with all its versions and their files.',
    changes: ['layer'],
    needs: 'Update:Project',
    input: z.object(one),
    reply: done,
  }),
};
