/**
 * Templates of reports: which blocks a report has, in which order, and what each is told. Every change makes a version, and
 * a report remembers which it was made with. A template belongs to a project; shared, every project of the corporation uses it.
 */
import { z } from 'zod';
import { languages } from '../kernel/constants.ts';
import { route } from '../kernel/route.ts';
import { done, id, name } from '../points/fields.ts';
import { calendarPeriods, day } from './period-reports.shapes.ts';
import { blockKinds, TemplateContent } from './templates.blocks.ts';
import { problemFaults } from './templates.checks.ts';
import { coverLimits, ExcelCover } from './templates.cover.ts';
import { wordLimits } from './templates.word.ts';

/** As the specification calls them: Done = verified, Pending = not verified since it was changed, Error = it has mistakes. */
export const templateStatuses = ['Done', 'Pending', 'Error'] as const;

export const TemplateProblem = z
  .object({
    block: z.int().describe('Of the block in the template, from 1; 0 = in its Word document or its cover'),
    kind: z.enum([...blockKinds, 'word', 'excel']),
    place: z
      .string()
      .describe(
        'The option of the block: `title`, `fields.2.value`; of a Word document: `body table 2 row 3`, `header 1`; of a cover: `Cover!B7`',
      ),
    fault: z.enum(problemFaults),
    words: z.string().describe('What was written there'),
  })
  .meta({ id: 'ReportTemplateProblem' });

const row = {
  id: z.int(),
  name: z.string(),
  shared: z.boolean().describe('Every project of the corporation may use it'),
  own: z.boolean().describe('It is of this project: here alone it is changed'),
  status: z.enum(templateStatuses),
  problems: z.array(TemplateProblem).describe('Found when it was verified; a hundred are listed'),
  version: z.int(),
  byName: z.string().describe('Who changed it last'),
  updatedAt: z.string(),
} as const;
export const TemplateRow = z.object({ ...row, blocks: z.int() }).meta({ id: 'ReportTemplateRow' });
export type TemplateRow = z.output<typeof TemplateRow>;
/** A Word document of people that reports are made with in that format. */
export const WordDocument = z
  .object({
    name: z.string(),
    bytes: z.int(),
    byName: z.string(),
    at: z.string(),
    tags: z
      .array(
        z.object({
          words: z.string().describe('As it stands between the braces'),
          kind: z.enum(['value', 'picture', 'loop', 'condition']),
          place: z.string().describe('Where it is first: `body 12`, `body table 2 row 3`'),
          count: z.int(),
        }),
      )
      .describe('What it asks for, in the order of its text'),
  })
  .meta({ id: 'ReportWordDocument' });
export type WordDocument = z.output<typeof WordDocument>;
export const ReportTemplate = z
  .object({
    ...row,
    content: TemplateContent,
    word: WordDocument.nullable().describe('null = a report in Word is written of the blocks'),
    excelCover: ExcelCover.nullable().describe('null = a workbook begins with the facts of the report'),
  })
  .meta({ id: 'ReportTemplate' });
export type ReportTemplate = z.output<typeof ReportTemplate>;

/** A template as a file: what is exported from one installation and imported into another. */
export const templateFileFormat = 'plumbline-report-template';
export const TemplateFile = z.object({
  format: z.literal(templateFileFormat),
  version: z.literal(1),
  name: name(50),
  content: TemplateContent,
});

export const excelType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
export const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const one = { projectId: id, templateId: id };
const reads = { method: 'GET', needs: 'Retrieve:Report', within: 'projectId', shows: ['reportTemplate'] } as const;
const writes = { within: 'projectId', changes: ['reportTemplate'] } as const;
const anExample = {
  projectId: 1,
  name: 'Weekly',
  content: { blocks: [{ kind: 'cover' as const }, { kind: 'statistics' as const }] },
};

export const reportTemplates = {
  list: route({
    ...reads,
    path: '/projects/{projectId}/report-templates',
    aliases: [{ path: '/report-templates' }],
    summary:
      'The templates that reports of a project can be made with, by name: its own, and those shared in its corporation.',
    input: z.object({ projectId: id }),
    reply: z.object({ templates: z.array(TemplateRow) }),
  }),
  get: route({
    ...reads,
    path: '/projects/{projectId}/report-templates/{templateId}',
    aliases: [{ path: '/report-templates/{templateId}', row: 'templateId' }],
    summary: 'A template with its blocks.',
    input: z.object(one),
    reply: z.object({ template: ReportTemplate }),
  }),
  versions: route({
    ...reads,
    path: '/projects/{projectId}/report-templates/{templateId}/versions',
    summary: 'The versions of a template, newest first: who made each and when. The last two hundred are there.',
    input: z.object(one),
    reply: z.object({
      versions: z.array(z.object({ version: z.int(), byName: z.string(), at: z.string(), blocks: z.int() })),
    }),
  }),
  version: route({
    ...reads,
    path: '/projects/{projectId}/report-templates/{templateId}/versions/{version}',
    summary: 'A template as it was in one of its versions.',
    input: z.object({ ...one, version: id }),
    reply: z.object({ content: TemplateContent }),
  }),
  create: route({
    ...writes,
    method: 'POST',
    path: '/projects/{projectId}/report-templates',
    aliases: [{ path: '/report-templates' }],
    summary: 'Makes a template of reports.',
    needs: 'Create:Report',
    input: z.object({ projectId: id, name: name(50), shared: z.boolean().default(false), content: TemplateContent }),
    reply: z.object({ template: ReportTemplate }),
    fails: ['nameTaken', 'reportTemplatesFull'],
    example: anExample,
  }),
  update: route({
    ...writes,
    method: 'PATCH',
    path: '/projects/{projectId}/report-templates/{templateId}',
    aliases: [{ path: '/report-templates/{templateId}', row: 'templateId' }],
    summary: 'Changes a template of the project. A change of its blocks is a new version, which is not verified yet.',
    needs: 'Update:Report',
    guards: { read: 'get', part: 'template' },
    input: z.object({
      ...one,
      name: name(50).optional(),
      shared: z.boolean().optional(),
      content: TemplateContent.optional(),
    }),
    reply: z.object({ template: ReportTemplate }),
    fails: ['nameTaken', 'reportTemplateInUse', 'reportTemplateIsDefault'],
    example: { ...anExample, templateId: 1 },
  }),
  verify: route({
    ...writes,
    method: 'POST',
    path: '/projects/{projectId}/report-templates/{templateId}/verify',
    summary:
      'Looks whether every placeholder of a template names something, and whether the points and structures that its blocks are narrowed to are there.',
    needs: 'Update:Report',
    input: z.object(one),
    reply: z.object({ template: ReportTemplate }),
  }),
  remove: route({
    ...writes,
    method: 'DELETE',
    path: '/projects/{projectId}/report-templates/{templateId}',
    aliases: [{ path: '/report-templates/{templateId}', row: 'templateId' }],
    summary:
      'Deletes a template with its versions. Reports that were made with it stay; while a schedule or the report defaults of a project name it, it stays too.',
    needs: 'Delete:Report',
    evenArchived: true,
    input: z.object(one),
    reply: done,
    fails: ['reportTemplateInUse', 'reportTemplateIsDefault'],
  }),
  uploadWord: route({
    ...writes,
    method: 'POST',
    path: '/projects/{projectId}/report-templates/{templateId}/word',
    summary:
      'Gives a template a Word document, or another one: reports in Word are made of it. This is a new version, which is not verified yet.',
    needs: 'Update:Report',
    kind: 'upload',
    ownTransaction: true,
    upload: { types: [wordType, 'application/octet-stream'], formats: ['docx'], maxBytes: wordLimits.bytes },
    input: z.object({ ...one, version: id.describe('The version that the document is to follow') }),
    reply: z.object({ template: ReportTemplate }),
    fails: ['busy', 'fileDamaged', 'fileEncrypted', 'reportTemplateChanged', 'wordTooLarge', 'wordUnsafe'],
    example: { projectId: 1, templateId: 1, version: 1 },
  }),
  word: route({
    ...reads,
    path: '/projects/{projectId}/report-templates/{templateId}/word',
    summary: 'Downloads the Word document of a template.',
    kind: 'download',
    logged: true,
    input: z.object(one),
    reply: z.unknown(),
  }),
  removeWord: route({
    ...writes,
    method: 'DELETE',
    path: '/projects/{projectId}/report-templates/{templateId}/word',
    summary:
      'Takes the Word document from a template: reports in Word are written of the blocks again. This is a new version.',
    needs: 'Update:Report',
    input: z.object({ ...one, version: id.describe('The version that has the document') }),
    reply: z.object({ template: ReportTemplate }),
    fails: ['reportTemplateChanged'],
  }),
  wordExample: route({
    method: 'GET',
    path: '/projects/{projectId}/report-templates/word-example',
    summary: 'A Word document to begin with: each kind of tag that a template may hold.',
    shows: { nothing: 'the same for every project of the installation' },
    needs: 'Retrieve:Report',
    within: 'projectId',
    kind: 'download',
    input: z.object({ projectId: id, language: z.enum(languages) }),
    reply: z.unknown(),
    fails: ['busy'],
  }),
  uploadExcelCover: route({
    ...writes,
    method: 'POST',
    path: '/projects/{projectId}/report-templates/{templateId}/excel-cover',
    summary:
      'Gives a template a cover of your own for its workbooks, or another one: its sheets stand before those of a report. This is a new version, which is not verified yet.',
    needs: 'Update:Report',
    kind: 'upload',
    ownTransaction: true,
    upload: { types: [excelType, 'application/octet-stream'], formats: ['xlsx'], maxBytes: coverLimits.bytes },
    input: z.object({ ...one, version: id.describe('The version that the cover is to follow') }),
    reply: z.object({ template: ReportTemplate }),
    fails: ['busy', 'fileDamaged', 'fileEncrypted', 'reportTemplateChanged', 'coverTooLarge', 'coverUnfit'],
    example: { projectId: 1, templateId: 1, version: 1 },
  }),
  excelCover: route({
    ...reads,
    path: '/projects/{projectId}/report-templates/{templateId}/excel-cover',
    summary: 'Downloads the cover that workbooks of a template have, with its placeholders.',
    kind: 'download',
    logged: true,
    input: z.object(one),
    reply: z.unknown(),
  }),
  removeExcelCover: route({
    ...writes,
    method: 'DELETE',
    path: '/projects/{projectId}/report-templates/{templateId}/excel-cover',
    summary:
      'Takes the cover from a template: workbooks begin with the facts of the report again. This is a new version; reports that were made keep theirs.',
    needs: 'Update:Report',
    input: z.object({ ...one, version: id.describe('The version that has the cover') }),
    reply: z.object({ template: ReportTemplate }),
    fails: ['reportTemplateChanged'],
  }),
  preview: route({
    method: 'POST',
    path: '/projects/{projectId}/report-templates/preview',
    dear: true,
    summary:
      'Draws the pages of a template on readings of the project: some points, some rows of each table. Needs what making a report needs.',
    shows: ['reportTemplate', 'report', 'point', 'reading', 'alert', 'device'],
    needs: 'Create:Report',
    within: 'projectId',
    readOnly: true,
    evenArchived: true,
    input: z.object({
      projectId: id,
      content: TemplateContent,
      language: z.enum(languages),
      type: z.enum(calendarPeriods),
      day,
    }),
    reply: z.object({
      svg: z.string().describe('All pages below each other; empty where a text has mistakes'),
      pages: z.int(),
      points: z.int().describe('How many points are drawn'),
      problems: z.array(TemplateProblem),
    }),
    fails: ['busy', 'reportTooLarge'],
    example: {
      projectId: 1,
      content: { blocks: [{ kind: 'text', text: 'x' }] },
      language: 'en',
      type: 'day',
      day: '2026-02-01',
    },
  }),
};
