/** Map layers of a project: what its site looks like, drawn under the points. Brought as files, which a task reads. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { done, id, name } from '../points/fields.ts';
import { Placing, placingParts } from './layers.placing.ts';

/** Kinds of layers: it decides how the layer is drawn. */
export const layerKinds = [
  'water',
  'road',
  'building',
  'earthworks',
  'outline',
  'contour',
  'names',
  'photo',
  'other',
] as const;

/** Formats of files, by the ending of its name and by what is in it. */
export const layerFormats = [
  'geojson',
  'json',
  'kml',
  'kmz',
  'dxf',
  'tif',
  'tiff',
  'png',
  'jpg',
  'jpeg',
  'webp',
] as const;
/** Formats of pictures of the ground: `plain` ones need known points, a GeoTIFF says itself where it lies. */
export const plainPictureFormats = ['png', 'jpg', 'jpeg', 'webp'] as const;
export const isPlainPicture = (format: string): boolean => (plainPictureFormats as readonly string[]).includes(format);
export const isGeoTiff = (format: string): boolean => format === 'tif' || format === 'tiff';
export const isPicture = (format: string): boolean => isPlainPicture(format) || isGeoTiff(format);

export const layerLimits = {
  /** A project keeps this many. */
  layers: 40,
  /** Files that one layer keeps, with those that were replaced. */
  versions: 20,
  bytes: 200 * 1024 * 1024,
  /** Of a GeoJSON, KML or KMZ, which are held as a whole while they are read. */
  textBytes: 50 * 1024 * 1024,
  /** Of a GeoTIFF, which is read here and there; of a picture, which is unpacked as a whole. */
  tiffPixels: 1_500_000_000,
  picturePixels: 100_000_000,
  /** What a KMZ may unpack to. */
  unpackedBytes: 100 * 1024 * 1024,
  /** A file with more lines, areas and places is no drawing of a site; a DXF with more is cut into tiles. */
  features: 20_000,
  featuresTiled: 400_000,
  /** What is read, and what of it is drawn at most: lines are simplified until they fit. */
  verticesRead: 2_000_000,
  verticesReadTiled: 20_000_000,
  verticesTiled: 1_500_000,
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
    placing: Placing.nullable().describe('Where it lies, as was said; null = as the file itself says'),
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
        tiles: z
          .object({ type: z.enum(['raster', 'vector']), minZoom: z.int(), maxZoom: z.int(), count: z.int() })
          .nullable()
          .describe('What is drawn are tiles of the map; null = it is drawn as a whole'),
        picture: z
          .object({
            width: z.int(),
            height: z.int(),
            pixelM: z.number().describe('How much of the ground a pixel shows, m'),
            drawnPixelM: z.number().describe('How much of the ground a pixel shows as it is drawn at best, m'),
            epsg: z.int().nullable().describe('The reference system of a GeoTIFF'),
            residualsM: z
              .array(z.number())
              .nullable()
              .describe('How far each known point lies from where the picture was put, m'),
          })
          .nullable(),
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
    'image/tiff',
    'image/png',
    'image/jpeg',
    'image/webp',
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
      'Adds a map layer by its file: GeoJSON, KML or KMZ in degrees (WGS 84) of at most 50 MB; DXF with a reference system or two known points, GeoTIFF, or a picture with three or four known points of at most 200 MB. A task reads it. The same file under the same name is not stored twice.',
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
      'Brings a newer file of a layer. It is drawn once it has been read; the former ones are kept. A DXF or picture lies where the one before it lay, unless told.',
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
    summary:
      'What is drawn of a version as a whole: GeoJSON of at most 100,000 vertices, with names and elevations. One that has tiles goes out by them.',
    shows: ['layer'],
    needs: 'Retrieve:Project',
    kind: 'download',
    input: z.object(oneVersion),
    reply: z.unknown(),
  }),
  tile: route({
    method: 'GET',
    path: '/projects/{projectId}/layers/{layerId}/versions/{versionId}/tiles/{z}/{x}/{y}',
    within: 'projectId',
    summary:
      'One tile of a version that has tiles (Web Mercator, XYZ): WebP of 512 pixels, or a Mapbox vector tile with the layer `site`. Empty where there is nothing.',
    shows: ['layer'],
    needs: 'Retrieve:Project',
    kind: 'download',
    input: z.object({
      ...oneVersion,
      z: z.coerce.number<number>().int().min(0).max(24),
      x: z.coerce.number<number>().int().min(0).max(16_777_215),
      y: z.coerce.number<number>().int().min(0).max(16_777_215),
    }),
    reply: z.unknown(),
    example: { projectId: 1, layerId: 1, versionId: 1, z: 15, x: 26_787, y: 13_470 },
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
