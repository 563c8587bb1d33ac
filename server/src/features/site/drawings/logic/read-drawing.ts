/**
 * A drawing as it was brought, read: an SVG and a DXF come out as an SVG of what draws of them, a picture as it is. Invariant: what a file is its
 * own bytes say; nothing comes out whose size is not known and bounded. Takes its time, and is done in a thread.
 */

import { Failure } from '@plumbline/contract/kernel/errors';
import { type DrawingVersion, drawingLimits, drawingUploads } from '@plumbline/contract/site/drawings';
import type { DrawingScale } from '@plumbline/contract/site/drawings.scale';
import { fileFormat, fileTooLarge } from '../../../../kernel/file-refusals.ts';
import { dxfAsSvg, isDxf } from './dxf-svg.ts';
import { pictureSize } from './picture-size.ts';
import { cleanSvg } from './svg.ts';

export interface DrawingFile {
  readonly format: DrawingVersion['format'];
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly leftOut: number;
  readonly isThemed: boolean;
  /** What the file itself says of its scale; null = nothing. */
  readonly scale: DrawingScale | null;
}

/** Throws fileFormat, fileTooLarge, fileDamaged, drawingRefused. */
export function readDrawing(bytes: Uint8Array): DrawingFile {
  const picture = pictureSize(bytes);
  const drawing = picture ? { ...picture, bytes, leftOut: 0, isThemed: false, scale: null } : readVector(bytes);
  const { width, height } = drawing;
  if (Math.max(width / height, height / width) > drawingLimits.aspect)
    throw new Failure('drawingRefused', { fault: 'proportions' });
  return drawing;
}

function readVector(bytes: Uint8Array): DrawingFile {
  if (!isDxf(bytes)) return readSvg(bytes);
  const { text, ...about } = dxfAsSvg(bytes);
  return { format: 'svg', bytes: Buffer.from(text), ...about };
}

function readSvg(bytes: Uint8Array): DrawingFile {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 4096));
  if (!/<(?:[\w.-]+:)?svg[\s>]/i.test(head) && !/^\s*(?:\u00ef\u00bb\u00bf)?\s*<(?:\?xml|!DOCTYPE|!--)/i.test(head))
    throw fileFormat(drawingUploads);
  if (bytes.length > drawingLimits.svgBytes) throw fileTooLarge(drawingLimits.svgBytes);
  const { text, ...about } = cleanSvg(textOf(bytes));
  return { format: 'svg', bytes: Buffer.from(text), scale: null, ...about };
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Failure('fileDamaged', { fault: 'utf8' });
  }
}
