/**
 * What a workbook's archive says of itself, read before anything is unpacked. Invariant: what passes unpacks to no more
 * than it declares, and declares no more than the limit; the reader behind it stops at what each entry declares.
 */
import { crc32, inflateRawSync } from 'node:zlib';
import { Failure } from '@plumbline/contract/kernel/errors';

const endOfDirectory = 0x06054b50;
const directoryEntry = 0x02014b50;
/** Set where a size lies in a ZIP64 record: a sheet of 4 GB is none that we take. */
const beyond32Bits = 0xffffffff;
const maxEntries = 2_000;
const maxRatio = 60;
/** What any archive may unpack to. */
const plainInflated = 32 * 1024 * 1024;

export interface ArchiveEntry {
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly compressed: number;
  readonly declared: number;
  /** Where its bytes lie. */
  readonly from: number;
}

/** Throws fileDamaged where the directory makes no sense, sheetTooBig where it declares more than `maxInflatedBytes`. */
export function checkArchive(bytes: Uint8Array, maxInflatedBytes: number): void {
  let inflated = 0;
  let packed = 0;
  for (const { flags, compressed, declared } of entriesOf(bytes)) {
    if (flags & 1) throw new Failure('fileEncrypted');
    if (compressed === beyond32Bits || declared === beyond32Bits) throw new Failure('sheetTooBig');
    // Without its sizes in the directory the reader would believe what comes later.
    if (compressed > 2 && declared === 0) throw new Failure('fileDamaged');
    if (compressed === 0 && (declared > 0 || flags & 8)) throw new Failure('fileDamaged');
    inflated += declared;
    packed += compressed;
  }
  // A table packs to a tenth or a twentieth. What packs to a hundredth is blown up: it would hold a thread for nothing.
  if (inflated > Math.max(plainInflated, packed * maxRatio))
    throw new Failure('sheetTooBig', { maxBytes: packed * maxRatio });
  if (inflated > maxInflatedBytes) throw new Failure('sheetTooBig', { maxBytes: maxInflatedBytes });
}

/** Returns whether every part unpacks to exactly what was packed: a damaged one must not pass for a shorter table. */
export function isWhole(bytes: Uint8Array): boolean {
  return entriesOf(bytes).every(({ method, compressed, declared, crc, from }) => {
    if (from + compressed > bytes.length) return false;
    const packed = bytes.subarray(from, from + compressed);
    if (method === 0) return crc32(packed) === crc;
    if (method !== 8) return false;
    if (declared === 0) return true;
    try {
      const plain = inflateRawSync(packed, { maxOutputLength: declared });
      return plain.length === declared && crc32(plain) === crc;
    } catch {
      return false;
    }
  });
}

/** Returns the entries in the directory of an archive. Throws fileDamaged, sheetTooBig. */
export function entriesOf(bytes: Uint8Array): ArchiveEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOf(view);
  const count = view.getUint16(end + 10, true);
  if (count > maxEntries) throw new Failure('sheetTooBig', { entries: count });
  const entries: ArchiveEntry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let i = 0; i < count; i++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== directoryEntry) throw new Failure('fileDamaged');
    const local = view.getUint32(at + 42, true);
    if (local + 30 > bytes.length) throw new Failure('fileDamaged');
    entries.push({
      name: Buffer.from(bytes.subarray(at + 46, at + 46 + view.getUint16(at + 28, true))).toString('utf8'),
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      compressed: view.getUint32(at + 20, true),
      declared: view.getUint32(at + 24, true),
      from: local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true),
    });
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/** The record at the end of the archive; at most 65,535 bytes of comment follow it. */
function endOf(view: DataView): number {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 65_557); at--)
    if (view.getUint32(at, true) === endOfDirectory) return at;
  throw new Failure('fileDamaged');
}
