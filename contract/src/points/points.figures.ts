/** What the newest reading of a point says, in the grammar of every page: value or change, of what, where, and how far from its limits. */
import { z } from 'zod';
import { level } from './fields.ts';

export const NodePlace = z
  .object({
    kind: z.enum(['depth', 'along', 'elevation', 'node']).describe('What `at` counts'),
    at: z.number().describe('m; of `node` its number'),
  })
  .meta({ id: 'NodePlace' });

const LimitDistance = z
  .object({
    level,
    distance: z.number().describe('In the unit of the field, never negative'),
    quantity: z.enum(['value', 'cumulative']).describe('On which the limit lies'),
  })
  .meta({ id: 'LimitDistance' });

export const PointFigures = z
  .object({
    value: z.number().nullable().describe('Corrected; null = the newest reading has none'),
    valuePlace: NodePlace.nullable().describe('Of an extreme along a chain: where it lies'),
    change: z
      .object({
        amount: z.number().describe('Value less what it counts from, in the unit of the field'),
        place: NodePlace.nullable(),
      })
      .nullable()
      .describe('Cumulative change since the newest zero; null = there is none'),
    over: LimitDistance.nullable().describe('How far it is over the highest limit that it has reached'),
    next: LimitDistance.nullable().describe('How far it is below the next limit'),
  })
  .meta({ id: 'PointFigures' });
