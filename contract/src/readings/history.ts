import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { id, instant } from '../points/fields.ts';
import { reason, SeriesChange } from './history.changes.ts';
import { Trace } from './history.trace.ts';

export * from './history.changes.ts';

/** What an act did at once, or the task that does it. */
const outcome = z.object({
  changed: z.int().describe('Records that were changed; 0 while a task does it'),
  changeId: z.int().nullable().describe('Its number in the change log; null while a task does it'),
  taskId: z.int().nullable(),
});

const fieldKeys = z.array(z.string().max(16)).min(1).max(302);
const times = z.array(instant).min(1).max(10_000);
const example = { from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' };

/** Routes of acts on stored readings, their log, and the origin of a value. */
export const history = {
  delete: route({
    method: 'POST',
    path: '/monitor/delete',
    summary: 'Deletes readings of points: a span, or chosen times. History keeps them, and they can be restored.',
    changes: ['reading', 'changeLog', 'correction', 'state', 'alert', 'task'],
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
    summary:
      'A verdict of a person on values: those of a span between two bounds, as they are shown, or of chosen times.',
    changes: ['reading', 'changeLog', 'correction', 'state', 'alert', 'task'],
    needs: 'Update:Data',
    within: 'pointId',
    input: z.object({
      pointId: id,
      fields: fieldKeys.describe('Fields that get the verdict'),
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
    summary: 'The change log of a point, newest first.',
    shows: ['changeLog'],
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
    summary:
      'Undoes an act of the change log, for all its points. Refused while a later act touches the same readings.',
    changes: ['reading', 'changeLog', 'correction', 'state', 'alert', 'task', 'point'],
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
  trace: route({
    method: 'POST',
    path: '/monitor/trace',
    summary: 'Traces a value: sample, conversion, corrections, quality, arrival, and previous values.',
    shows: ['reading', 'correction', 'point', 'threshold'],
    needs: 'Retrieve:Data',
    within: 'pointId',
    readOnly: true,
    input: z.object({ pointId: id, field: z.string().max(16).optional(), at: instant }),
    reply: z.object({ trace: Trace }),
    fails: ['noCollections'],
    example: { pointId: 1, at: '2026-03-01T00:00:00Z' },
  }),
  estimateShift: route({
    method: 'POST',
    path: '/measuring-points/{pointId}/shifts/estimate',
    summary:
      'Estimates the fix of a jump for each field: mean of the first stable readings after it, less the mean of the last ones before it.',
    shows: ['reading', 'correction'],
    needs: 'Retrieve:Data',
    within: 'pointId',
    readOnly: true,
    input: z.object({
      pointId: id,
      startAt: instant.describe('When it jumped: a reading at this time is after the jump'),
      stableFrom: instant.optional().describe('When it is calm again; startAt unless told'),
      stableTimes: z.int().min(1).max(100).default(4).describe('Readings on either side'),
      fields: fieldKeys.optional(),
    }),
    reply: z.object({
      fixes: z.record(z.string(), z.number()).describe('Proposed, for the fields that have enough readings; never 0'),
      fields: z.array(
        z.object({
          field: z.string(),
          unit: z.string(),
          fix: z.number().nullable(),
          before: z.array(z.object({ at: z.string(), value: z.number() })),
          after: z.array(z.object({ at: z.string(), value: z.number() })),
        }),
      ),
    }),
    fails: ['momentAbnormal', 'startAfterEnd', 'beforeReset'],
    example: { pointId: 1, startAt: '2026-03-01T00:00:00Z' },
  }),
  estimateInitshift: route({
    method: 'POST',
    path: '/measuring-points/{pointId}/initshift/estimate',
    summary:
      'Estimates the initial values with which the cumulative curve continues without a jump: value at that time, less the change before it.',
    shows: ['reading', 'correction'],
    needs: 'Retrieve:Data',
    within: 'pointId',
    readOnly: true,
    input: z.object({ pointId: id, startAt: instant, fields: fieldKeys.optional() }),
    reply: z.object({
      initials: z.record(z.string(), z.number()),
      fields: z.array(
        z.object({
          field: z.string(),
          unit: z.string(),
          initial: z.number().nullable().describe('In force before'),
          beforeAt: z.string().nullable(),
          cumulativeBefore: z.number().nullable(),
          valueAt: z.string().nullable(),
          value: z.number().nullable(),
          newInitial: z.number().nullable(),
        }),
      ),
    }),
    fails: ['momentAbnormal', 'noInitialValue', 'beforeReset'],
    example: { pointId: 1, startAt: '2026-03-01T00:00:00Z' },
  }),
  estimateTc: route({
    method: 'POST',
    path: '/measuring-points/{pointId}/tc/estimate',
    summary:
      'Estimates how much a field follows the temperature of its own records: the slope of a fit beside a trend over time. Weak = a correlation below 0.5, where a compensation would add more than it takes away.',
    shows: ['reading', 'correction', 'point'],
    needs: 'Retrieve:Data',
    within: 'pointId',
    readOnly: true,
    input: z.object({
      pointId: id,
      field: z.string().max(16),
      temperatureField: z.string().max(16),
      from: instant.optional().describe('A year back unless told'),
      to: instant.optional(),
    }),
    reply: z.object({
      coefficient: z.number().describe('Unit of the field per °C'),
      reference: z.number().describe('°C, of the first reading'),
      correlation: z.number(),
      isWeak: z.boolean(),
      count: z.int().describe('Readings with both'),
      from: z.string(),
      to: z.string(),
      deviationBefore: z.number().nullable().describe('Standard deviation of the values as they are'),
      deviationAfter: z.number().nullable().describe('With the compensation'),
    }),
    fails: ['badInput', 'momentAbnormal'],
    example: { pointId: 1, field: 'opening', temperatureField: 'temp' },
  }),
};
