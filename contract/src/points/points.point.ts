import { z } from 'zod';
import { gatewayLimits, limits } from '../kernel/constants.ts';
import { Status } from '../kernel/status.ts';
import { type FamilyCode, familyCodes, sensorModes } from './families.ts';
import { coordinates, id, name, photoTimes, picturePlace } from './fields.ts';

/** Kinds of points (specification 3). The index is its `type`. */
export const pointTypes = ['automated', 'composite', 'manual', 'master'] as const;
export const collectModes = ['UploadCollect', 'CommandCollect', 'NoCollect'] as const;
export const formulaTypes = ['SYSTEM_FORMULA', 'CUSTOM_FORMULA'] as const;
export const migrationStates = ['none', 'notMigrated', 'completed', 'cancelled'] as const;

/** A point that another one is made of: read by a formula under its variable (composite), or joined in order (master). */
export const Slave = z.object({
  pointId: id,
  variable: z
    .string()
    .trim()
    .regex(/^[\p{L}_][\p{L}\p{N}_]{0,15}$/u, 'parameterName')
    .optional()
    .describe('composite: what its formulas call the value'),
  field: z.string().max(16).optional().describe('composite: which field of the slave; its main field unless told'),
});
export type Slave = z.output<typeof Slave>;

const metres = z.number().min(-1e8).max(1e8);
/** How the slaves of a master make one line or one section. What concerns another kind of line is kept and not used. */
export const MasterConfig = z.object({
  fixedPointId: id.nullable().describe('The slave that does not move; null = the first'),
  lengthsMm: z
    .array(z.number().positive().max(1e7))
    .max(200)
    .describe('Length of each slave (tilt beams); empty = as the slaves say (arrays)'),
  chainagesM: z
    .array(metres)
    .max(200)
    .default([])
    .describe('Distance of each slave along the line, ascending; empty = by their coordinates'),
  turningPointIds: z
    .array(id)
    .max(50)
    .default([])
    .describe('Hydrostatic cells with which another circuit begins, on the bracket of the cell before'),
  closing: z
    .object({
      knownUpMm: z
        .number()
        .min(-1e5)
        .max(1e5)
        .describe('How far its far end has moved up by a survey, mm; 0 = it is firm'),
    })
    .nullable()
    .default(null)
    .describe(
      'Cells, beams, arrays: the end far from the fixed one is known too, and the misclosure is shared out by distance',
    ),
  chords: z
    .array(z.object({ from: id, to: id }))
    .max(100)
    .nullable()
    .default(null)
    .describe(
      'Pairs of prisms of a section between which it is measured; null = those across and those from the crown',
    ),
  referenceLine: z
    .object({ fromEast: metres, fromNorth: metres, toEast: metres, toNorth: metres })
    .nullable()
    .default(null)
    .describe('Line from which offsets of prisms are measured, m; null = from the first slave to the last'),
});
export type MasterConfig = z.output<typeof MasterConfig>;

const family = z.enum(familyCodes as [FamilyCode, ...FamilyCode[]]);
const number = z.number().min(-1e15).max(1e15);

/**
 * What people set up at a point, as answers hold it. How each may be given is said below, where it is kept in
 * server/src/features/points/points/logic/point-columns.ts, and where it stands in a sheet in sheets.points.ts.
 */
const setup = {
  structureId: z.int(),
  name: z.string(),
  type: z.int().describe('0 automated, 1 composite, 2 manual, 3 master'),
  family,
  mode: z.int().describe('Sensor mode 1..9; 0 = no sensor (composite, manual, master)'),
  nodeCount: z.int(),
  mainField: z.string().describe('The field that trees, maps and tables show'),
  formulaType: z.enum(formulaTypes),
  parameters: z.record(z.string(), z.number()).describe('Its own; each holds before that of its device'),
  deviceParameters: z
    .record(z.string(), z.number())
    .describe('As the config of its device says: holds for a parameter of its sensor mode that the point does not set'),
  customFormula: z.record(z.string(), z.string()),
  initialValues: z.record(z.string(), z.number()).describe('By field; what the cumulative change is counted from'),
  intervalSeconds: z.int(),
  coordinates: coordinates.nullable(),
  imageLocation: picturePlace.nullable().describe("Place on the structure's picture"),
  depthM: z.number().nullable().describe('Metres below the reference level of its location; null = not known'),
  slaves: z.array(Slave),
  master: MasterConfig.nullable(),
  collectMode: z.enum(collectModes),
  lockLocation: z.boolean(),
  onlySort: z.int().nullable().describe('Place among the points of its structure; null = by name'),
  timedPhotographing: z.array(z.string()),
  backupNodes: z.array(z.int()).describe('Points that stand in for it'),
};
export type PointSetup = z.output<z.ZodObject<typeof setup>>;

export const Point = z
  .object({
    id: z.int(),
    projectId: z.int(),
    ...setup,
    countsFrom: z
      .record(z.string(), z.number())
      .describe('By field; what the cumulative change counts from now: the initial value, or the new zero in force'),
    image: z.string().nullable().describe('File id'),
    usedChannel: z.string().nullable().describe('The channel that feeds it'),
    deviceGroup: z
      .object({
        measuringDeviceId: z.int(),
        measuringDevice: z.object({ id: z.int(), name: z.string(), sncode: z.string() }),
        sncode: z.string(),
        channel: z.string(),
        collectorId: z.int().nullable(),
        dtuId: z.int().nullable(),
        since: z.string().nullable(),
        migration: z.enum(migrationStates),
      })
      .nullable(),
    archivedAt: z.string().nullable().describe('Snapshotted since: it can be read and not changed'),
    deprecatedAt: z
      .string()
      .nullable()
      .describe('Deprecated since: it takes no readings and is hidden unless asked for'),
    latest: z.object({ at: z.string(), receivedAt: z.string(), values: z.array(z.number().nullable()) }).nullable(),
    status: Status,
  })
  .meta({ id: 'Point' });
export type Point = z.output<typeof Point>;

/** The tab "point config". Each field may be given alone. */
export const pointConfig = {
  name: name(32),
  structureId: id,
  mainField: z.string().max(16),
  intervalSeconds: z
    .int()
    .min(limits.collectIntervalMinSeconds)
    .max(31 * 86_400),
  coordinates: coordinates.nullable(),
  imageLocation: picturePlace.nullable(),
  depthM: z.number().min(-1_000).max(12_000).nullable(),
  collectMode: z.enum(collectModes),
  lockLocation: z.boolean(),
  onlySort: z.int().min(0).max(1_000_000).nullable(),
  timedPhotographing: photoTimes,
  backupNodes: z.array(id).max(10),
};

/** The tab "formula and parameters". */
export const formulaConfig = {
  mode: z.coerce.number<number>().refine((mode) => mode in sensorModes, 'sensorMode'),
  formulaType: z.enum(formulaTypes),
  parameters: z.record(z.string().max(16), number),
  customFormula: z.record(z.string().max(16), z.string().max(2000)),
  initialValues: z.record(z.string().max(16), number),
};

/** Fields that set the kind of a point, given when it is created. */
export const pointKind = {
  type: z.int().min(0).max(3).describe('0 automated, 1 composite, 2 manual, 3 master'),
  family,
  nodeCount: z.int().min(0).max(gatewayLimits.nodesPerPoint),
};

/** Fields that make a composite or a master out of other points. */
export const slaveConfig = {
  slaves: z.array(Slave).max(200),
  master: MasterConfig.nullable(),
};
/** All that is set up, as it may be given for a new point. What its device says of it is given at the device. */
export const pointInput = { ...pointConfig, ...formulaConfig, ...pointKind, ...slaveConfig } satisfies Record<
  Exclude<keyof PointSetup, 'deviceParameters'>,
  z.ZodType
>;

/** Why something is done, for the log of changes. */
export const reason = z.string().trim().max(200).default('');
