/**
 * The parts of an office document, unpacked. Invariant: nothing is unpacked that the document does not declare, nor more than a
 * document may be; what is given is what every reader of the archive sees, for no part is there twice.
 */
import { crc32, inflateRawSync } from 'node:zlib';
import { Failure } from '@plumbline/contract/kernel/errors';
import { type ArchiveEntry, entriesOf } from './sheets-archive.ts';

export interface PartLimits {
  /** Unpacked, all parts together. */
  readonly inflatedBytes: number;
  readonly parts: number;
}
/** The refusal of a document that is larger than its limits. */
export type TooLarge = (fault: 'inflated' | 'parts') => Failure;

/** What a password makes of a document, and what Office wrote before 2007. */
const compound = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const maxName = 200;

/** By their names. Throws fileEncrypted, fileDamaged, and what `tooLarge` gives. */
export function archiveParts(bytes: Uint8Array, limits: PartLimits, tooLarge: TooLarge): Map<string, Buffer> {
  if (compound.equals(bytes.subarray(0, 4))) throw new Failure('fileEncrypted');
  const parts = new Map<string, Buffer>();
  const names = new Set<string>();
  let inflated = 0;
  for (const entry of listed(bytes, limits, tooLarge)) {
    inflated += entry.declared;
    if (inflated > limits.inflatedBytes) throw tooLarge('inflated');
    if (entry.name.endsWith('/')) continue;
    // Readers differ in which of two they take, and in what they make of upper case.
    const key = entry.name.toLowerCase();
    if (names.has(key) || !isPlain(entry.name)) throw new Failure('fileDamaged');
    names.add(key);
    parts.set(entry.name, unpacked(bytes, entry));
  }
  return parts;
}

function listed(bytes: Uint8Array, limits: PartLimits, tooLarge: TooLarge): ArchiveEntry[] {
  try {
    const entries = entriesOf(bytes);
    if (entries.length > limits.parts) throw tooLarge('parts');
    return entries;
  } catch (error) {
    // A directory that leads out of the file.
    if (error instanceof RangeError) throw new Failure('fileDamaged');
    if (error instanceof Failure && error.name === 'sheetTooBig') throw tooLarge('parts');
    throw error;
  }
}

const isPlain = (name: string): boolean =>
  name.length <= maxName && /^[^/\\:\p{Cc}][^\\:\p{Cc}]*$/u.test(name) && !name.split('/').includes('..');

function unpacked(bytes: Uint8Array, { flags, method, declared, compressed, from, crc }: ArchiveEntry): Buffer {
  if (flags & 1) throw new Failure('fileEncrypted');
  const packed = bytes.subarray(from, from + compressed);
  if (packed.length !== compressed) throw new Failure('fileDamaged');
  try {
    const plain =
      method === 0
        ? Buffer.from(packed)
        : method === 8
          ? inflateRawSync(packed, { maxOutputLength: Math.max(declared, 1) })
          : null;
    if (plain && plain.length === declared && crc32(plain) === crc) return plain;
  } catch {
    // Not what it declares.
  }
  throw new Failure('fileDamaged');
}
