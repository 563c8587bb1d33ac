/** Pieces of a Word document: texts, tables, grids of pictures, as the layout of the pages sets them. */
import {
  BorderStyle,
  ImageRun,
  Paragraph,
  ShadingType,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TextRun,
  VerticalAlignTable,
  WidthType,
} from 'docx';
import type { PaperCell, PaperTable } from '../../paper/paper.api.ts';
import type { WordPicture } from './word-items.ts';
import { drawPicture } from './word-pictures.ts';

export const inks = { text: '1F2937', quiet: '6B7280', rule: 'D1D5DB', band: 'F3F4F6', warning: 'B45309' };
/** Twentieths of a point in a millimetre, and pixels of Word in one. */
export const twipsOfMm = 1440 / 25.4;
const pixelsOfMm = 96 / 25.4;
/** What XML has no sign for, not even escaped. */
const unwritable = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;
const clean = (words: string): string => words.toWellFormed().replace(unwritable, ' ');

export interface TextStyle {
  /** In points. */
  readonly size?: number;
  readonly bold?: boolean;
  readonly colour?: string;
}
/** Lines of a text, with breaks between them. */
export const runs = (words: string, { size, bold, colour }: TextStyle = {}): TextRun[] =>
  clean(words)
    .split('\n')
    .map(
      (text, i) =>
        new TextRun({
          text,
          ...(i > 0 && { break: 1 }),
          ...(size !== undefined && { size: `${size}pt` as const }),
          ...(bold && { bold }),
          ...(colour !== undefined && { color: colour }),
        }),
    );
export const line = (words: string, style?: TextStyle, after = 60): Paragraph =>
  new Paragraph({ children: runs(words, style), spacing: { after } });
export const space = (mm: number): Paragraph =>
  new Paragraph({ children: [], spacing: { before: Math.round(mm * twipsOfMm) } });

const noBorder = { style: BorderStyle.NONE, size: 0, color: 'auto' };
export const noBorders = { top: noBorder, bottom: noBorder, left: noBorder, right: noBorder };
const rowBorders = (isHead: boolean) => ({
  ...noBorders,
  bottom: { style: BorderStyle.SINGLE, size: isHead ? 8 : 3, color: isHead ? inks.text : inks.rule },
});
const margins = { top: 40, bottom: 40, left: 70, right: 70 };

/** `widthMm` = of the text of its pages. */
export function tableOf({ size, columns, rows }: PaperTable, widthMm: number): Table {
  const shares = columns.reduce((sum, { width }) => sum + width, 0);
  const widths = columns.map(({ width }) => Math.round((width / shares) * widthMm * twipsOfMm));
  const cells = (each: (i: number) => Paragraph[], isHead: boolean) =>
    columns.map(
      (_, i) =>
        new TableCell({
          children: each(i),
          borders: rowBorders(isHead),
          margins,
          verticalAlign: VerticalAlignTable.CENTER,
          width: { size: widths[i] ?? 0, type: WidthType.DXA },
        }),
    );
  const aligned = (i: number) => (columns[i]?.right ? ({ alignment: 'right' } as const) : {});
  return new Table({
    layout: TableLayoutType.FIXED,
    columnWidths: widths,
    width: { size: widths.reduce((sum, each) => sum + each, 0), type: WidthType.DXA },
    rows: [
      new TableRow({
        tableHeader: true,
        cantSplit: true,
        children: cells(
          (i) => [new Paragraph({ children: runs(columns[i]?.title ?? '', { size, bold: true }), ...aligned(i) })],
          true,
        ),
      }),
      ...rows.map(
        (row) =>
          new TableRow({
            cantSplit: true,
            children:
              row[0]?.span === undefined
                ? cells((i) => cellOf(row[i] ?? { text: '' }, size, aligned(i)), false)
                : [groupOf(row[0], size)],
          }),
      ),
    ],
  });
}

/** What the rows below it are of, across all columns. */
const groupOf = ({ text, span = 1 }: PaperCell, size: number): TableCell =>
  new TableCell({
    children: [new Paragraph({ keepNext: true, children: runs(text, { size, bold: true }) })],
    columnSpan: span,
    borders: rowBorders(false),
    shading: { type: ShadingType.CLEAR, color: 'auto', fill: inks.band },
    margins,
  });

const hex = (colour: string): string => colour.replace('#', '');

const cellOf = ({ text, small, colour }: PaperCell, size: number, aligned: object): Paragraph[] => [
  new Paragraph({
    ...aligned,
    children: [
      ...(colour === undefined ? [] : [new TextRun({ text: '■ ', size: `${size}pt`, color: hex(colour) })]),
      ...runs(text, { size }),
    ],
  }),
  ...(small === undefined || small === ''
    ? []
    : [new Paragraph({ ...aligned, children: runs(small, { size: 6.5, colour: inks.quiet }) })]),
];

/** Things beside each other, without lines. */
export function gridOf(cells: readonly (readonly (Paragraph | Table)[])[], columns: number, widthMm: number): Table {
  const width = Math.round((widthMm / columns) * twipsOfMm);
  const rows = Array.from({ length: Math.ceil(cells.length / columns) }, (_, row) =>
    Array.from({ length: columns }, (_, i) => cells[row * columns + i] ?? [new Paragraph({ children: [] })]),
  );
  return new Table({
    layout: TableLayoutType.FIXED,
    columnWidths: Array.from({ length: columns }, () => width),
    width: { size: width * columns, type: WidthType.DXA },
    rows: rows.map(
      (row) =>
        new TableRow({
          cantSplit: true,
          children: row.map(
            (children) =>
              new TableCell({ children, borders: noBorders, margins, width: { size: width, type: WidthType.DXA } }),
          ),
        }),
    ),
  });
}

/** A picture as wide as `widthMm`, or as high as `heightMm` where that is less. */
export async function pictureOf(picture: WordPicture, widthMm: number, heightMm = 220): Promise<ImageRun> {
  const { bytes, format, width, height } = await drawPicture(picture);
  const mm = Math.min(widthMm, (heightMm * width) / height);
  return new ImageRun({
    type: format === 'image/png' ? 'png' : 'jpg',
    data: bytes,
    transformation: { width: Math.round(mm * pixelsOfMm), height: Math.round((mm * pixelsOfMm * height) / width) },
    altText: { name: clean(picture.text).slice(0, 100), description: clean(picture.text).slice(0, 200) },
  });
}

export const warning = (words: string, widthMm: number): Table => {
  const border = { style: BorderStyle.SINGLE, size: 8, color: inks.warning };
  return new Table({
    width: { size: Math.round(widthMm * twipsOfMm), type: WidthType.DXA },
    rows: [
      new TableRow({
        children: [
          new TableCell({
            children: [new Paragraph({ children: runs(words) })],
            borders: { top: border, bottom: border, left: border, right: border },
            margins: { top: 140, bottom: 140, left: 140, right: 140 },
          }),
        ],
      }),
    ],
  });
};

/** A thing with a coloured edge above it. */
export const edged = (children: readonly Paragraph[], colour: string, width: number): TableCell =>
  new TableCell({
    children,
    margins,
    width: { size: width, type: WidthType.DXA },
    shading: { type: ShadingType.CLEAR, color: 'auto', fill: 'FFFFFF' },
    borders: { ...noBorders, top: { style: BorderStyle.SINGLE, size: 16, color: hex(colour) } },
  });
