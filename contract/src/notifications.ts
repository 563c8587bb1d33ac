import { z } from 'zod';
import { done, id, ids, level, paging } from './fields.ts';
import { route } from './route.ts';

/** MeasuringAlert warns with sound; the others only count. */
export const notificationTypes = [
  'MeasuringAlert',
  'AlertSettled',
  'AlertAssigned',
  'DeviceHealth',
  'InspectionOverdue',
  'TaskEnded',
  'System',
] as const;

export const Notification = z
  .object({
    id: z.int(),
    type: z.enum(notificationTypes),
    title: z.string(),
    userId: z.int(),
    createdAt: z.string(),
    readAt: z.string().nullable(),
    projectId: z.int().nullable(),
    alertId: z.int().nullable(),
    pointId: z.int().nullable(),
    level: level.nullable(),
    /** What the page needs to say it in the reader's language. */
    detail: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  })
  .meta({ id: 'Notification' });
export type Notification = z.output<typeof Notification>;

export const notifications = {
  list: route({
    method: 'GET',
    path: '/notifications',
    summary: 'The notifications of the caller, newest first.',
    shows: ['notification'],
    needs: 'signed-in',
    input: z.object({ unread: z.stringbool().optional(), ...paging }),
    reply: z.object({ notifications: z.array(Notification), total: z.int(), unread: z.int() }),
  }),
  latest: route({
    method: 'GET',
    path: '/notifications/latest',
    summary: 'The ten newest notifications of the caller, and how many are unread.',
    shows: ['notification'],
    needs: 'signed-in',
    background: true,
    input: z.object({}),
    reply: z.object({ notifications: z.array(Notification), unread: z.int() }),
  }),
  get: route({
    method: 'GET',
    path: '/notifications/{notificationId}',
    summary: 'One notification of the caller.',
    shows: ['notification'],
    needs: 'signed-in',
    input: z.object({ notificationId: id }),
    reply: z.object({ notification: Notification }),
  }),
  bulkRead: route({
    method: 'POST',
    path: '/notifications/bulk-read',
    logged: false,
    summary: 'Marks notifications of the caller as read, all of them if no ids are given.',
    changes: ['notification'],
    needs: 'signed-in',
    input: z.object({ notificationIds: ids.optional() }),
    reply: z.object({ unread: z.int() }),
  }),
  bulkDelete: route({
    method: 'POST',
    path: '/notifications/bulk-delete',
    logged: false,
    summary: 'Deletes notifications of the caller.',
    changes: ['notification'],
    needs: 'signed-in',
    input: z.object({ notificationIds: ids }),
    reply: done,
  }),
};
