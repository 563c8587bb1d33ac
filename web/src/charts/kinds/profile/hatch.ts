/** The marks of soils, as geologists draw them, as SVG paths: for the strip beside a profile and for the console. Pure. */
import type { Soil } from '@plumbline/contract/points/strata';
import type { Tokens } from '../../../design/tokens.ts';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
/** Paths of what is drawn as a line and of what is filled; empty = nothing. */
export interface Marks {
  readonly lines: string;
  readonly dots: string;
}

const tints: Readonly<Record<Soil, keyof Tokens>> = {
  fill: 'soil-fill',
  organic: 'soil-organic',
  clay: 'soil-clay',
  siltyClay: 'soil-clay',
  silt: 'soil-silt',
  sand: 'soil-sand',
  gravel: 'soil-gravel',
  weatheredRock: 'soil-rock',
  rock: 'soil-rock',
  concrete: 'soil-gravel',
  other: 'bg-sunken',
};
/** Returns the colour under the marks of a soil. */
export const tintOf = (soil: Soil): keyof Tokens => tints[soil];

const round = (value: number): number => Math.round(value * 10) / 10;
const at = (x: number, y: number): string => `M${round(x)} ${round(y)}`;
const dot = (x: number, y: number, radius: number): string =>
  `${at(x - radius, y)}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`;

/** Places in rows, every other row moved by half a step; none so near the edge that its mark would cross it. */
function* placesIn({ x, y, width, height }: Box, stepX: number, stepY: number, edge: number) {
  for (let row = 0, atY = y + edge; atY <= y + height - edge; row++, atY += stepY)
    for (let atX = x + edge + (row % 2) * (stepX / 2); atX <= x + width - edge; atX += stepX)
      yield { x: atX, y: atY, isOdd: row % 2 === 1 };
}

/** Rising lines from edge to edge. */
function rising({ x, y, width, height }: Box, step: number): string {
  let path = '';
  for (let from = step; from < width + height; from += step) {
    const [down, right] = [Math.min(from, height), Math.min(from, width)];
    path += `${at(x + from - down, y + down)}L${round(x + right)} ${round(y + from - right)}`;
  }
  return path;
}

/** Courses of bricks. */
function bricks({ x, y, width, height }: Box): string {
  const [course, length] = [9, 18];
  let path = '';
  for (let row = 0; row * course < height; row++) {
    const top = row * course;
    if (row > 0) path += `${at(x, y + top)}h${round(width)}`;
    const tall = Math.min(course, height - top);
    for (let joint = row % 2 === 0 ? length / 2 : length; joint < width; joint += length)
      path += `${at(x + joint, y + top)}v${round(tall)}`;
  }
  return path;
}

type Place = { readonly x: number; readonly y: number; readonly isOdd: boolean };
const joined = (places: Iterable<Place>, mark: (place: Place) => string): string =>
  [...places].map((place) => mark(place)).join('');

const marks: Readonly<Record<Soil, (box: Box) => Marks>> = {
  fill: (box) => ({
    lines: joined(placesIn(box, 12, 8, 5), ({ x, y }) => `${at(x - 2, y - 2)}l4 4${at(x - 2, y + 2)}l4 -4`),
    dots: '',
  }),
  organic: (box) => ({
    lines: joined(
      placesIn(box, 14, 8, 5),
      ({ x, y }) => `${at(x - 4, y + 2)}h8${at(x - 1, y + 2)}l-1.5 -4${at(x + 1, y + 2)}l1.5 -4`,
    ),
    dots: '',
  }),
  clay: (box) => ({ lines: rising(box, 8), dots: '' }),
  siltyClay: (box) => ({
    lines: joined(placesIn(box, 12, 7, 5), ({ x, y, isOdd }) => (isOdd ? '' : `${at(x - 3, y + 3)}l6 -6`)),
    dots: joined(placesIn(box, 12, 7, 5), ({ x, y, isOdd }) => (isOdd ? dot(x, y, 0.8) : '')),
  }),
  silt: (box) => ({ lines: joined(placesIn(box, 7, 8, 5), ({ x, y }) => `${at(x, y - 2.5)}v5`), dots: '' }),
  sand: (box) => ({ lines: '', dots: joined(placesIn(box, 7, 5, 3), ({ x, y }) => dot(x, y, 0.8)) }),
  gravel: (box) => ({ lines: joined(placesIn(box, 11, 8, 5), ({ x, y }) => dot(x, y, 2.4)), dots: '' }),
  weatheredRock: (box) => ({
    lines: joined(placesIn(box, 12, 8, 5), ({ x, y }) => `${at(x - 3, y + 2.5)}l3 -5l3 5`),
    dots: '',
  }),
  rock: (box) => ({ lines: bricks(box), dots: '' }),
  concrete: (box) => ({
    lines: joined(placesIn(box, 12, 8, 5), ({ x, y, isOdd }) =>
      isOdd ? '' : `${at(x - 2.5, y + 2)}l2.5 -4.5l2.5 4.5z`,
    ),
    dots: joined(placesIn(box, 12, 8, 5), ({ x, y, isOdd }) => (isOdd ? dot(x, y, 0.9) : '')),
  }),
  other: () => ({ lines: '', dots: '' }),
};

/** The marks of a soil over a box, px. They stay within it. */
export const hatchOf = (soil: Soil, box: Box): Marks => marks[soil](box);

const isWide = (letter: string): boolean => letter > '\u2E7F';
/** About how wide words are in our face, px. */
const widthOf = (words: string, sizePx: number): number =>
  [...words].reduce((sum, letter) => sum + (isWide(letter) ? sizePx : sizePx * 0.56), 0);

/** Words cut into lines that fit, what is too long with an ellipsis; none where there is no room for a line. */
export function linesOf(words: string, space: Pick<Box, 'width' | 'height'>, sizePx: number): string[] {
  const most = Math.floor(space.height / (sizePx + 3));
  if (most < 1 || words === '') return [];
  // Chinese may be broken anywhere, the rest between words.
  const parts = words.split(/(?<=[\u2E80-\uFFFF])|(?<=\s)/);
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(`${last}${part}`.trimEnd(), sizePx) <= space.width)
      lines[lines.length - 1] = last + part;
    else lines.push(part);
  }
  const trimmed = lines.slice(0, most).map((line) => line.trimEnd());
  if (lines.length > most) trimmed[most - 1] = `${trimmed[most - 1]}…`;
  return trimmed.map((line) => shortened(line, space.width, sizePx));
}

function shortened(line: string, widthPx: number, sizePx: number): string {
  if (widthOf(line, sizePx) <= widthPx) return line;
  const letters = [...line.replace(/…$/, '')];
  while (letters.length > 1 && widthOf(`${letters.join('')}…`, sizePx) > widthPx) letters.pop();
  return `${letters.join('')}…`;
}
