import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { id, instant } from '../points/fields.ts';

/** An instant, or what the clock of the project shows: `YYYY-MM-DD HH:mm:ss`. */
const localTime = z
  .string()
  .trim()
  .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}(?::\d{2})?$/, 'localTime');
export const entryTime = z.union([instant, localTime]);

/** Values by field, in the unit of the field; null = no value. A field that is not named keeps what it had. */
const values = z
  .record(z.string().max(16), z.number().min(-1e15).max(1e15).nullable())
  .refine((each) => Object.keys(each).length > 0, 'valuesEmpty');
const reason = z.string().trim().max(200).default('');

/** A row of the table in which people enter values: a cell for each field beside point and time. */
export const EntryRow = z
  .object({ pointId: id, at: entryTime })
  .catchall(z.number().min(-1e15).max(1e15).nullable().optional());

export const EnteredRecord = z
  .object({
    pointId: z.int(),
    at: z.string(),
    values: z.array(z.number().nullable()).describe('In the order of the fields'),
  })
  .meta({ id: 'EnteredRecord' });

const counts = z.object({
  added: z.int(),
  overwritten: z.int().describe('Other values of that time: the former ones are kept'),
  unchanged: z.int(),
});

/** Values that people enter, of manual points. */
export const entries = {
  enter: route({
    method: 'POST',
    path: '/measuring-points/{pointId}/artificial-data',
    summary:
      'Enters one record of a manual point. A record at the same time is overwritten field by field; history keeps the old one.',
    changes: ['reading', 'changeLog', 'correction', 'state', 'alert'],
    needs: 'Create:Data',
    within: 'pointId',
    ownTransaction: true,
    input: z.object({
      pointId: id,
      at: entryTime,
      values,
      reason,
      overwrite: z
        .boolean()
        .default(true)
        .describe('false: refused with entryExists where a field has another value at that time already'),
    }),
    reply: z.object({
      record: EnteredRecord,
      result: z.enum(['added', 'overwritten', 'unchanged']),
      changeId: z.int().nullable(),
    }),
    fails: [
      'kindUnsuitable',
      'pointDeprecated',
      'entryExists',
      'timeInFuture',
      'timeTooOld',
      'timeAmbiguous',
      'timeSkipped',
      'notAllowed',
    ],
    example: { pointId: 1, at: '2026-03-01T00:00:00Z', values: { level: 1.25 } },
  }),
  enterBatch: route({
    method: 'POST',
    path: '/projects/{projectId}/artificial-data',
    summary: 'Enters up to 5,000 records of many manual points, all or none. A dry run returns the result of each row.',
    changes: ['reading', 'changeLog', 'correction', 'state', 'alert'],
    needs: 'Create:Data',
    within: 'projectId',
    ownTransaction: true,
    bodyLimit: 4 * 1024 * 1024,
    input: z.object({
      projectId: id,
      rows: z
        .array(z.object({ pointId: id, at: entryTime, values }))
        .min(1)
        .max(5000),
      reason,
      dryRun: z.boolean().default(false),
    }),
    reply: counts.extend({
      problems: z.array(
        z.object({ row: z.int(), path: z.string(), error: z.string(), detail: z.unknown().optional() }),
      ),
      changeId: z.int().nullable(),
    }),
    fails: ['dataEntryFailed', 'notAllowed'],
    example: { projectId: 1, rows: [{ pointId: 1, at: '2026-03-01T00:00:00Z', values: { level: 1.25 } }] },
  }),
  updateEntry: route({
    method: 'PATCH',
    path: '/measuring-points/{pointId}/artificial-data',
    summary:
      'Changes an entered record: values of fields, or its time. History keeps the old one, and it can be restored.',
    changes: ['reading', 'changeLog', 'correction', 'state', 'alert'],
    needs: 'Update:Data',
    within: 'pointId',
    ownTransaction: true,
    input: z.object({
      pointId: id,
      at: instant.describe('The time of the record'),
      newAt: entryTime.optional().describe('Where it moves to; a record there is overwritten'),
      values: values.optional(),
      reason,
    }),
    reply: z.object({ record: EnteredRecord, changeId: z.int().nullable() }),
    fails: [
      'noCollections',
      'kindUnsuitable',
      'pointDeprecated',
      'timeInFuture',
      'timeTooOld',
      'timeAmbiguous',
      'timeSkipped',
    ],
    example: { pointId: 1, at: '2026-03-01T00:00:00Z', values: { level: 1.25 } },
  }),
  removeEntry: route({
    method: 'DELETE',
    path: '/measuring-points/{pointId}/artificial-data',
    summary: 'Removes entered records. History keeps them, and they can be restored.',
    changes: ['reading', 'changeLog', 'correction', 'state', 'alert'],
    needs: 'Delete:Data',
    within: 'pointId',
    ownTransaction: true,
    input: z.object({ pointId: id, times: z.array(instant).min(1).max(5000), reason }),
    reply: z.object({ removed: z.int(), changeId: z.int() }),
    fails: ['noCollections', 'kindUnsuitable'],
    example: { pointId: 1, times: ['2026-03-01T00:00:00Z'] },
  }),
};
