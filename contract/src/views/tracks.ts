/** Where surface points moved: the path of one over time, and the movements of all points of a structure between two dates. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { id, instant } from '../points/fields.ts';

const mm = (text: string) => z.number().nullable().describe(`mm, ${text}; null = no value`);
/** A point at one reading, counted from its base position or from the baseline. */
export const Position = z
  .object({
    at: z.string(),
    north: mm('field dx'),
    east: mm('field dy'),
    up: mm('field dh'),
    horizontal: mm('sqrt(north² + east²)'),
    azimuthDeg: z.number().nullable().describe('Where it went, clockwise from north; null = nowhere'),
  })
  .meta({ id: 'Position' });
export type Position = z.output<typeof Position>;

const options = {
  raw: z.boolean().default(false).describe('As stored, without corrections'),
  quality: z.enum(['good', 'all']).default('good').describe('good = values that failed are missing'),
  toleranceSeconds: z
    .int()
    .min(1)
    .max(31 * 86_400)
    .default(43_200)
    .describe('How far from a date the reading that stands for it may be'),
};

export const MovedPoint = z
  .object({
    pointId: z.int(),
    name: z.string(),
    structure: z.string().describe('The structure or item that holds it'),
    eastM: z.number().nullable().describe('Where it stands, m from the middle of all; null = not known'),
    northM: z.number().nullable(),
    before: Position.nullable().describe('At the first date; null = no reading near enough'),
    after: Position.nullable().describe('At the second date'),
    moved: Position.omit({ at: true }).nullable().describe('From the first to the second; null where one is missing'),
    level: z
      .int()
      .nullable()
      .describe('Which limit on `horizontal` the second date reaches; null = no limits, or no value'),
  })
  .meta({ id: 'MovedPoint' });
export type MovedPoint = z.output<typeof MovedPoint>;

/** Points that one structure may show. */
export const maxMovedPoints = 2_000;

export const tracks = {
  track: route({
    method: 'POST',
    path: '/monitor/tracks',
    summary:
      'Returns the path of a surface point on the plan over a span, thinned with every extreme of each direction kept, counted from its base position or from a baseline.',
    shows: ['reading', 'correction', 'point'],
    needs: 'Retrieve:Data',
    within: 'pointId',
    readOnly: true,
    background: true,
    input: z.object({
      pointId: id,
      from: instant,
      to: instant,
      baseline: instant.nullable().default(null).describe('Counted from the reading nearest to this time'),
      columns: z
        .int()
        .min(20)
        .max(2_000)
        .default(400)
        .describe('Stretches of time of which first, last and extremes are kept'),
      ...options,
    }),
    reply: z.object({
      times: z.array(z.number()).describe('Epoch ms'),
      north: z.array(z.number().nullable()).describe('mm; null = no value, or the line breaks here'),
      east: z.array(z.number().nullable()),
      up: z.array(z.number().nullable()),
      start: Position.nullable().describe('The first whole reading of the span'),
      end: Position.nullable().describe('The last one'),
      farthest: Position.nullable().describe('The one farthest from where positions count from'),
      baseline: Position.nullable().describe('What is counted from, itself counted from the base position'),
      total: z.int().describe('Readings of the span'),
      thinned: z.boolean(),
    }),
    fails: ['badInput', 'startAfterEnd', 'spanExceeded', 'shiftParseFailed', 'shiftFetchFailed'],
    example: { pointId: 1, from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' },
  }),
  vectors: route({
    method: 'POST',
    path: '/monitor/vectors',
    summary:
      'Returns how every surface point of a structure and its items moved from one date to another, and where each stands on the plan.',
    shows: ['reading', 'correction', 'point', 'structure', 'threshold'],
    needs: 'Retrieve:Data',
    within: 'structureId',
    readOnly: true,
    background: true,
    input: z.object({ structureId: id, from: instant, to: instant, ...options }),
    reply: z.object({
      places: z
        .enum(['grid', 'map'])
        .nullable()
        .describe('grid = from the base positions (e0, n0), map = from the locations on the map; null = nowhere'),
      points: z.array(MovedPoint),
    }),
    fails: ['startAfterEnd', 'spanExceeded', 'shiftParseFailed', 'shiftFetchFailed'],
    example: { structureId: 1, from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' },
  }),
};
