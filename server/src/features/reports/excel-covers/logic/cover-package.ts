/**
 * The workbook of a cover as an archive: its sheets, and the parts that they are drawn with. Invariant: a part is carried into a report
 * only where it is of a kind that is named here; what a sheet has beyond that is refused, never left out.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import { type CoverFault, coverLimits } from '@plumbline/contract/reports/templates.cover';
import { archiveParts } from '../../../../kernel/archive-parts.ts';
import { declaresTypes, readXmlEvents, type XmlHandlers } from '../../../../kernel/xml-events.ts';
import { isPlainLink } from '../../word/word.api.ts';
import { tooLarge, unfit } from './cover-refusals.ts';

/** Kinds of the parts that sheets are drawn with. `head` = the pictures of a page header. */
export type PartKind = 'sheet' | 'drawing' | 'head' | 'picture';
export interface Relation {
  readonly id: string;
  /** The last word of its type: `image`, `drawing`. */
  readonly type: string;
  /** The part that it leads to, or a link. */
  readonly target: string;
  readonly isLink: boolean;
}
export interface CoverPart {
  readonly kind: PartKind;
  readonly name: string;
  readonly bytes: Buffer;
  readonly relations: readonly Relation[];
}
export interface CoverSheet {
  readonly name: string;
  readonly part: string;
  /** What of it is printed, and what on every page: `_xlnm.Print_Area` and its range. */
  readonly printed: readonly { readonly name: string; readonly range: string }[];
}
export interface CoverPackage {
  readonly sheets: readonly CoverSheet[];
  readonly parts: ReadonlyMap<string, CoverPart>;
  readonly styles: string;
  /** Of the whole workbook; null = it has none. */
  readonly strings: string | null;
  readonly theme: string | null;
}

type Parts = ReadonlyMap<string, Buffer>;

/** The names of what a workbook is made of, and of relations between its parts. */
export const mainNames = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
export const officeNames = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export const localName = (tag: string): string => tag.replace(/^.*:/, '');

/** The text of a part. Throws coverUnfit for one with types of its own, fileDamaged for one that is not UTF-8. */
export function textOf(name: string, bytes: Buffer): string {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  const [, encoding = 'utf-8'] = /^<\?xml[^>]*\bencoding\s*=\s*["']([^"']*)/i.exec(text) ?? [];
  if (encoding.toLowerCase() !== 'utf-8') throw new Failure('fileDamaged');
  if (declaresTypes(text)) throw unfit('part', name);
  return text;
}

/** The events of a part. Throws coverTooLarge where it is nested too deeply. */
export function readPart(name: string, bytes: Buffer, on: XmlHandlers): void {
  let depth = 0;
  readXmlEvents(textOf(name, bytes), {
    ...on,
    open(tag, attributes, place) {
      if (++depth > coverLimits.depth) throw tooLarge('depth');
      on.open?.(tag, attributes, place);
    },
    close(tag, place) {
      depth--;
      on.close?.(tag, place);
    },
  });
}

/** What parts of other kinds are, by the type of the relation that leads to them. */
const faultsOf: readonly (readonly [RegExp, CoverFault])[] = [
  [/^(vbaProject|xlMacrosheet|wordVbaData)/i, 'macros'],
  [/^(externalLink|connections|queryTable|externalLinkPath)/i, 'external'],
  [/^(oleObject|package|control|ctrlProp|activeXControlBinary)/i, 'embedded'],
  [/^(chart|chartEx|chartUserShapes)$/i, 'chart'],
  [/^(table|pivot|slicer|timeline)/i, 'table'],
  [/^(comments|threadedComment|person)/i, 'comment'],
  [/^(sheetMetadata|rd|richValue|cellimage)/i, 'cellPicture'],
  [/^(chartsheet|dialogsheet)/i, 'sheetKind'],
];
const faultOf = (type: string): CoverFault => faultsOf.find(([pattern]) => pattern.test(type))?.[1] ?? 'part';

/** Relations that a part of each kind may have, and the kind of what they lead to; null = it is left where it is. */
const carried: Readonly<Record<PartKind, Readonly<Record<string, PartKind | null>>>> = {
  sheet: { drawing: 'drawing', image: 'picture', vmlDrawing: 'head', printerSettings: null },
  drawing: { image: 'picture' },
  head: { image: 'picture' },
  picture: {},
};
/** Of the workbook: what is computed, and what says nothing of its look, stays behind. */
const leftBehind = /^(calcChain|customXml|volatileDependencies)$/;

/** Throws fileEncrypted, fileDamaged, coverTooLarge, coverUnfit. */
export function openCover(bytes: Uint8Array): CoverPackage {
  requireWorkbook(bytes);
  const parts = archiveParts(bytes, coverLimits, (fault) => tooLarge(fault === 'inflated' ? 'inflatedBytes' : fault));
  let text = 0;
  for (const [name, part] of parts) if (/\.(xml|rels|vml)$/i.test(name)) text += part.length;
  if (text > coverLimits.textBytes) throw tooLarge('textBytes');
  const workbook = workbookOf(parts);
  const relations = relationsOf(parts, workbook);
  const sheets = sheetsOf(parts, workbook, relations);
  const only = (type: string) => relations.find((each) => each.type === type)?.target ?? null;
  const styles = textIn(parts, only('styles'));
  if (styles === null) throw new Failure('fileDamaged');
  return {
    sheets,
    parts: carriedParts(parts, sheets),
    styles,
    strings: textIn(parts, only('sharedStrings')),
    theme: textIn(parts, only('theme')),
  };
}

/** What every archive begins with; a workbook with a password is one of another kind. */
function requireWorkbook(bytes: Uint8Array): void {
  const start = Buffer.from(bytes.subarray(0, 4)).toString('hex');
  const isLocked = start === 'd0cf11e0' && Buffer.from(bytes).includes(Buffer.from('EncryptedPackage', 'utf16le'));
  if (isLocked) throw new Failure('fileEncrypted');
  if (start !== '504b0304') throw unfit('noWorkbook', '');
}

const textIn = (parts: Parts, name: string | null): string | null =>
  name === null ? null : textOf(name, bytesOf(parts, name));

function bytesOf(parts: Parts, name: string): Buffer {
  const bytes = parts.get(name);
  if (!bytes) throw new Failure('fileDamaged');
  return bytes;
}

/** The name of the part that is the workbook. Throws coverUnfit where the file is something else. */
function workbookOf(parts: Parts): string {
  const types = parts.get('[Content_Types].xml');
  const root = types && relationsOf(parts, '').find(({ type }) => type === 'officeDocument');
  if (!root || !parts.has(root.target)) throw unfit('noWorkbook', '[Content_Types].xml');
  let type = '';
  readPart('[Content_Types].xml', types, {
    open(_, { PartName, ContentType = '' }) {
      if (/macroEnabled|vbaProject/i.test(ContentType)) throw unfit('macros', PartName ?? '[Content_Types].xml');
      if (PartName === `/${root.target}`) type = ContentType;
    },
  });
  if (!type.endsWith('spreadsheetml.sheet.main+xml')) throw unfit('noWorkbook', root.target);
  return root.target;
}

/** The part that a target leads to, as its archive names it. */
function resolved(from: string, target: string): string {
  const folders = target.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const step of target.split('/')) {
    if (step === '..') folders.pop();
    else if (step !== '' && step !== '.') folders.push(step);
  }
  return folders.join('/');
}

/** Throws coverUnfit for a relation that leads out of the file and is no plain link. */
function relationsOf(parts: Parts, of: string): Relation[] {
  const cut = of.lastIndexOf('/') + 1;
  const name = `${of.slice(0, cut)}_rels/${of.slice(cut)}.rels`;
  const bytes = parts.get(name);
  if (!bytes) return [];
  const relations: Relation[] = [];
  readPart(name, bytes, {
    open(tag, { Id = '', Type = '', Target = '', TargetMode = '' }) {
      if (localName(tag) !== 'Relationship') return;
      const type = Type.replace(/^.*\//, '');
      const isLink = TargetMode.toLowerCase() === 'external';
      if (isLink && !(type === 'hyperlink' && isPlainLink(Target))) throw unfit('external', name, `${type}: ${Target}`);
      relations.push({ id: Id, type, target: isLink ? Target : resolved(of, Target), isLink });
    },
  });
  return relations;
}

/** Letters that a spreadsheet takes for one. */
const longestRange = 1_000;
const plainRange = /^(?:'(?:[^']|'')+'|[^'!,[\]]+)!\$?[A-Z]*\$?\d*(?::\$?[A-Z]*\$?\d*)?$/;

function sheetsOf(parts: Parts, workbook: string, relations: readonly Relation[]): CoverSheet[] {
  for (const { type } of relations)
    if (!/^(worksheet|styles|theme|sharedStrings)$/.test(type) && !leftBehind.test(type))
      throw unfit(faultOf(type), workbook, type);
  const listed: { name: string; id: string }[] = [];
  const printed: { name: string; sheet: number; range: string }[] = [];
  let open: { name: string; sheet: number; range: string } | null = null;
  readPart(workbook, bytesOf(parts, workbook), {
    open(tag, attributes) {
      const element = localName(tag);
      // The names of a strict workbook are others throughout: its parts do not mix with those of a report.
      if (element === 'workbook' && !Object.values(attributes).includes(mainNames)) throw unfit('noWorkbook', workbook);
      if (element === 'workbookPr' && /^(1|true)$/.test(attributes['date1904'] ?? ''))
        throw unfit('dates1904', workbook);
      if (element === 'sheet') {
        const { name = '', state = 'visible' } = attributes;
        if (state !== 'visible') throw unfit('hiddenSheet', name);
        listed.push({ name, id: Object.entries(attributes).find(([key]) => localName(key) === 'id')?.[1] ?? '' });
      }
      if (element === 'definedName' && /^_xlnm\.Print_(Area|Titles)$/.test(attributes['name'] ?? ''))
        open = { name: attributes['name'] ?? '', sheet: Number(attributes['localSheetId'] ?? -1), range: '' };
    },
    text(words) {
      if (open) open.range += words;
    },
    close(tag) {
      if (localName(tag) === 'definedName' && open) printed.push(open);
      if (localName(tag) === 'definedName') open = null;
    },
  });
  if (listed.length === 0) throw new Failure('fileDamaged');
  if (listed.length > coverLimits.sheets) throw tooLarge('sheets');
  const names = new Set(listed.map(({ name }) => name.toLowerCase()));
  if (names.size < listed.length) throw new Failure('fileDamaged');
  return listed.map(({ name, id }, i) => {
    const relation = relations.find((each) => each.id === id);
    if (relation?.type !== 'worksheet') throw unfit('sheetKind', name);
    if (name === '' || name.length > 31 || /[\\/?*[\]:]/.test(name)) throw new Failure('fileDamaged');
    if (name.includes('{{')) throw unfit('placeholderPlace', name);
    const ranges = printed.filter(({ sheet }) => sheet === i);
    for (const { range } of ranges)
      if (
        range.length > longestRange ||
        !range.split(/,(?=(?:[^']*'[^']*')*[^']*$)/).every((each) => plainRange.test(each.trim()))
      )
        throw unfit('printArea', name, range);
    return { name, part: relation.target, printed: ranges };
  });
}

/** The parts that the sheets lead to, by their names. */
function carriedParts(parts: Parts, sheets: readonly CoverSheet[]): Map<string, CoverPart> {
  const carriedOver = new Map<string, CoverPart>();
  const waiting: { name: string; kind: PartKind }[] = sheets.map(({ part }) => ({ name: part, kind: 'sheet' }));
  for (const { name, kind } of waiting) {
    const before = carriedOver.get(name);
    if (before && before.kind !== kind) throw new Failure('fileDamaged');
    if (before) continue;
    const relations: Relation[] = [];
    for (const relation of relationsOf(parts, name)) {
      const { type, target, isLink } = relation;
      const next = carried[kind][type];
      if (!isLink && next === undefined) throw unfit(faultOf(type), name, type);
      if (next === null) continue;
      relations.push(relation);
      if (!isLink && next) waiting.push({ name: target, kind: next });
    }
    carriedOver.set(name, { kind, name, bytes: bytesOf(parts, name), relations });
  }
  return carriedOver;
}
