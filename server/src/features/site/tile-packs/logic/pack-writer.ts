/**
 * Writes tiles of a map into one file (PMTiles, version 3: https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md). Tiles
 * may come in any order; the same content is written once. The file is whole only after `finish`.
 */
import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { type Entry, zxyToTileId } from 'pmtiles';

export interface PackBounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}
export interface PackAbout {
  readonly type: 'raster' | 'vector';
  readonly minZoom: number;
  readonly maxZoom: number;
  readonly bounds: PackBounds;
  readonly metadata?: object;
}

const headerBytes = 127;
/** Header and root lie within the first 16 KiB. */
const rootBytes = 16_384 - headerBytes;
const compression = { none: 1, gzip: 2 } as const;
const tileTypes = { vector: 1, raster: 4 } as const;
const copyBytes = 1 << 20;

function varint(out: number[], given: number): void {
  let value = given;
  while (value >= 0x80) {
    out.push((value % 0x80) | 0x80);
    value = Math.floor(value / 0x80);
  }
  out.push(value);
}

/** Four columns, one after the other: ids as steps, run lengths, lengths, and offsets where one does not follow the last. */
function directoryOf(entries: readonly Entry[]): Uint8Array {
  const out: number[] = [];
  varint(out, entries.length);
  for (const [i, { tileId }] of entries.entries()) varint(out, tileId - (entries[i - 1]?.tileId ?? 0));
  for (const { runLength } of entries) varint(out, runLength);
  for (const { length } of entries) varint(out, length);
  for (const [i, { offset }] of entries.entries()) {
    const before = entries[i - 1];
    varint(out, before && offset === before.offset + before.length ? 0 : offset + 1);
  }
  return gzipSync(Uint8Array.from(out));
}

interface Directories {
  readonly root: Uint8Array;
  readonly leaves: Uint8Array;
}

/** One directory, or a root that names leaves where that would be too large. */
function directoriesOf(entries: readonly Entry[]): Directories {
  const directory = directoryOf(entries);
  if (directory.length <= rootBytes) return { root: directory, leaves: new Uint8Array() };
  for (let size = 4_096; ; size *= 2) {
    const leaves: Uint8Array[] = [];
    const root: Entry[] = [];
    let offset = 0;
    for (let from = 0; from < entries.length; from += size) {
      const leaf = directoryOf(entries.slice(from, from + size));
      root.push({ tileId: (entries[from] as Entry).tileId, offset, length: leaf.length, runLength: 0 });
      leaves.push(leaf);
      offset += leaf.length;
    }
    const written = directoryOf(root);
    if (written.length <= rootBytes) return { root: written, leaves: Buffer.concat(leaves) };
  }
}

export class PackWriter {
  readonly #path: string;
  readonly #parts: string;
  readonly #file: number;
  readonly #entries: Entry[] = [];
  #offset = 0;
  #contents = 0;

  /** `parts` = a path for the tiles until the file is put together. */
  constructor(path: string, parts: string) {
    this.#path = path;
    this.#parts = parts;
    this.#file = openSync(parts, 'w', 0o600);
  }

  get count(): number {
    return this.#entries.length;
  }

  add(z: number, x: number, y: number, tile: Uint8Array): void {
    writeSync(this.#file, tile);
    this.#entries.push({ tileId: zxyToTileId(z, x, y), offset: this.#offset, length: tile.length, runLength: 1 });
    this.#offset += tile.length;
    this.#contents += 1;
  }

  /** Puts the file together, and gives its size. */
  finish(about: PackAbout): number {
    closeSync(this.#file);
    const entries = this.#entries.toSorted((a, b) => a.tileId - b.tileId);
    const { root, leaves } = directoriesOf(entries);
    const metadata = gzipSync(JSON.stringify(about.metadata ?? {}));
    const out = openSync(this.#path, 'w', 0o600);
    try {
      const counts = { entries: entries.length, contents: this.#contents };
      writeSync(out, headerOf(about, { root, leaves, metadata, tileBytes: this.#offset, ...counts }));
      for (const part of [root, metadata, leaves]) if (part.length > 0) writeSync(out, part);
      appendFile(out, this.#parts);
      return fstatSync(out).size;
    } finally {
      closeSync(out);
    }
  }
}

function appendFile(out: number, path: string): void {
  const from = openSync(path, 'r');
  try {
    const piece = Buffer.alloc(copyBytes);
    for (let read = readSync(from, piece); read > 0; read = readSync(from, piece)) writeSync(out, piece, 0, read);
  } finally {
    closeSync(from);
  }
}

function headerOf(
  { type, minZoom, maxZoom, bounds }: PackAbout,
  parts: Directories & {
    readonly metadata: Uint8Array;
    readonly tileBytes: number;
    readonly entries: number;
    readonly contents: number;
  },
): Uint8Array {
  const header = Buffer.alloc(headerBytes);
  header.write('PMTiles', 'latin1');
  header.writeUInt8(3, 7);
  const metadataAt = headerBytes + parts.root.length;
  const leavesAt = metadataAt + parts.metadata.length;
  const tilesAt = leavesAt + parts.leaves.length;
  const numbers = [
    ...[headerBytes, parts.root.length, metadataAt, parts.metadata.length, leavesAt, parts.leaves.length],
    ...[tilesAt, parts.tileBytes, parts.entries, parts.entries, parts.contents],
  ];
  for (const [i, number] of numbers.entries()) header.writeBigUInt64LE(BigInt(number), 8 + 8 * i);
  // Tiles do not lie in the order of their ids.
  header.writeUInt8(0, 96);
  header.writeUInt8(compression.gzip, 97);
  header.writeUInt8(type === 'vector' ? compression.gzip : compression.none, 98);
  header.writeUInt8(tileTypes[type], 99);
  header.writeUInt8(minZoom, 100);
  header.writeUInt8(maxZoom, 101);
  const { west, south, east, north } = bounds;
  const degrees = [west, south, east, north].map((value) => Math.round(value * 1e7));
  for (const [i, value] of degrees.entries()) header.writeInt32LE(value, 102 + 4 * i);
  header.writeUInt8(minZoom, 118);
  header.writeInt32LE(Math.round(((west + east) / 2) * 1e7), 119);
  header.writeInt32LE(Math.round(((south + north) / 2) * 1e7), 123);
  return header;
}
