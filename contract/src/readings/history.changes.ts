import { z } from 'zod';

/** Acts that change history. All but corrections and resets can be undone record by record. */
export const changeKinds = ['import', 'entry', 'delete', 'flag', 'recompute', 'correction', 'reset'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** Counts of an act; each name has words in every language. */
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
