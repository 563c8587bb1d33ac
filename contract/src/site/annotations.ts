/** What happened on site, written down beside the readings: works, excavation stages, storms, blasts. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { done, id, instant } from '../points/fields.ts';

export const annotationKinds = [
  'excavation',
  'construction',
  'load',
  'storm',
  'earthquake',
  'blast',
  'maintenance',
  'other',
] as const;
/** Kinds of works that are dug, built and loaded: how far the works have come. */
export const worksKinds = [
  'excavation',
  'construction',
  'load',
] as const satisfies readonly (typeof annotationKinds)[number][];
/** A project keeps this many. */
export const maxAnnotations = 2_000;

const described = {
  structureId: id.nullable().default(null).describe('null = of the whole project'),
  kind: z.enum(annotationKinds),
  text: z.string().trim().min(1, 'required').max(200),
  startAt: instant,
  endAt: instant.nullable().default(null).describe('null = it happened at one time'),
  elevationM: z
    .number()
    .min(-12_000)
    .max(9_000)
    .nullable()
    .default(null)
    .describe('Elevation that was reached: of an excavation, a fill, a water level'),
};
/** Nothing ends before it begins. */
const isInOrder = ({ startAt, endAt }: { startAt: string; endAt: string | null }): boolean =>
  endAt === null || Date.parse(startAt) < Date.parse(endAt);
const inOrder = { path: ['endAt'], message: 'startAfterEnd' };

export const Annotation = z
  .object({
    id: z.int(),
    structureId: z.int().nullable(),
    kind: z.enum(annotationKinds),
    text: z.string(),
    startAt: z.string(),
    endAt: z.string().nullable(),
    elevationM: z.number().nullable(),
    byName: z.string(),
    createdAt: z.string(),
  })
  .meta({ id: 'Annotation' });
export type Annotation = z.output<typeof Annotation>;

const example = { projectId: 1, kind: 'storm', text: 'Typhoon', startAt: '2026-03-01T00:00:00Z' } as const;
export const annotations = {
  list: route({
    method: 'GET',
    path: '/projects/{projectId}/annotations',
    summary:
      'Returns what was written down of a project, newest first; of one structure together with what concerns the whole project.',
    shows: ['annotation'],
    needs: 'Retrieve:Data',
    within: 'projectId',
    input: z.object({
      projectId: id,
      structureId: z.coerce.number<number>().pipe(id).optional().describe('Its own and those of the whole project'),
      from: instant.optional().describe('Those that end at this time or later'),
      to: instant.optional().describe('Those that begin before this time'),
      works: z.stringbool().optional().describe('true = only excavation, construction and load'),
      limit: z.coerce.number<number>().int().min(1).max(maxAnnotations).default(maxAnnotations),
    }),
    reply: z.object({ annotations: z.array(Annotation) }),
  }),
  create: route({
    method: 'POST',
    path: '/projects/{projectId}/annotations',
    summary: 'Writes down what happened: at one time, or over a span.',
    changes: ['annotation'],
    needs: 'Create:Data',
    within: 'projectId',
    input: z.object({ projectId: id, ...described }).refine(isInOrder, inOrder),
    reply: z.object({ annotation: Annotation }),
    fails: ['annotationsFull'],
    example,
  }),
  update: route({
    method: 'PUT',
    path: '/projects/{projectId}/annotations/{annotationId}',
    summary: 'Replaces an annotation.',
    changes: ['annotation'],
    guards: { read: 'list', part: 'annotations', by: { field: 'id', input: 'annotationId' } },
    needs: 'Update:Data',
    within: 'projectId',
    input: z.object({ projectId: id, annotationId: id, ...described }).refine(isInOrder, inOrder),
    reply: z.object({ annotation: Annotation }),
    example: { ...example, annotationId: 1 },
  }),
  remove: route({
    method: 'DELETE',
    path: '/projects/{projectId}/annotations/{annotationId}',
    summary: 'Deletes an annotation.',
    changes: ['annotation'],
    needs: 'Update:Data',
    within: 'projectId',
    input: z.object({ projectId: id, annotationId: id }),
    reply: done,
  }),
};
