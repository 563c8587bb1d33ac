/** A report written of its blocks as a Word document: the same parts that the pages of the PDF are set of. */
import { elementAt } from '@plumbline/contract/kernel/elements';
import {
  Document,
  Footer,
  Header,
  HeadingLevel,
  type ImageRun,
  type IParagraphOptions,
  type ISectionOptions,
  Packer,
  PageNumber,
  PageOrientation,
  Paragraph,
  SectionType,
  type Table,
  TableOfContents,
  TextRun,
} from 'docx';
import { paperOf, type ReportContent } from '../../blocks/blocks.api.ts';
import type { Paper, PaperPart } from '../../paper/paper.api.ts';
import { type CoverWriting, writeCover, writeRelease } from './docx-cover.ts';
import { gridOf, inks, line, pictureOf, runs, space, tableOf, twipsOfMm } from './docx-parts.ts';
import { pictureNamed } from './word-pictures.ts';

type Child = Paragraph | Table | TableOfContents;
type PartOf<P extends PaperPart['part']> = Extract<PaperPart, { part: P }>;

const papers = { a4: [210, 297], a3: [297, 420] } as const;
const margin = { x: 15, top: 22, bottom: 18 };
const levels = [HeadingLevel.HEADING_1, HeadingLevel.HEADING_2, HeadingLevel.HEADING_3] as const;
/** Lines of readings in one paragraph. */
const linesOfParagraph = 50;

interface Writing extends CoverWriting {
  /** Of the last heading of each level. */
  readonly numbers: number[];
}

export async function writeDocument(content: ReportContent): Promise<Uint8Array> {
  const { paper, pictures } = paperOf(content);
  const numbers = [0, 0, 0];
  const sections: ISectionOptions[] = [];
  for (const { flipped, parts } of paper.sections) {
    const [short, long] = papers[paper.paper === 'a3' ? 'a3' : 'a4'];
    const widthMm = (flipped ? long : short) - 2 * margin.x;
    // What stands in columns is a section of its own, on the same page.
    for (const [i, columnParts] of inColumns(parts).entries()) {
      const children: Child[] = [];
      for (const part of columnParts.parts) children.push(...(await writePart(part, { pictures, widthMm, numbers })));
      const hasCover = columnParts.parts.some(({ part }) => part === 'cover');
      const page = { flipped, columns: columnParts.columns, isContinued: i > 0, hasCover };
      sections.push(sectionOf(children, paper, page, await headOf(paper, pictures)));
    }
  }
  const document = new Document({
    title: `${paper.title} ${paper.period}`,
    creator: paper.author,
    sections,
    styles: stylesOf(paper.lang),
  });
  return new Uint8Array(await Packer.toBuffer(document));
}

/** The parts by how many columns they are set in. */
function inColumns(parts: readonly PaperPart[]): { columns: number; parts: PaperPart[] }[] {
  const groups: { columns: number; parts: PaperPart[] }[] = [];
  for (const part of parts) {
    const columns = part.part === 'lines' ? part.columns : 1;
    const last = groups.at(-1);
    if (last?.columns === columns) last.parts.push(part);
    else groups.push({ columns, parts: [part] });
  }
  return groups;
}

const stylesOf = (lang: string) => {
  const font = { ascii: 'Calibri', hAnsi: 'Calibri', cs: 'Arial', eastAsia: 'Microsoft YaHei' };
  const heading = (size: number, before: number) => ({
    run: { size: `${size}pt` as const, bold: true, color: inks.text, font },
    paragraph: { spacing: { before, after: 120 }, keepNext: true },
  });
  return {
    default: {
      document: {
        run: {
          font,
          size: '9pt' as const,
          color: inks.text,
          language: { value: 'en-GB', eastAsia: lang === 'zh' ? 'zh-CN' : 'zh-CN' },
        },
      },
      heading1: heading(13, 0),
      heading2: heading(10, 200),
      heading3: heading(10, 200),
    },
  };
};

interface PageStyle {
  readonly flipped: boolean;
  readonly columns: number;
  readonly isContinued: boolean;
  /** Its first page has no running head. */
  readonly hasCover: boolean;
}

/** Returns whose report it is, and of which project, for the running head. */
async function headOf({ brand, short }: Paper, pictures: CoverWriting['pictures']): Promise<(ImageRun | TextRun)[]> {
  const words = [brand.title, short].filter((each) => each !== '').join('  ·  ');
  return [
    ...(brand.logo === null ? [] : [await pictureOf(pictureNamed(brand.logo, pictures), 30, 4), new TextRun('  ')]),
    ...runs(words, quietHead),
  ];
}
const quietHead = { size: 8, colour: inks.quiet };

function sectionOf(
  children: Child[],
  paper: Paper,
  { flipped, columns, isContinued, hasCover }: PageStyle,
  head: readonly (ImageRun | TextRun)[],
): ISectionOptions {
  const [width, height] = papers[paper.paper === 'a3' ? 'a3' : 'a4'];
  const tab = {
    tabStops: [{ type: 'right', position: Math.round(((flipped ? height : width) - 2 * margin.x) * twipsOfMm) }],
  } as const;
  return {
    properties: {
      type: isContinued ? SectionType.CONTINUOUS : SectionType.NEXT_PAGE,
      titlePage: hasCover,
      ...(columns > 1 && { column: { count: columns, space: 220 } }),
      page: {
        size: {
          width: `${width}mm`,
          height: `${height}mm`,
          orientation: flipped ? PageOrientation.LANDSCAPE : PageOrientation.PORTRAIT,
        },
        margin: { top: `${margin.top}mm`, bottom: `${margin.bottom}mm`, left: `${margin.x}mm`, right: `${margin.x}mm` },
      },
    },
    headers: {
      default: new Header({
        children: [
          new Paragraph({ ...tab, children: [...head, ...runs(`\t${paper.title}  ${paper.period}`, quietHead)] }),
          ...draftLine(paper),
        ],
      }),
      ...(hasCover && { first: new Header({ children: draftLine(paper) }) }),
    },
    footers: { default: footOf(paper, tab), ...(hasCover && { first: footOf(paper, tab) }) },
    children: children.length > 0 ? children : [new Paragraph({ children: [] })],
  };
}

const draftLine = ({ draft }: Paper): Paragraph[] =>
  draft
    ? [
        new Paragraph({
          children: [new TextRun({ text: draft.head, bold: true, size: '9pt', color: inks.warning })],
        }),
      ]
    : [];

const footOf = ({ made }: Paper, tab: Pick<IParagraphOptions, 'tabStops'>): Footer =>
  new Footer({
    children: [
      new Paragraph({
        ...tab,
        children: [
          ...runs(`${made}\t`, quietHead),
          new TextRun({
            children: [PageNumber.CURRENT, ' / ', PageNumber.TOTAL_PAGES],
            size: '8pt',
            color: inks.quiet,
          }),
        ],
      }),
    ],
  });

// Long because it is one table of parts, each a line or two.
async function writePart(part: PaperPart, writing: Writing): Promise<Child[]> {
  const { pictures, widthMm } = writing;
  switch (part.part) {
    case 'cover':
      return await writeCover(part.cover, writing);
    case 'release':
      return await writeRelease(part.release, writing);
    case 'outline':
      return [
        line(part.title, { size: 15, bold: true }, 160),
        new TableOfContents(part.title, { hyperlink: true, headingStyleRange: `1-${part.depth}`, beginDirty: false }),
      ];
    case 'heading':
      return [headingOf(part, writing)];
    case 'text':
      return [line(part.text, part.quiet ? { colour: inks.quiet } : {}, 120)];
    case 'table':
      return [tableOf(part.table, widthMm), space(2)];
    case 'list':
      return part.items.map((words) => new Paragraph({ children: runs(words), bullet: { level: 0 } }));
    case 'charts': {
      const cells = [];
      for (const { title, svg } of part.charts)
        cells.push([
          line(title, { size: 8, bold: true }, 20),
          new Paragraph({ children: [await pictureOf({ text: title, svg }, widthMm / part.columns - 5)] }),
        ]);
      return cells.length === 0 ? [] : [gridOf(cells, part.columns, widthMm), space(2)];
    }
    case 'pictures': {
      const cells = [];
      for (const { picture, title, small } of part.pictures)
        cells.push([
          new Paragraph({
            children: [
              await pictureOf({ ...pictureNamed(picture, pictures), text: title }, widthMm / part.columns - 5, 80),
            ],
          }),
          line(title, { size: 8, bold: true }, 20),
          line(small, { size: 7, colour: inks.quiet }),
        ]);
      return cells.length === 0 ? [] : [gridOf(cells, part.columns, widthMm)];
    }
    case 'drawing': {
      const bytes = pictures.get(part.picture);
      if (!bytes) return [];
      const drawn = await pictureOf({ text: part.title, drawing: part, bytes }, widthMm, 86);
      return [line(part.title, { size: 8, bold: true }, 20), new Paragraph({ children: [drawn] })];
    }
    case 'lines':
      return part.chunks.flatMap(paragraphsOfLines);
    case 'break':
      return [new Paragraph({ children: [], pageBreakBefore: true })];
    case 'space':
      return [space(6)];
  }
}

function paragraphsOfLines(chunk: string): Paragraph[] {
  const lines = chunk.split('\n');
  return Array.from({ length: Math.ceil(lines.length / linesOfParagraph) }, (_, i) =>
    line(lines.slice(i * linesOfParagraph, (i + 1) * linesOfParagraph).join('\n'), { size: 6.5 }, 0),
  );
}

/** Numbered as on the pages: `2.1`. What is not listed has no number, and is in no table of contents. */
function headingOf({ level, text, listed }: PartOf<'heading'>, { numbers }: Writing): Paragraph {
  if (!listed)
    return new Paragraph({
      children: runs(text, { size: 10, bold: true }),
      keepNext: true,
      spacing: { before: 160, after: 60 },
    });
  numbers[level - 1] = (numbers[level - 1] ?? 0) + 1;
  numbers.fill(0, level);
  return new Paragraph({
    heading: elementAt(levels, Math.min(level, levels.length) - 1),
    children: runs(`${numbers.slice(0, level).join('.')}  ${text}`),
  });
}
