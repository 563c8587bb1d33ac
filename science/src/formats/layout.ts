/**
 * Numbers in a binary payload: type, order of bytes, bit fields, scale. Either every number has its place from the
 * beginning, or the payload is a row of tagged pieces, as many LoRaWAN instruments send it (channel and type, then data).
 * Pure.
 *
 * Invariant: what is no number (too short, NaN, no decimal digit, what the instrument sends for nothing) is missing, with
 * its reason; it never becomes 0.
 */

/** Bytes of each type. */
export const binaryTypes = {
  uint8: 1,
  int8: 1,
  uint16: 2,
  int16: 2,
  uint24: 3,
  int24: 3,
  uint32: 4,
  int32: 4,
  float32: 4,
  float64: 8,
  bcd8: 1,
  bcd16: 2,
  bcd32: 4,
} as const;
export type BinaryType = keyof typeof binaryTypes;

/** ABCD highest byte first, DCBA lowest first; CDAB words swapped, BADC bytes of each word swapped. */
export type BinaryOrder = 'ABCD' | 'CDAB' | 'BADC' | 'DCBA';

export interface BinaryForm {
  readonly type: BinaryType;
  readonly order: BinaryOrder;
  /** Of a whole number these bits alone, counted from the lowest: `7`, `8-11`; null = all. */
  readonly bits: string | null;
}
export type MissingPart = 'tooShort' | 'notFinite' | 'notDecimal';

/** The number at a place, before scale and offset. */
export function rawAt(bytes: Uint8Array, at: number, { type, order, bits }: BinaryForm): number | MissingPart {
  const size = binaryTypes[type];
  if (!Number.isInteger(at) || at < 0 || at + size > bytes.length) return 'tooShort';
  const piece = bytes.slice(at, at + size);
  // Of an odd number of bytes only the whole order can be turned.
  if (order === 'DCBA' || (order === 'CDAB' && size > 2)) piece.reverse();
  if (size % 2 === 0 && (order === 'BADC' || (order === 'CDAB' && size > 2))) swapPairs(piece);
  const raw = numberOf(piece, type);
  if (typeof raw === 'string') return raw;
  if (!Number.isFinite(raw)) return 'notFinite';
  return bits === null ? raw : partOf(raw, bits, { type, size });
}

function swapPairs(piece: Uint8Array): void {
  for (let at = 0; at + 1 < piece.length; at += 2) piece.subarray(at, at + 2).reverse();
}

function numberOf(piece: Uint8Array, type: BinaryType): number | MissingPart {
  const view = new DataView(piece.buffer, piece.byteOffset, piece.byteLength);
  if (type === 'float32') return view.getFloat32(0);
  if (type === 'float64') return view.getFloat64(0);
  if (type.startsWith('bcd')) return decimalOf(piece);
  let value = 0;
  for (const byte of piece) value = value * 256 + byte;
  const span = 256 ** piece.length;
  return type.startsWith('int') && value >= span / 2 ? value - span : value;
}

function decimalOf(piece: Uint8Array): number | MissingPart {
  let value = 0;
  for (const byte of piece) {
    const [high, low] = [byte >> 4, byte & 15];
    if (high > 9 || low > 9) return 'notDecimal';
    value = value * 100 + high * 10 + low;
  }
  return value;
}

/**
 * A part of a whole number. Of a signed one a part of several bits that reaches the highest has its sign. Without the operators
 * of 32 bits, which would make the highest bit of any a sign.
 */
function partOf(
  raw: number,
  bits: string,
  { type, size }: { readonly type: BinaryType; readonly size: number },
): number {
  const [from = 0, last = from] = bits.split('-').map(Number);
  const span = 2 ** (last - from + 1);
  const part = Math.floor((raw < 0 ? raw + 256 ** size : raw) / 2 ** from) % span;
  const isSigned = type.startsWith('int') && last > from && last === size * 8 - 1;
  return isSigned && part >= span / 2 ? part - span : part;
}

/** A tag in hexadecimal (`0367`; `..` is any byte) and how many bytes follow it. */
export interface Tag {
  readonly tag: string;
  readonly length: number;
}

export interface Piece {
  readonly tag: string;
  readonly data: Uint8Array;
}
const maxPieces = 200;

/**
 * The tagged pieces of a payload, in order. It ends where a tag is not known, because nobody can say how long its data is:
 * `rest` = the bytes from there, 0 = it was read whole.
 */
export function piecesOf(
  bytes: Uint8Array,
  tags: readonly Tag[],
): { readonly pieces: readonly Piece[]; readonly rest: number } {
  const pieces: Piece[] = [];
  let at = 0;
  while (at < bytes.length && pieces.length < maxPieces) {
    const match = tags.find(({ tag }) => beginsWith(bytes, at, tag));
    const begin = at + (match?.tag.length ?? 0) / 2;
    if (!match || begin + match.length > bytes.length) break;
    pieces.push({ tag: match.tag.toUpperCase(), data: bytes.subarray(begin, begin + match.length) });
    at = begin + match.length;
  }
  return { pieces, rest: bytes.length - at };
}

function beginsWith(bytes: Uint8Array, at: number, tag: string): boolean {
  const digits = hexOf(bytes.subarray(at, at + tag.length / 2));
  if (tag.length === 0 || digits.length !== tag.length) return false;
  return [...tag.toUpperCase()].every((digit, place) => digit === '.' || digit === digits[place]);
}

export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();

/** The bytes of hexadecimal, blanks allowed; null = it is none, or of odd length. */
export function fromHex(text: string): Uint8Array | null {
  const digits = text.replace(/[\s:]+/g, '').replace(/^0x/i, '');
  if (digits.length % 2 !== 0 || !/^[\dA-Fa-f]*$/.test(digits)) return null;
  return Uint8Array.from({ length: digits.length / 2 }, (_, at) =>
    Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16),
  );
}
