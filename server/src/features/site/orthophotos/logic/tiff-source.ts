/** The bytes of a TIFF as its reader asks for them. Invariant: no more is read or held than the file has, whatever it says of itself. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { damaged } from './decoders.ts';

interface Slice {
  readonly offset: number;
  readonly length: number;
}
/** Source that the library `geotiff` reads from. */
export interface TiffSource {
  readonly fetch: (slices: readonly Slice[]) => Promise<ArrayBuffer[]>;
  readonly fileSize: number;
  readonly close: () => void;
}

export function openTiff(path: string): TiffSource {
  const file = openSync(path, 'r');
  const { size } = fstatSync(file);
  const read = ({ offset, length }: Slice): ArrayBuffer => {
    if (!(offset >= 0 && offset < size && length >= 0)) throw damaged();
    const bytes = new Uint8Array(Math.min(length, size - offset));
    readSync(file, bytes, 0, bytes.length, offset);
    return bytes.buffer;
  };
  return { fetch: async (slices) => slices.map(read), fileSize: size, close: () => closeSync(file) };
}
