/** A whole corporation as files to take away: people without secrets, projects, points, settings, readings. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { done, id } from '../points/fields.ts';

/** An archive is kept so long. */
export const archiveDays = 30;

export const CorporationArchive = z
  .object({
    id: z.int(),
    byName: z.string(),
    createdAt: z.string(),
    expiresAt: z.string(),
    ready: z.boolean(),
    bytes: z.number().nullable(),
    taskId: z.int().nullable(),
  })
  .meta({ id: 'CorporationArchive' });
export type CorporationArchive = z.output<typeof CorporationArchive>;

/** Those who run a corporation take it away. */
const owner = { needs: 'Update:Corporation', within: 'corporationId' } as const;

export const corporationArchives = {
  list: route({
    ...owner,
    method: 'GET',
    path: '/corporations/{corporationId}/archives',
    summary: 'The archives of a corporation, the newest first.',
    shows: ['export', 'task'],
    input: z.object({ corporationId: id }),
    reply: z.object({ archives: z.array(CorporationArchive) }),
  }),
  make: route({
    ...owner,
    method: 'POST',
    path: '/corporations/{corporationId}/archives',
    summary:
      'Makes an archive of a corporation in the background: a TAR of JSON and CSV, compressed. Kept for 30 days.',
    changes: ['export', 'task'],
    input: z.object({ corporationId: id }),
    reply: z.object({ archive: CorporationArchive }),
    fails: ['archiveBusy'],
  }),
  file: route({
    ...owner,
    method: 'GET',
    path: '/corporations/{corporationId}/archives/{archiveId}/file',
    summary: 'An archive that is ready.',
    shows: ['export'],
    kind: 'download',
    logged: true,
    input: z.object({ corporationId: id, archiveId: id }),
    reply: z.unknown(),
    fails: ['notFound'],
  }),
  remove: route({
    ...owner,
    method: 'DELETE',
    path: '/corporations/{corporationId}/archives/{archiveId}',
    summary: 'Deletes an archive that is ready.',
    changes: ['export'],
    input: z.object({ corporationId: id, archiveId: id }),
    reply: done,
    fails: ['notFound', 'archiveBusy'],
  }),
};
