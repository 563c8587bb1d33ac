import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { id, instant, timers } from '../points/fields.ts';
import { collectModes } from '../points/points.point.ts';
import { RowProblem } from '../points/points.rows.ts';

export const accelerations = ['none', 'halve', 'fast'] as const;
export const planStates = ['none', 'pending', 'delivered', 'confirmed', 'refused'] as const;

const plan = {
  mode: z.enum(collectModes),
  interval: z
    .int()
    .min(1)
    .max(31 * 86_400)
    .nullable()
    .describe('Seconds; null where the timer says when'),
  start: instant.nullable(),
  end: instant.nullable(),
  timer: timers.describe('Times of the day on the clock of the project; they take the place of the interval'),
  acceleration: z.enum(accelerations).describe('After an alert: halve the interval each time, or one minute at once'),
};
const planShape = z.object(plan).partial().shape;

export const CollectConfig = z
  .object({
    id: z.int(),
    pointId: z.int(),
    pointName: z.string(),
    deviceId: z.int().nullable(),
    channel: z.string().nullable(),
    ...plan,
    timer: z.array(z.string()),
    beforeOff: z
      .object({ interval: plan.interval, timer: z.array(z.string()), acceleration: plan.acceleration })
      .nullable()
      .describe('Of one that is switched off: what is there again when it is switched on'),
    state: z.enum(planStates).describe('How far the device knows; none = nobody has set a plan'),
    setAt: z.string().nullable(),
    deliveredAt: z.string().nullable(),
    answeredAt: z.string().nullable(),
    refusal: z.string().describe('What a device said that refused it'),
    inForceInterval: z
      .int()
      .nullable()
      .describe('Seconds, as the device confirmed; null = by timer, or never confirmed'),
    acceleratedInterval: z.int().nullable().describe('Seconds, while an alert speeds it up'),
    acceleratedSince: z.string().nullable().describe('When it was sped up to that'),
    returnsAt: z
      .string()
      .nullable()
      .describe('When the interval comes back if the point stays at level 0; null = it is not sped up, or is above'),
    nextCommandAt: z.string().nullable().describe('CommandCollect: when the device is asked next'),
  })
  .meta({ id: 'CollectConfig' });
export type CollectConfig = z.output<typeof CollectConfig>;

export const planRoutes = {
  plan: route({
    method: 'GET',
    path: '/measuring-points/{pointId}/collect-config',
    aliases: [{ path: '/admi/{projectId}/{pointId}/collect-config' }],
    summary: 'When a point is read, and how far its device knows of it.',
    shows: ['plan', 'point'],
    needs: 'Retrieve:MeasuringPoint',
    within: 'pointId',
    background: true,
    input: z.object({ pointId: id }),
    reply: z.object({ collectConfig: CollectConfig }),
  }),
  setPlan: route({
    method: 'PATCH',
    path: '/measuring-points/{pointId}/collect-config',
    aliases: [
      { path: '/admi/{projectId}/{pointId}/collect-config' },
      { method: 'PUT', path: '/admi/{projectId}/{pointId}/collect-config' },
      { path: '/admi/{projectId}/{pointId}/toggle-collect' },
    ],
    summary:
      'Changes the given fields of a collect plan, and sends it to the device until the device answers. A point that was switched off and is switched on has the plan again that stood before.',
    changes: ['plan'],
    needs: 'Update:MeasuringPoint',
    within: 'pointId',
    guards: { read: 'plan', part: 'collectConfig' },
    input: z.object({ pointId: id, ...planShape }),
    reply: z.object({ collectConfig: CollectConfig }),
    fails: ['collectPlanInvalid', 'autoIncreaseRefused', 'pointNotBound', 'kindUnsuitable'],
    example: { pointId: 1, mode: 'UploadCollect', interval: 600 },
  }),
  setFast: route({
    method: 'POST',
    path: '/measuring-points/{pointId}/collect-config/fast',
    summary: 'Accelerates a point to one reading a minute, as after an alert, or returns to its interval.',
    changes: ['plan'],
    needs: 'Update:MeasuringPoint',
    within: 'pointId',
    input: z.object({ pointId: id, on: z.boolean() }),
    reply: z.object({ collectConfig: CollectConfig }),
    fails: ['collectPlanInvalid', 'pointNotBound', 'kindUnsuitable'],
    example: { pointId: 1, on: true },
  }),
  setPlans: route({
    method: 'PATCH',
    path: '/projects/{projectId}/collect-config',
    aliases: [{ method: 'PATCH', path: '/projects/{projectId}/measuring-points/collect-config' }],
    summary: 'Changes the collect plans of many points, all or none. A dry run returns the problems of each row.',
    changes: ['plan'],
    touches: [{ guardOf: 'setPlan', ids: 'rows.pointId' }],
    needs: 'Update:MeasuringPoint',
    within: 'projectId',
    input: z.object({
      projectId: id,
      rows: z
        .array(z.object({ pointId: id, ...planShape }))
        .min(1)
        .max(1000),
      dryRun: z.boolean().default(false),
    }),
    reply: z.object({ problems: z.array(RowProblem), changed: z.int() }),
    fails: ['rowsRefused'],
    example: { projectId: 1, rows: [{ pointId: 1, interval: 600 }], dryRun: true },
  }),
  devicePlans: route({
    method: 'GET',
    path: '/devices/{deviceId}/collect-config',
    summary: 'The collect plans of the points that a device feeds and the caller may see.',
    shows: ['plan', 'point', 'device'],
    needs: 'Retrieve:Device',
    within: 'deviceId',
    background: true,
    input: z.object({ deviceId: id }),
    reply: z.object({ collectConfigs: z.array(CollectConfig) }),
  }),
};
