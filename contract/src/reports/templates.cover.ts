/**
 * The cover that a firm has for the workbooks of its reports: sheets of its own, drawn in a spreadsheet, which stand before those of a
 * report with their placeholders filled in. What a workbook may hold beyond a drawn page is refused by name.
 */
import { z } from 'zod';
import { isTextFault, type TextFault } from './templates.placeholders.ts';
import { parseWordTag, type WordTag } from './templates.word.ts';

export const coverLimits = {
  bytes: 2 * 1024 * 1024,
  /** Unpacked, all parts together. */
  inflatedBytes: 16 * 1024 * 1024,
  /** Of those that are XML. */
  textBytes: 8 * 1024 * 1024,
  parts: 200,
  sheets: 5,
  /** Of all sheets together, empty ones with a style among them. */
  cells: 50_000,
  /** Formats of cells. */
  styles: 4_000,
  tags: 500,
  /** Of one picture. */
  pixels: 40_000_000,
  depth: 60,
  /** Covers that are kept of one template. */
  covers: 20,
} as const;
/** Limits that a cover can be beyond: the detail `fault` of `coverTooLarge`. */
export type CoverExcess = Exclude<keyof typeof coverLimits, 'bytes' | 'covers'>;

/** Why a workbook is no cover: the detail `fault` of `coverUnfit`. */
export const coverFaults = [
  'noWorkbook',
  'macros',
  'external',
  'embedded',
  'formula',
  'chart',
  'table',
  'comment',
  'conditional',
  'validation',
  'cellPicture',
  'pictureFormat',
  'hiddenSheet',
  'sheetKind',
  'dates1904',
  'printArea',
  'placeholder',
  'placeholderPlace',
  'picturePlace',
  'part',
] as const;
export type CoverFault = (typeof coverFaults)[number];

export const ExcelCover = z
  .object({
    name: z.string(),
    bytes: z.int(),
    byName: z.string(),
    at: z.string(),
    sheets: z.array(z.string()).describe('The names of its sheets, in their order'),
    tags: z
      .array(
        z.object({
          words: z.string().describe('As it stands between the braces'),
          kind: z.enum(['value', 'picture']),
          place: z
            .string()
            .describe('Where it is first: `Cover!B7`; the sheet alone for its page header and text boxes'),
          count: z.int(),
        }),
      )
      .describe('What it asks for, in the order of its sheets'),
  })
  .meta({ id: 'ReportExcelCover' });
export type ExcelCover = z.output<typeof ExcelCover>;
export type CoverTag = ExcelCover['tags'][number];

type ValueTag = Extract<WordTag, { tag: 'value' }>;

/** Returns the meaning of the text between the braces: the placeholders of a Word document that are values; a cover repeats nothing. */
export function parseCoverTag(inside: string): ValueTag | TextFault {
  const tag = parseWordTag(inside, []);
  if (isTextFault(tag)) return tag;
  return tag.tag === 'value' ? tag : { fault: 'unknownPath', words: inside.trim().slice(0, 60) };
}
