/** The settings of a structure: how it is shown, how its coordinates are transformed, who looks after it. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { id, latitude, longitude } from '../points/fields.ts';
import { defaultGnssConfig, GnssConfig, gnssShape } from '../points/points.settings.ts';
import { measures, structureTypes, TypeOptions } from './structures.measures.ts';

const shift = z.number().min(-1e8).max(1e8);
const rotation = z.number().min(-648_000).max(648_000).describe('Seconds of arc');
const scale = z.number().min(-1e5).max(1e5).describe('ppm');

/** How coordinates of a structure are transformed: not at all, in the plane by 4 parameters, in space by 7 (Bursa-Wolf). */
const coordinateShape = {
  transform: z.enum(['none', 'fourParameter', 'sevenParameter']),
  fourParameters: z.object({ dx: shift, dy: shift, rotation, scale }).nullable(),
  sevenParameters: z
    .object({
      convention: z
        .enum(['coordinateFrame', 'positionVector'])
        .describe('EPSG 9607 or 9606: the sign of the rotations'),
      dx: shift,
      dy: shift,
      dz: shift,
      rx: rotation,
      ry: rotation,
      rz: rotation,
      scale,
    })
    .nullable(),
  centralMeridian: longitude.nullable().describe('Degrees east of the Gauss-Kruger plane; null = by the 3 degree zone'),
};
const fromPair = (value: { transform: string; fourParameters?: unknown; sevenParameters?: unknown }) =>
  value.transform === 'fourParameter' && !value.fourParameters
    ? 'fourParameters'
    : value.transform === 'sevenParameter' && !value.sevenParameters
      ? 'sevenParameters'
      : null;
export const CoordinateConfig = z
  .object(coordinateShape)
  .check(({ value, issues }) => {
    const missing = fromPair(value);
    if (missing) issues.push({ code: 'custom', message: 'required', input: value[missing], path: [missing] });
  })
  .meta({ id: 'CoordinateConfig' });
export type CoordinateConfig = z.output<typeof CoordinateConfig>;
export const defaultCoordinateConfig: CoordinateConfig = {
  transform: 'none',
  fourParameters: null,
  sevenParameters: null,
  centralMeridian: null,
};

/** Which BIM model shows a structure. Kept and checked; the view comes with its own issue. */
const bimShape = {
  modelKey: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9_-]{1,64}$/, 'modelKey'),
  name: z.string().trim().max(50),
  offset: z.object({ x: shift, y: shift, z: shift }).describe('Metres from the origin of the model'),
  rotationDeg: z.number().min(-360).max(360),
};
export const BimConfig = z.object(bimShape).meta({ id: 'BimConfig' });
export type BimConfig = z.output<typeof BimConfig>;
const bimStart = { name: '', offset: { x: 0, y: 0, z: 0 }, rotationDeg: 0 };

/** Which 3D tiles show a structure. Kept and checked; the view comes with its own issue. */
const cesiumShape = {
  tileset: z
    .string()
    .trim()
    .max(500)
    .regex(/^(?:https?:\/\/[^\s/?#@]+(?:[/?#]\S*)?|asset:\d{1,12})$/, 'tileset')
    .describe('Address of a tileset.json, or asset:<number>'),
  position: z.object({ longitude, latitude }).nullable().describe('null = where the tiles say'),
  heightOffsetM: z.number().min(-10_000).max(10_000),
  headingDeg: z.number().min(-360).max(360),
  scale: z.number().gt(0).max(1000),
};
export const CesiumConfig = z.object(cesiumShape).meta({ id: 'CesiumConfig' });
export type CesiumConfig = z.output<typeof CesiumConfig>;
const cesiumStart = { position: null, heightOffsetM: 0, headingDeg: 0, scale: 1 };

export const StructureSettings = z
  .object({
    typeOptions: TypeOptions,
    coordinate: CoordinateConfig,
    gnss: GnssConfig.nullable().describe('null = not set'),
    bim: BimConfig.nullable(),
    cesium: CesiumConfig.nullable(),
  })
  .meta({ id: 'StructureSettings' });
export type StructureSettings = z.output<typeof StructureSettings>;
/** The defaults of a setting that is set for the first time; the others are required. */
export const settingStarts = {
  coordinate: defaultCoordinateConfig,
  gnss: defaultGnssConfig,
  bim: bimStart,
  cesium: cesiumStart,
} as const;

export const duties = ['responsible', 'deputy', 'viewer'] as const;
export type Duty = (typeof duties)[number];
const StructureMember = z.object({
  userId: z.int(),
  name: z.string(),
  displayName: z.string(),
  duty: z.enum(duties),
});

const patch = <S extends z.ZodRawShape>(shape: S) => z.object({ structureId: id, ...z.object(shape).partial().shape });
const reply = z.object({ settings: StructureSettings });

export const settings = {
  settings: route({
    method: 'GET',
    path: '/structures/{structureId}/settings',
    summary: 'The settings of a structure: options of its type, coordinates, GNSS, BIM, 3D map.',
    shows: ['structure'],
    needs: 'Retrieve:Structure',
    within: 'structureId',
    input: z.object({ structureId: id }),
    reply,
  }),
  setTypeOptions: route({
    method: 'PATCH',
    path: '/structures/{structureId}/type-options',
    summary:
      'Sets the type of a structure, and the measures that belong to the type, such as the diameter of a tunnel.',
    changes: ['structure'],
    needs: 'Update:Structure',
    within: 'structureId',
    guards: { read: 'settings', part: 'settings.typeOptions' },
    input: z.object({
      structureId: id,
      type: z.enum(structureTypes),
      options: measures,
    }),
    reply,
    fails: ['badInput'],
    example: { structureId: 1, type: 'tunnel', options: { diameter: 6.2 } },
  }),
  setCoordinate: route({
    method: 'PATCH',
    path: '/structures/{structureId}/coordinate-config',
    summary:
      'Sets the coordinate transformation of a structure. Stored for other programs: nothing in Plumbline reads it.',
    changes: ['structure'],
    needs: 'Update:Structure',
    within: 'structureId',
    guards: { read: 'settings', part: 'settings.coordinate' },
    input: patch(coordinateShape),
    reply,
    fails: ['badInput'],
    example: {
      structureId: 1,
      transform: 'fourParameter',
      fourParameters: { dx: 100, dy: 200, rotation: 10, scale: 20 },
    },
  }),
  setGnss: route({
    method: 'PATCH',
    path: '/structures/{structureId}/gnss-config',
    summary:
      'Sets how the GNSS observations of a structure are processed. The first time requires task name, base station and sites. Stored for other programs: nothing in Plumbline reads it.',
    changes: ['structure'],
    needs: 'Update:Structure',
    within: 'structureId',
    guards: { read: 'settings', part: 'settings.gnss' },
    input: patch(gnssShape),
    reply,
    fails: ['badInput'],
    example: { structureId: 1, taskName: 'dam_1', baseStation: 'BASE', sites: ['G-1'] },
  }),
  setBim: route({
    method: 'PATCH',
    path: '/structures/{structureId}/bim-config',
    summary: 'Sets the BIM model of a structure. Stored for other programs: nothing in Plumbline reads it.',
    changes: ['structure'],
    needs: 'Update:Structure',
    within: 'structureId',
    guards: { read: 'settings', part: 'settings.bim' },
    input: patch(bimShape),
    reply,
    fails: ['badInput'],
    example: { structureId: 1, modelKey: 'main-dam' },
  }),
  setCesium: route({
    method: 'PATCH',
    path: '/structures/{structureId}/cesium-config',
    summary: 'Sets the 3D tiles of a structure. Stored for other programs: nothing in Plumbline reads it.',
    changes: ['structure'],
    needs: 'Update:Structure',
    within: 'structureId',
    guards: { read: 'settings', part: 'settings.cesium' },
    input: patch(cesiumShape),
    reply,
    fails: ['badInput'],
    example: { structureId: 1, tileset: 'https://tiles.example.org/dam/tileset.json' },
  }),
  members: route({
    method: 'GET',
    path: '/structures/{structureId}/members',
    summary: 'Returns the people responsible for a structure. Their permissions come from their role in the project.',
    shows: ['structure', 'member', 'user'],
    needs: 'Retrieve:Structure',
    within: 'structureId',
    input: z.object({ structureId: id }),
    reply: z.object({ members: z.array(StructureMember) }),
  }),
  setMembers: route({
    method: 'PUT',
    path: '/structures/{structureId}/members',
    summary: 'Sets the people responsible for a structure: members of its project.',
    changes: ['structure'],
    needs: 'Update:Structure',
    within: 'structureId',
    guards: { read: 'members', part: '' },
    input: z.object({
      structureId: id,
      members: z
        .array(z.object({ memberId: id, duty: z.enum(duties) }))
        .max(50)
        .refine((list) => new Set(list.map(({ memberId }) => memberId)).size === list.length, 'repeats'),
    }),
    reply: z.object({ members: z.array(StructureMember) }),
    example: { structureId: 1, members: [] },
  }),
};
