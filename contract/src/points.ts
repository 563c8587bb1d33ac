import { z } from 'zod';
import { gatewayLimits } from './constants.ts';
import { familyCodes, sensorModes } from './families.ts';
import { coordinates, done, id, level, name, paging } from './fields.ts';
import { route } from './route.ts';

export const formulaTypes = ['SYSTEM_FORMULA', 'CUSTOM_FORMULA'] as const;
export const thresholdKinds = ['value', 'cumulative', 'rate', 'multi'] as const;
export const thresholdMethods = ['twoSided', 'upper', 'lower'] as const;

/** Levels 1 to 4 (blue, yellow, orange, red); a level may be left out, what is set ascends from above 0. */
export const Levels = z
  .array(z.number().positive().max(1e12).nullable())
  .length(4)
  .refine((levels) => {
    const set = levels.filter((each) => each !== null);
    return set.length > 0 && set.every((each, i) => i === 0 || each > set[i - 1]!);
  }, 'thresholdsNotAscending');

/** A limit on one field of a point. `multi` watches `base` and the rate together. */
export const Threshold = z
  .object({
    field: z.string().max(16),
    kind: z.enum(thresholdKinds),
    method: z.enum(thresholdMethods).default('twoSided'),
    levels: Levels,
    base: z.enum(['value', 'cumulative']).default('value').describe('multi only: what is watched beside the rate'),
    combine: z
      .enum(['and', 'or'])
      .default('and')
      .describe('multi only: and = the lower of both levels, or = the higher'),
    rateLevels: Levels.nullable().default(null).describe('multi only: levels of the rate per day'),
    releaseRatio: z
      .number()
      .min(0.5)
      .max(1)
      .default(0.95)
      .describe('A level is left below this part of its threshold ...'),
    releaseCount: z.int().min(1).max(10).default(2).describe('... for this many readings in a row'),
    consecutive: z
      .int()
      .min(1)
      .max(5)
      .default(1)
      .describe('Readings in a row that must reach a level before it is raised'),
    enabled: z.boolean().default(true),
  })
  .refine((threshold) => threshold.kind !== 'multi' || threshold.rateLevels !== null, {
    path: ['rateLevels'],
    message: 'rateLevelsNeeded',
  })
  .meta({ id: 'Threshold' });
export type Threshold = z.output<typeof Threshold>;

export const Point = z
  .object({
    id: z.int(),
    projectId: z.int(),
    structureId: z.int(),
    name: z.string(),
    type: z.int().describe('0 automated'),
    family: z.enum(familyCodes as [(typeof familyCodes)[number], ...(typeof familyCodes)[number][]]),
    mode: z.int(),
    nodeCount: z.int(),
    mainField: z.string().describe('The field that trees, maps and tables show'),
    formulaType: z.enum(formulaTypes),
    parameters: z.record(z.string(), z.number()),
    customFormula: z.record(z.string(), z.string()),
    initialValues: z.record(z.string(), z.number()).describe('By field; what the cumulative change is counted from'),
    intervalSeconds: z.int(),
    coordinates: coordinates.nullable(),
    deviceGroup: z.object({ measuringDeviceId: z.int(), sncode: z.string(), channel: z.string() }).nullable(),
    archivedAt: z.string().nullable(),
    level,
    latest: z.object({ at: z.string(), receivedAt: z.string(), values: z.array(z.number().nullable()) }).nullable(),
    stale: z.boolean(),
  })
  .meta({ id: 'Point' });
export type Point = z.output<typeof Point>;

const number = z.number().min(-1e15).max(1e15);
const said = {
  name: name(32),
  structureId: id,
  family: z.enum(familyCodes as [(typeof familyCodes)[number], ...(typeof familyCodes)[number][]]),
  mode: z.coerce.number<number>().refine((mode) => mode in sensorModes, 'sensorMode'),
  nodeCount: z.int().min(0).max(gatewayLimits.nodesPerPoint),
  mainField: z.string().max(16),
  formulaType: z.enum(formulaTypes),
  parameters: z.record(z.string().max(16), number),
  customFormula: z.record(z.string().max(16), z.string().max(2000)),
  initialValues: z.record(z.string().max(16), number),
  intervalSeconds: z
    .int()
    .min(1)
    .max(31 * 86_400),
  coordinates: coordinates.nullable(),
};

export const points = {
  list: route({
    method: 'GET',
    path: '/projects/{projectId}/measuring-points',
    says: 'The measuring points of a project, by structure and name.',
    needs: 'Retrieve:MeasuringPoint',
    within: 'projectId',
    input: z.object({
      projectId: id,
      structureId: id.optional(),
      keyword: z.string().trim().max(50).optional(),
      ...paging,
      pageSize: z.coerce.number<number>().int().min(1).max(2000).default(200),
    }),
    reply: z.object({ measuringPoints: z.array(Point), total: z.int() }),
  }),
  create: route({
    method: 'POST',
    path: '/projects/{projectId}/measuring-points',
    says: 'Adds a measuring point to a structure or item of the project.',
    needs: 'Create:MeasuringPoint',
    within: 'projectId',
    input: z.object({
      projectId: id,
      structureId: said.structureId,
      name: said.name,
      family: said.family,
      mode: said.mode.default(4),
      nodeCount: said.nodeCount.default(0),
      mainField: said.mainField.optional().describe("The family's first field unless told"),
      formulaType: said.formulaType.default('SYSTEM_FORMULA'),
      parameters: said.parameters.default({}),
      customFormula: said.customFormula.default({}),
      initialValues: said.initialValues.default({}),
      intervalSeconds: said.intervalSeconds.default(3600),
      coordinates: said.coordinates.default(null),
    }),
    reply: z.object({ measuringPoint: Point }),
    fails: ['nameTaken', 'formulaIllegal', 'badInput'],
    example: { projectId: 1, structureId: 1, name: 'PZ-240-2', family: 'temperature', mode: 4 },
  }),
  get: route({
    method: 'GET',
    path: '/measuring-points/{pointId}',
    says: 'One measuring point with its thresholds.',
    needs: 'Retrieve:MeasuringPoint',
    within: 'pointId',
    input: z.object({ pointId: id }),
    reply: z.object({ measuringPoint: Point, thresholds: z.array(Threshold) }),
  }),
  update: route({
    method: 'PATCH',
    path: '/measuring-points/{pointId}',
    says: 'Changes what is given; from then on new readings are converted by it.',
    needs: 'Update:MeasuringPoint',
    within: 'pointId',
    input: z.object({
      pointId: id,
      ...z
        .object({
          name: said.name,
          structureId: said.structureId,
          mode: said.mode,
          mainField: said.mainField,
          formulaType: said.formulaType,
          parameters: said.parameters,
          customFormula: said.customFormula,
          initialValues: said.initialValues,
          intervalSeconds: said.intervalSeconds,
          coordinates: said.coordinates,
        })
        .partial().shape,
    }),
    reply: z.object({ measuringPoint: Point }),
    fails: ['nameTaken', 'formulaIllegal'],
    example: { pointId: 1, name: 'PZ-240-2' },
  }),
  bind: route({
    method: 'PUT',
    path: '/measuring-points/{pointId}/device-group',
    says: 'Binds a point to a channel of a device of the same corporation, or unbinds it.',
    needs: 'Update:MeasuringPoint',
    within: 'pointId',
    input: z.object({ pointId: id, measuringDeviceId: id.nullable(), channel: z.string().trim().max(16).default('1') }),
    reply: z.object({ measuringPoint: Point }),
    fails: ['channelUnknown', 'channelOccupied'],
    example: { pointId: 1, measuringDeviceId: null },
  }),
  setThresholds: route({
    method: 'PUT',
    path: '/measuring-points/{pointId}/thresholds',
    says: 'Replaces the thresholds of a point.',
    needs: 'Update:MeasuringPoint',
    within: 'pointId',
    input: z.object({ pointId: id, thresholds: z.array(Threshold).max(50) }),
    reply: z.object({ thresholds: z.array(Threshold) }),
    fails: ['badInput'],
    example: { pointId: 1, thresholds: [] },
  }),
  remove: route({
    method: 'DELETE',
    path: '/measuring-points/{pointId}',
    says: "Deletes a point with its readings and alerts. With readings, asks for the project creator's password.",
    needs: 'Delete:MeasuringPoint',
    within: 'pointId',
    input: z.object({ pointId: id, password: z.string().max(64).optional() }),
    reply: done,
    fails: ['passwordNeeded', 'wrongPassword', 'tooMany'],
  }),
};
