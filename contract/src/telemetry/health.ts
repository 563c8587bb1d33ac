import { z } from 'zod';
import { healthStatuses } from '../devices/devices.words.ts';
import { route } from '../kernel/route.ts';
import { id, paging } from '../points/fields.ts';

const status = z.enum(healthStatuses);

export const ChannelHealth = z
  .object({
    channel: z.string(),
    pointId: z.int(),
    pointName: z.string().nullable().describe('null where the caller may not see the project'),
    status,
    since: z.string(),
    missed: z.int().describe('Collections that should have come since the last reading'),
    expectedAt: z.string().nullable().describe('When the next reading is, or was, due'),
    overdueAt: z.string().nullable().describe('Since when people are told that nothing comes'),
    lastAt: z.string().nullable(),
    brokenNodes: z.array(z.int()).describe('From 1'),
    repeats: z.int().describe('Identical samples in a row'),
  })
  .meta({ id: 'ChannelHealth' });

export const HealthChange = z
  .object({
    id: z.int(),
    deviceId: z.int(),
    at: z.string(),
    before: status,
    status,
    channels: z
      .array(z.string())
      .describe('Those that stood at the status; none where it was the voltage of the device'),
  })
  .meta({ id: 'HealthChange' });

/** Projects with unhealthy devices, most first. */
export const UnhealthStat = z.array(
  z.object({ projectId: z.int(), projectName: z.string(), status, count: z.int().describe('Devices') }),
);

export const health = {
  device: route({
    method: 'GET',
    path: '/devices/{deviceId}/health',
    summary: 'Returns the health of a device and of each channel that feeds a point. Checked every minute.',
    shows: ['health', 'device'],
    needs: 'Retrieve:Device',
    within: 'deviceId',
    background: true,
    input: z.object({ deviceId: id }),
    reply: z.object({ status, since: z.string().nullable(), channels: z.array(ChannelHealth) }),
  }),
  changes: route({
    method: 'GET',
    path: '/devices/{deviceId}/health/changes',
    summary: 'How the health of a device changed, newest first.',
    shows: ['health'],
    needs: 'Retrieve:Device',
    within: 'deviceId',
    input: z.object({ deviceId: id, ...paging }),
    reply: z.object({ changes: z.array(HealthChange), total: z.int() }),
  }),
  list: route({
    method: 'GET',
    path: '/stats/device-health',
    summary: 'The devices that the caller may see by health, the worst first, with the channels that make it.',
    shows: ['health', 'device'],
    needs: 'Retrieve:Device',
    fails: ['notFound'],
    background: true,
    input: z.object({
      projectId: id.optional(),
      status: z.union([status, z.literal('unhealthy')]).optional(),
      ...paging,
    }),
    reply: z.object({
      deviceHealthStat: z.array(
        z.object({
          deviceId: z.int(),
          name: z.string(),
          sncode: z.string(),
          projectId: z.int().nullable().describe('A project of the caller in which it feeds points; null = none'),
          status,
          since: z.string().nullable(),
          lastSeenAt: z.string().nullable(),
          voltage: z.number().nullable(),
          channels: z.int().describe('Channels that feed points'),
          unhealthy: z.array(z.string()).describe('Those of them that are not normal'),
        }),
      ),
      total: z.int(),
    }),
  }),
  stat: route({
    method: 'GET',
    path: '/stats/health-status',
    summary: 'Returns the number of devices by health, and the projects with unhealthy devices, most first.',
    shows: ['health', 'device'],
    needs: 'Retrieve:Device',
    fails: ['notFound'],
    background: true,
    input: z.object({ projectId: id.optional() }),
    reply: z.object({
      healthStatusStat: z.array(z.object({ status, count: z.int() })),
      unhealthStat: UnhealthStat,
    }),
  }),
};
