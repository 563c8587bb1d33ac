/**
 * The KML in a KMZ: the first .kml of the archive. Invariant: nothing else is unpacked, and that to no more than the limit,
 * whatever the archive declares.
 */
import { inflateRawSync } from 'node:zlib';
import { Failure } from '@plumbline/contract/kernel/errors';
import { layerLimits } from '@plumbline/contract/site/layers';

const endOfDirectory = 0x06054b50;
const directoryEntry = 0x02014b50;
const maxEntries = 10_000;

const damaged = () => new Failure('fileDamaged', { fault: 'kmz' });

/** Throws fileDamaged for what is no archive with a KML, layerTooDetailed where it unpacks to more than 100 MB. */
export function kmlOf(archive: Buffer): Buffer {
  const end = archive.lastIndexOf(Buffer.from('504b0506', 'hex'));
  if (end < 0 || end + 22 > archive.length || archive.readUInt32LE(end) !== endOfDirectory) throw damaged();
  const count = Math.min(archive.readUInt16LE(end + 10), maxEntries);
  let at = archive.readUInt32LE(end + 16);
  for (let i = 0; i < count; i++) {
    if (at + 46 > archive.length || archive.readUInt32LE(at) !== directoryEntry) throw damaged();
    const nameLength = archive.readUInt16LE(at + 28);
    const name = archive.toString('latin1', at + 46, at + 46 + nameLength);
    if (/\.kml$/i.test(name)) return unpacked(archive, at);
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  throw damaged();
}

function unpacked(archive: Buffer, entry: number): Buffer {
  const [flags, method] = [archive.readUInt16LE(entry + 8), archive.readUInt16LE(entry + 10)];
  if (flags & 1) throw new Failure('fileEncrypted');
  const [size, local] = [archive.readUInt32LE(entry + 20), archive.readUInt32LE(entry + 42)];
  if (local + 30 > archive.length) throw damaged();
  const from = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  if (from + size > archive.length) throw damaged();
  const packed = archive.subarray(from, from + size);
  if (method === 0) return packed;
  if (method !== 8) throw damaged();
  try {
    return inflateRawSync(packed, { maxOutputLength: layerLimits.unpackedBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new Failure('layerTooDetailed', { fault: 'unpacked', limit: layerLimits.unpackedBytes });
    throw damaged();
  }
}
