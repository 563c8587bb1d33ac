/** Readings looked at beside the time axis: one quantity against another, and how values are distributed. Nothing of it is stored. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { id, instant } from '../points/fields.ts';
import { quantities } from '../readings/readings.shapes.ts';

/** Pairs that an answer holds, of however many there are. */
export const maxDrawnPairs = 2_000;

const column = z.array(z.number());
const options = {
  from: instant,
  to: instant,
  raw: z.boolean().default(false).describe('As stored, without corrections'),
  quality: z.enum(['good', 'all']).default('good').describe('good = values that failed count nowhere'),
};
const read = {
  method: 'POST',
  shows: ['reading', 'correction', 'point'],
  needs: 'Retrieve:Data',
  readOnly: true,
  background: true,
  fails: ['badInput', 'startAfterEnd', 'spanExceeded', 'shiftParseFailed', 'shiftFetchFailed'],
} as const;
const example = { from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' };
const field = z.string().max(16);
const side = z.object({ pointId: z.int(), field: z.string(), unit: z.string() });

export const analysis = {
  relation: route({
    ...read,
    within: 'pointIds',
    path: '/monitor/relation',
    summary:
      'Returns pairs of two fields, of one point or of two, matched in time, with the straight line that fits them best. All pairs count; those answered are spread evenly over the time.',
    input: z.object({
      pointIds: z.array(id).min(1).max(2).describe('Of x and of y; one = both are fields of it'),
      fields: z.array(field).length(2).describe('x and y'),
      quantity: z.enum(['value', 'cumulative']).default('value'),
      ...options,
      toleranceSeconds: z
        .int()
        .min(1)
        .max(7 * 86_400)
        .optional()
        .describe('How far apart the two readings of a pair may be; half of the longer collect interval unless told'),
    }),
    reply: z.object({
      x: side,
      y: side,
      toleranceSeconds: z.number(),
      n: z.int().describe('Pairs'),
      unmatched: z.int().describe('Readings of the rarer series without one of the other near them'),
      fit: z
        .object({
          slope: z.number().describe('Units of y per unit of x'),
          intercept: z.number(),
          r: z.number(),
          r2: z.number(),
          residual: z.number().describe('Standard deviation of the residuals, in units of y'),
          slopeError: z.number().describe('Standard error of the slope'),
        })
        .nullable()
        .describe('null = fewer than three pairs, or one of the two does not vary'),
      pairs: z.object({ times: column.describe('Epoch ms'), x: column, y: column }),
    }),
    example: { pointIds: [1], fields: ['temp', 'opening'], ...example },
  }),
  distribution: route({
    ...read,
    within: 'pointId',
    path: '/monitor/distribution',
    summary: 'Counts every value of a field over a span by size, with mean, deviation and skewness.',
    input: z.object({
      pointId: id,
      field: field.optional(),
      quantity: z.enum(quantities).default('value'),
      ...options,
    }),
    reply: z.object({
      field: z.string(),
      unit: z.string(),
      failed: z.int().describe('Values that failed their tests and count nowhere'),
      histogram: z
        .object({
          n: z.int(),
          mean: z.number(),
          deviation: z.number(),
          median: z.number(),
          min: z.number(),
          max: z.number(),
          skewness: z.number().nullable(),
          edges: column.describe('Ends of the bins, one more than there are'),
          counts: z.array(z.int()),
        })
        .nullable()
        .describe('null = fewer than two values'),
    }),
    example: { pointId: 1, ...example },
  }),
};
