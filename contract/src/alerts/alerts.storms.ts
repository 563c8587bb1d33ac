/** Alert storms: many points of a structure that rise together, seen and settled as one. The rule: science/src/limits/storms.ts. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { familyCodes } from '../points/families.ts';
import { id } from '../points/fields.ts';
import { alertStatuses } from './alerts.statuses.ts';

export const stormLimits = {
  /** Alerts of a project that are looked through, the newest. */
  alerts: 5_000,
  days: 30,
  /** Alerts of one storm that are listed. */
  listed: 1_000,
} as const;

export const AlertStorm = z
  .object({
    id: z.int().describe('Of its first alert'),
    structureId: z.int(),
    structureName: z.string(),
    beganAt: z.string().describe('When the first was measured'),
    lastAt: z.string(),
    points: z.int().describe('How many different points rose'),
    alerts: z.int(),
    open: z.int().describe('How many of its alerts are Pending or Notice'),
    level: z.int().describe('The highest'),
  })
  .meta({ id: 'AlertStorm' });
export type AlertStorm = z.output<typeof AlertStorm>;

export const StormAlert = z
  .object({
    id: z.int(),
    pointId: z.int(),
    pointName: z.string(),
    structureName: z.string(),
    family: z.enum(familyCodes as [(typeof familyCodes)[number], ...(typeof familyCodes)[number][]]),
    field: z.string(),
    measure: z.enum(['value', 'cumulative', 'rate', 'condition']),
    unit: z.string(),
    precision: z.int(),
    level: z.int(),
    value: z.number(),
    readingAt: z.string(),
    status: z.enum(alertStatuses),
    assigneeName: z.string().nullable(),
  })
  .meta({ id: 'StormAlert' });
export type StormAlert = z.output<typeof StormAlert>;

export const stormRoutes = {
  storms: route({
    method: 'GET',
    path: '/projects/{projectId}/alert-storms',
    summary: 'The alert storms of a project in the last 30 days, the newest first, over its newest 5,000 alerts.',
    shows: ['alert', 'structure', 'point'],
    needs: 'Retrieve:Alert',
    within: 'projectId',
    background: true,
    input: z.object({ projectId: id }),
    reply: z.object({ storms: z.array(AlertStorm) }),
  }),
  storm: route({
    method: 'GET',
    path: '/alerts/{alertId}/storm',
    summary:
      'The storm that an alert belongs to, with its alerts in the order in which they were measured; null = none.',
    shows: ['alert', 'structure', 'point'],
    needs: 'Retrieve:Alert',
    within: 'alertId',
    background: true,
    input: z.object({ alertId: id }),
    reply: z.object({
      storm: AlertStorm.extend({
        timeZone: z.string(),
        list: z.array(StormAlert).describe('The first thousand'),
      }).nullable(),
    }),
  }),
};
