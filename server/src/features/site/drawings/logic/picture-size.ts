/** How large a picture is, from its first bytes. Invariant: a picture that would unpack to more than a browser bears is refused. */

import { Failure } from '@plumbline/contract/kernel/errors';
import { type DrawingVersion, drawingLimits } from '@plumbline/contract/site/drawings';
import { pictureSizeIn } from '../../../../kernel/picture-size.ts';

interface PictureSize {
  readonly format: Exclude<DrawingVersion['format'], 'svg'>;
  readonly width: number;
  readonly height: number;
}

const beginsWith = (bytes: Uint8Array, text: string, at = 0): boolean =>
  [...text].every((letter, i) => bytes[at + i] === letter.charCodeAt(0));

function formatOf(bytes: Uint8Array): PictureSize['format'] | null {
  if (beginsWith(bytes, '\u0089PNG\r\n\u001a\n')) return 'png';
  if (beginsWith(bytes, '\u00ff\u00d8\u00ff')) return 'jpg';
  return beginsWith(bytes, 'RIFF') && beginsWith(bytes, 'WEBP', 8) ? 'webp' : null;
}

/** null = it is none of these pictures. Throws fileDamaged where its size cannot be read, drawingRefused where it is too large. */
export function pictureSize(bytes: Uint8Array): PictureSize | null {
  const format = formatOf(bytes);
  if (!format) return null;
  const size = pictureSizeIn(bytes);
  if (!size) throw new Failure('fileDamaged', { fault: 'picture' });
  const { width, height, orientation } = size;
  if (width * height > drawingLimits.pixels)
    throw new Failure('drawingRefused', { fault: 'pixels', limit: drawingLimits.pixels / 1e6 });
  // Browsers turn a photo as its camera was held.
  return orientation >= 5 ? { format, width: height, height: width } : { format, width, height };
}
