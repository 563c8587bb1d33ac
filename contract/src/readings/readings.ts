import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { id, ids, instant } from '../points/fields.ts';
import { DisplayFilter } from './readings.filters.ts';
import { Flag, verdict } from './readings.flags.ts';
import { Bucket, Latest, quantities, ReadingRow, Series } from './readings.shapes.ts';

export * from './readings.shapes.ts';

/** Of what is listed: a curve goes up to its end, and a list of a span has what its curve has. */
const span = { from: instant, to: instant.describe('A reading at this very time is in it') };
/** Of what is counted: pieces that follow each other count a reading once. */
const countedSpan = { from: instant, to: instant.describe('A reading at this very time belongs to what follows') };
/** How values are looked at. */
const uncorrected = z.boolean().default(false).describe('As stored, without corrections');
const quality = z
  .enum(['good', 'all'])
  .default('good')
  .describe('good = values that failed count nowhere (a line breaks there); all = every value');
const fieldKeys = (max: number) => z.array(z.string().max(16)).min(1).max(max);
/** Looks at readings, which pages do by themselves too. */
const dataQuery = {
  method: 'POST',
  needs: 'Retrieve:Data',
  within: 'pointIds',
  readOnly: true,
  background: true,
} as const;
const pointQuery = { ...dataQuery, within: 'pointId' } as const;
/** The curves that one call draws. */
const curves = {
  pointIds: z.array(id).min(1).max(50),
  fields: fieldKeys(20).optional().describe('The first field of each point unless told'),
};
const filterFails = ['directionUnsuitable', 'filterSpanExceeded', 'filterWindowExceeded'] as const;
const valueOptions = { raw: uncorrected, quality };
const since = instant
  .optional()
  .describe(
    'Of cumulative rain and flow: the totals are counted from here; from the first reading of the span unless told',
  );
const pointField = z.object({ key: z.string(), unit: z.string(), precision: z.int() });
const example = { from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' };

const Totals = z
  .object({
    total: z.number().describe('Of the span'),
    largestHour: z.number().describe('The largest sum of any hour'),
    largestDay: z.number().describe('The largest sum of any 24 hours'),
    dayClass: z
      .enum(['trace', 'light', 'moderate', 'heavy', 'storm', 'heavyStorm', 'extreme'])
      .describe('Of the largest 24 hours, GB/T 28592'),
    event: z
      .object({ from: z.string(), to: z.string(), total: z.number() })
      .nullable()
      .describe('The last stretch without a pause of 6 hours; null = there was none'),
  })
  .meta({ id: 'Totals' });

export const readings = {
  query: route({
    ...dataQuery,
    path: '/monitor/query',
    aliases: (['artificial', 'pam', 'rdm', 'gdm-angle', 'deal'] as const).map((name) => ({
      path: `/monitor/${name}` as const,
    })),
    summary:
      'Returns curves of points, thinned to `width` pixels with every minimum and maximum kept (thirty years at most), or raw (7 days at most).',
    shows: ['reading', 'correction', 'point'],
    input: z.object({
      ...curves,
      quantity: z.enum(quantities).default('value'),
      ...span,
      width: z.int().min(50).max(10_000).optional().describe('Pixels; absent = every reading'),
      since,
      ...valueOptions,
      filter: DisplayFilter.optional(),
    }),
    reply: z.object({ series: z.array(Series) }),
    fails: ['startAfterEnd', 'spanExceeded', ...filterFails, 'shiftParseFailed', 'shiftFetchFailed'],
    example: { pointIds: [1], ...example, width: 800 },
  }),
  latest: route({
    ...dataQuery,
    path: '/monitor/latest',
    summary: 'Returns the latest reading of each point by measuring time. Points without a reading are left out.',
    shows: ['reading', 'correction', 'point', 'state'],
    input: z.object({ pointIds: ids, raw: uncorrected }),
    reply: z.object({ latest: z.array(Latest) }),
    fails: ['shiftParseFailed', 'shiftFetchFailed'],
  }),
  pagination: route({
    ...pointQuery,
    path: '/monitor/pagination',
    summary: 'The readings of one point, a page at a time.',
    shows: ['reading', 'correction', 'point'],
    input: z.object({
      pointId: id,
      ...span,
      order: z.enum(['newest', 'oldest']).default('newest'),
      page: z.int().min(1).max(100_000).default(1),
      pageSize: z.int().min(1).max(1000).default(50),
      raw: uncorrected,
    }),
    reply: z.object({
      fields: z.array(pointField),
      rows: z.array(ReadingRow),
      total: z.int(),
    }),
    fails: ['startAfterEnd', 'spanExceeded'],
    example: { pointId: 1, ...example },
  }),
  rows: route({
    ...pointQuery,
    path: '/monitor/rows',
    summary: 'Every reading of one point over a span as columns, oldest first: what a table of it shows.',
    shows: ['reading', 'correction', 'point'],
    input: z.object({
      pointId: id,
      fields: fieldKeys(302).optional().describe('All fields of the point unless told'),
      quantity: z.enum(quantities).default('value'),
      ...span,
      since,
      raw: uncorrected,
      quality: quality.default('all'),
      filter: DisplayFilter.optional(),
    }),
    reply: z.object({
      fields: z.array(pointField),
      times: z.array(z.number()).describe('Epoch ms'),
      columns: z.array(z.array(z.number().nullable())).describe('Of each field, as long as `times`'),
      flagged: z
        .array(z.object({ field: z.int(), row: z.int(), ...verdict }))
        .describe('The values that are not plainly good, by their places'),
      filtered: z
        .object({
          filter: z.string().describe('Such as median-24h, hampel-7r-3'),
          columns: z
            .array(
              z.object({
                values: z.array(z.number().nullable()).describe('As long as `times`'),
                refused: z.array(z.int()).describe('The rows whose measured value the filter refused'),
              }),
            )
            .describe('Of each field'),
        })
        .nullable()
        .describe('The same through the filter that was asked for; null = none was'),
    }),
    fails: ['startAfterEnd', 'spanExceeded', ...filterFails, 'badInput', 'shiftParseFailed', 'shiftFetchFailed'],
    example: { pointId: 1, ...example },
  }),
  statistics: route({
    ...pointQuery,
    path: '/monitor/statistics',
    summary: 'Last, extremes with their times, mean, deviation, change and completeness of one field over a span.',
    shows: ['reading', 'correction', 'point'],
    input: z.object({
      pointId: id,
      field: z.string().max(16).optional(),
      quantity: z.enum(quantities).default('value'),
      from: instant,
      to: instant.describe('A reading at this very time counts; of rain and flow it belongs to what follows'),
      ...valueOptions,
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
        deviation: z.number().nullable().describe('Sample standard deviation; circular of a direction'),
        firstAt: z.string().nullable().describe('Of the first value in the span'),
        change: z.number().nullable().describe('Last minus first; of a direction by the shorter way, in (-180, 180]'),
        change24h: z
          .number()
          .nullable()
          .describe(
            'Last value less the one 24 hours before it, on the line between its neighbours, whatever the quantity; null before a day of readings',
          ),
        ratePerDay: z
          .number()
          .nullable()
          .describe('Change by the days between first and last; null while these are not a day of readings'),
        expected: z
          .int()
          .describe('Readings that the collect interval would give, from the first reading of the point on'),
        missing: z
          .int()
          .describe('Of these, those that fall into gaps: stretches of over one and a half intervals without a value'),
        failed: z.int().describe('Values that failed their tests and count nowhere else; they are not missing'),
        totals: Totals.nullable().describe('Of amounts such as the rain of each interval; null = of anything else'),
        volume: z
          .object({
            volume: z.number().describe('m³'),
            measuredSeconds: z.number().describe('How long of the span was measured: gaps are not bridged'),
          })
          .nullable()
          .describe('Of a flow; null = of anything else, and where no two readings are neighbours'),
      }),
    }),
    fails: ['startAfterEnd', 'spanExceeded'],
    example: { pointId: 1, ...example },
  }),
  section: route({
    ...dataQuery,
    path: '/monitor/section',
    summary:
      'Values of several points or nodes at one or several times: the nearest reading within half a collect interval.',
    shows: ['reading', 'correction', 'point'],
    input: z.object({
      pointIds: z.array(id).min(1).max(200),
      fields: fieldKeys(302).optional().describe('All fields of each point unless told'),
      times: z.array(instant).min(1).max(24).describe('In any order; answered in order of time, each once'),
      toleranceSeconds: z
        .int()
        .min(1)
        .max(31 * 86_400)
        .optional()
        .describe("Takes the place of half of each point's collect interval"),
      quantity: z.enum(['value', 'cumulative']).default('value'),
      ...valueOptions,
    }),
    reply: z.object({
      points: z.array(z.object({ pointId: z.int(), nodeCount: z.int(), fields: z.array(pointField) })),
      sections: z.array(
        z.object({
          at: z.string(),
          points: z.array(
            z.object({
              pointId: z.int(),
              at: z.string().nullable().describe('When it was measured; null = no reading near enough'),
              values: z.array(z.number().nullable()).describe("In the order of the point's `fields`"),
              flags: z.array(Flag).nullable(),
            }),
          ),
        }),
      ),
    }),
    fails: ['badInput', 'spanExceeded'],
    example: { pointIds: [1], times: ['2026-03-01T00:00:00Z'] },
  }),
  buckets: route({
    ...dataQuery,
    path: '/monitor/buckets',
    summary:
      "Totals by hour (30 days at most), day, week (a year), month or year (ten years) of the project's calendar.",
    shows: ['reading', 'correction', 'point'],
    input: z.object({
      ...curves,
      quantity: z.enum(['value', 'cumulative']).default('value'),
      unit: z.enum(['hour', 'day', 'week', 'month', 'year']),
      ...countedSpan,
      dayStartHour: z.int().min(0).max(23).default(0).describe('Days begin at this hour: 8 for hydrological days'),
      closed: z
        .enum(['start', 'end'])
        .default('start')
        .describe(
          'end = a value at the very end of a bucket is in it: for totals stamped at the end of their interval',
        ),
      ...valueOptions,
    }),
    reply: z.object({
      series: z.array(
        z.object({
          pointId: z.int(),
          field: z.string(),
          unit: z.string(),
          quantity: z.enum(quantities),
          timeZone: z.string(),
          buckets: z.array(Bucket),
        }),
      ),
    }),
    fails: ['startAfterEnd', 'spanExceeded', 'badInput'],
    example: { pointIds: [1], ...example, unit: 'hour' },
  }),
  download: route({
    method: 'POST',
    path: '/monitor/download',
    logged: true,
    summary:
      'Every reading of points as a stream of JSON lines: a line that names a point and its fields, then a line for each reading.',
    shows: ['reading', 'correction', 'point'],
    needs: 'Retrieve:Data',
    within: 'pointIds',
    readOnly: true,
    kind: 'download',
    input: z.object({
      pointIds: ids,
      fields: fieldKeys(302).optional().describe('All fields of each point unless told'),
      quantity: z.enum(quantities).default('value'),
      ...span,
      ...valueOptions,
      filter: DisplayFilter.optional().describe('A second list in each line: `filtered`'),
    }),
    reply: z.unknown(),
    fails: ['startAfterEnd', 'spanExceeded', ...filterFails],
    example: { pointIds: [1], ...example },
  }),
};
