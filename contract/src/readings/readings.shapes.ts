/** What readings look like in answers: curves, latest values, totals, rows of a table. */
import { z } from 'zod';
import { PointStatus } from '../kernel/status.ts';
import { Flag, verdict } from './readings.flags.ts';

/** Quantities of a field: its value, its change since the initial value, or its change per day. */
export const quantities = ['value', 'cumulative', 'rate'] as const;
export type Quantity = (typeof quantities)[number];

/** One curve: times and values of the same length, oldest first; null = no value then. */
export const Series = z
  .object({
    pointId: z.int(),
    field: z.string(),
    unit: z.string(),
    quantity: z.enum(quantities),
    times: z.array(z.number()).describe('Epoch ms'),
    values: z.array(z.number().nullable()),
    total: z.int().describe('Readings in the span, before thinning'),
    thinned: z.boolean(),
    corrected: z.boolean().describe('Whether a correction is in force somewhere in the span'),
    flagged: z
      .array(z.object({ at: z.number(), value: z.number().nullable(), ...verdict }))
      .describe(
        'Values that are not plainly good, at most 1000, thinned where there are more. Failed ones are null in `values`',
      ),
    flaggedTotal: z.int(),
    filtered: z
      .object({
        filter: z.string().describe('Such as median-24h, hampel-7r-3'),
        times: z.array(z.number()).describe('Epoch ms'),
        values: z.array(z.number().nullable()),
        refused: z
          .array(z.object({ at: z.number(), value: z.number() }))
          .describe('Measured values that the filter refused, at most 5000, thinned where there are more'),
        refusedTotal: z.int(),
      })
      .nullable()
      .describe('The same curve through the filter that was asked for; null = none was'),
  })
  .meta({ id: 'Series' });
export type Series = z.output<typeof Series>;

export const Latest = z
  .object({
    pointId: z.int(),
    at: z.string(),
    receivedAt: z.string(),
    values: z.array(z.number().nullable()),
    status: PointStatus,
  })
  .meta({ id: 'Latest' });

/** Totals of a stretch of the project's calendar; only stretches that hold a value. */
export const Bucket = z
  .object({
    start: z.string(),
    end: z.string().describe('First instant after it; a day has 23 or 25 hours where clocks change'),
    n: z.int().describe('Values in it'),
    mean: z.number().nullable().describe('Of a direction that of its unit vectors; null where they cancel out'),
    min: z.number().nullable().describe('null = a direction: it has no extremes and no sum'),
    max: z.number().nullable(),
    sum: z.number().nullable(),
    first: z.number(),
    last: z.number(),
  })
  .meta({ id: 'Bucket' });

export const ReadingRow = z
  .object({
    at: z.string(),
    receivedAt: z.string(),
    values: z.array(z.number().nullable()),
    stored: z.array(z.number().nullable()).nullable().describe('As stored, where corrections changed something'),
    cumulative: z.array(z.number().nullable()),
    flags: z.array(Flag).nullable().describe('Of each field; null = nothing was found'),
    deviceId: z.int().nullable().describe('The device that measured; null = by hand'),
    changeId: z.int().nullable().describe('The act that brought or last rewrote it; null = the gateway'),
    raw: z.unknown(),
  })
  .meta({ id: 'ReadingRow' });
