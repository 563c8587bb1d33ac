/** What lies around an alert: how its point stands now, whether the points beside it agree, where it is, what it looks like. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { Status } from '../kernel/status.ts';
import { familyCodes } from '../points/families.ts';
import { id } from '../points/fields.ts';

export const surroundingLimits = {
  /** Neighbours that are compared; those of the same family and the highest level come first. */
  compared: 500,
  /** Those of them that are shown. */
  shown: 12,
} as const;

/** Agreement of the points of the same family in the same structure; unknown = none of them rose then, and none is normal now. */
export const agreements = ['agree', 'alone', 'unknown'] as const;

export const Neighbour = z
  .object({
    pointId: z.int(),
    name: z.string(),
    structureId: z.int(),
    structureName: z.string(),
    family: z.enum(familyCodes as [(typeof familyCodes)[number], ...(typeof familyCodes)[number][]]),
    field: z.string(),
    unit: z.string(),
    precision: z.int(),
    value: z.number().nullable(),
    status: Status,
    roseAt: z
      .string()
      .nullable()
      .describe('When it last rose to a level in the hours of the alert; null = it did not rise then'),
  })
  .meta({ id: 'Neighbour' });
export type Neighbour = z.output<typeof Neighbour>;

export const surroundingRoutes = {
  surroundings: route({
    method: 'GET',
    path: '/alerts/{alertId}/surroundings',
    summary:
      'What lies around an alert: how its point stands now, the other points of its structure, its place, its newest photo.',
    shows: ['alert', 'point', 'state', 'photo', 'drawing'],
    needs: 'Retrieve:Alert',
    within: 'alertId',
    background: true,
    input: z.object({ alertId: id }),
    reply: z.object({
      status: Status.describe('Of its point, now'),
      neighbours: z
        .object({
          agreement: z.enum(agreements),
          raised: z
            .int()
            .describe('Of the same family: rose to a level within twelve hours of the reading, wherever they are now'),
          otherwise: z.int().describe('Of the same family, above normal now, and did not rise in those hours'),
          normal: z.int().describe('Of the same family, at level 0 now'),
          silent: z.int().describe('Of the same family: stale, never read, or without a good value'),
          points: z
            .array(Neighbour)
            .describe('Same family first, those that rose in the hours of the alert, then by level; at most twelve'),
          total: z.int().describe('How many other points the structure has with its items, at most 500'),
        })
        .nullable()
        .describe('null = the caller may not see points'),
      drawing: z
        .object({ structureId: z.int(), drawingId: z.int(), x: z.number(), y: z.number() })
        .nullable()
        .describe('The first drawing on which the point lies, and where; null = none that the caller may see'),
      coordinates: z.object({ longitude: z.number(), latitude: z.number() }).nullable(),
      photo: z
        .object({ photoId: z.int(), photographedAt: z.string(), note: z.string() })
        .nullable()
        .describe('The newest of the point; null = none that the caller may see'),
    }),
  }),
};
