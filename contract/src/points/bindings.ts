import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { id, instant } from './fields.ts';
import { formulaConfig, formulaTypes, migrationStates, Point, pointConfig, reason } from './points.point.ts';

/** A device and channel that fed a point for a while, with the conversion that was in force (specification 4, domain 7.1). */
export const DeviceGroup = z
  .object({
    id: z.int(),
    measuringDeviceId: z.int().nullable().describe('null = none, or a device that is gone'),
    sncode: z.string(),
    channel: z.string(),
    collectorId: z.int().nullable(),
    dtuId: z.int().nullable(),
    mode: z.int(),
    formulaType: z.enum(formulaTypes),
    parameters: z.record(z.string(), z.number()),
    fromDevice: z.record(z.string(), z.number()).describe('Parameters that it took from its device'),
    customFormula: z.record(z.string(), z.string()),
    fromAt: z.string().describe('When the device began to feed the point'),
    validFrom: z.string().nullable().describe('From when on its conversion holds, where that is another time'),
    depthM: z.number().nullable().describe('Of the location, of a casing of its upper end, m'),
    toAt: z.string().nullable().describe('null = it feeds the point now'),
    migration: z.enum(migrationStates).describe('none = nothing to migrate: the point was only bound'),
    byName: z.string(),
    reason: z.string(),
  })
  .meta({ id: 'DeviceGroup' });
export type DeviceGroup = z.output<typeof DeviceGroup>;

const channel = z.string().trim().min(1).max(16);
const changedAt = instant.optional().describe('When it was changed in the field; not in the future. Now unless told');
const upstream = {
  collectorId: id.nullable().default(null).describe('A collector of the same corporation'),
  dtuId: id.nullable().default(null).describe('A DTU of the same corporation'),
};
const group = z.object({ pointId: id, groupId: id, reason });
const migrates = { needs: 'Update:MeasuringPoint', within: 'pointId', method: 'POST' } as const;
const groups = z.object({ deviceGroups: z.array(DeviceGroup), measuringPoint: Point });

/** Routes of bindings: which channel of which device feeds a point, and when that changed. */
export const bindings = {
  bind: route({
    method: 'PUT',
    path: '/measuring-points/{pointId}/device-group',
    summary: 'Binds a point to a channel of a device of the same corporation, or unbinds it.',
    changes: ['device', 'point', 'reading', 'changeLog', 'state', 'alert', 'task'],
    needs: 'Update:MeasuringPoint',
    within: 'pointId',
    input: z.object({
      pointId: id,
      measuringDeviceId: id.nullable(),
      channel: channel.default('1'),
      ...upstream,
      changedAt,
    }),
    reply: z.object({ measuringPoint: Point }),
    fails: ['channelUnknown', 'channelOccupied', 'kindUnsuitable', 'pointDeprecated'],
    example: { pointId: 1, measuringDeviceId: null },
  }),
  deviceGroups: route({
    method: 'GET',
    path: '/measuring-points/{pointId}/device-groups',
    aliases: [{ path: '/measuring-points/{pointId}/history-device-groups' }],
    summary: 'Which devices fed a point, with the conversion of each, newest first.',
    shows: ['point', 'device'],
    needs: 'Retrieve:MeasuringPoint',
    within: 'pointId',
    input: z.object({ pointId: id }),
    reply: z.object({ deviceGroups: z.array(DeviceGroup) }),
  }),
  correctGroup: route({
    method: 'PATCH',
    path: '/measuring-points/{pointId}/device-groups/{groupId}',
    summary:
      'Corrects the conversion that was in force in the time of an earlier device group: what was set up then was wrong. Its readings are calculated anew, those of other times stay.',
    changes: ['point', 'reading', 'changeLog', 'correction', 'state', 'alert', 'task'],
    needs: 'Update:MeasuringPoint',
    within: 'pointId',
    guards: { read: 'deviceGroups', part: 'deviceGroups', by: { field: 'id', input: 'groupId' } },
    input: z.object({
      pointId: id,
      groupId: id,
      ...z.object(formulaConfig).omit({ initialValues: true }).partial().shape,
      depthM: pointConfig.depthM.optional().describe('Of the location, of a casing of its upper end, m'),
      reason,
    }),
    reply: groups,
    fails: ['formulaIllegal', 'kindUnsuitable'],
    example: { pointId: 1, groupId: 1, parameters: {} },
  }),
  replaceDevice: route({
    ...migrates,
    path: '/measuring-points/{pointId}/device-groups',
    summary:
      'Modifies the device group: another device or channel, and another conversion, valid from a time. Its data is not migrated yet.',
    changes: ['point', 'reading', 'changeLog', 'correction', 'state', 'alert', 'task', 'device'],
    input: z.object({
      pointId: id,
      measuringDeviceId: id,
      channel: channel.default('1'),
      ...upstream,
      changedAt,
      ...z.object(formulaConfig).omit({ initialValues: true }).partial().shape,
      reason,
    }),
    reply: groups,
    fails: ['channelUnknown', 'channelOccupied', 'kindUnsuitable', 'pointNotBound', 'formulaIllegal', 'migrationOpen'],
    example: { pointId: 1, measuringDeviceId: 1, channel: '1' },
  }),
  migrateData: route({
    ...migrates,
    path: '/measuring-points/{pointId}/device-groups/{groupId}/migrate',
    summary:
      'Converts the readings since the replacement by the new group, from their raw samples. Can be done again until it is completed.',
    changes: ['point', 'reading', 'changeLog', 'correction', 'state', 'alert', 'task', 'device'],
    input: group,
    reply: groups,
    fails: ['migrationOver'],
    example: { pointId: 1, groupId: 1 },
  }),
  cancelMigration: route({
    ...migrates,
    path: '/measuring-points/{pointId}/device-groups/{groupId}/cancel',
    summary: 'Returns to the former device group: its device, its conversion and its values.',
    changes: ['point', 'reading', 'changeLog', 'correction', 'state', 'alert', 'task', 'device'],
    input: group,
    reply: groups,
    fails: ['migrationOver', 'channelOccupied'],
    example: { pointId: 1, groupId: 1 },
  }),
  completeMigration: route({
    ...migrates,
    path: '/measuring-points/{pointId}/device-groups/{groupId}/complete',
    summary: 'Completes a migration: the replacement is final.',
    changes: ['point', 'reading', 'changeLog', 'correction', 'state', 'alert', 'task', 'device'],
    input: group,
    reply: groups,
    fails: ['migrationOver'],
    example: { pointId: 1, groupId: 1 },
  }),
};
