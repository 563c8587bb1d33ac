import { z } from 'zod';
import { id, timeZone } from '../points/fields.ts';

/** Formats of files to import. The format is detected from the first bytes and lines, whatever the name of the file. */
export const importFormats = ['csv', 'xlsx', 'toa5', 'ags4', 'diggs'] as const;
export type ImportFormat = (typeof importFormats)[number];
/** Formats that hold series of installations instead of columns: their mapping has the layout `ags4`. */
export const seriesFormats = ['ags4', 'diggs'] as const satisfies readonly ImportFormat[];
export type SeriesFormat = (typeof seriesFormats)[number];
export const isSeriesFormat = (format: ImportFormat): format is SeriesFormat =>
  (seriesFormats as readonly ImportFormat[]).includes(format);
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'gb18030', 'windows-1252'] as const;
export const separators = [',', ';', '\t', '|'] as const;
export const decimals = ['.', ','] as const;
/** ymd 2024-11-05 13:00:01, dmy 05/11/2024 13:00, mdy 11/5/2024 1:00 PM, seconds or milliseconds since 1970, days of a spreadsheet. */
export const importTimePatterns = ['ymd', 'dmy', 'mdy', 'unixSeconds', 'unixMs', 'excel'] as const;
/** Of a time that the clock shows twice or skips in its zone. */
/** inOrder: by the order in the file, whose lines of each point go forward in time. */
export const ambiguities = ['inOrder', 'earlier', 'later', 'refuse'] as const;

/** How the lines of a file become cells. What is left out is as the file was found to be. */
export const FileReading = z
  .object({
    encoding: z.enum(encodings),
    separator: z.enum(separators),
    decimal: z.enum(decimals),
    headerLine: z
      .int()
      .min(1)
      .max(10_000)
      .nullable()
      .describe('Line of the column names, from 1; null = there are none'),
    firstDataLine: z.int().min(1).max(1_000_000).describe('First line that is data'),
    sheet: z.string().min(1).max(100).describe('Of a workbook: the name of the sheet that is read'),
    noValue: z
      .array(z.string().trim().min(1).max(20))
      .max(30)
      .describe('Numbers that mark that there is no value, such as -9999: such cells count as empty'),
    otherMarks: z
      .enum(['refuse', 'value'])
      .describe('Cells that look like such a mark and are not listed: refused by name, or taken as values'),
    grouped: z
      .boolean()
      .describe('Whether 2.717 is 2717 where the decimal mark is a comma, and 2,717 where it is a point'),
  })
  .partial()
  .meta({ id: 'FileReading' });
export type FileReading = z.output<typeof FileReading>;

/** Kinds of files that are recognised by their contents, whatever their name. */
export const filePresets = [
  'solinst',
  'diver',
  'hobo',
  'campbell',
  'worldsensing',
  'geokon',
  'excelGerman',
  'excelChinese',
] as const;

const column = z.int().min(0).max(2000).describe('Column, from 0');
const otherNames = z
  .enum(['refuse', 'skip'])
  .default('refuse')
  .describe('Lines of names that are not listed: refused one by one, or passed over');
const factor = {
  factor: z
    .number()
    .refine((each) => each !== 0, 'factorZero')
    .default(1)
    .describe('value = cell * factor + offset'),
  offset: z.number().min(-1e12).max(1e12).default(0),
  sine: z
    .boolean()
    .default(false)
    .describe('cell * factor is the sine of an angle in degrees: value = asin(cell * factor) + offset'),
};

/** Where a value goes: a field of a point whose values people enter, or a raw quantity of one that a sensor feeds. */
export const Target = z
  .object({
    pointId: id,
    kind: z
      .enum(['field', 'raw'])
      .describe('field: of a manual point; raw: of an automated one, converted by what is in force at the time'),
    name: z.string().min(1).max(64).describe('Key of the field, or name of the raw quantity'),
    node: z
      .int()
      .min(1)
      .max(150)
      .nullable()
      .default(null)
      .describe('raw: which node of a chain; null = the quantity is one number'),
    ...factor,
  })
  .meta({ id: 'ImportTarget' });
export type Target = z.output<typeof Target>;

const time = z.object({
  columns: z
    .array(column)
    .min(1)
    .max(4)
    .describe(
      'Where the time stands; two = date and clock time; three = milliseconds too, or year, day of the year and hhmm; four = seconds too',
    ),
  pattern: z.enum(importTimePatterns),
  timeZone: timeZone.describe('The zone that the file is written in: always said, never guessed'),
  ambiguous: z.enum(ambiguities).default('refuse'),
});

/** One column for each point and field. */
const Wide = z.object({
  layout: z.literal('wide'),
  time,
  columns: z.array(Target.extend({ column })).min(1).max(2000),
});
/** One line for each point and time (or field): the file holds the names of points. */
const Long = z.object({
  layout: z.literal('long'),
  time,
  pointColumn: column,
  fieldColumn: column.nullable().default(null).describe('Which quantity a line is of; null = all are of one'),
  valueColumn: column,
  names: z
    .array(Target.extend({ point: z.string().max(200), field: z.string().max(200).nullable().default(null) }))
    .min(1)
    .max(20_000)
    .describe('What the names in the file stand for'),
  otherNames,
});
/** A line for each point and time, a column for each field: as our own export of `rows`, and as surveyors write. */
const Rows = z.object({
  layout: z.literal('rows'),
  time,
  pointColumn: column,
  columns: z
    .array(Target.omit({ pointId: true }).extend({ column }))
    .min(1)
    .max(320),
  names: z
    .array(z.object({ point: z.string().max(200), pointId: id }))
    .min(1)
    .max(20_000),
  otherNames,
});
/** Monitoring groups of AGS4, and monitors of DIGGS. */
const Ags = z.object({
  layout: z.literal('ags4'),
  time: time
    .omit({ columns: true, pattern: true })
    .extend({ pattern: z.enum(['ymd', 'dmy', 'mdy']).nullable().default(null).describe('null = as the file says') }),
  names: z
    .array(
      Target.extend({
        location: z.string().max(200),
        point: z.string().max(200),
        type: z.string().max(50),
        distance: z.number().nullable().default(null).describe('MONG_DIS in m; null = the file says none'),
        unit: z
          .string()
          .max(50)
          .nullable()
          .default(null)
          .describe('MOND_UNIT that factor and offset start from; null = that of the first row. Others are converted'),
      }),
    )
    .min(1)
    .max(20_000),
  otherNames,
});

/** Mapping of the columns of a file. */
export const Mapping = z
  .object({ reading: FileReading.default({}), values: z.discriminatedUnion('layout', [Wide, Rows, Long, Ags]) })
  .meta({ id: 'ImportMapping' });
export type Mapping = z.output<typeof Mapping>;

/** Content of a column, by its first cells. */
export const FoundColumn = z.object({
  column: z.int(),
  name: z.string(),
  unit: z.string(),
  holds: z.enum(['time', 'number', 'text', 'nothing']),
  samples: z.array(z.string()),
});
export type FoundColumn = z.output<typeof FoundColumn>;

/** Layout detected in a file, with its first lines. */
export const ImportLayout = z
  .object({
    format: z.enum(importFormats),
    reading: z.object({
      encoding: z.enum(encodings),
      separator: z.enum(separators),
      decimal: z.enum(decimals),
      headerLine: z.int().nullable(),
      firstDataLine: z.int(),
      sheet: z.string().nullable().default(null).describe('Of a workbook: the sheet that was looked at'),
      noValue: z.array(z.string()).default([]),
      otherMarks: z.enum(['refuse', 'value']).default('refuse'),
      grouped: z.boolean().default(false),
    }),
    marks: z
      .array(z.object({ text: z.string(), cells: z.int() }))
      .default([])
      .describe('Marks of no value among the first lines: taken for such where nothing else is told'),
    sheets: z.array(z.string()).default([]).describe('Of a workbook: its sheets, in order'),
    columns: z.array(FoundColumn),
    timeColumns: z.array(z.int()),
    timePattern: z
      .enum(importTimePatterns)
      .nullable()
      .describe('null = it must be said: day and month cannot be told apart, or none fits'),
    preview: z.array(z.object({ line: z.int(), cells: z.array(z.string()) })),
    patternPresumed: z
      .boolean()
      .default(false)
      .describe('The numbers leave open which is the month: it is as the maker writes unless told otherwise'),
    preset: z.enum(filePresets).nullable().default(null).describe('What the file was recognised as'),
    place: z.string().nullable().default(null).describe('Where the file says that it was measured'),
    about: z.record(z.string(), z.string()).describe('What the file says of itself: station, logger, table'),
    series: z
      .array(
        z.object({
          location: z.string(),
          point: z.string(),
          distance: z.number().nullable().default(null).describe('MONG_DIS, m'),
          type: z.string(),
          unit: z.string().describe('Of the first reading'),
          otherUnits: z.array(z.string()).default([]).describe('Of later readings; they are converted'),
          readings: z.int(),
        }),
      )
      .describe('AGS4 and DIGGS: what is read, in the part that was looked at'),
    problems: z.array(
      z.object({ line: z.int(), group: z.string(), rule: z.string(), fault: z.string(), detail: z.string() }),
    ),
    stated: z
      .object({ timeZone: z.string(), text: z.string().describe('As the file says it') })
      .nullable()
      .default(null)
      .describe('The time zone that the file itself states'),
    suggested: Mapping.nullable().describe('Filled in by names and units as far as they fit; look it through'),
    near: z
      .array(z.object({ column: z.int().describe('AGS4: place in series'), pointId: z.int() }))
      .default([])
      .describe(
        'Columns named as a point, none of whose quantities agrees with their word and unit, or that alone give it no value: choose one',
      ),
  })
  .meta({ id: 'ImportLook' });
export type ImportLayout = z.output<typeof ImportLayout>;
