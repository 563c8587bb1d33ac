import { z } from 'zod';
import { id, instant } from './fields.ts';
import { route } from './route.ts';

/** Acts that change history. All but corrections and resets can be undone record by record. */
export const changeKinds = ['import', 'entry', 'delete', 'flag', 'recompute', 'correction', 'reset'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** What an act may count; each name has words in every language. */
export const changeCounts = [
  'deleted',
  'flagged',
  'added',
  'overwritten',
  'unchanged',
  'refused',
  'changed',
  'recomputed',
  'restored',
  'corrections',
] as const;
export type ChangeCounts = Readonly<Partial<Record<(typeof changeCounts)[number], number>>>;

/** Why somebody changes history: kept in the change log. */
export const reason = z.string().trim().min(1).max(200);

/** One act of the change log: who, when, why, what. */
export const SeriesChange = z
  .object({
    id: z.int(),
    kind: z.enum(changeKinds),
    pointIds: z.array(z.int()),
    from: z.string().nullable().describe('First instant that it touches; null = from the beginning'),
    to: z.string().nullable().describe('Last instant; null = open'),
    reason: z.string(),
    byName: z.string(),
    at: z.string(),
    counts: z.record(z.string(), z.number()).describe('How many records were deleted, flagged, added, ...'),
    detail: z
      .record(z.string(), z.unknown())
      .describe('Settings of the act; for corrections the records before and after'),
    taskId: z.int().nullable(),
    undoneAt: z.string().nullable(),
    undoneBy: z.string().nullable(),
    undoable: z.boolean().describe('False for resets and for what is undone'),
  })
  .meta({ id: 'SeriesChange' });
export type SeriesChange = z.output<typeof SeriesChange>;

/** What an act did at once, or the task that does it. */
const outcome = z.object({
  changed: z.int().describe('Records that were changed; 0 while a task does it'),
  changeId: z.int().nullable().describe('Its number in the change log; null while a task does it'),
  taskId: z.int().nullable(),
});

const times = z.array(instant).min(1).max(10_000);
const example = { from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' };

export const changes = {
  delete: route({
    method: 'POST',
    path: '/monitor/delete',
    says: 'Deletes readings of points: a span, or chosen times. They are kept in history and can be put back.',
    needs: 'Delete:Data',
    within: 'pointIds',
    input: z.object({
      pointIds: z.array(id).min(1).max(200),
      from: instant.optional(),
      to: instant.optional(),
      times: times.optional().describe('In any order; takes the place of the span'),
      reason,
    }),
    reply: outcome,
    fails: ['startAfterEnd', 'noCollections'],
    example: { pointIds: [1], ...example, reason: 'Test signals of the installation' },
  }),
  flag: route({
    method: 'POST',
    path: '/monitor/flag',
    says: 'A verdict of a person on values: those of a span between two bounds, as they are shown, or of chosen times.',
    needs: 'Update:Data',
    within: 'pointId',
    input: z.object({
      pointId: id,
      fields: z.array(z.string().max(16)).min(1).max(302).describe('Fields that get the verdict'),
      from: instant.optional(),
      to: instant.optional(),
      times: times.optional().describe('In any order; takes the place of the span'),
      by: z
        .string()
        .max(16)
        .optional()
        .describe('The field that `lower` and `upper` look at; the first of `fields` unless told'),
      quantity: z.enum(['value', 'cumulative']).default('value'),
      raw: z.boolean().default(false).describe('Compare values as stored, without corrections'),
      lower: z.number().optional(),
      upper: z.number().optional(),
      quality: z.enum(['pass', 'suspect', 'fail']),
      reason,
    }),
    reply: outcome,
    fails: ['startAfterEnd', 'noCollections'],
    example: { pointId: 1, fields: ['temperature'], ...example, quality: 'fail', reason: 'Cable loose' },
  }),
  changes: route({
    method: 'GET',
    path: '/measuring-points/{pointId}/changes',
    says: 'The change log of a point, newest first.',
    needs: 'Retrieve:Data',
    within: 'pointId',
    input: z.object({
      pointId: id,
      page: z.coerce.number<number>().int().min(1).max(100_000).default(1),
      pageSize: z.coerce.number<number>().int().min(1).max(200).default(50),
    }),
    reply: z.object({ changes: z.array(SeriesChange), total: z.int() }),
  }),
  undo: route({
    method: 'POST',
    path: '/measuring-points/{pointId}/changes/{changeId}/undo',
    says: 'Undoes an act of the change log, for all its points. Refused while a later act touches the same readings.',
    needs: 'Update:Data',
    within: 'pointId',
    input: z.object({ pointId: id, changeId: id }),
    reply: z.object({
      restored: z.int().describe('Records put back; 0 while a task does it'),
      taskId: z.int().nullable(),
    }),
    fails: ['changeUndone', 'laterChange', 'notUndoable', 'correctionExists'],
    example: { pointId: 1, changeId: 1 },
  }),
};
