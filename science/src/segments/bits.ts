/**
 * Whole numbers in few bits: blocks of 128, each packed as offsets from its least number or as zigzag steps from one
 * number to the next, whichever is narrower; little-endian, low bits first. Pure.
 *
 * Invariant: numbers up to 2^50 in size come back exactly; a chunk ends with 4 bytes of checksum, so that reading the
 * last bits four bytes at a time stays inside it.
 */

const blockLength = 128;
/** The largest size of a number: its steps and their zigzag stay exact in a double. */
export const largest = 2 ** 50;

const offsets = 0;
const steps = 1;
/** Numbers too far apart for 32 bits: doubles as they are. */
const plain = 2;

/** Bytes that grow as they are written. */
export class Writer {
  bytes: Buffer;
  at = 0;

  constructor(size = 4096) {
    this.bytes = Buffer.allocUnsafe(size);
  }

  feature(more: number): void {
    if (this.at + more <= this.bytes.length) return;
    const bytes = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.at + more));
    this.bytes.copy(bytes, 0, 0, this.at);
    this.bytes = bytes;
  }

  byte(value: number): void {
    this.feature(1);
    this.bytes[this.at++] = value;
  }

  double(value: number): void {
    this.feature(8);
    this.at = this.bytes.writeDoubleLE(value, this.at);
  }

  /** A whole number from 0 to 2^53, seven bits a byte. */
  count(value: number): void {
    this.feature(8);
    let left = value;
    while (left >= 0x80) {
      this.bytes[this.at++] = (left % 0x80) | 0x80;
      left = Math.floor(left / 0x80);
    }
    this.bytes[this.at++] = left;
  }

  append(bytes: Uint8Array): void {
    this.feature(bytes.length);
    this.bytes.set(bytes, this.at);
    this.at += bytes.length;
  }

  take(): Buffer {
    return this.bytes.subarray(0, this.at);
  }
}

/** Reads what a Writer wrote. Reading past the end throws a RangeError. */
export class Reader {
  readonly bytes: Buffer;
  readonly view: DataView;
  at: number;

  constructor(bytes: Buffer, at = 0) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = at;
  }

  byte(): number {
    return this.view.getUint8(this.at++);
  }

  double(): number {
    const value = this.view.getFloat64(this.at, true);
    this.at += 8;
    return value;
  }

  count(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 0x80) {
      const byte = this.view.getUint8(this.at++);
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  }

  take(length: number): Buffer {
    const end = this.at + length;
    if (end > this.bytes.length) throw new RangeError('past the end');
    const bytes = this.bytes.subarray(this.at, end);
    this.at = end;
    return bytes;
  }
}

const zigzag = (value: number) => (value >= 0 ? 2 * value : -2 * value - 1);
const unzigzag = (value: number) => (value % 2 === 0 ? value / 2 : -(value + 1) / 2);

/** Bits that hold a whole number from 0 up; over 32 where it is too large. */
const widthOf = (value: number) => (value > 0xffffffff ? 33 : 32 - Math.clz32(value));

const scratch = new Uint32Array(blockLength);

/** Packs the first `n` numbers: whole, at most `largest` in size. */
export function packInts(writer: Writer, values: ArrayLike<number>, n = values.length): void {
  let previous = 0;
  for (let start = 0; start < n; start += blockLength) {
    const length = Math.min(blockLength, n - start);
    const first = values[start]!;
    let min = first;
    let max = first;
    let widest = 0;
    for (let i = 1; i < length; i++) {
      const value = values[start + i]!;
      if (value < min) min = value;
      else if (value > max) max = value;
      const step = zigzag(value - values[start + i - 1]!);
      if (step > widest) widest = step;
    }
    const ofOffsets = widthOf(max - min);
    const ofSteps = widthOf(widest);
    writer.feature(2 + 8 + length * 8 + 8);
    if (Math.min(ofOffsets, ofSteps) > 32) {
      writer.byte(plain << 6);
      for (let i = 0; i < length; i++) writer.double(values[start + i]! + 0);
    } else if (ofOffsets <= ofSteps) {
      writer.byte((offsets << 6) | ofOffsets);
      writer.count(zigzag(min - previous));
      for (let i = 0; i < length; i++) scratch[i] = values[start + i]! - min;
      packBits(writer, ofOffsets, length);
    } else {
      writer.byte((steps << 6) | ofSteps);
      writer.count(zigzag(first - previous));
      for (let i = 1; i < length; i++) scratch[i - 1] = zigzag(values[start + i]! - values[start + i - 1]!);
      packBits(writer, ofSteps, length - 1);
    }
    previous = values[start + length - 1]!;
  }
}

/** Reads `n` numbers into `out`. */
export function unpackInts(reader: Reader, n: number, out: Float64Array): void {
  let previous = 0;
  for (let start = 0; start < n; start += blockLength) {
    const length = Math.min(blockLength, n - start);
    const head = reader.byte();
    const width = head & 63;
    if (head >> 6 === plain) {
      for (let i = 0; i < length; i++) out[start + i] = reader.double();
    } else {
      const base = previous + unzigzag(reader.count());
      if (head >> 6 === offsets) {
        if (width === 0) out.fill(base, start, start + length);
        else {
          unpackBits(reader, width, length);
          for (let i = 0; i < length; i++) out[start + i] = base + scratch[i]!;
        }
      } else {
        unpackBits(reader, width, length - 1);
        let value = base;
        out[start] = base;
        for (let i = 1; i < length; i++) {
          const step = scratch[i - 1]!;
          value += (step >>> 1) ^ -(step & 1);
          out[start + i] = value;
        }
      }
    }
    previous = out[start + length - 1]!;
  }
}

/** The first `length` numbers of the scratch block, `width` bits each. */
function packBits(writer: Writer, width: number, length: number): void {
  if (width === 0) return;
  const { bytes } = writer;
  let { at } = writer;
  let word = 0;
  let used = 0;
  for (let i = 0; i < length; i++) {
    const value = scratch[i]!;
    word |= value << used;
    used += width;
    if (used < 32) continue;
    at = bytes.writeInt32LE(word, at);
    used -= 32;
    word = used === 0 ? 0 : value >>> (width - used);
  }
  for (; used > 0; used -= 8) {
    bytes[at++] = word & 0xff;
    word >>>= 8;
  }
  writer.at = at;
}

function unpackBits(reader: Reader, width: number, length: number): void {
  if (width === 0) {
    scratch.fill(0, 0, length);
    return;
  }
  const { view, at } = reader;
  let bit = at * 8;
  if (width <= 25) {
    const mask = (1 << width) - 1;
    for (let i = 0; i < length; i++) {
      scratch[i] = (view.getUint32(bit >>> 3, true) >>> (bit & 7)) & mask;
      bit += width;
    }
  } else {
    const mask = width === 32 ? 0xffffffff : (1 << width) - 1;
    for (let i = 0; i < length; i++) {
      const shift = bit & 7;
      const byte = bit >>> 3;
      const low = view.getUint32(byte, true) >>> shift;
      scratch[i] = (shift + width > 32 ? low | (view.getUint8(byte + 4) << (32 - shift)) : low) & mask;
      bit += width;
    }
  }
  reader.at = at + Math.ceil((width * length) / 8);
}
