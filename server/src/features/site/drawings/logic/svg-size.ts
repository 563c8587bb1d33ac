/** How large an SVG is drawn: by its view box, else by width and height. Pure. */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { ReadAttribute } from './svg-attributes.ts';

/** What a browser draws the longer side with, before anybody zooms. */
const longerSide = 2000;
const unitPx: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
};

function pixels(text: string | undefined): number | null {
  const [, number, unit = ''] = /^\s*([\d.]+(?:e[+-]?\d+)?)\s*([a-z]*)\s*$/i.exec(text ?? '') ?? [];
  const scale = unitPx[unit.toLowerCase()];
  return number === undefined || scale === undefined ? null : Number(number) * scale;
}

/** Throws drawingRefused where its size is not known, or no size. */
export function sizeOf(attributes: readonly ReadAttribute[]): {
  readonly viewBox: readonly [number, number, number, number];
  readonly width: number;
  readonly height: number;
} {
  const attribute = (name: string) => attributes.find((each) => each.name === name)?.value;
  const viewBox = attribute('viewBox')
    ?.trim()
    .split(/[\s,]+/)
    .map(Number);
  const [x = 0, y = 0, boxWidth = Number.NaN, boxHeight = Number.NaN] =
    viewBox?.length === 4
      ? viewBox
      : [0, 0, pixels(attribute('width')) ?? Number.NaN, pixels(attribute('height')) ?? Number.NaN];
  const isSize =
    [x, y, boxWidth, boxHeight].every(Number.isFinite) &&
    boxWidth > 1e-6 &&
    boxHeight > 1e-6 &&
    boxWidth < 1e9 &&
    boxHeight < 1e9;
  if (!isSize) throw new Failure('drawingRefused', { fault: 'size' });
  const scale = longerSide / Math.max(boxWidth, boxHeight);
  const rounded = (value: number): number => Math.max(1, Math.round(value * scale * 100) / 100);
  return { viewBox: [x, y, boxWidth, boxHeight], width: rounded(boxWidth), height: rounded(boxHeight) };
}
