/**
 * CBOR: the items that measurements are made of, with definite and indefinite lengths. Pure; it throws on no bytes.
 * Source: RFC 8949 (Concise Binary Object Representation), sections 3 and 4; half floats: its appendix D.
 *
 * Invariant: a message is read to its end or not at all; at most `limits.items` items, `limits.depth` deep.
 */

const limits = { items: 200_000, depth: 16 } as const;

/** Values that CBOR can hold. Keys of maps are texts or whole numbers. `undefined` = a simple value that has no meaning here. */
export type CborValue =
  | number
  | string
  | boolean
  | null
  | undefined
  | Uint8Array
  | readonly CborValue[]
  | ReadonlyMap<string | number, CborValue>;

class Broken extends Error {}

/** The one value of the bytes; null = they are no whole CBOR. */
export function readCbor(bytes: Uint8Array): { readonly value: CborValue } | null {
  const reader = new Reader(bytes);
  try {
    const value = reader.item(0);
    return reader.isAtEnd() ? { value } : null;
  } catch (error) {
    if (error instanceof Broken) return null;
    throw error;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
/** Length of an item that goes on until a break. */
const open = -1;
const breakByte = 0xff;

class Reader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;
  #items = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  item(depth: number): CborValue {
    this.#items += 1;
    if (depth > limits.depth || this.#items > limits.items) throw new Broken();
    const first = this.#take(1)[0] as number;
    const [major, info] = [first >> 5, first & 31];
    if (major === 7) return this.#simple(info);
    const length = this.#length(info);
    if (length === open && (major < 2 || major === 6)) throw new Broken();
    switch (major) {
      case 0:
        return length;
      case 1:
        return -1 - length;
      case 2:
        return length === open ? this.#chunks(2) : this.#take(length);
      case 3:
        return textOf(length === open ? this.#chunks(3) : this.#take(length));
      case 4:
        return this.#list(length, depth);
      case 5:
        return this.#map(length, depth);
      default:
        // A tag says what the value behind it means; the value is what is asked for.
        return this.item(depth + 1);
    }
  }

  #take(count: number): Uint8Array {
    if (this.#at + count > this.#bytes.length) throw new Broken();
    this.#at += count;
    return this.#bytes.subarray(this.#at - count, this.#at);
  }

  #length(info: number): number {
    if (info < 24) return info;
    if (info === 31) return open;
    const size = { 24: 1, 25: 2, 26: 4, 27: 8 }[info];
    if (size === undefined) throw new Broken();
    const at = this.#at;
    this.#take(size);
    if (size === 1) return this.#view.getUint8(at);
    if (size === 2) return this.#view.getUint16(at);
    if (size === 4) return this.#view.getUint32(at);
    return Number(this.#view.getBigUint64(at));
  }

  #simple(info: number): CborValue {
    if (info === 20 || info === 21) return info === 21;
    if (info === 22) return null;
    const at = this.#at;
    if (info === 25) return this.#take(2) && halfOf(this.#view, at);
    if (info === 26) return this.#take(4) && this.#view.getFloat32(at);
    if (info === 27) return this.#take(8) && this.#view.getFloat64(at);
    if (info === 24) this.#take(1);
    else if (info > 27) throw new Broken();
    return undefined;
  }

  #isBreak(): boolean {
    if (this.#bytes[this.#at] !== breakByte) return false;
    this.#at += 1;
    return true;
  }

  #chunks(major: 2 | 3): Uint8Array {
    const parts: Uint8Array[] = [];
    while (!this.#isBreak()) {
      const first = this.#take(1)[0] as number;
      const length = this.#length(first & 31);
      this.#items += 1;
      if (first >> 5 !== major || length === open || this.#items > limits.items) throw new Broken();
      parts.push(this.#take(length));
    }
    const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of parts) {
      joined.set(part, at);
      at += part.length;
    }
    return joined;
  }

  #list(length: number, depth: number): CborValue[] {
    const list: CborValue[] = [];
    while (length === open ? !this.#isBreak() : list.length < length) list.push(this.item(depth + 1));
    return list;
  }

  #map(length: number, depth: number): Map<string | number, CborValue> {
    const map = new Map<string | number, CborValue>();
    for (let count = 0; length === open ? !this.#isBreak() : count < length; count++) {
      const key = this.item(depth + 1);
      if (typeof key !== 'string' && typeof key !== 'number') throw new Broken();
      // A key twice makes a map that is not valid: which of the two counts would be a guess.
      if (map.has(key)) throw new Broken();
      map.set(key, this.item(depth + 1));
    }
    return map;
  }
}

function textOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Broken();
  }
}

function halfOf(view: DataView, at: number): number {
  const half = view.getUint16(at);
  const [exponent, mantissa] = [(half >> 10) & 31, half & 1023];
  const size =
    exponent === 0
      ? mantissa * 2 ** -24
      : exponent === 31
        ? mantissa === 0
          ? Number.POSITIVE_INFINITY
          : Number.NaN
        : (1024 + mantissa) * 2 ** (exponent - 25);
  return half & 0x8000 ? -size : size;
}
