/**
 * Files that instruments hand in by themselves: logs, and static files such as observations of GNSS monitors. A device uploads in
 * pieces, so that one that breaks off goes on; what is in a whole file is looked at once.
 */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { done, id, sncode } from '../points/fields.ts';

export const attachmentLimits = {
  /** Of one file, of one piece. */
  bytes: 8 * 1024 * 1024,
  pieceBytes: 1024 * 1024,
  /** Of one device: files that are kept, the newest, and uploads that are under way. */
  files: 20,
  underWay: 5,
  /** An upload that got no piece for so long is forgotten. */
  idleMs: 86_400_000,
} as const;

export const attachmentKinds = ['static', 'log'] as const;
export type AttachmentKind = (typeof attachmentKinds)[number];

/** As the device calls it: no path. */
const fileName = z
  .string()
  .trim()
  .regex(/^(?!\.)[A-Za-z0-9._-]{1,100}$/, 'fileName');

const count = z.int().min(0);
/** Findings in a whole file. */
export const Analysis = z
  .discriminatedUnion('content', [
    z.object({
      content: z.literal('text'),
      lines: count,
      errors: count.describe('Lines that speak of an error or failure'),
      warnings: count,
      firstAt: z.string().nullable().describe('First and last time that a line begins with, as written'),
      lastAt: z.string().nullable(),
      samples: z.array(z.string()).describe('The newest lines of errors, at most 20'),
    }),
    z.object({
      content: z.literal('rtcm3'),
      frames: count,
      passed: count.describe('Bytes of no frame'),
      types: z.record(z.string(), count).describe('How many of each message type'),
      stations: z.array(z.object({ id: z.int(), x: z.number(), y: z.number(), z: z.number() })),
    }),
    z.object({
      content: z.literal('rinex'),
      version: z.string(),
      marker: z.string(),
      intervalSeconds: z.number().nullable(),
      epochs: count,
      firstAt: z.string().nullable(),
      lastAt: z.string().nullable(),
    }),
    z.object({ content: z.literal('other') }),
  ])
  .meta({ id: 'AttachmentAnalysis' });
export type Analysis = z.output<typeof Analysis>;

export const Attachment = z
  .object({
    id: z.int(),
    kind: z.enum(attachmentKinds),
    name: z.string(),
    size: count,
    received: count.describe('Bytes; the file is whole when it is the size'),
    startedAt: z.string(),
    completedAt: z.string().nullable().describe('null = it is under way'),
  })
  .meta({ id: 'Attachment' });
export type Attachment = z.output<typeof Attachment>;

const list = {
  method: 'GET',
  needs: 'Retrieve:Device',
  within: 'deviceId',
  shows: ['attachment'],
  background: true,
  input: z.object({ deviceId: id }),
  reply: z.object({ attachments: z.array(Attachment) }),
} as const;
const one = { deviceId: id, attachmentId: id };

export const attachments = {
  staticFiles: route({
    ...list,
    path: '/devices/{deviceId}/static-files',
    aliases: [{ path: '/attachments/gdm-static-files' }],
    summary: 'Static files that a device has handed in, the newest first: at most 20 of both kinds.',
  }),
  logs: route({
    ...list,
    path: '/devices/{deviceId}/logs',
    aliases: [{ path: '/attachments/logs' }, { path: '/attachments/gdm-logs' }],
    summary: 'Logs that a device has handed in, the newest first.',
  }),
  progress: route({
    ...list,
    path: '/devices/{deviceId}/uploads',
    aliases: [{ path: '/attachments/upload-progress' }],
    summary: 'Files of a device that are under way, with how much of each has come.',
  }),
  analysis: route({
    method: 'GET',
    path: '/devices/{deviceId}/attachments/{attachmentId}/analysis',
    aliases: [{ path: '/attachments/analysis/{attachmentId}', row: 'attachmentId' }],
    summary:
      'What was found in a file of a device: of a log its errors, of observations their messages, stations and epochs.',
    needs: 'Retrieve:Device',
    within: 'deviceId',
    shows: ['attachment'],
    input: z.object(one),
    reply: z.object({ attachment: Attachment, analysis: Analysis }),
    fails: ['fileNotUploaded'],
  }),
  file: route({
    method: 'GET',
    path: '/devices/{deviceId}/attachments/{attachmentId}/file',
    summary: 'A file of a device.',
    needs: 'Retrieve:Device',
    within: 'deviceId',
    kind: 'download',
    logged: true,
    shows: { nothing: 'A file to be saved' },
    input: z.object(one),
    reply: z.unknown(),
    fails: ['fileNotUploaded'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/devices/{deviceId}/attachments/{attachmentId}',
    summary: 'Deletes a file of a device here; the device keeps its own.',
    needs: 'Update:Device',
    within: 'deviceId',
    changes: ['attachment'],
    input: z.object(one),
    reply: done,
  }),
  request: route({
    method: 'POST',
    path: '/devices/{deviceId}/attachments/request',
    summary: 'Asks a device to hand in a file of a kind: one by its name, or its newest.',
    needs: 'Update:Device',
    within: 'deviceId',
    changes: ['command'],
    input: z.object({ deviceId: id, kind: z.enum(attachmentKinds), name: fileName.nullable().default(null) }),
    reply: z.object({ commandId: z.string() }),
    fails: ['deviceNotNetworked'],
    example: { deviceId: 1, kind: 'log' },
  }),
  upload: route({
    method: 'PUT',
    path: '/devices/{sncode}/attachments',
    summary:
      'A device hands in a piece of a file, as bytes: at which offset, and how long the whole is. A piece that is there changes nothing; `received` says where to go on.',
    changes: { nothing: 'For devices alone' },
    needs: 'device',
    bodyLimit: attachmentLimits.pieceBytes,
    input: z.object({
      sncode,
      name: fileName,
      kind: z.enum(attachmentKinds),
      offset: z.coerce.number<number>().int().min(0).max(attachmentLimits.bytes),
      size: z.coerce.number<number>().int().min(1).max(attachmentLimits.bytes),
    }),
    body: z.unknown(),
    reply: z.object({ received: count, isWhole: z.boolean() }),
    fails: ['deviceRefused', 'busy'],
    example: { sncode: 'A-1', name: 'log.txt', kind: 'log', offset: 0, size: 3 },
  }),
};
