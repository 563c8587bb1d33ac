import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { done, id, name } from '../points/fields.ts';
import { sheetUploadTypes } from '../points/sheets.ts';
import { entries } from './imports.entries.ts';
import { FileReading, ImportLayout, importFormats, Mapping } from './imports.mapping.ts';
import { pointRoutes } from './imports.points.ts';
import { probeRoutes } from './imports.probe.ts';

export const importBytes = 100 * 1024 * 1024;
export const importEndings = ['csv', 'txt', 'dat', 'xlsx', 'ags', 'xml'] as const;
const importTypes = [...sheetUploadTypes, 'application/xml', 'text/xml'] as const;

/** uploaded -> checking -> checked -> applying -> applied. A check or an import that was stopped leads one step back. */
export const importStates = ['uploaded', 'checking', 'checked', 'applying', 'applied'] as const;
/** Result of a line of a file. `repeated`: a later line has the same point and time, and is used instead. */
export const lineResults = ['added', 'overwritten', 'unchanged', 'refused', 'repeated'] as const;
export type LineResult = (typeof lineResults)[number];
/** How many lines of each result a dry run lists. */
export const linesNamed = 500;

const Counts = z.object({
  lines: z.int().describe('Lines of data: those taken, taken in part, refused, empty and skipped together'),
  acceptedLines: z.int().default(0).describe('Lines of which everything is taken'),
  partLines: z.int().default(0).describe('Lines of which some cells are taken and others refused'),
  refusedLines: z.int().default(0).describe('Lines of which nothing is taken'),
  added: z.int().describe('Records, one for each point and time'),
  overwritten: z.int(),
  unchanged: z.int(),
  refused: z.int().describe('Reasons for which lines or cells are not taken: a line may have several'),
  repeated: z.int(),
  empty: z.int().default(0).describe('Lines without any value: nothing comes of them'),
  skipped: z.int().default(0).describe('Lines of names that the mapping passes over'),
  noValue: z.int().default(0).describe('Cells with a mark of no value'),
  withoutValue: z
    .int()
    .default(0)
    .describe(
      'Of added and overwritten: records of sensors whose main field cannot be calculated from what they then hold',
    ),
});
export type ImportCounts = z.output<typeof Counts>;

/** A line of a file and what becomes of it, or of one cell of it. */
export const ImportLine = z
  .object({
    line: z.int(),
    error: z.string().nullable().describe('refused: a name of the error catalogue'),
    detail: z.unknown(),
    pointId: z.int().nullable(),
    at: z.string().nullable(),
    values: z.unknown().describe('What the file says: values by field, or a raw sample'),
    before: z.unknown().describe('overwritten: what stands there now'),
    after: z.unknown().describe('overwritten: what will stand there; what the file does not name stays'),
  })
  .meta({ id: 'ImportLine' });
export type ImportLine = z.output<typeof ImportLine>;

export const Import = z
  .object({
    id: z.int(),
    projectId: z.int(),
    fileName: z.string(),
    bytes: z.number(),
    state: z.enum(importStates),
    format: z.enum(importFormats),
    layout: ImportLayout,
    mapping: Mapping.nullable(),
    counts: Counts.nullable().describe('Of the dry run; of the import once it is applied'),
    reasons: z.record(z.string(), z.int()).describe('How many of what is refused, by error name'),
    unknown: z
      .array(z.object({ point: z.string(), field: z.string(), lines: z.int() }))
      .describe('Names in the file that the mapping does not know'),
    from: z.string().nullable(),
    to: z.string().nullable(),
    points: z.int().describe('Points that get readings'),
    byName: z.string(),
    createdAt: z.string(),
    appliedAt: z.string().nullable(),
    taskId: z.int().nullable().describe('The last check or import'),
    changeId: z.int().nullable().describe('Its number in the change log; undone there'),
    changePointId: z.int().nullable().describe('A point of it, for the address of the undo'),
    undoneAt: z.string().nullable(),
    madePointIds: z.array(z.int()).describe('Points that were made for it'),
  })
  .meta({ id: 'Import' });
export type Import = z.output<typeof Import>;
/** An import in a list: without what it holds. */
export const ImportRow = Import.omit({
  layout: true,
  mapping: true,
  unknown: true,
  reasons: true,
  madePointIds: true,
}).meta({
  id: 'ImportRow',
});

export const SavedMapping = z
  .object({
    id: z.int(),
    name: z.string(),
    format: z.enum(importFormats),
    mapping: Mapping,
    byName: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'SavedMapping' });

const mappingExample = {
  values: {
    layout: 'wide' as const,
    time: { columns: [0], pattern: 'ymd' as const, timeZone: 'Asia/Shanghai' },
    columns: [{ column: 1, pointId: 1, kind: 'field' as const, name: 'level' }],
  },
};

export const imports = {
  ...entries,
  ...probeRoutes,
  ...pointRoutes,
  upload: route({
    method: 'POST',
    path: '/projects/{projectId}/imports',
    summary:
      'Uploads a file of readings (CSV, TOA5, AGS4, DIGGS, XLSX) and returns its detected layout. Imports nothing yet.',
    changes: ['import'],
    needs: 'Create:Data',
    within: 'projectId',
    kind: 'upload',
    upload: { types: importTypes, formats: importEndings, maxBytes: importBytes },
    ownTransaction: true,
    input: z.object({ projectId: id }),
    reply: z.object({ import: Import }),
    fails: ['fileDamaged', 'fileEncrypted', 'sheetTooBig', 'sheetEmpty', 'encodingWrong', 'lineTooLong', 'tooMany'],
  }),
  list: route({
    method: 'GET',
    path: '/projects/{projectId}/imports',
    summary: 'The last hundred imports of a project, newest first.',
    shows: ['import'],
    needs: 'Retrieve:Data',
    within: 'projectId',
    input: z.object({ projectId: id }),
    reply: z.object({ imports: z.array(ImportRow) }),
  }),
  get: route({
    method: 'GET',
    path: '/projects/{projectId}/imports/{importId}',
    summary: 'Returns one import: its file, its mapping, and the result of its dry run.',
    shows: ['import'],
    needs: 'Retrieve:Data',
    within: 'projectId',
    background: true,
    input: z.object({ projectId: id, importId: id }),
    reply: z.object({ import: Import }),
  }),
  detectLayout: route({
    method: 'POST',
    path: '/projects/{projectId}/imports/{importId}/layout',
    summary: 'Detects the layout of the file again, with another encoding, separator, decimal mark or header line.',
    shows: ['import'],
    needs: 'Create:Data',
    within: 'projectId',
    readOnly: true,
    input: z.object({ projectId: id, importId: id, reading: FileReading }),
    reply: z.object({ layout: ImportLayout }),
    fails: ['encodingWrong', 'lineTooLong', 'fileDamaged', 'sheetEmpty'],
    example: { projectId: 1, importId: 1, reading: {} },
  }),
  check: route({
    method: 'POST',
    path: '/projects/{projectId}/imports/{importId}/check',
    summary: 'Dry run: returns, line by line, what would be added, overwritten and refused. Writes no readings.',
    changes: ['import', 'task'],
    needs: 'Create:Data',
    within: 'projectId',
    bodyLimit: 4 * 1024 * 1024,
    input: z.object({ projectId: id, importId: id, mapping: Mapping }),
    reply: z.object({ import: Import, taskId: z.int() }),
    fails: ['importBusy', 'templateTypeDiffers', 'kindUnsuitable', 'pointDeprecated', 'badInput'],
    example: { projectId: 1, importId: 1, mapping: mappingExample },
  }),
  lines: route({
    method: 'GET',
    path: '/projects/{projectId}/imports/{importId}/lines',
    summary: 'Returns the first 500 lines of the dry run with one result.',
    shows: ['import'],
    needs: 'Retrieve:Data',
    within: 'projectId',
    input: z.object({ projectId: id, importId: id, result: z.enum(lineResults).default('refused') }),
    reply: z.object({ lines: z.array(ImportLine), total: z.int() }),
  }),
  apply: route({
    method: 'POST',
    path: '/projects/{projectId}/imports/{importId}/apply',
    summary: 'Imports the checked lines. Can be cancelled, which restores everything, and undone in the change log.',
    changes: ['import', 'task'],
    needs: 'Create:Data',
    within: 'projectId',
    input: z.object({ projectId: id, importId: id, reason: z.string().trim().max(200).default('') }),
    reply: z.object({ import: Import, taskId: z.int() }),
    fails: ['importBusy', 'importUnchecked', 'noCollections', 'notAllowed'],
  }),
  discard: route({
    method: 'DELETE',
    path: '/projects/{projectId}/imports/{importId}',
    summary:
      'Removes an import and its file from the list. Imported readings are kept; points made for one that was not imported go.',
    changes: ['import', 'point'],
    needs: 'Create:Data',
    within: 'projectId',
    input: z.object({ projectId: id, importId: id }),
    reply: done,
    fails: ['importBusy'],
  }),
  mappings: route({
    method: 'GET',
    path: '/projects/{projectId}/import-mappings',
    summary: 'The saved mappings of a project, by name.',
    shows: ['import'],
    needs: 'Retrieve:Data',
    within: 'projectId',
    input: z.object({ projectId: id }),
    reply: z.object({ mappings: z.array(SavedMapping) }),
  }),
  saveMapping: route({
    method: 'POST',
    path: '/projects/{projectId}/import-mappings',
    summary: 'Saves a mapping for files of the same kind; one of the same name is replaced.',
    changes: ['import'],
    needs: 'Create:Data',
    within: 'projectId',
    bodyLimit: 4 * 1024 * 1024,
    input: z.object({ projectId: id, name: name(50), format: z.enum(importFormats), mapping: Mapping }),
    reply: z.object({ mapping: SavedMapping }),
    fails: ['templateTypeDiffers', 'kindUnsuitable', 'pointDeprecated'],
    example: { projectId: 1, name: 'Weekly readings', format: 'csv', mapping: mappingExample },
  }),
  removeMapping: route({
    method: 'DELETE',
    path: '/projects/{projectId}/import-mappings/{mappingId}',
    summary: 'Deletes a saved mapping.',
    changes: ['import'],
    needs: 'Create:Data',
    within: 'projectId',
    input: z.object({ projectId: id, mappingId: id }),
    reply: done,
  }),
};
