import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { done, id, ids, level, paging } from '../points/fields.ts';

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

/** Subjects of notifications: `notificationType` of the specification, coarser than `type`. */
export const notificationSubjects = ['alert', 'device', 'inspection', 'task', 'system'] as const;
export type NotificationSubject = (typeof notificationSubjects)[number];
export const subjectOf: Readonly<Record<(typeof notificationTypes)[number], NotificationSubject>> = {
  MeasuringAlert: 'alert',
  AlertSettled: 'alert',
  AlertAssigned: 'alert',
  DeviceHealth: 'device',
  InspectionOverdue: 'inspection',
  TaskEnded: 'task',
  System: 'system',
};

/**
 * Kinds of notifications that people may switch off, project by project. Those that concern them alone (a task of
 * theirs, an alert given to them) always comes.
 */
export const choosableTypes = ['MeasuringAlert', 'AlertSettled', 'DeviceHealth', 'InspectionOverdue'] as const;
const muted = z
  .array(z.enum(choosableTypes))
  .max(choosableTypes.length)
  .refine((list) => new Set(list).size === list.length)
  .describe('What does not reach the caller from this project');

export const Notification = z
  .object({
    id: z.int(),
    type: z.enum(notificationTypes),
    notificationType: z.enum(notificationSubjects).describe('Its subject; follows from `type`'),
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
    tokens: 'any',
    input: z.object({
      unread: z.stringbool().optional(),
      notificationType: z.enum(notificationSubjects).optional(),
      ...paging,
    }),
    reply: z.object({ notifications: z.array(Notification), total: z.int(), unread: z.int() }),
  }),
  latest: route({
    method: 'GET',
    path: '/notifications/latest',
    summary: 'The ten newest notifications of the caller, and how many are unread.',
    shows: ['notification'],
    needs: 'signed-in',
    tokens: 'any',
    background: true,
    input: z.object({}),
    reply: z.object({
      notifications: z.array(Notification),
      unread: z.int(),
      unreadAlerts: z.int().describe('Of these, how many say that an alert was raised'),
    }),
  }),
  choices: route({
    method: 'GET',
    path: '/notifications/choices',
    summary: 'The projects from which the caller does not want every kind of notification.',
    shows: ['notification'],
    needs: 'signed-in',
    tokens: 'unscoped',
    input: z.object({}),
    reply: z.object({ choices: z.array(z.object({ projectId: z.int(), projectName: z.string(), muted })) }),
  }),
  choice: route({
    method: 'GET',
    path: '/projects/{projectId}/notification-choice',
    summary: 'Which kinds of notification of a project do not reach the caller.',
    shows: ['notification'],
    needs: 'Retrieve:Project',
    within: 'projectId',
    input: z.object({ projectId: id }),
    reply: z.object({ muted }),
  }),
  choose: route({
    method: 'PUT',
    path: '/projects/{projectId}/notification-choice',
    summary:
      'Chooses which kinds of notification of a project do not reach the caller. Messages of alert rules are not concerned.',
    changes: ['notification'],
    needs: 'Retrieve:Project',
    within: 'projectId',
    evenArchived: true,
    guards: { read: 'choice', part: 'muted' },
    input: z.object({ projectId: id, muted }),
    reply: z.object({ muted }),
  }),
  get: route({
    method: 'GET',
    path: '/notifications/{notificationId}',
    summary: 'One notification of the caller.',
    shows: ['notification'],
    needs: 'signed-in',
    tokens: 'any',
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
    tokens: 'unscoped',
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
    tokens: 'unscoped',
    input: z.object({ notificationIds: ids }),
    reply: done,
  }),
};
