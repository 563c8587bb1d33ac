import { z } from 'zod';
import { id, ids, instant, level } from './fields.ts';
import { route } from './route.ts';

/** What is asked of a field: its value, its change since the initial value, or its change per day. */
export const quantities = ['value', 'cumulative', 'rate'] as const;

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
  })
  .meta({ id: 'Series' });
export type Series = z.output<typeof Series>;

export const Latest = z
  .object({
    pointId: z.int(),
    at: z.string(),
    receivedAt: z.string(),
    values: z.array(z.number().nullable()),
    level,
    stale: z.boolean(),
  })
  .meta({ id: 'Latest' });

export const ReadingRow = z
  .object({
    at: z.string(),
    receivedAt: z.string(),
    values: z.array(z.number().nullable()),
    cumulative: z.array(z.number().nullable()),
    raw: z.unknown(),
  })
  .meta({ id: 'ReadingRow' });

const span = { from: instant, to: instant };
const example = { from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' };

export const readings = {
  query: route({
    method: 'POST',
    path: '/monitor/query',
    says: 'Curves of points. Thinned to `width` pixels with every minimum and maximum kept (a year at most), or raw (7 days at most).',
    needs: 'Retrieve:Data',
    within: 'pointIds',
    readOnly: true,
    background: true,
    input: z.object({
      pointIds: z.array(id).min(1).max(50),
      fields: z
        .array(z.string().max(16))
        .min(1)
        .max(20)
        .optional()
        .describe('The first field of each point unless told'),
      quantity: z.enum(quantities).default('value'),
      ...span,
      width: z.int().min(50).max(10_000).optional().describe('Pixels; absent = raw'),
    }),
    reply: z.object({ series: z.array(Series) }),
    fails: ['startAfterEnd', 'spanExceeded'],
    example: { pointIds: [1], ...example, width: 800 },
  }),
  latest: route({
    method: 'POST',
    path: '/monitor/latest',
    says: 'The latest reading of each point by measuring time. Points without a reading are left out.',
    needs: 'Retrieve:Data',
    within: 'pointIds',
    readOnly: true,
    background: true,
    input: z.object({ pointIds: ids }),
    reply: z.object({ latest: z.array(Latest) }),
  }),
  pagination: route({
    method: 'POST',
    path: '/monitor/pagination',
    says: 'The readings of one point, a page at a time.',
    needs: 'Retrieve:Data',
    within: 'pointId',
    readOnly: true,
    background: true,
    input: z.object({
      pointId: id,
      ...span,
      order: z.enum(['newest', 'oldest']).default('newest'),
      page: z.int().min(1).max(100_000).default(1),
      pageSize: z.int().min(1).max(1000).default(50),
    }),
    reply: z.object({
      fields: z.array(z.object({ key: z.string(), unit: z.string(), precision: z.int() })),
      rows: z.array(ReadingRow),
      total: z.int(),
    }),
    fails: ['startAfterEnd', 'spanExceeded'],
    example: { pointId: 1, ...example },
  }),
  statistics: route({
    method: 'POST',
    path: '/monitor/statistics',
    says: 'Last, extremes with their times, mean, deviation, change and completeness of one field over a span.',
    needs: 'Retrieve:Data',
    within: 'pointId',
    readOnly: true,
    background: true,
    input: z.object({
      pointId: id,
      field: z.string().max(16).optional(),
      quantity: z.enum(quantities).default('value'),
      ...span,
    }),
    reply: z.object({
      statistics: z.object({
        field: z.string(),
        unit: z.string(),
        count: z.int(),
        last: z.number().nullable(),
        lastAt: z.string().nullable(),
        max: z.number().nullable(),
        maxAt: z.string().nullable(),
        min: z.number().nullable(),
        minAt: z.string().nullable(),
        mean: z.number().nullable(),
        deviation: z.number().nullable().describe('Sample standard deviation'),
        change: z.number().nullable().describe('Last minus first'),
        ratePerDay: z.number().nullable(),
        expected: z.int().describe('Readings that the collect interval would give'),
      }),
    }),
    fails: ['startAfterEnd', 'spanExceeded'],
    example: { pointId: 1, ...example },
  }),
};
