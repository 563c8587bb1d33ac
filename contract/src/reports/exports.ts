import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { id, instant, paging, timeZone } from '../points/fields.ts';
import { decimals, separators } from '../readings/imports.mapping.ts';
import { DisplayFilter } from '../readings/readings.filters.ts';
import { quantities } from '../readings/readings.ts';
import { exportKinds, RecordsRequest } from './exports.records.ts';

export const exportFormats = ['csv', 'xlsx', 'ags4'] as const;
/** rows: a line for each point and time; columns: a line for each time, a column for each point and field; long: a line for each value. */
export const exportLayouts = ['rows', 'columns', 'long'] as const;
export const bucketUnits = ['hour', 'day', 'week', 'month', 'year'] as const;
export const bucketFigures = ['mean', 'min', 'max', 'sum', 'first', 'last', 'n'] as const;
/** More records than this are not downloaded at once: a task makes a file. */
export const directExportRecords = 300_000;

/** Content and format of an export. */
export const exportRequest = {
  pointIds: z.array(id).min(1).max(10_000),
  fields: z.array(z.string().max(16)).min(1).max(320).optional().describe('All fields of each point unless told'),
  from: instant,
  to: instant.describe('A reading at this very time is in it; in summaries it belongs to what follows'),
  content: z.enum(['shown', 'samples']).default('shown').describe('samples: the raw quantities as they were sent'),
  quantity: z.enum(quantities).default('value'),
  raw: z.boolean().default(false).describe('Values as stored, without corrections'),
  quality: z.enum(['good', 'all']).default('good').describe('good: values that failed are left empty'),
  flags: z.boolean().default(false).describe('A column of quality beside each value'),
  filter: DisplayFilter.optional().describe('A column of filtered values beside each; of readings, as CSV or XLSX'),
  buckets: z
    .object({
      unit: z.enum(bucketUnits),
      dayStartHour: z.int().min(0).max(23).default(0),
      figures: z.array(z.enum(bucketFigures)).min(1).default(['mean', 'min', 'max', 'n']),
    })
    .optional()
    .describe('Summaries by calendar unit of the zone instead of readings'),
  width: z.int().min(50).max(10_000).optional().describe('Exactly what a chart of this width draws; 50 points at most'),
  format: z.enum(exportFormats),
  layout: z.enum(exportLayouts).default('rows').describe('columns and width: 50 points at most'),
  timeZone: timeZone.optional().describe("The project's own unless told; it stands in the heading"),
  utc: z.boolean().default(false).describe('A column of the time in UTC beside it'),
  separator: z.enum(separators).default(','),
  decimal: z.enum(decimals).default('.'),
  headings: z
    .record(z.string().max(32), z.string().max(80))
    .default({})
    .describe(
      'Words for headings in the language of the reader: time, utc, structure, point, field, value, quality, filtered, refused, from, to, figures and fields by key',
    ),
};
const ExportRequest = z.object({ projectId: id, ...exportRequest });
export type ExportRequest = z.output<typeof ExportRequest>;

export const DataExport = z
  .object({
    id: z.int(),
    kind: z.enum(exportKinds),
    format: z.enum([...exportFormats, 'zip']),
    fileName: z.string(),
    byName: z.string(),
    createdAt: z.string(),
    expiresAt: z.string().describe('30 days later it is deleted'),
    points: z.int().nullable().describe('readings: of how many points'),
    from: z.string().nullable(),
    to: z.string().nullable(),
    ready: z.boolean(),
    rows: z.int().nullable().describe('Lines below the heading; null = not ready, or made before they were counted'),
    bytes: z.number().nullable(),
    taskId: z.int().nullable(),
    mayRemove: z.boolean().describe('Whether the caller may delete it: its creator, and who can change the project'),
  })
  .meta({ id: 'DataExport' });
export type DataExport = z.output<typeof DataExport>;

const example = {
  projectId: 1,
  pointIds: [1],
  from: '2026-03-01T00:00:00Z',
  to: '2026-03-02T00:00:00Z',
  format: 'csv' as const,
};
const refused = [
  'startAfterEnd',
  'spanExceeded',
  'exportTooManyRows',
  'noCollections',
  'badInput',
  'filterSpanExceeded',
  'directionUnsuitable',
  'filterWindowExceeded',
] as const;
const recordsRefused = ['startAfterEnd', 'notAllowed', 'notFound'] as const;

export const exports = {
  size: route({
    method: 'POST',
    path: '/projects/{projectId}/exports/size',
    summary: 'Returns the approximate size of an export, and whether it can be downloaded directly.',
    shows: ['reading'],
    needs: 'Retrieve:Data',
    within: 'projectId',
    readOnly: true,
    background: true,
    input: ExportRequest,
    reply: z.object({ records: z.int().describe('About how many readings'), direct: z.boolean() }),
    fails: refused,
    example,
  }),
  download: route({
    method: 'POST',
    path: '/projects/{projectId}/exports/download',
    logged: true,
    summary: 'Readings as a file, streamed: CSV, XLSX (65,535 rows at most) or AGS4.',
    shows: ['reading', 'correction', 'point'],
    needs: 'Retrieve:Data',
    within: 'projectId',
    kind: 'download',
    readOnly: true,
    input: ExportRequest,
    reply: z.unknown(),
    fails: [...refused, 'exportTooLarge'],
    example,
  }),
  make: route({
    method: 'POST',
    path: '/projects/{projectId}/exports',
    summary: 'Creates an export file of readings in the background. It is available for 30 days.',
    changes: ['export', 'task'],
    needs: 'Retrieve:Data',
    // A copy of what it may read: for programs that read.
    tokens: 'any',
    within: 'projectId',
    evenArchived: true,
    input: ExportRequest,
    reply: z.object({ export: DataExport }),
    fails: refused,
    example,
  }),
  recordsSize: route({
    method: 'POST',
    path: '/projects/{projectId}/exports/records/size',
    summary:
      'Returns how many rows an export of alerts, devices, points, thresholds, structures or operations would have.',
    shows: ['alert', 'device', 'point', 'threshold', 'structure', 'operation'],
    needs: 'Retrieve:Project',
    within: 'projectId',
    readOnly: true,
    background: true,
    input: RecordsRequest,
    reply: z.object({ rows: z.int(), maxRows: z.int().nullable().describe('null = the format has no limit') }),
    fails: recordsRefused,
    example: { projectId: 1, kind: 'points' as const, format: 'csv' as const },
  }),
  makeRecords: route({
    method: 'POST',
    path: '/projects/{projectId}/exports/records',
    summary: 'Creates an export file of what is no reading in the background. It is available for 30 days.',
    changes: ['export', 'task'],
    needs: 'Retrieve:Project',
    // A copy of what it may read: for programs that read.
    tokens: 'any',
    within: 'projectId',
    evenArchived: true,
    input: RecordsRequest,
    reply: z.object({ export: DataExport }),
    fails: [...recordsRefused, 'exportTooManyRows'],
    example: { projectId: 1, kind: 'points' as const, format: 'csv' as const },
  }),
  repeat: route({
    method: 'POST',
    path: '/projects/{projectId}/exports/{exportId}/repeat',
    summary: 'Creates the file of an earlier export once more, with the same choice and what is there now.',
    changes: ['export', 'task'],
    needs: 'Retrieve:Project',
    // A copy of what it may read: for programs that read.
    tokens: 'any',
    within: 'projectId',
    evenArchived: true,
    input: z.object({ projectId: id, exportId: id }),
    reply: z.object({ export: DataExport }),
    fails: [...refused, 'notAllowed', 'notFound'],
  }),
  list: route({
    method: 'GET',
    path: '/projects/{projectId}/exports',
    summary: 'Returns the export files of a project, newest first: those of what the caller may read.',
    shows: ['export'],
    needs: 'Retrieve:Project',
    within: 'projectId',
    background: true,
    input: z.object({ projectId: id, kind: z.enum(exportKinds).optional(), ...paging }),
    reply: z.object({
      exports: z.array(DataExport),
      total: z.int(),
      kinds: z.array(z.enum(exportKinds)).describe('Those that the caller may export'),
    }),
  }),
  file: route({
    method: 'GET',
    path: '/projects/{projectId}/exports/{exportId}/file',
    logged: true,
    summary: 'Downloads an export file.',
    shows: ['export'],
    needs: 'Retrieve:Project',
    within: 'projectId',
    kind: 'download',
    input: z.object({ projectId: id, exportId: id }),
    reply: z.unknown(),
    fails: ['notAllowed'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/projects/{projectId}/exports/{exportId}',
    summary: 'Deletes an export file. Allowed for its creator, and for users who can change the project.',
    changes: ['export'],
    needs: 'Retrieve:Project',
    within: 'projectId',
    evenArchived: true,
    input: z.object({ projectId: id, exportId: id }),
    reply: z.object({}),
    fails: ['notAllowed', 'importBusy'],
  }),
};
