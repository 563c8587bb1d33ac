/**
 * One column of doubles in few bytes. Sensors speak in decimals: where q / 10^k === v for every value, the column is the
 * whole numbers q; a few values that fit no scale are listed beside it. Else the doubles themselves, byte plane by byte
 * plane, compressed. Pure.
 *
 * Invariant: every double comes back as it was, NaN (no value) included; -0 becomes 0; infinities are refused.
 */
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { largest, packInts, type Reader, unpackInts, type Writer } from './bits.ts';

const kinds = { empty: 0, scaled: 1, doubles: 2 } as const;
const nullForms = { none: 0, list: 1, bitmap: 2 } as const;
const hasOdd = 64;

const powers = Array.from({ length: 10 }, (_, k) => 10 ** k);
/** One value in so many may be listed apart. */
const oddShare = 64;

/** Throws a RangeError where a value is infinite. */
export function encodeColumn(writer: Writer, values: Float64Array): void {
  const nulls = countNulls(values);
  if (nulls === values.length) {
    writer.byte(kinds.empty);
    return;
  }
  const form = nulls === 0 ? nullForms.none : nulls * 12 < values.length ? nullForms.list : nullForms.bitmap;
  const scale = scaleOf(values);
  const odd = scale === null ? [] : oddOnes(values, scale);
  writer.byte((scale === null ? kinds.doubles : kinds.scaled) | (form << 2) | (odd.length > 0 ? hasOdd : 0));
  if (form !== nullForms.none) writeNulls(writer, values, form, nulls);
  if (scale === null) {
    writeDoubles(writer, values);
    return;
  }
  writer.byte(scale);
  if (odd.length > 0) {
    writer.count(odd.length);
    for (const i of odd) {
      writer.count(i);
      writer.double(values[i]!);
    }
  }
  packInts(writer, integers(values, scale, odd));
}

function countNulls(values: Float64Array): number {
  let nulls = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (Number.isNaN(value)) nulls++;
    else if (!Number.isFinite(value)) throw new RangeError('a value is not finite');
  }
  return nulls;
}

export function decodeColumn(reader: Reader, n: number): Float64Array {
  const out = new Float64Array(n);
  const head = reader.byte();
  const kind = head & 3;
  if (kind === kinds.empty) return out.fill(Number.NaN);
  const form = (head >> 2) & 3;
  const nullsAt = reader.at;
  if (form !== nullForms.none) skipNulls(reader, form, n);
  if (kind === kinds.doubles) readDoubles(reader, out);
  else {
    const scale = reader.byte();
    const odd: [number, number][] = [];
    if (head & hasOdd) for (let left = reader.count(); left > 0; left--) odd.push([reader.count(), reader.double()]);
    unpackInts(reader, n, out);
    const power = powers[scale]!;
    if (scale > 0) for (let i = 0; i < n; i++) out[i] = out[i]! / power;
    for (const [i, value] of odd) out[i] = value;
  }
  if (form !== nullForms.none) {
    const end = reader.at;
    reader.at = nullsAt;
    readNulls(reader, form, out);
    reader.at = end;
  }
  return out;
}

/** True when v is a whole number of 10^-k, small enough to be packed. */
function fits(value: number, power: number): boolean {
  const integer = Math.round(value * power);
  return integer / power === value && integer <= largest && integer >= -largest;
}

/** The least scale that all values but a few fit; null where there is none. */
function scaleOf(values: Float64Array): number | null {
  const allowed = Math.floor(values.length / oddShare);
  let scale = 0;
  let odd = 0;
  const raised: number[] = [];
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (Number.isNaN(value) || fits(value, powers[scale]!)) continue;
    let needed = scale + 1;
    while (needed < powers.length && !fits(value, powers[needed]!)) needed++;
    if (needed === powers.length) {
      if (++odd > allowed) return null;
      continue;
    }
    raised.push(scale);
    scale = needed;
  }
  // What few values ask for is not worth its bits in all the others.
  for (let lower = raised.pop(); lower !== undefined; lower = raised.pop()) {
    if (!maxFitting(values, powers[lower]!, allowed)) break;
    scale = lower;
  }
  return maxFitting(values, powers[scale]!, allowed) ? scale : null;
}

function maxFitting(values: Float64Array, power: number, allowed: number): boolean {
  let left = allowed;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (!Number.isNaN(value) && !fits(value, power) && --left < 0) return false;
  }
  return true;
}

function oddOnes(values: Float64Array, scale: number): number[] {
  const power = powers[scale]!;
  const odd: number[] = [];
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (!Number.isNaN(value) && !fits(value, power)) odd.push(i);
  }
  return odd;
}

/** q of every value; where there is none, the one before, which costs nothing. */
function integers(values: Float64Array, scale: number, odd: readonly number[]): Float64Array {
  const power = powers[scale]!;
  const numbers = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) numbers[i] = Math.round(values[i]! * power) + 0;
  for (const i of odd) numbers[i] = Number.NaN;
  let previous = 0;
  for (let i = 0; i < numbers.length; i++)
    if (!Number.isNaN(numbers[i])) {
      previous = numbers[i]!;
      break;
    }
  for (let i = 0; i < numbers.length; i++) {
    if (Number.isNaN(numbers[i])) numbers[i] = previous;
    else previous = numbers[i]!;
  }
  return numbers;
}

function writeNulls(writer: Writer, values: Float64Array, form: number, nulls: number): void {
  if (form === nullForms.list) {
    writer.count(nulls);
    let previous = 0;
    for (let i = 0; i < values.length; i++) {
      if (!Number.isNaN(values[i])) continue;
      writer.count(i - previous);
      previous = i;
    }
    return;
  }
  const bits = Buffer.alloc(Math.ceil(values.length / 8));
  for (let i = 0; i < values.length; i++) if (Number.isNaN(values[i])) bits[i >> 3]! |= 1 << (i & 7);
  writer.append(bits);
}

function skipNulls(reader: Reader, form: number, n: number): void {
  if (form === nullForms.list) for (let left = reader.count(); left > 0; left--) reader.count();
  else reader.take(Math.ceil(n / 8));
}

function readNulls(reader: Reader, form: number, out: Float64Array): void {
  if (form === nullForms.list) {
    let i = 0;
    for (let left = reader.count(); left > 0; left--) {
      i += reader.count();
      out[i] = Number.NaN;
    }
    return;
  }
  const bits = reader.take(Math.ceil(out.length / 8));
  for (let i = 0; i < out.length; i++) if (bits[i >> 3]! & (1 << (i & 7))) out[i] = Number.NaN;
}

/** The eight bytes of every double, all first bytes first: bytes that hardly change are neighbours. */
function writeDoubles(writer: Writer, values: Float64Array): void {
  const n = values.length;
  const planes = Buffer.allocUnsafe(n * 8);
  const one = new DataView(new ArrayBuffer(8));
  let previous = 0;
  for (let i = 0; i < n; i++) {
    const value = values[i]!;
    if (!Number.isNaN(value)) previous = value + 0;
    one.setFloat64(0, previous);
    for (let b = 0; b < 8; b++) planes[b * n + i] = one.getUint8(b);
  }
  const packed = zstdCompressSync(planes, { params: { [constants.ZSTD_c_compressionLevel]: 3 } });
  writer.count(packed.length);
  writer.append(packed);
}

function readDoubles(reader: Reader, out: Float64Array): void {
  const n = out.length;
  const planes = zstdDecompressSync(reader.take(reader.count()), { maxOutputLength: Math.max(1, n * 8) });
  const one = new DataView(new ArrayBuffer(8));
  for (let i = 0; i < n; i++) {
    for (let b = 0; b < 8; b++) one.setUint8(b, planes[b * n + i]!);
    out[i] = one.getFloat64(0);
  }
}
