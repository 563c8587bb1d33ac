/**
 * Samples of a waveform as bytes, without loss. Instruments send few decimals: an axis whose samples are all integers after
 * one power of ten is written as differences of those integers (zigzag varints, one byte for what moves by less than 64),
 * any other axis as float64, little endian. -0 comes back as 0.
 *
 * Layout: version 1, number of axes, then for each axis its number of samples (varint) and a byte: 0..9 = the power of
 * ten, 255 = float64. Whoever stores it compresses it further.
 */

const version = 1;
const asFloats = 255;
const maxPower = 9;
/** Doubled by zigzag, an integer must still be exact; so must the difference of two. */
const maxInteger = 2 ** 50;

export function encodeSamples(axes: readonly Float64Array[]): Uint8Array {
  if (axes.length > 255) throw new RangeError(`${axes.length} axes`);
  const out = new Bytes(16 + axes.reduce((sum, axis) => sum + axis.length * 2, 0));
  out.byte(version);
  out.byte(axes.length);
  for (const axis of axes) writeAxis(out, axis);
  return out.whole();
}

/** Throws RangeError for bytes that are no waveform. */
export function decodeSamples(bytes: Uint8Array): Float64Array[] {
  const input = new Input(bytes);
  const format = input.byte();
  if (format !== version) throw new RangeError(`a waveform of version ${format}`);
  return Array.from({ length: input.byte() }, () => readAxis(input));
}

function writeAxis(out: Bytes, samples: Float64Array): void {
  const power = powerOf(samples);
  out.varint(samples.length);
  out.byte(power ?? asFloats);
  if (power === null) {
    out.floats(samples);
    return;
  }
  const scale = 10 ** power;
  let before = 0;
  for (const sample of samples) {
    const integer = Math.round(sample * scale);
    const step = integer - before;
    out.varint(step < 0 ? -2 * step - 1 : 2 * step);
    before = integer;
  }
}

function readAxis(input: Input): Float64Array {
  const length = input.varint();
  const power = input.byte();
  if (power === asFloats) return input.floats(length);
  if (power > maxPower || length > input.left) throw new RangeError('a damaged waveform');
  const samples = new Float64Array(length);
  const scale = 10 ** power;
  let integer = 0;
  for (let i = 0; i < length; i++) {
    const zigzag = input.varint();
    integer += zigzag % 2 === 1 ? -(zigzag + 1) / 2 : zigzag / 2;
    samples[i] = integer / scale;
  }
  return samples;
}

/** The smallest power of ten that makes integers of all samples, so that dividing gives them back; null = none does. */
function powerOf(samples: Float64Array): number | null {
  let power = 0;
  for (const sample of samples) {
    while (!fits(sample, power)) if (++power > maxPower) return null;
  }
  // A sample that fitted a smaller power must fit the one that was found, too.
  return samples.every((sample) => fits(sample, power)) ? power : null;
}

function fits(sample: number, power: number): boolean {
  const scale = 10 ** power;
  const integer = Math.round(sample * scale);
  return Math.abs(integer) <= maxInteger && integer / scale === sample;
}

class Bytes {
  #bytes: Uint8Array;
  #used = 0;

  constructor(expected: number) {
    this.#bytes = new Uint8Array(expected);
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#used++] = value;
  }

  varint(value: number): void {
    this.#reserve(8);
    let remaining = value;
    while (remaining >= 128) {
      this.#bytes[this.#used++] = (remaining % 128) | 128;
      remaining = Math.floor(remaining / 128);
    }
    this.#bytes[this.#used++] = remaining;
  }

  floats(samples: Float64Array): void {
    this.#reserve(samples.length * 8);
    const view = new DataView(this.#bytes.buffer);
    for (const sample of samples) {
      view.setFloat64(this.#used, sample, true);
      this.#used += 8;
    }
  }

  whole(): Uint8Array {
    return this.#bytes.slice(0, this.#used);
  }

  #reserve(more: number): void {
    if (this.#used + more <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#used + more));
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}

class Input {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  byte(): number {
    const value = this.#bytes[this.#at++];
    if (value === undefined) throw new RangeError('a waveform that is cut off');
    return value;
  }

  varint(): number {
    let [value, scale] = [0, 1];
    for (;;) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      scale *= 128;
      if (scale > 2 ** 56) throw new RangeError('a damaged waveform');
    }
  }

  floats(length: number): Float64Array {
    if (length * 8 > this.left) throw new RangeError('a waveform that is cut off');
    const view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset + this.#at, length * 8);
    this.#at += length * 8;
    return Float64Array.from({ length }, (_, i) => view.getFloat64(i * 8, true));
  }
}
