/** Surveys of a chain: what every node of a deep displacement point showed at a time, as one shape. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { id, instant } from '../points/fields.ts';
import { SoilLayer } from '../points/strata.ts';

/** Surveys of one question. */
export const maxSurveys = 60;
/** Chains whose shape one call gives. */
export const maxShapes = 50;

/** How a chain lies: a casing, a settlement line, up the slab of a dam, around a section or along a part of one. */
export const chainForms = ['vertical', 'horizontal', 'panel', 'ring', 'arc'] as const;
export type ChainForm = (typeof chainForms)[number];

const column = z.array(z.number().nullable());
const place = z.object({ x: z.number(), y: z.number() });
export const Survey = z
  .object({
    requestedAt: z.string(),
    at: z.string().nullable().describe('When it was measured; null = no reading near enough'),
    x: column.describe(
      'mm, of each joint from the first; null = no value. Vertical: axis A; horizontal: up; panel: deflection into the dam; ring and arc: to the right in the section',
    ),
    y: column.describe('mm. Vertical: axis B; ring and arc: up in the section; horizontal and panel: all null'),
    misclosure: place
      .nullable()
      .describe('Ring: mm by which the last segment misses the first joint, before it was shared out; else null'),
    casing: z.int().describe('Which of `casings` it was measured with'),
    isComparable: z
      .boolean()
      .describe('False where the baseline was measured with another chain: nothing is counted then'),
    isComplete: z.boolean().describe('Whether every joint has the values that its form has'),
    excavationM: z
      .number()
      .nullable()
      .describe('How deep the pit before it was dug on that day, m; null = not known, or no survey'),
  })
  .meta({ id: 'Survey' });
export type Survey = z.output<typeof Survey>;

export const Casing = z
  .object({
    form: z.enum(chainForms),
    segmentMm: z.number().describe('Of the first segment'),
    lengthsMm: z.array(z.number()).describe('Of each segment, mm'),
    fixedEnd: z.enum(['top', 'bottom']).describe('top = the first joint is held, bottom = the last'),
    fromAt: z.string().nullable().describe('Since when the point is that chain; null = from the beginning'),
    markAzimuthDeg: z.number().nullable().describe('Of axis A, clockwise from north; null = not set'),
    chainagesM: z.array(z.number()).describe('Distance of each joint from the first along the chain, m'),
    depthsM: z
      .array(z.number())
      .describe('Vertical: depth of each joint, downwards; a chain of n segments has n + 1. Else empty'),
    elevationsM: z.array(z.number()).describe('Panel: elevation of each joint at rest, m; else empty'),
    panelAngleDeg: z.number().nullable().describe('Panel: inclination of the slab; else null'),
    nodes: z
      .array(place)
      .describe('Ring and arc: joints at rest in the section, mm from the first, y up; a ring has n. Else empty'),
  })
  .meta({ id: 'Casing' });
export type Casing = z.output<typeof Casing>;

export const Shape = z
  .object({
    pointId: z.int(),
    ...Survey.pick({ at: true, x: true, y: true, isComplete: true }).shape,
    casing: Casing.describe('The chain that it was measured with'),
  })
  .meta({ id: 'Shape' });
export type Shape = z.output<typeof Shape>;

const sign = z.union([z.literal(1), z.literal(-1)]);
export const ChainDrawing = z
  .object({
    direction: sign.describe('-1 = the axis runs the other way; numbers stay'),
    settlementSign: sign.describe('1 = settlement counts downwards, -1 = upwards'),
    convergenceSign: sign.describe('1 = a closing chord is negative, -1 = positive'),
    archSign: sign.describe('1 = a crown that goes down is negative, -1 = positive'),
    markAzimuthDeg: z.number().nullable().describe('Of axis A, clockwise from north; null = not set'),
  })
  .meta({ id: 'ChainDrawing' });
export type ChainDrawing = z.output<typeof ChainDrawing>;

/** A survey against depth: joints from the top, m downwards and mm. */
const shape = z.object({
  at: z.string(),
  depthsM: z.array(z.number()),
  values: column,
});
export const ComparedPair = z
  .object({
    manual: shape,
    automatic: shape,
    apartSeconds: z.int().describe('How much later the automatic survey is; negative = earlier'),
    atDepths: column.describe(
      'The automatic survey at the depths of the manual one, straight between its joints; null beyond them',
    ),
    differences: column.describe('Automatic less manual at the depths of the manual one, mm'),
    count: z.int().describe('Depths at which both are known'),
    mean: z.number().nullable().describe('Of the differences, mm'),
    rms: z.number().nullable().describe('Root of the mean of their squares, mm'),
    largest: z
      .object({ depthM: z.number(), difference: z.number() })
      .nullable()
      .describe('The largest difference by size, with its sign'),
  })
  .meta({ id: 'ComparedPair' });
export type ComparedPair = z.output<typeof ComparedPair>;

export const profiles = {
  compare: route({
    method: 'POST',
    path: '/monitor/profiles/compare',
    summary:
      'Compares the surveys of a manual probe with those of an automatic chain in the same casing: of each manual survey of a span the automatic one nearest in time, both against depth, with the difference at every depth of the probe.',
    shows: ['reading', 'correction', 'point'],
    needs: 'Retrieve:Data',
    within: 'pointId',
    readOnly: true,
    background: true,
    input: z.object({
      pointId: id.describe('The automatic chain'),
      manualPointId: id.describe('A manual chain of the same structure'),
      from: instant,
      to: instant,
      axis: z.enum(['x', 'y', 'resultant']).default('x'),
      baseline: instant.nullable().default(null).describe('Each counts from its own survey nearest to this time'),
      toleranceSeconds: z
        .int()
        .min(1)
        .max(31 * 86_400)
        .default(86_400)
        .describe('How far from a manual survey, or from the baseline, a survey may be'),
      raw: z.boolean().default(false).describe('As stored, without corrections'),
      quality: z.enum(['good', 'all']).default('good').describe('good = values that failed are missing'),
    }),
    reply: z.object({
      pairs: z.array(ComparedPair).describe('Oldest first'),
      unmatched: z.array(z.string()).describe('Manual surveys without an automatic one near enough, oldest first'),
      omitted: z.int().describe('Older manual surveys of the span: the newest 60 are compared'),
      baseline: z
        .object({ manualAt: z.string().nullable(), automaticAt: z.string().nullable() })
        .nullable()
        .describe('What each counts from; null = no survey near enough, so nothing is counted'),
      azimuths: z
        .object({ manualDeg: z.number().nullable(), automaticDeg: z.number().nullable() })
        .describe('Of axis A of each, clockwise from north. Values are compared as they are'),
    }),
    fails: ['badInput', 'startAfterEnd', 'spanExceeded', 'shiftParseFailed', 'shiftFetchFailed'],
    example: { pointId: 1, manualPointId: 2, from: '2026-03-01T00:00:00Z', to: '2026-06-01T00:00:00Z' },
  }),
  shapes: route({
    method: 'POST',
    path: '/monitor/profiles/shapes',
    summary:
      'Returns the shape of several chains at one time, each from the reading nearest to it, counted from the initial values: what a drawing shows of them.',
    shows: ['reading', 'correction', 'point'],
    needs: 'Retrieve:Data',
    within: 'pointIds',
    readOnly: true,
    background: true,
    input: z.object({
      pointIds: z.array(id).min(1).max(maxShapes).describe('Points with nodes'),
      at: instant,
      toleranceSeconds: z
        .int()
        .min(1)
        .max(31 * 86_400)
        .optional()
        .describe('How far from the time a reading may be; as long as each point may be silent unless told'),
      raw: z.boolean().default(false).describe('As stored, without corrections'),
      quality: z.enum(['good', 'all']).default('good').describe('good = values that failed are missing'),
    }),
    reply: z.object({ shapes: z.array(Shape).describe('In the order asked for, each point once') }),
    fails: ['badInput', 'spanExceeded', 'shiftParseFailed', 'shiftFetchFailed'],
    example: { pointIds: [1], at: '2026-03-01T00:00:00Z' },
  }),
  surveys: route({
    method: 'POST',
    path: '/monitor/profiles',
    summary:
      'Returns the shape of a chain at one or several times, each from the nearest reading, counted from a baseline survey where one is given and from the initial values otherwise.',
    shows: ['reading', 'correction', 'point', 'strata'],
    needs: 'Retrieve:Data',
    within: 'pointId',
    readOnly: true,
    background: true,
    input: z.object({
      pointId: id,
      times: z.array(instant).min(1).max(maxSurveys).describe('In any order; answered in order of time, each once'),
      baseline: instant.nullable().default(null).describe('Displacements count from the survey nearest to this time'),
      toleranceSeconds: z
        .int()
        .min(1)
        .max(31 * 86_400)
        .optional()
        .describe('How far from a time its reading may be; half of the collect interval unless told'),
      raw: z.boolean().default(false).describe('As stored, without corrections'),
      quality: z.enum(['good', 'all']).default('good').describe('good = values that failed are missing'),
    }),
    reply: z.object({
      casings: z.array(Casing).describe('The chains that the point was, oldest first'),
      drawing: ChainDrawing.describe('How the point is drawn now'),
      baseline: Survey.nullable().describe('The survey that is counted from, itself counted from the initial values'),
      surveys: z.array(Survey),
      layers: z.array(SoilLayer).describe('Soil beside the casing from the top down, m; empty = not entered'),
    }),
    fails: ['badInput', 'spanExceeded', 'shiftParseFailed', 'shiftFetchFailed'],
    example: { pointId: 1, times: ['2026-03-01T00:00:00Z'] },
  }),
};
