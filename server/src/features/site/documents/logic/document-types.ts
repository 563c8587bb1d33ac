/**
 * What a document is: by the ending of its name, and by its first bytes where the ending promises some.
 * Invariant: a file whose bytes are something else than its ending says is not taken.
 */
import { type Document, documentTypes } from '@plumbline/contract/site/documents';

type Type = Document['type'];
const zip = ['504b0304', '504b0506'];
const compound = ['d0cf11e0a1b11ae1'];
/** What files of a type begin with, in hexadecimal; a type that is not here is text or has many beginnings. */
const beginnings: Partial<Record<Type, readonly string[]>> = {
  pdf: ['255044462d'],
  docx: zip,
  xlsx: zip,
  pptx: zip,
  zip,
  doc: compound,
  xls: compound,
  ppt: compound,
  jpg: ['ffd8ff'],
  jpeg: ['ffd8ff'],
  png: ['89504e470d0a1a0a'],
  webp: ['52494646'],
  rar: ['526172211a07'],
  '7z': ['377abcaf271c'],
  dwg: ['4143'],
};
const mediaTypes: Partial<Record<Type, string>> = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  txt: 'text/plain; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  md: 'text/plain; charset=utf-8',
};

/** The type that a name's ending says; null where none of ours. */
export function typeOf(name: string): Type | null {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase();
  return documentTypes.find((type) => type === ending) ?? null;
}

/** Returns whether a file may begin like this. */
export function beginsLike(type: Type, head: Buffer): boolean {
  const beginning = beginnings[type];
  if (beginning) return beginning.some((hex) => head.toString('hex').startsWith(hex));
  // Texts hold no zero byte.
  return !['txt', 'csv', 'md'].includes(type) || !head.includes(0);
}

export const mediaTypeOf = (type: Type): string => mediaTypes[type] ?? 'application/octet-stream';
