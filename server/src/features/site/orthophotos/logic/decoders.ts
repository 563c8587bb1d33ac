/**
 * How the blocks of a TIFF are unpacked. Invariant: no block becomes larger than the file says its blocks are, whatever is in it;
 * what packs otherwise than these is refused by name.
 */
import { inflateSync, zstdDecompressSync } from 'node:zlib';
import { Failure } from '@plumbline/contract/kernel/errors';
import { addDecoder, BaseDecoder, getDecoder } from 'geotiff';

/** By the number of the compression (TIFF 6.0; Adobe TechNote 3; libtiff). */
export const compressions = { none: 1, lzw: 5, jpeg: 7, deflate: 8, packBits: 32773, oldDeflate: 32946, zstd: 50000 };

export const damaged = () => new Failure('fileDamaged', { fault: 'tiff' });

/** Bytes of a whole block: the last one of a picture may have fewer. */
function blockBytes({ tileWidth, tileHeight, bitsPerSample, planarConfiguration }: BaseDecoder['parameters']): number {
  const bits = typeof bitsPerSample === 'number' ? [bitsPerSample] : Array.from(bitsPerSample);
  const perPixel = planarConfiguration === 2 ? (bits[0] ?? 8) : bits.reduce((sum, each) => sum + each, 0);
  return tileHeight * Math.ceil((tileWidth * perPixel) / 8);
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): ArrayBuffer =>
  buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;

function bounded<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw damaged();
  }
}

class Deflate extends BaseDecoder {
  override decodeBlock(packed: ArrayBufferLike): ArrayBuffer {
    const maxOutputLength = blockBytes(this.parameters);
    return bounded(() => bufferOf(inflateSync(new Uint8Array(packed), { maxOutputLength })));
  }
}
class Zstd extends BaseDecoder {
  override decodeBlock(packed: ArrayBufferLike): ArrayBuffer {
    const maxOutputLength = blockBytes(this.parameters);
    return bounded(() => bufferOf(zstdDecompressSync(new Uint8Array(packed), { maxOutputLength })));
  }
}
class PackBits extends BaseDecoder {
  override decodeBlock(packed: ArrayBufferLike): ArrayBuffer {
    return bufferOf(unpackedBits(new Uint8Array(packed), blockBytes(this.parameters)));
  }
}
class Lzw extends BaseDecoder {
  override decodeBlock(packed: ArrayBufferLike): ArrayBuffer {
    return bufferOf(unpackedLzw(new Uint8Array(packed), blockBytes(this.parameters)));
  }
}

/** A byte that counts, and then bytes as they are or one that repeats (TIFF 6.0, section 9). */
export function unpackedBits(packed: Uint8Array, most: number): Uint8Array {
  const out = new Uint8Array(most);
  let to = 0;
  for (let at = 0; at < packed.length && to < most; ) {
    const count = ((packed[at++] as number) << 24) >> 24;
    if (count >= 0) {
      const part = packed.subarray(at, at + Math.min(count + 1, most - to));
      out.set(part, to);
      to += part.length;
      at += count + 1;
    } else if (count > -128) {
      out.fill(packed[at++] ?? 0, to, Math.min(to + 1 - count, most));
      to = Math.min(to + 1 - count, most);
    }
  }
  return out.subarray(0, to);
}

const clear = 256;
const end = 257;
const firstFree = 258;
const maxCodes = 4_096;

/** LZW with the highest bit first and codes that grow one early (TIFF 6.0, section 13). Throws fileDamaged. */
export function unpackedLzw(packed: Uint8Array, most: number): Uint8Array {
  const out = new Uint8Array(most);
  const prefix = new Uint16Array(maxCodes);
  const lastByte = new Uint8Array(maxCodes);
  const lengths = new Uint16Array(maxCodes);
  for (let i = 0; i < clear; i++) [lastByte[i], lengths[i]] = [i, 1];
  let [to, next, width, before] = [0, firstFree, 9, -1];
  let [bits, window, at] = [0, 0, 0];
  /** Writes what a code stands for, backwards, and gives its first byte. */
  const put = (code: number): number => {
    const length = lengths[code] as number;
    let [place, each] = [to + length - 1, code];
    for (let i = 0; i < length; i++, place--) {
      if (place < most) out[place] = lastByte[each] as number;
      if (i < length - 1) each = prefix[each] as number;
    }
    to = Math.min(to + length, most);
    return lastByte[each] as number;
  };
  while (to < most) {
    while (bits < width && at < packed.length) {
      window = ((window << 8) | (packed[at++] as number)) >>> 0;
      bits += 8;
    }
    if (bits < width) break;
    const code = (window >>> (bits - width)) & ((1 << width) - 1);
    bits -= width;
    window &= (1 << bits) - 1;
    if (code === end) break;
    if (code === clear) {
      [next, width, before] = [firstFree, 9, -1];
      continue;
    }
    if (code > next || (code === next && before < 0) || (code >= firstFree && code > next)) throw damaged();
    if (before >= 0 && next < maxCodes) {
      prefix[next] = before;
      lengths[next] = (lengths[before] as number) + 1;
      // The byte that a new code ends with is the first of what follows.
      lastByte[next] = firstOf(code === next ? before : code, prefix, lengths, lastByte);
      next += 1;
    }
    put(code);
    before = code;
    if (next + 1 >= 1 << width && width < 12) width += 1;
  }
  return out.subarray(0, to);
}

function firstOf(code: number, prefix: Uint16Array, lengths: Uint16Array, lastByte: Uint8Array): number {
  let each = code;
  for (let i = (lengths[code] as number) - 1; i > 0; i--) each = prefix[each] as number;
  return lastByte[each] as number;
}

/** Throws fileDamaged where a JPEG says that it is larger than its block (ITU-T T.81, B.2.2). */
export function checkJpegSize(packed: Uint8Array, width: number, height: number): void {
  for (let at = 2; at + 9 < packed.length; ) {
    if (packed[at] !== 0xff) throw damaged();
    const marker = packed[at + 1] as number;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === 0xda) return;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    const two = (from: number): number => ((packed[from] as number) << 8) | (packed[from + 1] as number);
    if (isFrame && (two(at + 5) > height || two(at + 7) > width || (packed[at + 9] as number) > 4)) throw damaged();
    at += 2 + two(at + 2);
  }
}

type JpegClass = new (parameters: BaseDecoder['parameters']) => BaseDecoder;

/** Puts these in the place of the library's own. */
export async function useBoundedDecoders(): Promise<void> {
  const noDirectory = { tileWidth: 1, tileHeight: 1, predictor: 1, bitsPerSample: 8, planarConfiguration: 1 };
  const Library = (await getDecoder(compressions.jpeg, noDirectory)).constructor as JpegClass;
  class Jpeg extends Library {
    override decodeBlock(packed: ArrayBufferLike) {
      checkJpegSize(new Uint8Array(packed), this.parameters.tileWidth, this.parameters.tileHeight);
      return super.decodeBlock(packed);
    }
  }
  addDecoder(compressions.lzw, async () => Lzw);
  addDecoder([compressions.deflate, compressions.oldDeflate], async () => Deflate);
  addDecoder(compressions.packBits, async () => PackBits);
  addDecoder(compressions.zstd, async () => Zstd);
  addDecoder(
    compressions.jpeg,
    async () => Jpeg,
    async (directory) => ({
      ...noDirectory,
      tileWidth: Number((await directory.loadValue('TileWidth')) ?? (await directory.loadValue('ImageWidth'))),
      tileHeight: Number(
        (await directory.loadValue('TileLength')) ??
          (await directory.loadValue('RowsPerStrip')) ??
          (await directory.loadValue('ImageLength')),
      ),
      JPEGTables: await directory.loadValue('JPEGTables'),
    }),
  );
}
