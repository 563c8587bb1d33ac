import { z } from 'zod';
import { languages } from '../kernel/constants.ts';
import { route } from '../kernel/route.ts';
import { id, paging } from '../points/fields.ts';
import { reportSchedules } from './period-reports.schedules.ts';
import { day, PeriodReport, periodTypes, reportFormats, reportStatuses } from './period-reports.shapes.ts';
import { readyTemplate } from './templates.library-keys.ts';

export * from './period-reports.shapes.ts';

const MakeReport = z
  .object({
    projectId: id,
    type: z.enum(periodTypes).optional().describe('Absent = the period of the report defaults of the project'),
    day: day.optional().describe('A day of the period; of a custom one its first; not of an event'),
    alertId: id
      .optional()
      .describe(
        'Of an event: its alert. The report goes from the day before it to the day after it was over, or to today',
      ),
    until: day.optional().describe('The last day of a custom period; 366 days at most'),
    formats: z
      .array(z.enum(reportFormats))
      .min(1)
      .max(reportFormats.length)
      .refine((formats) => new Set(formats).size === formats.length, 'reportFormatsRepeat'),
    language: z.enum(languages),
    fields: z.enum(['main', 'all']).default('main').describe('main: the main field of each point alone'),
    templateId: id
      .nullable()
      .optional()
      .describe('null = the content of the product; absent = the template of the report defaults of the project'),
    library: readyTemplate.optional().describe('A ready template as it is, in the place of one that the project keeps'),
  })
  .refine(({ library, templateId }) => library === undefined || templateId === undefined, {
    path: ['templateId'],
    message: 'reportTemplateTwice',
  })
  .refine(({ type, until }) => (type === 'custom') === (until !== undefined), {
    path: ['until'],
    message: 'reportUntil',
  })
  .refine(({ type, day: of }) => (type === 'event') === (of === undefined), { path: ['day'], message: 'required' })
  .refine(({ type, alertId }) => (type === 'event') === (alertId !== undefined), {
    path: ['alertId'],
    message: 'required',
  });

export const periodReports = {
  ...reportSchedules,
  list: route({
    method: 'GET',
    path: '/projects/{projectId}/reports',
    aliases: [{ path: '/reports' }],
    summary: 'Returns the reports of a project, newest first.',
    shows: ['report'],
    needs: 'Retrieve:Report',
    within: 'projectId',
    background: true,
    input: z.object({
      projectId: id,
      type: z.enum(periodTypes).optional(),
      status: z.enum(reportStatuses).optional(),
      day: day.optional().describe('That the report begins with'),
      library: readyTemplate.optional(),
      ...paging,
    }),
    reply: z.object({ reports: z.array(PeriodReport), total: z.int() }),
  }),
  make: route({
    method: 'POST',
    path: '/projects/{projectId}/reports',
    aliases: [{ path: '/reports' }],
    summary:
      'Makes the report of a period in the background. Whoever makes one must also be allowed to read the data, alerts and devices of the project.',
    changes: ['report', 'task'],
    needs: 'Create:Report',
    within: 'projectId',
    evenArchived: true,
    input: MakeReport,
    reply: z.object({ report: PeriodReport }),
    fails: ['startAfterEnd', 'spanExceeded', 'reportPeriodAhead', 'reportTemplateFaulty'],
    example: { projectId: 1, type: 'month', day: '2026-02-01', formats: ['pdf', 'xlsx'], language: 'en' },
  }),
  file: route({
    method: 'GET',
    path: '/projects/{projectId}/reports/{reportId}/files/{format}',
    logged: true,
    summary: 'Downloads a report in one of its formats.',
    shows: ['report'],
    needs: 'Retrieve:Report',
    within: 'projectId',
    kind: 'download',
    input: z.object({ projectId: id, reportId: id, format: z.enum(reportFormats) }),
    reply: z.unknown(),
  }),
  remove: route({
    method: 'DELETE',
    path: '/projects/{projectId}/reports/{reportId}',
    aliases: [{ path: '/reports/{reportId}', row: 'reportId' }],
    summary: 'Deletes a report with its files. One that is being made is cancelled by its task instead.',
    changes: ['report'],
    needs: 'Delete:Report',
    within: 'projectId',
    evenArchived: true,
    input: z.object({ projectId: id, reportId: id }),
    reply: z.object({}),
    fails: ['reportBusy', 'reportSealed'],
  }),
};
