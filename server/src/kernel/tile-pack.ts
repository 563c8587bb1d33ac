/** Tiles out of packs (PMTiles), wherever their bytes lie. Invariant: what a pack says of itself leads to no more than it holds. */

import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Compression, type Header, PMTiles, SharedPromiseCache, type Source } from 'pmtiles';

const unzip = promisify(gunzip);
/** What a directory or a tile may unpack to. */
const unpackedBytes = 32 * 1024 * 1024;
/** Headers and directories that are kept in memory, of all packs. */
const cached = 200;

async function unpacked(bytes: ArrayBuffer, compression: Compression): Promise<ArrayBuffer> {
  if (compression === Compression.None || compression === Compression.Unknown) return bytes;
  if (compression !== Compression.Gzip) throw new Error(`compression ${compression} is not read`);
  const plain = await unzip(bytes, { maxOutputLength: unpackedBytes });
  return plain.buffer.slice(plain.byteOffset, plain.byteOffset + plain.byteLength) as ArrayBuffer;
}

const cache = new SharedPromiseCache(cached, undefined, unpacked);

export interface PackPart {
  readonly bytes: Uint8Array;
  /** Another one once the pack is another. */
  readonly etag?: string;
}
/** Bytes of a pack from an offset on; fewer where it ends. Throws EtagMismatch where it is not the pack of this tag any more. */
export type PackBytes = (offset: number, length: number, etag?: string) => Promise<PackPart>;

export interface Pack {
  readonly header: () => Promise<Header>;
  /** null = the pack has none there. */
  readonly tile: (z: number, x: number, y: number) => Promise<Uint8Array | null>;
  /** What it says of its layers. */
  readonly metadata: () => Promise<unknown>;
}

/** `key` = another one for another content. Its methods throw Error for what is no pack. */
export function openPack(key: string, bytes: PackBytes): Pack {
  const source: Source = {
    getKey: () => key,
    async getBytes(offset, length, _signal, etag) {
      if (!(length >= 0 && length <= unpackedBytes)) throw new Error('a pack that says more than it may hold');
      const { bytes: read, etag: now } = await bytes(offset, length, etag);
      const data = read.buffer.slice(read.byteOffset, read.byteOffset + read.byteLength) as ArrayBuffer;
      return { data, ...(now !== undefined && { etag: now }) };
    },
  };
  const pack = new PMTiles(source, cache, unpacked);
  return {
    header: () => pack.getHeader(),
    async tile(z, x, y) {
      const found = await pack.getZxy(z, x, y);
      return found ? new Uint8Array(found.data) : null;
    },
    metadata: () => pack.getMetadata(),
  };
}
