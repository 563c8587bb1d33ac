/** What a weather station measured, as a rose of winds. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { id, instant } from '../points/fields.ts';

/** Readings that one rose is counted of. */
export const maxRoseReadings = 3_000_000;

export const WindRose = z
  .object({
    classes: z.array(z.number()).describe('Lower end of each class of speed, m/s; the last has no end'),
    counts: z
      .array(z.array(z.int()))
      .describe('Readings by sector, north first and clockwise, and by class: where the wind comes from'),
    calm: z.int().describe('Readings at or below 0.2 m/s: without a direction, in no sector'),
    total: z.int().describe('Readings with direction and speed, calm ones among them'),
    missing: z.int().describe('Readings that miss one of the two'),
    meanDirectionDeg: z.number().nullable().describe('Of the mean vector'),
    meanSpeedMS: z.number().nullable(),
    maxSpeedMS: z.number().nullable(),
  })
  .meta({ id: 'WindRose' });
export type WindRose = z.output<typeof WindRose>;

export const weather = {
  windRose: route({
    method: 'POST',
    path: '/monitor/wind-rose',
    summary: 'Counts every reading of a weather station over a span by direction and speed of the wind.',
    shows: ['reading', 'correction', 'point'],
    needs: 'Retrieve:Data',
    within: 'pointId',
    readOnly: true,
    background: true,
    input: z.object({
      pointId: id,
      from: instant,
      to: instant,
      directions: z.union([z.literal(8), z.literal(16)]).default(16),
      raw: z.boolean().default(false).describe('As stored, without corrections'),
      quality: z.enum(['good', 'all']).default('good').describe('good = values that failed are missing'),
    }),
    reply: z.object({
      rose: WindRose,
      rainfall: z
        .object({ pointId: z.int(), name: z.string() })
        .nullable()
        .describe('The rain gauge that stands beside it: of its structure, or else of its project'),
    }),
    fails: ['badInput', 'startAfterEnd', 'spanExceeded', 'shiftParseFailed', 'shiftFetchFailed'],
    example: { pointId: 1, from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' },
  }),
};
