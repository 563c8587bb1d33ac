/** What a project keeps for its reports, and what its alert levels mean in it. Held and checked; reports come with their own issue. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { id, name } from '../points/fields.ts';

export const reportPeriods = ['daily', 'weekly', 'tenDays', 'monthly', 'quarterly', 'yearly'] as const;
const line = (max: number) => z.string().trim().max(max);

/** Specification 3, Report: period, template, signatures, cover. */
export const reportShape = {
  period: z.enum(reportPeriods),
  template: line(50).nullable().describe('Name of the report template; null = the one that Plumbline brings'),
  number: line(32).nullable().describe('What report numbers begin with'),
  signatures: z
    .array(z.object({ duty: name(20), person: line(32) }))
    .max(8)
    .refine((list) => new Set(list.map(({ duty }) => duty)).size === list.length, 'dutiesRepeat'),
  cover: z.object({
    title: line(50).nullable(),
    subtitle: line(50).nullable(),
    client: line(50).nullable(),
    contractor: line(50).nullable(),
    supervisor: line(50).nullable(),
    withLogo: z.boolean(),
    withPicture: z.boolean(),
  }),
};
export const ReportConfig = z.object(reportShape).meta({ id: 'ReportConfig' });
export type ReportConfig = z.output<typeof ReportConfig>;
export const defaultReportConfig: ReportConfig = {
  period: 'monthly',
  template: null,
  number: null,
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

/** Name of level 1 to 4 in a project, and what is to be done when it is reached. */
export const Grading = z.object({
  level: z.int().min(1).max(4),
  name: line(20).describe('Empty = the usual word'),
  action: line(500).describe('What is to be done'),
});
export type Grading = z.output<typeof Grading>;
export const gradingList = z
  .array(Grading)
  .length(4)
  .refine((list) => list.every(({ level }, i) => level === i + 1), 'gradingsOrder');
export const defaultGradings: readonly Grading[] = [1, 2, 3, 4].map((level) => ({ level, name: '', action: '' }));

export const settings = {
  reportConfig: route({
    method: 'GET',
    path: '/projects/{projectId}/report-config',
    summary: 'Returns the report defaults of a project.',
    shows: ['project'],
    needs: 'Retrieve:Project',
    within: 'projectId',
    input: z.object({ projectId: id }),
    reply: z.object({ reportConfig: ReportConfig }),
  }),
  setReportConfig: route({
    method: 'PATCH',
    path: '/projects/{projectId}/report-config',
    summary:
      'Changes the given report defaults of a project. Stored for other programs: nothing in Plumbline reads it.',
    changes: ['project'],
    needs: 'Update:Project',
    within: 'projectId',
    guards: { read: 'reportConfig', part: 'reportConfig' },
    input: z.object({ projectId: id, ...z.object(reportShape).partial().shape }),
    reply: z.object({ reportConfig: ReportConfig }),
  }),
  gradings: route({
    method: 'GET',
    path: '/projects/{projectId}/gradings',
    summary: 'Returns the names of alert levels 1 to 4 in a project, and the action of each.',
    shows: ['grading'],
    needs: 'Retrieve:Project',
    within: 'projectId',
    input: z.object({ projectId: id }),
    reply: z.object({ gradings: z.array(Grading) }),
  }),
  setGradings: route({
    method: 'PUT',
    path: '/projects/{projectId}/gradings',
    summary: 'Replaces the names and actions of the alert levels of a project.',
    changes: ['grading'],
    needs: 'Update:Project',
    within: 'projectId',
    guards: { read: 'gradings', part: '' },
    input: z.object({ projectId: id, gradings: gradingList }),
    reply: z.object({ gradings: z.array(Grading) }),
    example: {
      projectId: 1,
      gradings: [1, 2, 3, 4].map((level) => ({ level, name: '', action: level === 4 ? 'Close the road' : '' })),
    },
  }),
};
