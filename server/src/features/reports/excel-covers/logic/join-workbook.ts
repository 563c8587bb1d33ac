/**
 * The sheets of a cover before those of a report, in one workbook. Invariant: the sheets of both are what they were: those of the cover keep
 * the numbers of their formats and texts, those of the report have theirs moved behind them.
 */
import { getOrThrow } from '@plumbline/contract/kernel/elements';
import { unzipSync, zipSync } from 'fflate';
import { readXmlEvents } from '../../../../kernel/xml-events.ts';
import type { ReportContent } from '../../blocks/blocks.api.ts';
import { localName, mainNames, officeNames, openCover, type PartKind, type Relation } from './cover-package.ts';
import { checkSheets } from './cover-sheets.ts';
import { type Edit, edited, escaped } from './cover-texts.ts';
import { type FilledCover, fillCover } from './fill-cover.ts';
import { joinStyles } from './join-styles.ts';

type Files = Record<string, Uint8Array>;

const folders: Readonly<Record<PartKind, string>> = {
  sheet: 'xl/worksheets/sheet',
  drawing: 'xl/drawings/drawing',
  head: 'xl/drawings/vmlDrawing',
  picture: 'xl/media/image',
};
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** Of what has no type by the ending of its name. */
const types: Readonly<Partial<Record<PartKind, string>>> = {
  sheet: `${sheetType}.worksheet+xml`,
  drawing: 'application/vnd.openxmlformats-officedocument.drawing+xml',
};
const endings: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  vml: 'application/vnd.openxmlformats-officedocument.vmlDrawing',
};

/** Returns the workbook with the cover before its sheets. Throws what a cover is refused by. */
export async function joinCover(book: Uint8Array, cover: Uint8Array, content: ReportContent): Promise<Uint8Array> {
  const files: Files = unzipSync(book);
  const opened = openCover(cover);
  const used = new Set(Object.keys(files));
  const nextName = (kind: PartKind, ending: string): string => {
    let number = 1;
    while (used.has(`${folders[kind]}${number}.${ending}`)) number++;
    const name = `${folders[kind]}${number}.${ending}`;
    used.add(name);
    return name;
  };
  const filled = await fillCover(opened, checkSheets(opened), content, nextName);
  const { styles, shift } = joinStyles(opened.styles, textOf(files, 'xl/styles.xml'));
  const strings = joinStrings(filled.strings, files);
  moveSheets(files, shift, strings.shift);
  for (const [name, { bytes, relations }] of filled.parts) {
    files[name] = bytes;
    if (relations.length > 0) files[relationsName(name)] = encoded(relationsText(relations));
  }
  files['xl/styles.xml'] = encoded(styles);
  if (strings.text !== null) files['xl/sharedStrings.xml'] = encoded(strings.text);
  if (opened.theme !== null) files['xl/theme/theme1.xml'] = encoded(opened.theme);
  nameSheets(files, filled);
  nameTypes(files, filled);
  return zipSync(files, { level: 6 });
}

const encoded = (text: string): Uint8Array => Buffer.from(text);
const textOf = (files: Files, name: string): string => Buffer.from(files[name] ?? []).toString('utf8');
const relationsName = (part: string): string => part.replace(/([^/]+)$/, '_rels/$1.rels');

const relationText = ({ id, type, target, isLink }: Relation): string =>
  `<Relationship Id="${escaped(id)}" Type="${officeNames}/${type}" Target="${isLink ? '' : '/'}${escaped(target)}"${isLink ? ' TargetMode="External"' : ''}/>`;
const relationsText = (relations: readonly Relation[]): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations.map(relationText).join('')}</Relationships>`;

/** The texts that cells share: ours behind those of the cover. `shift` = by how much ours have moved. */
function joinStrings(cover: string | null, files: Files): { text: string | null; shift: number } {
  const ofReport = textOf(files, 'xl/sharedStrings.xml');
  if (cover === null) return { text: null, shift: 0 };
  const added = /<sst\b[^>]*>(.*)<\/sst>\s*$/su.exec(ofReport)?.[1] ?? '';
  let [depth, shift] = [0, 0];
  let root = { from: 0, to: 0 };
  let edits: Edit[] = [];
  readXmlEvents(cover, {
    open(tag, _, place) {
      if (depth === 0) root = place;
      if (depth === 1 && localName(tag) === 'si') shift++;
      depth++;
    },
    close(tag, { from, to }) {
      if (--depth > 0) return;
      // Counts that are not there are not missed; wrong ones are.
      const start = cover.slice(root.from, root.to).replace(/\s(count|uniqueCount)\s*=\s*("[^"]*"|'[^']*')/g, '');
      const items = added.replaceAll('<si>', `<si xmlns="${mainNames}">`);
      edits =
        from > root.from
          ? [
              { ...root, text: start },
              { from, to: from, text: items },
            ]
          : [{ from, to, text: `${start.replace(/\s*\/>$/, '>')}${items}</${tag}>` }];
    },
  });
  return { text: edited(cover, edits), shift };
}

/** Our cells name their formats and texts by numbers. One without a format has ours without one, and not that of the cover. */
function moveSheets(files: Files, styles: number, strings: number): void {
  for (const name of Object.keys(files)) {
    if (!/^xl\/worksheets\/sheet\d+\.xml$/.test(name)) continue;
    const text = textOf(files, name)
      .replace(/<c ([^>]*?)(\/?>)(?:<v>(\d+)<\/v>)?/g, (_, attributes: string, end: string, value?: string) => {
        const style = Number(/(?:^|\s)s="(\d+)"/.exec(attributes)?.[1] ?? 0) + styles;
        const others = attributes.replace(/(^|\s)s="\d+"/, '');
        const isShared = /(?:^|\s)t="s"/.test(attributes);
        const inside = value === undefined ? '' : `<v>${isShared ? Number(value) + strings : value}</v>`;
        return `<c ${others.trim()} s="${style}"${end}${inside}`;
      })
      .replace(/<(row|col) ([^>]*?)(\/?>)/g, (_, element: string, attributes: string, end: string) => {
        const moved = attributes.replace(
          /(^|\s)(s|style)="(\d+)"/,
          (__, before: string, key: string, id: string) => `${before}${key}="${Number(id) + styles}"`,
        );
        return `<${element} ${moved}${end}`;
      });
    files[name] = encoded(text);
  }
}

/** The sheets of the cover first, and what is printed of them. */
function nameSheets(files: Files, { sheets }: FilledCover): void {
  const count = sheets.length;
  const added = sheets.map(
    ({ sheet }, i) => `<sheet name="${escaped(sheet.name)}" sheetId="${firstSheetId + i}" r:id="rIdCover${i + 1}"/>`,
  );
  const printed = sheets.flatMap(({ sheet }, i) =>
    sheet.printed.map(
      ({ name, range }) => `<definedName name="${name}" localSheetId="${i}">${escaped(range)}</definedName>`,
    ),
  );
  const book = textOf(files, 'xl/workbook.xml')
    .replace(/ localSheetId="(\d+)"/g, (_, sheet: string) => ` localSheetId="${Number(sheet) + count}"`)
    .replace('<sheets>', () => `<sheets>${added.join('')}`)
    .replace('<definedNames>', () => `<definedNames>${printed.join('')}`);
  files['xl/workbook.xml'] = encoded(book);
  const relations = sheets.map(({ part }, i) =>
    relationText({ id: `rIdCover${i + 1}`, type: 'worksheet', target: part, isLink: false }),
  );
  const name = 'xl/_rels/workbook.xml.rels';
  files[name] = encoded(textOf(files, name).replace('</Relationships>', () => `${relations.join('')}</Relationships>`));
}
/** Beyond those of any report. */
const firstSheetId = 10_001;

function nameTypes(files: Files, { parts }: FilledCover): void {
  const name = '[Content_Types].xml';
  const text = textOf(files, name);
  const added = new Set<string>();
  for (const [part, { kind }] of parts) {
    const ending = part.replace(/^.*\./, '');
    const type = types[kind];
    if (type) added.add(`<Override PartName="/${part}" ContentType="${type}"/>`);
    else if (!text.includes(`Extension="${ending}"`))
      added.add(
        `<Default Extension="${ending}" ContentType="${getOrThrow(new Map(Object.entries(endings)), ending)}"/>`,
      );
  }
  files[name] = encoded(text.replace('</Types>', () => `${[...added].join('')}</Types>`));
}
