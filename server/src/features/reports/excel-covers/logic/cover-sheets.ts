/**
 * What the sheets of a cover hold, looked through element by element. Invariant: what passes is drawn by the report as it was drawn here:
 * nothing is computed, nothing is fetched, nothing runs, and no element is left out.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import { type CoverFault, coverLimits } from '@plumbline/contract/reports/templates.cover';
import { pictureSizeIn } from '../../../../kernel/picture-size.ts';
import { type CoverPackage, type CoverPart, localName, readPart, textOf } from './cover-package.ts';
import { placeOf, tooLarge, unfit } from './cover-refusals.ts';
import { type CoverText, requireNoOthers, textsOf } from './cover-texts.ts';

/** What a sheet is drawn with. */
const drawn = new Set(
  `sheetPr dimension sheetViews sheetFormatPr cols sheetData sheetProtection mergeCells phoneticPr hyperlinks printOptions pageMargins
  pageSetup headerFooter rowBreaks colBreaks ignoredErrors drawing legacyDrawingHF picture`.split(/\s+/),
);
const faultOfElement: Readonly<Record<string, CoverFault>> = {
  conditionalFormatting: 'conditional',
  dataValidations: 'validation',
  autoFilter: 'table',
  tableParts: 'table',
  sortState: 'table',
  legacyDrawing: 'comment',
  oleObjects: 'embedded',
  controls: 'embedded',
  AlternateContent: 'embedded',
};
/** What the pictures of a page header are drawn with. */
const drawnInHeads = new Set(
  'xml shapelayout idmap shapetype stroke formulas f path lock shape imagedata fill shadow textbox group'.split(' '),
);

/** Where a text stands; `cell` = null in a page header or a text box. */
export interface TextPlace {
  readonly sheet: string;
  readonly cell: string | null;
}
/** A text with the places that show it, some of them where they are many. */
export type PlacedText = CoverText & { readonly places: readonly TextPlace[] };
/** The texts of each part that has some. */
export type CoverTexts = ReadonlyMap<string, readonly PlacedText[]>;

/** The part of the texts that cells share, whatever it is called in the workbook. */
export const sharedTexts = 'sharedStrings';
/** Places of one text that are remembered: a picture stands in each, a mistake is named at the first. */
const maxPlaces = 20;

/** Throws coverUnfit, coverTooLarge, fileDamaged. */
export function checkSheets(cover: CoverPackage): CoverTexts {
  const cells = new Map<number, TextPlace[]>();
  const texts = new Map<string, PlacedText[]>();
  let count = 0;
  for (const { name, part } of cover.sheets) {
    const { bytes } = partOf(cover, part);
    count += checkSheet(name, partOf(cover, part), coverLimits.cells - count, cells);
    texts.set(
      part,
      textsOf(part, bytes, false).map((text) => ({ ...text, places: [{ sheet: name, cell: text.cell }] })),
    );
  }
  for (const part of cover.parts.values()) {
    const where = whereOf(cover, part.name);
    if (part.kind === 'picture') requirePicture(part);
    if (part.kind === 'head') checkHead(part);
    if (part.kind === 'drawing') {
      checkDrawing(part);
      texts.set(
        part.name,
        textsOf(part.name, part.bytes, true).map((text) => ({ ...text, places: [{ sheet: where, cell: null }] })),
      );
    }
    if (part.kind !== 'picture') requireNoOthers(textOf(part.name, part.bytes), texts.get(part.name) ?? [], where);
  }
  const shared = cover.strings === null ? [] : textsOf(sharedTexts, Buffer.from(cover.strings), false);
  for (const index of cells.keys()) if (!shared[index]) throw new Failure('fileDamaged');
  // What no cell shows is not looked at.
  texts.set(
    sharedTexts,
    shared.flatMap((text) => {
      const places = cells.get(text.index);
      return places ? [{ ...text, places }] : [];
    }),
  );
  checkStyles(cover.styles);
  // What it would lead to stays behind.
  if (/\b\w+:(embed|link|id)\s*=/.test(cover.theme ?? '')) throw unfit('part', 'theme');
  return texts;
}

export function partOf({ parts }: CoverPackage, name: string): CoverPart {
  const part = parts.get(name);
  if (!part) throw new Failure('fileDamaged');
  return part;
}

/** The sheet that a part belongs to, by name; its own where it is none. */
export const whereOf = ({ sheets, parts }: CoverPackage, part: string): string =>
  sheets.find((sheet) => sheet.part === part || parts.get(sheet.part)?.relations.some(({ target }) => target === part))
    ?.name ?? part;

/** Returns how many cells a sheet has, and adds those that hold shared texts. */
function checkSheet(
  name: string,
  { name: part, bytes }: CoverPart,
  maxCells: number,
  shared: Map<number, TextPlace[]>,
): number {
  let [depth, count] = [0, 0];
  let cell: { ref: string; isShared: boolean } | null = null;
  let value: string | null = null;
  readPart(part, bytes, {
    open(tag, attributes) {
      const element = localName(tag);
      if (depth === 1 && !drawn.has(element)) throw unfit(faultOfElement[element] ?? 'part', name, element);
      depth++;
      if (element === 'extLst') throw unfit('part', name, element);
      if (element === 'f') throw unfit('formula', placeOf(name, cell?.ref ?? null));
      if (element === 'c') {
        if (++count > maxCells) throw tooLarge('cells');
        cell = { ref: attributes['r'] ?? '', isShared: attributes['t'] === 's' };
        if ('cm' in attributes || 'vm' in attributes) throw unfit('cellPicture', placeOf(name, cell.ref));
      }
      if (element === 'v') value = '';
    },
    text(words) {
      if (value !== null) value += words;
    },
    close(tag) {
      depth--;
      const element = localName(tag);
      if (element !== 'v' || value === null || cell === null) return;
      const index = Number(value);
      if (cell.isShared) {
        const places = shared.get(index) ?? [];
        if (places.length < maxPlaces) places.push({ sheet: name, cell: cell.ref });
        shared.set(index, places);
      }
      value = null;
    },
  });
  return count;
}

function checkDrawing({ name, bytes }: CoverPart): void {
  readPart(name, bytes, {
    open(tag, attributes) {
      const element = localName(tag);
      if (element === 'graphicFrame') throw unfit('chart', name);
      if (element === 'contentPart') throw unfit('part', name, element);
      for (const [key, value] of Object.entries(attributes)) {
        const attribute = localName(key);
        if (value === '') continue;
        if (attribute === 'macro') throw unfit('macros', name, value);
        if (attribute === 'textlink') throw unfit('formula', name, value);
        if (attribute === 'action') throw unfit('external', name, value);
      }
    },
  });
}

function checkHead({ name, bytes }: CoverPart): void {
  readPart(name, bytes, {
    open(tag, attributes) {
      const element = localName(tag);
      if (element === 'ClientData') throw unfit('comment', name);
      const odd = Object.keys(attributes).find((key) => /^(on|href$|src$)/i.test(localName(key)));
      if (!drawnInHeads.has(element) || odd !== undefined) throw unfit('part', name, odd ?? element);
    },
  });
}

/** What a picture is by its first bytes, whatever its name says. */
const pictureStarts = {
  png: [0x89, 0x50, 0x4e, 0x47],
  jpeg: [0xff, 0xd8, 0xff],
  gif: [0x47, 0x49, 0x46, 0x38],
};

/** What is 100 kB on its way may be gigabytes where it is drawn. */
function requirePicture({ name, bytes }: CoverPart): void {
  const isKnown = Object.values(pictureStarts).some((start) => start.every((byte, i) => bytes[i] === byte));
  const size = isKnown ? pictureSizeIn(bytes) : null;
  if (size === null) throw unfit('pictureFormat', name, name.replace(/^.*\./, ''));
  if (size.width * size.height > coverLimits.pixels) throw tooLarge('pixels');
}

/** The lists that formats of cells are put together of: each is there, and none is longer than a cover needs. */
function checkStyles(styles: string): void {
  const counts = new Map<string, number>();
  const path: string[] = [];
  readPart('styles.xml', Buffer.from(styles), {
    open(tag) {
      const [, list] = path;
      if (path.length === 2 && list !== undefined) counts.set(list, (counts.get(list) ?? 0) + 1);
      path.push(localName(tag));
    },
    close() {
      path.pop();
    },
  });
  for (const list of ['fonts', 'fills', 'borders', 'cellXfs']) {
    const count = counts.get(list) ?? 0;
    if (count === 0) throw new Failure('fileDamaged');
    if (count > coverLimits.styles) throw tooLarge('styles');
  }
}
