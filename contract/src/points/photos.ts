/** Photos of a point, taken on site: cracks, gauges, leaks, the ground around an instrument. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { done, id, instant, pictureFile } from './fields.ts';

export const photoLimits = {
  /** A point keeps this many. */
  photos: 2_000,
  /** A photo as telephones take it. */
  bytes: 20 * 1024 * 1024,
} as const;

const note = z.string().trim().max(200);

export const Photo = z
  .object({
    id: z.int(),
    photographedAt: z.string(),
    note: z.string(),
    fileName: z.string().describe('As it was brought'),
    bytes: z.int(),
    byName: z.string(),
    createdAt: z.string(),
  })
  .meta({ id: 'Photo' });
export type Photo = z.output<typeof Photo>;

/** A photo among those of other points. */
export const LatestPhoto = Photo.pick({ id: true, photographedAt: true, note: true }).extend({
  pointId: z.int(),
  pointName: z.string(),
  structureId: z.int().describe('Where its point is'),
});
export type LatestPhoto = z.output<typeof LatestPhoto>;

const one = { pointId: id, photoId: id };
export const photos = {
  list: route({
    method: 'GET',
    path: '/measuring-points/{pointId}/photos',
    summary: 'The photos of a point, newest first: at most two thousand.',
    shows: ['photo'],
    needs: 'Retrieve:Data',
    within: 'pointId',
    input: z.object({ pointId: id }),
    reply: z.object({ photos: z.array(Photo) }),
  }),
  latest: route({
    method: 'GET',
    path: '/projects/{projectId}/latest-photos',
    summary: 'The photos of a project, or of a structure with its items, that were taken last.',
    shows: ['photo', 'point'],
    needs: 'Retrieve:Data',
    within: 'projectId',
    input: z.object({
      projectId: id,
      structureId: z.coerce.number<number>().pipe(id).optional(),
      limit: z.coerce.number<number>().int().min(1).max(20).default(6),
    }),
    reply: z.object({ photos: z.array(LatestPhoto) }),
  }),
  upload: route({
    method: 'POST',
    path: '/measuring-points/{pointId}/photos',
    summary: 'Uploads a photo of a point, of at most 20 MB. One that the point has already is not stored twice.',
    changes: ['photo'],
    needs: 'Create:Data',
    within: 'pointId',
    kind: 'upload',
    upload: { ...pictureFile, maxBytes: photoLimits.bytes },
    ownTransaction: true,
    input: z.object({ pointId: id, photographedAt: instant, note: note.default('') }),
    reply: z.object({ photo: Photo, isUnchanged: z.boolean().describe('The point had this photo already') }),
    fails: ['photosFull', 'timeInFuture'],
  }),
  update: route({
    method: 'PATCH',
    path: '/measuring-points/{pointId}/photos/{photoId}',
    summary: 'Changes when a photo was taken, or its note.',
    changes: ['photo'],
    guards: { read: 'list', part: 'photos', by: { field: 'id', input: 'photoId' } },
    needs: 'Update:Data',
    within: 'pointId',
    input: z.object({ ...one, photographedAt: instant.optional(), note: note.nullable().optional() }),
    reply: z.object({ photo: Photo }),
    fails: ['timeInFuture'],
    example: { pointId: 1, photoId: 1, note: 'Crack at the crown' },
  }),
  file: route({
    method: 'GET',
    path: '/measuring-points/{pointId}/photos/{photoId}/file',
    summary: 'A photo itself.',
    shows: ['photo'],
    needs: 'Retrieve:Data',
    within: 'pointId',
    kind: 'download',
    input: z.object(one),
    reply: z.unknown(),
  }),
  remove: route({
    method: 'DELETE',
    path: '/measuring-points/{pointId}/photos/{photoId}',
    summary: 'Deletes a photo.',
    changes: ['photo'],
    needs: 'Update:Data',
    within: 'pointId',
    input: z.object(one),
    reply: done,
  }),
};
