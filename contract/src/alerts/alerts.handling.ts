/** What people do about an alert beside their verdict: who takes it on, what caused it, what was done, files and documents. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { done, id, instant } from '../points/fields.ts';
import { documentKinds, documentTypes, documentUploadTypes } from '../site/documents.ts';
import { responsePlanLimits } from './response-plans.ts';

export const handlingLimits = {
  files: 50,
  /** A photo as telephones take it. */
  fileBytes: 20 * 1024 * 1024,
  documents: 50,
  /** Entries that people write into the history of one alert, comments aside. */
  entries: 1_000,
  textLength: 1_000,
  /** At once. */
  alerts: 200,
  people: 1_000,
} as const;

/** A request sent again after an answer that never came carries the same key, and counts once. */
export const requestKey = z.uuid().optional().describe('Of this request: sent again with the same key it counts once');

export const AlertFile = z
  .object({
    id: z.int(),
    fileName: z.string(),
    type: z.enum(documentTypes),
    isPicture: z.boolean(),
    bytes: z.int(),
    byName: z.string(),
    createdAt: z.string(),
  })
  .meta({ id: 'AlertFile' });
export type AlertFile = z.output<typeof AlertFile>;

export const AlertDocument = z
  .object({
    documentId: z.int(),
    name: z.string(),
    kind: z.enum(documentKinds),
    type: z.enum(documentTypes),
    byName: z.string(),
    linkedAt: z.string(),
  })
  .meta({ id: 'AlertDocument' });
export type AlertDocument = z.output<typeof AlertDocument>;

const text = z.string().trim().min(1).max(handlingLimits.textLength);
const handles = { changes: ['alert'], needs: 'Update:Alert', within: 'alertId' } as const;
const handlesMany = { changes: ['alert'], needs: 'Update:Alert', within: 'alertIds', method: 'POST' } as const;
const alertIds = z.array(id).min(1).max(handlingLimits.alerts);

export const handlingRoutes = {
  assignees: route({
    method: 'GET',
    path: '/projects/{projectId}/alerts/assignees',
    summary: 'Who an alert of the project may be assigned to: those who see its alerts.',
    shows: ['member', 'user'],
    needs: 'Retrieve:Alert',
    within: 'projectId',
    input: z.object({ projectId: id }),
    reply: z.object({ people: z.array(z.object({ id: z.int(), name: z.string() })) }),
  }),
  assign: route({
    ...handles,
    method: 'PATCH',
    path: '/alerts/{alertId}/assignee',
    summary: 'Assigns an alert to somebody who may see it, or to nobody. They are notified.',
    guards: { read: 'get', part: 'alert' },
    input: z.object({ alertId: id, assigneeId: id.nullable() }),
    reply: done,
    fails: ['assigneeUnfit', 'alertHistoryFull'],
    example: { alertId: 1, assigneeId: null },
  }),
  assignMany: route({
    ...handlesMany,
    path: '/alerts/assignees',
    summary: 'Assigns many alerts to one person who may see them all, or to nobody.',
    input: z.object({ alertIds, assigneeId: id.nullable() }),
    reply: done,
    fails: ['assigneeUnfit', 'alertHistoryFull'],
    example: { alertIds: [1], assigneeId: null },
  }),
  commentMany: route({
    ...handlesMany,
    path: '/alerts/comments',
    summary: 'Says the same of many alerts: it stands in the history of each.',
    input: z.object({ alertIds, text, key: requestKey }),
    reply: done,
    fails: ['tooManyComments'],
    example: { alertIds: [1], text: 'Blasting in the tunnel' },
  }),
  setCause: route({
    ...handles,
    method: 'PATCH',
    path: '/alerts/{alertId}/cause',
    summary: "Says what caused an alert, by the list of the corporation's causes; null = not known.",
    guards: { read: 'get', part: 'alert' },
    input: z.object({ alertId: id, causeId: id.nullable() }),
    reply: done,
    fails: ['alertHistoryFull'],
    example: { alertId: 1, causeId: null },
  }),
  addMeasure: route({
    ...handles,
    method: 'POST',
    path: '/alerts/{alertId}/measures',
    summary: 'Writes down a measure that was taken because of an alert. It stands in its history.',
    input: z.object({ alertId: id, text, doneAt: instant, key: requestKey }),
    reply: done,
    fails: ['timeInFuture', 'alertHistoryFull'],
    example: { alertId: 1, text: 'Road closed', doneAt: '2026-03-17T06:00:00Z' },
  }),
  setStep: route({
    ...handles,
    method: 'PATCH',
    path: '/alerts/{alertId}/steps/{step}',
    summary: 'Ticks a step of the response plan of an alert off, or opens it again. Its history says who did.',
    input: z.object({
      alertId: id,
      step: z.coerce.number<number>().int().min(0).max(responsePlanLimits.steps).describe('Its place, from 0'),
      isDone: z.boolean(),
    }),
    reply: done,
    fails: ['alertHistoryFull'],
    example: { alertId: 1, step: 0, isDone: true },
  }),
  upload: route({
    ...handles,
    method: 'POST',
    path: '/alerts/{alertId}/files',
    summary: 'Attaches a photo or file of at most 20 MB to an alert. One that it has already is not stored twice.',
    kind: 'upload',
    upload: { types: documentUploadTypes, formats: documentTypes, maxBytes: handlingLimits.fileBytes },
    ownTransaction: true,
    input: z.object({ alertId: id }),
    reply: z.object({ file: AlertFile, isUnchanged: z.boolean().describe('The alert had this file already') }),
    fails: ['alertFilesFull', 'alertHistoryFull'],
  }),
  file: route({
    method: 'GET',
    path: '/alerts/{alertId}/files/{fileId}',
    logged: true,
    summary: 'A file that is attached to an alert.',
    shows: ['alert'],
    needs: 'Retrieve:Alert',
    within: 'alertId',
    kind: 'download',
    input: z.object({ alertId: id, fileId: id }),
    reply: z.unknown(),
  }),
  removeFile: route({
    ...handles,
    method: 'DELETE',
    path: '/alerts/{alertId}/files/{fileId}',
    summary: 'Takes a file off an alert. Its history says so.',
    input: z.object({ alertId: id, fileId: id }),
    reply: done,
    fails: ['alertHistoryFull'],
  }),
  linkDocument: route({
    ...handles,
    method: 'POST',
    path: '/alerts/{alertId}/documents',
    summary: 'Links an alert to a document of its project.',
    input: z.object({ alertId: id, documentId: id }),
    reply: done,
    fails: ['alertDocumentsFull', 'alertHistoryFull'],
  }),
  unlinkDocument: route({
    ...handles,
    method: 'DELETE',
    path: '/alerts/{alertId}/documents/{documentId}',
    summary: 'Takes a link to a document off an alert. Its history says so.',
    input: z.object({ alertId: id, documentId: id }),
    reply: done,
    fails: ['alertHistoryFull'],
  }),
};
