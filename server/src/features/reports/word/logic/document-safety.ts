/**
 * What a Word document may not bring along: programs, other files in it, and anything that is fetched when it is opened.
 * Invariant: what a report is made of opens nothing and runs nothing on the computer of whoever reads it.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import { declaresTypes, readXmlEvents, type XmlHandlers } from '../../../../kernel/xml-events.ts';

/** Programs, and files of other kinds inside. */
const dangerousParts: readonly (readonly [RegExp, string])[] = [
  [/vba(project|data)[^/]*$/i, 'macros'],
  [/(^|\/)activex\//i, 'embedded'],
  [/(^|\/)embeddings\//i, 'embedded'],
  [/\.(bin|exe|dll|ole|js|vbs|html?|mht(ml)?)$/i, 'embedded'],
];
/** Relations by which another file is taken in. */
const dangerousRelations =
  /\/(oleObject|package|aFChunk|attachedTemplate|subDocument|frame|control|vbaProject|externalLink|mailMergeSource|recipientData)$/i;
/** Fields that print what the document itself holds. Every other one may fetch, start or hide something. */
const plainFields = new Set(
  `PAGE NUMPAGES SECTION SECTIONPAGES TOC TOA TC INDEX XE HYPERLINK PAGEREF REF NOTEREF STYLEREF SEQ LISTNUM SYMBOL DATE TIME
  CREATEDATE SAVEDATE PRINTDATE EDITTIME TITLE SUBJECT AUTHOR KEYWORDS COMMENTS LASTSAVEDBY REVNUM NUMWORDS NUMCHARS FILENAME
  DOCPROPERTY INFO FORMTEXT FORMCHECKBOX FORMDROPDOWN ADVANCE EQ BIBLIOGRAPHY CITATION =`.split(/\s+/),
);
/** Links that lead to a page or a letter, and start nothing. */
export const isPlainLink = (target: string): boolean => /^(https?:\/\/|mailto:|#)/i.test(target);

const unsafe = (fault: string, part: string, what?: string): Failure =>
  new Failure('wordUnsafe', { fault, part, ...(what !== undefined && { what: what.slice(0, 80) }) });

/** Throws wordUnsafe with what it is and in which part, fileDamaged for what is no Word document. */
export function requireSafe(parts: ReadonlyMap<string, Buffer>): void {
  const types = parts.get('[Content_Types].xml')?.toString('utf8') ?? '';
  if (!parts.has('word/document.xml') || types === '') throw new Failure('fileDamaged');
  if (/macroEnabled/i.test(types)) throw unsafe('macros', '[Content_Types].xml');
  for (const [name, bytes] of parts) {
    const dangerous = dangerousParts.find(([pattern]) => pattern.test(name));
    if (dangerous) throw unsafe(dangerous[1], name);
    if (/\.rels$/i.test(name)) requireOwnRelations(name, bytes);
    else if (/\.xml$/i.test(name)) requirePlainXml(name, bytes);
  }
}

/** Every event of a part in the order of its text. Throws fileDamaged for what is no XML, wordUnsafe for one with a type of its own. */
export function readXml(name: string, bytes: Buffer, on: XmlHandlers): void {
  const text = bytes.toString('utf8');
  if (declaresTypes(text)) throw unsafe('entities', name);
  readXmlEvents(text, on);
}

function requireOwnRelations(name: string, bytes: Buffer): void {
  readXml(name, bytes, {
    open(tag, { Type = '', TargetMode = '', Target = '' }) {
      if (tag.replace(/^.*:/, '') !== 'Relationship') return;
      const kind = Type.replace(/^.*\//, '');
      if (dangerousRelations.test(Type)) throw unsafe('external', name, kind);
      if (TargetMode.toLowerCase() === 'external' && !(/\/hyperlink$/i.test(Type) && isPlainLink(Target)))
        throw unsafe('external', name, `${kind}: ${Target}`);
    },
  });
}

/** What a field is told may be cut into pieces, and other fields may stand in it: each is read as one. */
function requirePlainXml(name: string, bytes: Buffer): void {
  const fields: string[] = [];
  let isInstruction = false;
  const end = () => requirePlainField(fields.pop() ?? '', name);
  readXml(name, bytes, {
    open(tag, attributes) {
      const localName = tag.replace(/^.*:/, '');
      const prefix = tag.slice(0, -localName.length);
      if (localName === 'instrText' || localName === 'delInstrText') isInstruction = true;
      else if (localName === 'fldSimple') requirePlainField(attributes[`${prefix}instr`] ?? '', name);
      else if (localName === 'fldChar') {
        const type = attributes[`${prefix}fldCharType`];
        if (type === 'begin') fields.push('');
        else if (type === 'end') end();
      } else if (localName === 'altChunk' || localName === 'OLEObject' || localName === 'control')
        throw unsafe('embedded', name, localName);
    },
    text(words) {
      if (isInstruction) fields.push((fields.pop() ?? '') + words);
    },
    close(tag) {
      if (/(^|:)(delInstrText|instrText)$/.test(tag)) isInstruction = false;
    },
  });
  while (fields.length > 0) end();
}

/** A field without a name of its own has it written by another one. */
function requirePlainField(instruction: string, part: string): void {
  const words = instruction.trim();
  const field = /^=|^\S*/.exec(words)?.[0].toUpperCase() ?? '';
  const isElsewhere = field === 'HYPERLINK' && /(file|javascript|data|vbscript):|\\\\/i.test(words);
  if (!plainFields.has(field) || isElsewhere) throw unsafe('field', part, words);
}
