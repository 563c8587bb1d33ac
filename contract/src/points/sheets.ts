import { z } from 'zod';
import { languages, limits } from '../kernel/constants.ts';
import { route } from '../kernel/route.ts';
import { id } from './fields.ts';
import { RowProblem } from './points.rows.ts';

/** Content types under which a sheet may be uploaded. Browsers and spreadsheets disagree on what a CSV is called: the bytes decide. */
export const sheetUploadTypes = [
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'text/csv',
  'text/plain',
  'text/tab-separated-values',
  'application/csv',
  'application/vnd.ms-excel',
  'application/octet-stream',
] as const;

export const sheetFormats = ['xlsx', 'csv'] as const;
export type SheetFormat = (typeof sheetFormats)[number];

/** A column of a sheet that people fill in: its key, and its heading in each language. */
export interface SheetWord {
  readonly key: string;
  readonly en: string;
  readonly zh: string;
  /** Headings of earlier versions, which are still read. */
  readonly formerly?: readonly string[];
  readonly required?: true;
  /** The values accepted, shown in brackets after the heading. */
  readonly hint?: string;
}
/** A value that a column with choices accepts, and what people call it. */
export interface Word<T> {
  readonly value: T;
  readonly names: readonly string[];
}
export const word = <T extends string | number | boolean>(value: T, ...names: string[]): Word<T> => ({ value, names });

/** `maxBytes` of the sheet of all points of a project, up to 10,000; `setUpBytes` of one that makes up to 1,000. */
export const sheetLimits = { maxBytes: 8 * 1024 * 1024, setUpBytes: limits.deviceImportBytes } as const;

const language = z.enum(languages).default('en');
/** Format and language of a sheet that goes out. */
export const sheetRequest = { format: z.enum(sheetFormats).default('xlsx'), language };
/** Why a sheet that comes in is not taken. */
export const sheetFails = [
  'rowsRefused',
  'fileEncrypted',
  'fileDamaged',
  'sheetTooLong',
  'sheetTooWide',
  'sheetTooBig',
  'sheetEmpty',
  'sheetColumnsMissing',
  'tooMany',
] as const;
const fails = [...sheetFails, 'sheetOther'] as const;
const upload = {
  method: 'POST',
  within: 'projectId',
  kind: 'upload',
  upload: { types: sheetUploadTypes, formats: sheetFormats, maxBytes: sheetLimits.maxBytes },
  ownTransaction: true,
  fails,
} as const;

const cellValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export const sheetColumns = z.object({
  unknown: z.array(z.string()).describe('Headings that were not understood, and left out'),
});

/** Points by sheets: out as they are and back as they were changed, and the set-up of many at once. */
export const sheets = {
  exportPoints: route({
    method: 'GET',
    path: '/projects/{projectId}/measuring-points/sheet',
    logged: true,
    summary: 'Every editable field of every point of a project as a sheet, to be changed and sent back.',
    shows: ['point', 'device', 'structure', 'threshold'],
    needs: 'Retrieve:MeasuringPoint',
    within: 'projectId',
    kind: 'download',
    input: z.object({ projectId: id, structureId: id.optional(), ...sheetRequest }),
    reply: z.unknown(),
  }),
  importPoints: route({
    ...upload,
    path: '/projects/{projectId}/measuring-points/sheet',
    summary:
      'Imports an edited sheet of points and changes the cells that differ, all or none. A dry run returns the differences row by row.',
    changes: ['point', 'reading', 'changeLog', 'correction', 'state', 'alert', 'task', 'device', 'threshold'],
    needs: 'Update:MeasuringPoint',
    input: z.object({
      projectId: id,
      dryRun: z.stringbool().default(false),
      reason: z.string().trim().max(200).default(''),
      language: language.describe('Of the headings that an error names'),
    }),
    reply: z.object({
      lines: z.array(
        z.object({
          line: z.int().describe('In the sheet, from 1'),
          row: z.int().describe('Index among the rows of data, from 0: what `problems` speak of'),
          pointId: z.int(),
          name: z.string(),
          changes: z.array(z.object({ field: z.string(), before: cellValue, after: cellValue })),
        }),
      ),
      problems: z.array(RowProblem),
      counts: z.object({ rows: z.int(), changed: z.int(), fields: z.int(), refused: z.int() }),
      columns: sheetColumns,
    }),
  }),
  pointTemplate: route({
    method: 'GET',
    path: '/projects/{projectId}/measuring-points/setup-template',
    summary: 'Returns the sheet for setting up new points, with headings in the given language.',
    shows: ['structure', 'device'],
    needs: 'Create:MeasuringPoint',
    within: 'projectId',
    kind: 'download',
    input: z.object({ projectId: id, ...sheetRequest }),
    reply: z.unknown(),
  }),
  setUpPoints: route({
    ...upload,
    upload: { types: sheetUploadTypes, formats: sheetFormats, maxBytes: sheetLimits.setUpBytes },
    path: '/projects/{projectId}/measuring-points/setup',
    makes: { kind: 'measuring-points', in: 'pointIds' },
    summary:
      'Makes up to 1,000 points from a sheet, with their structures, channels, parameters, initial values and thresholds: all of them or none.',
    changes: ['point', 'device', 'structure', 'threshold'],
    needs: 'Create:MeasuringPoint',
    input: z.object({
      projectId: id,
      dryRun: z.stringbool().default(false),
      createStructures: z
        .stringbool()
        .default(true)
        .describe('Structures and items that are named and missing are made'),
      language: language.describe('Of the headings that an error names'),
    }),
    reply: z.object({
      lines: z.array(
        z.object({
          line: z.int(),
          row: z.int(),
          name: z.string().nullable(),
          place: z.string().nullable().describe('Structure, or structure and item'),
          sncode: z.string().nullable(),
          channel: z.string().nullable(),
          family: z.string().nullable(),
          mode: z.int().nullable().describe('The sensor mode that it would have; null = none is known'),
          action: z.enum(['add', 'refuse']),
        }),
      ),
      problems: z.array(RowProblem),
      counts: z.object({ add: z.int(), refuse: z.int(), thresholds: z.int() }),
      structures: z.array(z.string()).describe('Those that are (or would be) made'),
      columns: sheetColumns,
      pointIds: z.array(z.int()).describe('In the order of the rows; empty after a dry run'),
    }),
    fails: [...fails, 'notAllowed'],
  }),
};
