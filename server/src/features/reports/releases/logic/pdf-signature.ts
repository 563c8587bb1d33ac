/**
 * Signs a PDF that our printer wrote: what is added stands behind it (an incremental update), so that every byte of the
 * printed document is as it was. Invariant: the signature covers every byte of the file but itself.
 */
import type { Signer } from './certificates.ts';
import { signatureOver } from './cms.ts';

export interface Signing {
  readonly name: string;
  readonly reason: string;
  readonly at: Date;
}

/** Room for a signature, in bytes: two certificates of 3072 bits take about 3,500. */
const signatureBytes = 16_384;
/** Ten digits: as many as a cross-reference has. */
const offsetDigits = 10;

interface Parsed {
  readonly text: string;
  readonly offsets: ReadonlyMap<number, number>;
  readonly size: number;
  readonly rootId: number;
  /** Where the cross-reference begins. */
  readonly startsAt: number;
  /** Entries of the trailer that are taken over. */
  readonly trailer: string;
}

const unreadable = (what: string): Error => new Error(`a PDF without ${what} cannot be signed`);

function parse(text: string): Parsed {
  const startsAt = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1] ?? Number.NaN);
  if (!text.startsWith('xref', startsAt)) throw unreadable('a cross-reference table');
  const trailerAt = text.indexOf('trailer', startsAt);
  const trailer = text.slice(trailerAt, text.indexOf('startxref', trailerAt));
  const [rootId, size] = [/\/Root\s+(\d+)\s+0\s+R/, /\/Size\s+(\d+)/].map((of) => Number(of.exec(trailer)?.[1]));
  if (!rootId || !size) throw unreadable('a root');
  const entries = [/\/Info\s+\d+\s+0\s+R/, /\/ID\s*\[[^\]]*\]/].map((of) => of.exec(trailer)?.[0] ?? '');
  return {
    text,
    startsAt,
    size,
    rootId,
    offsets: offsetsOf(text.slice(startsAt, trailerAt)),
    trailer: entries.join(' '),
  };
}

function offsetsOf(table: string): Map<number, number> {
  const offsets = new Map<number, number>();
  let next = 0;
  for (const [, first, , offset, , kind] of table.matchAll(/^(\d+) (\d+)\s*$|^(\d{10}) (\d{5}) ([nf])/gm)) {
    if (kind === undefined) next = Number(first);
    else {
      if (kind === 'n') offsets.set(next, Number(offset));
      next += 1;
    }
  }
  return offsets;
}

/** The content of an object, without the words around it. */
function objectOf({ text, offsets }: Parsed, id: number): string {
  const at = offsets.get(id);
  const begin = at === undefined ? -1 : text.indexOf('obj', at);
  const end = begin < 0 ? -1 : text.indexOf('endobj', begin);
  if (end < 0) throw unreadable(`its object ${id}`);
  return text.slice(begin + 3, end).trim();
}

const referenceIn = (dictionary: string, name: string): number | null => {
  const reference = new RegExp(`/${name}\\s*\\[?\\s*(\\d+)\\s+0\\s+R`).exec(dictionary)?.[1];
  return reference === undefined ? null : Number(reference);
};

function firstPage(parsed: Parsed): number {
  let id = referenceIn(objectOf(parsed, parsed.rootId), 'Pages');
  for (let depth = 0; depth < 32 && id !== null; depth++) {
    const node = objectOf(parsed, id);
    if (/\/Type\s*\/Page\b(?!s)/.test(node)) return id;
    id = referenceIn(node, 'Kids');
  }
  throw unreadable('a page');
}

/** A dictionary with one more entry at its end. */
const withEntry = (dictionary: string, entry: string): string => {
  const end = dictionary.lastIndexOf('>>');
  return `${dictionary.slice(0, end)} ${entry} ${dictionary.slice(end)}`;
};

/** The objects of a page that has one more annotation. */
function annotated(parsed: Parsed, pageId: number, widgetId: number): [number, string][] {
  const page = objectOf(parsed, pageId);
  const listed = /\/Annots\s*\[/.exec(page);
  if (listed) {
    const at = listed.index + listed[0].length;
    return [[pageId, `${page.slice(0, at)}${widgetId} 0 R ${page.slice(at)}`]];
  }
  const listId = referenceIn(page, 'Annots');
  // Whoever has it read aloud goes through it in the order of its tags.
  const order = page.includes('/Tabs') ? '' : ' /Tabs /S';
  if (listId === null) return [[pageId, withEntry(page, `/Annots [${widgetId} 0 R]${order}`)]];
  return [[listId, objectOf(parsed, listId).replace('[', `[${widgetId} 0 R `)]];
}

/** Text as PDF has it: UTF-16 with its mark, in hexadecimal. */
const pdfText = (text: string): string =>
  `<${Buffer.from(`\ufeff${text.toWellFormed()}`, 'utf16le').swap16().toString('hex').toUpperCase()}>`;
const pdfDate = (at: Date): string => `(D:${at.toISOString().replace(/\D/g, '').slice(0, 14)}Z)`;

const blank = ' '.repeat(offsetDigits);
const signatureObject = ({ name, reason, at }: Signing): string =>
  `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached /M ${pdfDate(at)} ` +
  `/Name ${pdfText(name)} /Reason ${pdfText(reason)} ` +
  `/ByteRange [0 ${blank} ${blank} ${blank}] /Contents <${'0'.repeat(signatureBytes * 2)}> >>`;

/** Throws Error for a PDF that is built otherwise than ours, or is signed already. */
export function signPdf(bytes: Uint8Array, signer: Signer, signing: Signing): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1');
  const parsed = parse(text);
  const [signatureId, widgetId, pageId] = [parsed.size, parsed.size + 1, firstPage(parsed)];
  const root = objectOf(parsed, parsed.rootId);
  if (root.includes('/AcroForm')) throw new Error('a PDF that has a form already cannot be signed');
  const objects: [number, string][] = [
    [parsed.rootId, withEntry(root, `/AcroForm << /Fields [${widgetId} 0 R] /SigFlags 3 >>`)],
    ...annotated(parsed, pageId, widgetId),
    [signatureId, signatureObject(signing)],
    [
      widgetId,
      // Printed nowhere, locked, and hidden: what is hidden needs no tag.
      `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Release) /Rect [0 0 0 0] /F 134 /P ${pageId} 0 R /V ${signatureId} 0 R >>`,
    ],
  ];
  return filled(Buffer.from(appended(parsed, objects), 'latin1'), signer);
}

function appended({ text, startsAt, size, rootId, trailer }: Parsed, objects: readonly [number, string][]): string {
  let file = text.endsWith('\n') ? text : `${text}\n`;
  const entries: string[] = [];
  for (const [id, body] of objects) {
    entries.push(`${id} 1\n${String(file.length).padStart(offsetDigits, '0')} 00000 n \n`);
    file += `${id} 0 obj\n${body}\nendobj\n`;
  }
  const at = file.length;
  return (
    `${file}xref\n${entries.join('')}trailer\n<< /Size ${size + 2} /Root ${rootId} 0 R ${trailer} /Prev ${startsAt} >>\n` +
    `startxref\n${at}\n%%EOF\n`
  );
}

/** Says which bytes are signed, signs them, and puts the signature into its room. */
function filled(file: Buffer, signer: Signer): Buffer {
  const begin = file.lastIndexOf(`/Contents <${'0'.repeat(64)}`) + '/Contents '.length;
  const end = begin + signatureBytes * 2 + 2;
  const range = [0, begin, end, file.length - end];
  const rangeAt = file.lastIndexOf('/ByteRange [', begin);
  const written = `/ByteRange [${range.map((n, i) => (i === 0 ? '0' : String(n).padEnd(offsetDigits))).join(' ')}]`;
  file.write(written, rangeAt, 'latin1');
  const signature = signatureOver(Buffer.concat([file.subarray(0, begin), file.subarray(end)]), signer);
  if (signature.length > signatureBytes) throw new Error('a signature that is longer than its room');
  file.write(signature.toString('hex').padEnd(signatureBytes * 2, '0'), begin + 1, 'latin1');
  return file;
}
