/**
 * The size of a picture by its header. Invariant: no picture is kept whose header says nothing, or asks for more memory than a
 * browser bears: what is 100 kB on its way may be gigabytes where it is drawn.
 */
import { open } from 'node:fs/promises';
import { Failure } from '@plumbline/contract/kernel/errors';
import { pictureFile, pictureLimits } from '@plumbline/contract/points/fields';
import { imageSize } from 'image-size';
import { fileFormat } from './file-refusals.ts';

/** Headers lie before this, with the profile and the small picture that a camera puts first. */
const headerBytes = 1024 * 1024;

export interface PictureSize {
  readonly width: number;
  readonly height: number;
  /** How a camera was held, as EXIF has it; from 5 on width and height change places. */
  readonly orientation: number;
}

/** Returns the size in pixels; null where the bytes do not say one. */
export function pictureSizeIn(bytes: Uint8Array): PictureSize | null {
  try {
    // A copy: its reader looks past the end of a view, at what else lies in the same memory.
    const { width, height, orientation = 1 } = imageSize(new Uint8Array(bytes));
    return width > 0 && height > 0 ? { width, height, orientation } : null;
  } catch {
    return null;
  }
}

/** Throws fileFormat where a stored picture does not say its size, fileTooLarge where it is larger than any camera takes. */
export async function refuseUndrawable(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headerBytes), 0, headerBytes, 0);
    const size = pictureSizeIn(buffer.subarray(0, bytesRead));
    if (!size) throw fileFormat(pictureFile.formats);
    if (size.width * size.height > pictureLimits.pixels)
      throw new Failure('fileTooLarge', { size: pictureLimits.pixels / 1e6, unit: ' MP' });
  } finally {
    await file.close();
  }
}
