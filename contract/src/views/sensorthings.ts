import { z } from 'zod';
import { route } from '../kernel/route.ts';

/** Limits of one answer. */
export const sensorThingsLimits = {
  /** Entities of a page where `$top` says nothing. */
  pageSize: 100,
  /** And at most; a larger `$top` is met in pages of this size. */
  maxPageSize: 1_000,
  /** The same for observations asked for as a data array. */
  maxArrayLength: 10_000,
  /** Entities of an answer, those of all `$expand` together. */
  maxEntities: 20_000,
  /** Readings that one request looks at: a filter on results goes on behind `@iot.nextLink`. */
  maxReadings: 100_000,
  /** Measuring points whose observations are put in order of time with one another. */
  maxPoints: 200,
  filterCharacters: 4_000,
} as const;

const count = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);

/** The system query options of OGC SensorThings 1.1 (18-088, 9.3). Others that begin with `$` are refused by name. */
const options = {
  $filter: z.string().min(1).max(sensorThingsLimits.filterCharacters).optional(),
  $orderby: z.string().min(1).max(500).optional(),
  $top: count.optional(),
  $skip: count.optional(),
  $skiptoken: z.string().min(1).max(60).optional().describe('Where the page before ended; made by @iot.nextLink'),
  $select: z.string().min(1).max(1_000).optional(),
  $expand: z.string().min(1).max(sensorThingsLimits.filterCharacters).optional(),
  $count: z.enum(['true', 'false']).optional(),
  $resultFormat: z.literal('dataArray').optional().describe('Observations only'),
};

export const sensorthings = {
  root: route({
    method: 'GET',
    path: '/sensorthings/v1.1',
    summary: 'OGC SensorThings 1.1: the entity sets, and the requirements that this service meets.',
    shows: { nothing: 'For other programs' },
    needs: 'Retrieve:Data',
    kind: 'document',
    basic: true,
    input: z.object({}),
    reply: z.unknown(),
  }),
  read: route({
    method: 'GET',
    path: '/sensorthings/v1.1/{path}',
    rest: true,
    summary:
      'OGC SensorThings 1.1: entities of the projects whose data the caller may read, by the paths and query options of the standard.',
    shows: { nothing: 'For other programs' },
    needs: 'Retrieve:Data',
    kind: 'document',
    basic: true,
    dear: true,
    input: z.looseObject({ path: z.string().max(2_000), ...options }),
    reply: z.unknown(),
    fails: ['badInput', 'notFound'],
    example: { path: 'Things' },
  }),
};
