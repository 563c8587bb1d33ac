/** The parts of a cover with its placeholders filled in, under the names that they have in the workbook of a report. */
import { getOrThrow } from '@plumbline/contract/kernel/elements';
import { readXmlEvents } from '../../../../kernel/xml-events.ts';
import type { ReportContent } from '../../blocks/blocks.api.ts';
import { draftMark } from '../../release-parts/release-parts.api.ts';
import { drawPicture, type TagValue, tagValues } from '../../word/word.api.ts';
import { areaOf, draftAnchors, drawingOf, pictureAnchor } from './cover-anchors.ts';
import {
  type CoverPackage,
  type CoverSheet,
  localName,
  mainNames,
  officeNames,
  type PartKind,
  type Relation,
} from './cover-package.ts';
import { type CoverTexts, sharedTexts } from './cover-sheets.ts';
import { type Edit, edited, filled, tagsOf } from './cover-texts.ts';

/** A part as it is written: its relations lead to parts by their new names. */
export interface FilledPart {
  readonly kind: PartKind;
  bytes: Uint8Array;
  readonly relations: Relation[];
}
export interface FilledCover {
  readonly sheets: readonly { readonly sheet: CoverSheet; readonly part: string }[];
  readonly parts: ReadonlyMap<string, FilledPart>;
  /** The texts that its cells share, by the numbers that they had. */
  readonly strings: string | null;
}
/** Returns the name of another part of a kind. */
export type NextName = (kind: PartKind, ending: string) => string;

/** As wide as a code is well read from paper. */
const pictureCm = 3;
const drawingRelation = 'rIdDrawing';

/** A report that is not released is marked on every sheet. Long because it puts the parts of a workbook together, each with its relations. */
export async function fillCover(
  cover: CoverPackage,
  texts: CoverTexts,
  content: ReportContent,
  nextName: NextName,
): Promise<FilledCover> {
  const valueAt = tagValues(content);
  const written = (words: string): string => {
    const value = valueAt(words);
    return 'text' in value ? value.text : '';
  };
  const names = new Map(
    [...cover.parts.values()].map(({ kind, name }) => [name, nextName(kind, name.replace(/^.*\./, '').toLowerCase())]),
  );
  const parts = new Map<string, FilledPart>();
  for (const { name, kind, bytes, relations } of cover.parts.values()) {
    const ofPart = texts.get(name);
    parts.set(getOrThrow(names, name), {
      kind,
      bytes: ofPart
        ? changed(bytes, (text) =>
            edited(
              text,
              ofPart.flatMap((each) => filled(each, written)),
            ),
          )
        : bytes,
      relations: relations.map((each) => (each.isLink ? each : { ...each, target: getOrThrow(names, each.target) })),
    });
  }
  const pictures = picturesOf(texts, valueAt);
  const mark = draftMark(content);
  const sheets = cover.sheets.map((sheet, i) => {
    const part = getOrThrow(names, sheet.part);
    const filledSheet = getOrThrow(parts, part);
    return { sheet, part, filledSheet, isFirst: i === 0 };
  });
  for (const { sheet, part, filledSheet, isFirst } of sheets) {
    const printed = sheet.printed.find(({ name }) => name.endsWith('Print_Area'))?.range;
    const anchors = mark ? draftAnchors(areaOf(part, Buffer.from(filledSheet.bytes), printed), mark) : [];
    const ofSheet = pictures.filter((each) => each.sheet === sheet.name);
    const isDrawn = anchors.length + ofSheet.length > 0;
    const named = drawingIn(Buffer.from(filledSheet.bytes).toString('utf8'));
    const before = filledSheet.relations.find(({ id, type }) => type === 'drawing' && id === named);
    filledSheet.bytes = changed(filledSheet.bytes, (text) =>
      sheetOf(text, isFirst, isDrawn && !before ? drawingRelation : null),
    );
    if (!isDrawn) continue;
    const drawing = before ? getOrThrow(parts, before.target) : addDrawing(parts, filledSheet, nextName);
    for (const [n, { cell, picture, widthCm }] of ofSheet.entries()) {
      const { bytes, format, width, height } = await drawPicture(picture);
      const ending = format === 'image/png' ? 'png' : 'jpeg';
      const target = nextName('picture', ending);
      parts.set(target, { kind: 'picture', bytes, relations: [] });
      const relation = `rIdLaid${n + 1}`;
      drawing.relations.push({ id: relation, type: 'image', target, isLink: false });
      const size = { widthCm: widthCm ?? pictureCm, heightCm: ((widthCm ?? pictureCm) * height) / width };
      anchors.push(pictureAnchor({ cell, relation, text: picture.text, ...size }, n));
    }
    drawing.bytes = changed(drawing.bytes, (text) => appended(text, anchors.join('')));
  }
  const shared = texts.get(sharedTexts) ?? [];
  return {
    sheets,
    parts,
    strings:
      cover.strings === null
        ? null
        : edited(
            cover.strings,
            shared.flatMap((each) => filled(each, written)),
          ),
  };
}

const changed = (bytes: Uint8Array, change: (text: string) => string): Uint8Array =>
  Buffer.from(
    change(
      Buffer.from(bytes)
        .toString('utf8')
        .replace(/^\uFEFF/, ''),
    ),
  );

function addDrawing(parts: Map<string, FilledPart>, sheet: FilledPart, nextName: NextName): FilledPart {
  const drawing: FilledPart = { kind: 'drawing', bytes: Buffer.from(drawingOf([])), relations: [] };
  const target = nextName('drawing', 'xml');
  parts.set(target, drawing);
  sheet.relations.push({ id: drawingRelation, type: 'drawing', target, isLink: false });
  return drawing;
}

/** The pictures that placeholders stand for, at each cell that has one. */
function picturesOf(texts: CoverTexts, valueAt: (words: string) => TagValue) {
  return [...texts.values()].flat().flatMap((text) => {
    const [tag] = tagsOf(text, '');
    const value = tag?.isPicture ? valueAt(tag.words) : null;
    if (!value || !('picture' in value)) return [];
    return text.places.flatMap(({ sheet, cell }) => (cell === null ? [] : [{ sheet, cell, ...value }]));
  });
}

/** Returns by which relation a sheet has its drawing; undefined = it has none, whatever its relations lead to. */
function drawingIn(text: string): string | undefined {
  let relationId: string | undefined;
  readXmlEvents(text, {
    open(tag, attributes) {
      if (localName(tag) === 'drawing')
        relationId = Object.entries(attributes).find(([name]) => localName(name) === 'id')?.[1];
    },
  });
  return relationId;
}

/** After these elements of a sheet its drawing stands. */
const afterDrawing = new Set(['legacyDrawing', 'legacyDrawingHF', 'picture']);

/** A sheet among others: the first alone is chosen, no printer is named, and a drawing where there was none. */
function sheetOf(text: string, isFirst: boolean, drawing: string | null): string {
  const edits: Edit[] = [];
  let [depth, end] = [0, -1];
  readXmlEvents(text, {
    open(tag, _, { from, to }) {
      const element = localName(tag);
      const words = text.slice(from, to);
      if (element === 'sheetView') {
        const chosen = /\stabSelected\s*=\s*("[^"]*"|'[^']*')/;
        const choice = isFirst ? ' tabSelected="1"' : '';
        edits.push({
          from,
          to,
          text: chosen.test(words) ? words.replace(chosen, choice) : words.replace(/\s*\/?>$/, `${choice}$&`),
        });
      }
      if (element === 'pageSetup')
        edits.push({ from, to, text: words.replace(/\s[\w.-]+:id\s*=\s*("[^"]*"|'[^']*')/, '') });
      if (depth === 1 && end < 0 && afterDrawing.has(element)) end = from;
      depth++;
    },
    close(_, { from }) {
      depth--;
      if (depth === 0 && end < 0) end = from;
    },
  });
  if (drawing !== null)
    edits.push({
      from: end,
      to: end,
      text: `<drawing xmlns="${mainNames}" xmlns:r="${officeNames}" r:id="${drawing}"/>`,
    });
  return edited(text, edits);
}

/** The text of a part with more at the end of its root. */
function appended(text: string, inside: string): string {
  const edits: Edit[] = [];
  let depth = 0;
  let root = { from: 0, to: 0 };
  readXmlEvents(text, {
    open(_, __, place) {
      if (depth++ === 0) root = place;
    },
    close(tag, { from, to }) {
      if (--depth > 0) return;
      if (from > root.from) edits.push({ from, to: from, text: inside });
      else edits.push({ from, to, text: `${text.slice(from, to).replace(/\s*\/>$/, '>')}${inside}</${tag}>` });
    },
  });
  return edited(text, edits);
}
