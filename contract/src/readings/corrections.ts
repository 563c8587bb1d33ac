import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { historyTags } from '../kernel/tags.ts';
import { done, id, instant } from '../points/fields.ts';
import { reason } from './history.changes.ts';

/**
 * Corrections count when values are read and never touch what is stored. shift: the instrument jumped; initshift: the
 * point was zeroed again; topshift: the fixed top of a profile moved; basenode: a node of surveyed movement.
 */
export const correctionKinds = ['shift', 'topshift', 'initshift', 'basenode'] as const;
export type CorrectionKind = (typeof correctionKinds)[number];

const amount = z.number().min(-1e15).max(1e15);
const byField = z.record(z.string().max(16), amount);
const byAxis = z.object({ x: amount.optional(), y: amount.optional() });
const node = z.int().min(1).max(150);

const storedFields = {
  id: z.int(),
  pointId: z.int(),
  startAt: z.string(),
  endAt: z.string().nullable().describe('First instant at which it no longer counts; null = open'),
  stableTimes: z.int().nullable().describe('Readings on either side from which the fix was estimated'),
  reason: z.string(),
  createdBy: z.string(),
  createdAt: z.string(),
  updatedBy: z.string().nullable(),
  updatedAt: z.string().nullable(),
};

/** One correction record: over [startAt, endAt). No two of a kind overlap. */
export const Correction = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('shift'), ...storedFields, fixes: byField.describe('By field: shown = stored - fix') }),
    z.object({
      kind: z.literal('topshift'),
      ...storedFields,
      fixes: byAxis.describe('Surveyed movement of the top, mm'),
    }),
    z.object({
      kind: z.literal('initshift'),
      ...storedFields,
      initials: byField.describe('New initial value by field'),
    }),
    z.object({
      kind: z.literal('basenode'),
      ...storedFields,
      node,
      surveyed: byAxis.describe('Surveyed movement of the node, mm'),
    }),
  ])
  .meta({ id: 'Correction' });
export type Correction = z.output<typeof Correction>;

const stretch = { startAt: instant, endAt: instant.nullable().default(null) };
const stableTimes = z.int().min(1).max(100).nullable().default(null);
const fails = [
  'correctionExists',
  'fixInvalid',
  'startAfterEnd',
  'beforeReset',
  'badInput',
  'shiftParseFailed',
] as const;
const example = { pointId: 1, startAt: '2026-03-01T00:00:00Z', reason: 'The instrument was knocked' };
const many = z.object({ corrections: z.array(Correction) });
const one = z.object({
  correction: Correction,
  changed: z.array(Correction).describe('Other records that it ended'),
  changeId: z.int(),
});

const list = <P extends `/${string}`>(path: P, summary: string) =>
  route({
    method: 'GET',
    path: `/measuring-points/{pointId}/${path.slice(1)}`,
    summary,
    shows: ['correction'],
    needs: 'Retrieve:Data',
    within: 'pointId',
    input: z.object({ pointId: id }),
    reply: many,
    fails: ['shiftParseFailed', 'shiftFetchFailed'],
  });
const create = <I extends z.ZodRawShape>(path: `/${string}`, summary: string, more: I, amounts: object) =>
  route({
    method: 'POST',
    path: `/measuring-points/{pointId}${path}`,
    summary,
    changes: historyTags,
    needs: 'Update:Data',
    within: 'pointId',
    input: z.object({ pointId: id, ...stretch, ...more, reason }),
    reply: one,
    fails,
    example: { ...example, ...amounts } as never,
  });
const update = <I extends z.ZodRawShape>(path: `/${string}`, read: string, summary: string, more: I) =>
  route({
    method: 'PATCH',
    path: `/measuring-points/{pointId}${path}/{correctionId}`,
    summary,
    changes: historyTags,
    guards: { read, part: 'corrections', by: { field: 'id', input: 'correctionId' } },
    needs: 'Update:Data',
    within: 'pointId',
    input: z.object({
      pointId: id,
      correctionId: id,
      startAt: instant.optional(),
      endAt: instant.nullable().optional(),
      ...more,
      reason,
    }),
    reply: one,
    fails: [...fails, 'shiftNotFound'],
    example: { pointId: 1, correctionId: 1, endAt: '2026-03-02T00:00:00Z', reason: 'It was set right again' } as never,
  });
const remove = (path: `/${string}`, summary: string) =>
  route({
    method: 'DELETE',
    path: `/measuring-points/{pointId}${path}/{correctionId}`,
    summary,
    changes: historyTags,
    needs: 'Update:Data',
    within: 'pointId',
    input: z.object({ pointId: id, correctionId: id, reason }),
    reply: done,
    fails: ['shiftNotFound'],
    example: { pointId: 1, correctionId: 1, reason: 'It was no jump' },
  });

const shift = { fixes: byField, stableTimes };
const continues = z
  .boolean()
  .default(false)
  .describe('A further jump while a record with an open end counts: ends that one here and adds its fixes to this one');
const renews = z
  .boolean()
  .default(true)
  .describe(
    'Without an end itself, it ends a new zero that has none here; fields that it does not name go on from that one',
  );

export const corrections = {
  all: list('/corrections', 'Every correction record of a point, of all kinds, in order of time.'),
  shifts: list('/shifts', 'The shift corrections of a point.'),
  createShift: create(
    '/shifts',
    'Adds a shift correction: shown = stored - fix.',
    { ...shift, continues },
    { fixes: { temperature: 1.5 } },
  ),
  updateShift: update('/shifts', 'shifts', 'Changes what is given of a shift correction.', {
    fixes: byField.optional(),
    stableTimes: stableTimes.optional(),
  }),
  removeShift: remove('/shifts', 'Removes a shift correction.'),
  topshifts: list('/topshifts', 'The top corrections of a profile.'),
  createTopshift: create(
    '/topshifts',
    'Adds the surveyed movement of the top to every node of a profile.',
    { fixes: byAxis },
    { fixes: { x: 1.5 } },
  ),
  updateTopshift: update('/topshifts', 'topshifts', 'Changes what is given of a top correction.', {
    fixes: byAxis.optional(),
  }),
  removeTopshift: remove('/topshifts', 'Removes a top correction.'),
  initshifts: list('/initshift', 'The times at which a point was zeroed again.'),
  createInitshift: create(
    '/initshift',
    'Zeroes a point again: cumulative changes count from new initial values.',
    { initials: byField, continues: renews },
    { initials: { temperature: 20 } },
  ),
  updateInitshift: update('/initshift', 'initshifts', 'Changes what is given of a new zero.', {
    initials: byField.optional(),
  }),
  removeInitshift: remove('/initshift', 'Removes a new zero.'),
  basenodes: list('/basenode-fixes', 'The base node corrections of a profile.'),
  createBasenode: create(
    '/basenode-fixes',
    'Hangs a profile on a node of surveyed movement.',
    { node, surveyed: byAxis },
    { node: 1, surveyed: { x: 0 } },
  ),
  updateBasenode: update('/basenode-fixes', 'basenodes', 'Changes what is given of a base node correction.', {
    node: node.optional(),
    surveyed: byAxis.optional(),
  }),
  removeBasenode: remove('/basenode-fixes', 'Removes a base node correction.'),
};
