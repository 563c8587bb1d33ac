/**
 * A DXF as a drawing: what it draws in its model, as lines in the colours of the theme, with the scale that its own unit gives.
 * Invariant: what comes out is numbers and escaped words, and no more of them than a browser draws at ease.
 */

import { Failure } from '@plumbline/contract/kernel/errors';
import { drawingLimits } from '@plumbline/contract/site/drawings';
import { DrawingScale } from '@plumbline/contract/site/drawings.scale';
import { type DxfShape, readShapes } from '../../dxf/dxf.api.ts';

export interface DxfDrawing {
  readonly text: string;
  readonly width: number;
  readonly height: number;
  /** Entities that have no place or are not drawn. */
  readonly leftOut: number;
  readonly isThemed: true;
  /** null = the file does not say its unit, or lies farther away than a scale may. */
  readonly scale: DrawingScale | null;
}

/** What a browser draws the longer side with, before anybody zooms; and the margin about what is drawn, as a share. */
const longerSide = 2_000;
const margin = 0.02;
/** Letters whose height the file does not say, and the least and the largest ones, px. */
const letterPx = { usual: 14, from: 4, to: 200 };
const wordCharacters = 200;

export const isDxf = (bytes: Uint8Array): boolean => {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  return (
    head.startsWith('AutoCAD Binary DXF') || /^(?:\u00ef\u00bb\u00bf)?\s*(?:0\s*\r?\n\s*SECTION|999\s*\r?\n)/.test(head)
  );
};

interface Collected {
  readonly shapes: DxfShape[];
  readonly unitM: number | null;
  readonly leftOut: number;
}

/** Throws fileDamaged and drawingRefused. */
function collect(bytes: Uint8Array): Collected {
  const shapes: DxfShape[] = [];
  let [vertices, leftOut, unitM] = [0, 0, null as number | null];
  const tooDetailed = () => new Failure('drawingRefused', { fault: 'tooDetailed', limit: drawingLimits.svgDrawn });
  try {
    readShapes([bytes], {
      begin: (entity) => {
        unitM = entity;
      },
      take: (shape) => {
        vertices += shape.line.length;
        if (vertices > drawingLimits.svgDrawn) throw tooDetailed();
        shapes.push(shape);
      },
      skip: () => {
        leftOut += 1;
      },
    });
  } catch (error) {
    throw error instanceof Failure && error.name === 'layerTooDetailed' ? tooDetailed() : error;
  }
  if (shapes.length === 0) throw new Failure('drawingRefused', { fault: 'empty' });
  return { shapes, unitM, leftOut };
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly low: number;
  readonly high: number;
}

/** What all of it takes up, with a margin. Throws drawingRefused where that is nothing, or no number. */
function boxOf(shapes: readonly DxfShape[]): Box {
  let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { line } of shapes)
    for (const [x, y] of line) {
      left = Math.min(left, x);
      right = Math.max(right, x);
      low = Math.min(low, y);
      high = Math.max(high, y);
    }
  const side = Math.max(right - left, high - low);
  if (!(side > 1e-9 && side < 1e12)) throw new Failure('drawingRefused', { fault: 'empty' });
  const apart = side * margin;
  return { left: left - apart, right: right + apart, low: low - apart, high: high + apart };
}

const fixed = (value: number): string => String(Math.round(value * 100) / 100);
const escaped = (text: string): string =>
  text.replace(/[^\P{Cc}\t]/gu, '').replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** Two corners of the drawing in metres; null where no scale may be so. */
function scaleOf({ left, right, low, high }: Box, unitM: number | null): DrawingScale | null {
  if (unitM === null) return null;
  const read = DrawingScale.safeParse({
    first: { x: 0, y: 1, across: left * unitM, up: low * unitM },
    second: { x: 1, y: 0, across: right * unitM, up: high * unitM },
  });
  return read.success ? read.data : null;
}

/** Throws fileDamaged and drawingRefused. */
export function dxfAsSvg(bytes: Uint8Array): DxfDrawing {
  const { shapes, unitM, leftOut } = collect(bytes);
  const box = boxOf(shapes);
  const px = longerSide / Math.max(box.right - box.left, box.high - box.low);
  const [width, height] = [(box.right - box.left) * px, (box.high - box.low) * px].map((side) => Number(fixed(side)));
  const place = ([x, y]: DxfShape['line'][number]): string =>
    `${fixed((x - box.left) * px)} ${fixed((box.high - y) * px)}`;
  const paths: string[] = [];
  const words: string[] = [];
  for (const shape of shapes) {
    const [first] = shape.line;
    if (shape.type === 'text' && first) {
      const letters = shape.letterHeight > 0 ? shape.letterHeight * px : letterPx.usual;
      const size = fixed(Math.min(letterPx.to, Math.max(letterPx.from, letters)));
      const [x, y] = place(first).split(' ');
      words.push(`<text x="${x}" y="${y}" font-size="${size}">${escaped(shape.words.slice(0, wordCharacters))}</text>`);
    } else paths.push(`M${shape.line.map(place).join('L')}${shape.type === 'area' ? 'z' : ''}`);
  }
  const body = `<path class="pl-thin" d="${paths.join('')}"/>${words.join('')}`;
  const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${body}</svg>`;
  return { text, width: width ?? 0, height: height ?? 0, leftOut, isThemed: true, scale: scaleOf(box, unitM) };
}
