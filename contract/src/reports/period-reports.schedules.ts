import { z } from 'zod';
import { languages } from '../kernel/constants.ts';
import { route } from '../kernel/route.ts';
import { id } from '../points/fields.ts';
import { calendarPeriods, reportFormats } from './period-reports.shapes.ts';

const formats = z
  .array(z.enum(reportFormats))
  .min(1)
  .max(reportFormats.length)
  .refine((formats) => new Set(formats).size === formats.length, 'reportFormatsRepeat');

export const ReportSchedule = z
  .object({
    id: z.int(),
    type: z.enum(calendarPeriods),
    formats: z.array(z.enum(reportFormats)),
    language: z.enum(languages),
    fields: z.enum(['main', 'all']),
    template: z
      .object({ id: z.int().nullable().describe('null = it was deleted with its project'), name: z.string() })
      .nullable()
      .describe('Each report is made with its newest version; null = the content of the product'),
    enabled: z.boolean(),
    nextFirstDay: z.string().describe('The period that is reported next, by days of the zone of the project'),
    nextLastDay: z.string(),
    nextAt: z.string().describe('When its report is made at the earliest: half an hour after its end'),
    byName: z.string(),
  })
  .meta({ id: 'ReportSchedule' });
export type ReportSchedule = z.output<typeof ReportSchedule>;

/** Reports that are made by themselves. */
export const reportSchedules = {
  schedules: route({
    method: 'GET',
    path: '/projects/{projectId}/report-schedules',
    summary: 'Returns which reports of a project are made by themselves, and when the next of each is.',
    shows: ['report', 'project'],
    needs: 'Retrieve:Report',
    within: 'projectId',
    background: true,
    input: z.object({ projectId: id }),
    reply: z.object({ schedules: z.array(ReportSchedule) }),
  }),
  createSchedule: route({
    method: 'POST',
    path: '/projects/{projectId}/report-schedules',
    summary:
      'From the present period on, makes a report by itself of each that is over. Needs what making a report by hand needs.',
    changes: ['report'],
    needs: 'Create:Report',
    within: 'projectId',
    input: z.object({
      projectId: id,
      type: z.enum(calendarPeriods).optional().describe('Absent = the period of the report defaults of the project'),
      formats,
      language: z.enum(languages),
      fields: z.enum(['main', 'all']).default('main'),
      templateId: id
        .nullable()
        .optional()
        .describe('null = the content of the product; absent = the template of the report defaults of the project'),
    }),
    reply: z.object({ schedule: ReportSchedule }),
    fails: ['nameTaken'],
    example: { projectId: 1, type: 'week', formats: ['pdf'], language: 'en' },
  }),
  updateSchedule: route({
    method: 'PATCH',
    path: '/projects/{projectId}/report-schedules/{scheduleId}',
    summary:
      'Switches a schedule on or off, or changes its files. Switched on again, it goes on with the present period.',
    changes: ['report'],
    guards: { read: 'schedules', part: 'schedules', by: { field: 'id', input: 'scheduleId' } },
    needs: 'Update:Report',
    within: 'projectId',
    input: z.object({ projectId: id, scheduleId: id, enabled: z.boolean().optional(), formats: formats.optional() }),
    reply: z.object({ schedule: ReportSchedule }),
  }),
  removeSchedule: route({
    method: 'DELETE',
    path: '/projects/{projectId}/report-schedules/{scheduleId}',
    summary: 'Ends a schedule. The reports that it made stay until they expire.',
    changes: ['report'],
    needs: 'Delete:Report',
    within: 'projectId',
    evenArchived: true,
    input: z.object({ projectId: id, scheduleId: id }),
    reply: z.object({}),
  }),
};
