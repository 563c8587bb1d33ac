/** Runs of an inclinometer probe that people read by hand, in both directions of the casing. */
import { z } from 'zod';
import { gatewayLimits } from '../kernel/constants.ts';
import { route } from '../kernel/route.ts';
import { id } from '../points/fields.ts';
import { entryTime } from './imports.entries.ts';

const count = z.number().min(-1e12).max(1e12);
const list = z.array(count).min(1).max(gatewayLimits.nodesPerPoint);

/** Counts of the instrument, from the top of the casing down. */
export const probeRun = {
  depthsM: z.array(z.number().min(-1_000).max(12_000)).min(1).max(gatewayLimits.nodesPerPoint),
  a0: list,
  a180: list,
  b0: list.nullable().default(null).describe('null = the second axis was not read'),
  b180: list.nullable().default(null),
  constant: z.number().positive().max(1e12).describe('Counts for a tilt of 90 degrees: 25,000 metric, 20,000 English'),
};

const Check = z
  .object({
    mean: z.number().describe('Of the sums of the two directions, counts'),
    deviation: z.number().describe('Standard deviation of the sums'),
    outliers: z.array(z.int()).describe('Intervals from the top, from 0, whose sum leaves the others'),
  })
  .meta({ id: 'ProbeCheck' });

export const probeRoutes = {
  importProbe: route({
    method: 'POST',
    path: '/measuring-points/{pointId}/probe-runs',
    summary:
      'Imports a run of an inclinometer probe (A0, A180, B0, B180) of a manual casing. The counts are kept, movements are calculated of them by the geometry and the initial angles of the point. A dry run returns sums and movements.',
    changes: ['reading', 'changeLog', 'correction', 'state', 'alert'],
    needs: 'Create:Data',
    within: 'pointId',
    ownTransaction: true,
    input: z.object({
      pointId: id,
      at: entryTime,
      ...probeRun,
      reason: z.string().trim().max(200).default(''),
      dryRun: z.boolean().default(false),
    }),
    reply: z.object({
      at: z.string(),
      checks: z.object({ a: Check, b: Check.nullable() }),
      x: z.array(z.number().nullable()).describe('Movement of the upper end of each interval, mm'),
      y: z.array(z.number().nullable()),
      hasInitial: z.boolean().describe('False = the point has no initial angles: movements count from the vertical'),
      result: z.enum(['added', 'overwritten', 'unchanged']),
      changeId: z.int().nullable(),
    }),
    fails: [
      'probeRunDiffers',
      'kindUnsuitable',
      'pointDeprecated',
      'archived',
      'timeInFuture',
      'timeTooOld',
      'timeAmbiguous',
      'timeSkipped',
      'timeUnreadable',
      'notAllowed',
    ],
    example: {
      pointId: 1,
      at: '2026-03-01T00:00:00Z',
      depthsM: [0.5, 1],
      a0: [612, 600],
      a180: [-590, -580],
      constant: 25_000,
    },
  }),
};
