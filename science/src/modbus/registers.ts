/**
 * Numbers out of registers: types, orders of bytes, bit fields, scale and offset. Pure.
 *
 * Invariant: what is no number (NaN, infinite, no decimal digit, what the instrument sends for nothing) is missing, with its
 * reason; it never becomes 0.
 */

/** How many registers each type fills; `bit` is a coil or discrete input. */
export const registerTypes = {
  bit: 0,
  uint16: 1,
  int16: 1,
  uint32: 2,
  int32: 2,
  float32: 2,
  float64: 4,
  bcd16: 1,
  bcd32: 2,
} as const;
export type RegisterType = keyof typeof registerTypes;

/**
 * The order of the bytes of 32 bits, A the highest: ABCD as the specification has it, CDAB words swapped, BADC bytes of each
 * word swapped, DCBA both. Of 16 bits the order within the word counts, of 64 bits the same rule holds for four words.
 */
export const byteOrders = ['ABCD', 'CDAB', 'BADC', 'DCBA'] as const;
export type ByteOrder = (typeof byteOrders)[number];

export interface NumberForm {
  readonly type: RegisterType;
  readonly order: ByteOrder;
  /** Of whole numbers: these bits alone, the lowest is 0. */
  readonly bits: { readonly from: number; readonly count: number } | null;
  readonly scale: number;
  readonly offset: number;
  /** What the instrument sends when it has no value, before scale and offset. */
  readonly nothing: number | null;
}

export type MissingNumber = 'notFinite' | 'notDecimal' | 'nothing' | 'tooShort';

/** The number in the data of an answer, `place` registers (or, of coils, bits) from its begin. */
export function numberIn(data: Uint8Array, place: number, form: NumberForm): number | MissingNumber {
  const raw = form.type === 'bit' ? bitIn(data, place) : rawNumber(data, place * 2, form);
  if (typeof raw === 'string') return raw;
  if (!Number.isFinite(raw)) return 'notFinite';
  if (form.nothing !== null && raw === form.nothing) return 'nothing';
  const part = form.bits ? partOf(raw, form.bits) : raw;
  if (form.scale === 1 && form.offset === 0) return part;
  const value = part * form.scale + form.offset;
  // 13331 tenths are 1333.1, not 1333.1000000000001: what is written down is what was sent.
  return Number.isFinite(value) ? Number(value.toPrecision(15)) : 'notFinite';
}

function bitIn(data: Uint8Array, place: number): number | MissingNumber {
  const byte = data[place >> 3];
  return byte === undefined ? 'tooShort' : (byte >> (place & 7)) & 1;
}

function rawNumber(data: Uint8Array, at: number, { type, order }: NumberForm): number | MissingNumber {
  const size = registerTypes[type] * 2;
  const bytes = data.slice(at, at + size);
  if (at < 0 || bytes.length < size) return 'tooShort';
  if (order === 'CDAB' || order === 'DCBA') swapWords(bytes);
  if (order === 'BADC' || order === 'DCBA') swapBytes(bytes);
  const view = new DataView(bytes.buffer);
  switch (type) {
    case 'uint16':
      return view.getUint16(0);
    case 'int16':
      return view.getInt16(0);
    case 'uint32':
      return view.getUint32(0);
    case 'int32':
      return view.getInt32(0);
    case 'float32':
      return view.getFloat32(0);
    case 'float64':
      return view.getFloat64(0);
    default:
      return decimalOf(bytes);
  }
}

function swapWords(bytes: Uint8Array): void {
  bytes.reverse();
  swapBytes(bytes);
}

function swapBytes(bytes: Uint8Array): void {
  for (let at = 0; at + 1 < bytes.length; at += 2) bytes.subarray(at, at + 2).reverse();
}

function decimalOf(bytes: Uint8Array): number | MissingNumber {
  let value = 0;
  for (const byte of bytes) {
    const [high, low] = [byte >> 4, byte & 15];
    if (high > 9 || low > 9) return 'notDecimal';
    value = value * 100 + high * 10 + low;
  }
  return value;
}

/** Without the operators of 32 bits, which would make the highest bit a sign. */
const partOf = (raw: number, { from, count }: { readonly from: number; readonly count: number }): number => {
  const unsigned = raw < 0 ? raw + 2 ** 32 : raw;
  return Math.floor(unsigned / 2 ** from) % 2 ** count;
};
