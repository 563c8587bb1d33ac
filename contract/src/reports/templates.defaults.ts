/**
 * What the reports of a project begin with: period and template where who asks for one names none, and what a cover says that
 * its template leaves open (specification 3, Report). A report keeps what it was made with.
 */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { id, name } from '../points/fields.ts';
import { calendarPeriods } from './period-reports.shapes.ts';

const line = (max: number) => z.string().trim().max(max);
const coverLine = line(50).nullable();

export const CoverDefaults = z
  .object({
    title: coverLine.describe('Where a cover has none of its own; null or empty = the word of the product'),
    subtitle: coverLine.describe('Where a cover has none of its own'),
    client: coverLine.describe('Like the next two among the facts of a cover that has no fields of its own'),
    contractor: coverLine,
    supervisor: coverLine,
    withLogo: z
      .boolean()
      .describe('The logo of the project, else of its corporation, above a cover that has no picture of its own'),
    withPicture: z.boolean().describe('The picture of the project, on a cover that has no picture of its own'),
  })
  .meta({ id: 'ReportCoverDefaults' });
export type CoverDefaults = z.output<typeof CoverDefaults>;

const shape = {
  period: z.enum(calendarPeriods).describe('What a report or schedule is of that names no period'),
  templateId: id
    .nullable()
    .describe(
      'A template that the project may use: what a report is made with that names none; null = the content of the product',
    ),
  signatures: z
    .array(z.object({ duty: name(20), person: line(32).describe('Empty = a line to sign on') }))
    .max(8)
    .refine((list) => new Set(list.map(({ duty }) => duty)).size === list.length, 'dutiesRepeat')
    .describe('At the foot of a cover that has no signatures of its own, in their order'),
  cover: CoverDefaults,
};
export const ReportConfig = z.object(shape).meta({ id: 'ReportConfig' });
export type ReportConfig = z.output<typeof ReportConfig>;
export const defaultReportConfig: ReportConfig = {
  period: 'month',
  templateId: null,
  signatures: [],
  cover: {
    title: null,
    subtitle: null,
    client: null,
    contractor: null,
    supervisor: null,
    withLogo: true,
    withPicture: true,
  },
};

export const reportDefaults = {
  get: route({
    method: 'GET',
    path: '/projects/{projectId}/report-config',
    summary: 'Returns the report defaults of a project.',
    shows: ['project', 'reportTemplate'],
    needs: 'Retrieve:Project',
    within: 'projectId',
    input: z.object({ projectId: id }),
    reply: z.object({ reportConfig: ReportConfig }),
  }),
  set: route({
    method: 'PATCH',
    path: '/projects/{projectId}/report-config',
    summary:
      'Changes the given report defaults of a project. Reports made from then on follow them; those that are there stay as they are.',
    changes: ['reportTemplate'],
    needs: 'Update:Project',
    within: 'projectId',
    guards: { read: 'get', part: 'reportConfig' },
    input: z.object({ projectId: id, ...z.object(shape).partial().shape }),
    reply: z.object({ reportConfig: ReportConfig }),
  }),
};
