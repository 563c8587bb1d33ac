/**
 * Places that a filter writes out, as well-known text: POINT, LINESTRING, POLYGON and their MULTI kinds, in degrees of
 * WGS84, longitude first. Pure and bounded; a text that is none of these is an OptionFault.
 */
import { OptionFault } from './tokens.ts';

/** [longitude, latitude] */
export type Position = readonly [number, number];

export interface Geometry {
  /** 0 points, 1 lines, 2 areas. */
  readonly dimension: 0 | 1 | 2;
  /** Points one by one, lines, or the rings of all areas: outer ones and holes, each closed. */
  readonly parts: readonly (readonly Position[])[];
}

/** What each kind is made of, and how deep its positions lie in parentheses. */
const kinds: Readonly<Record<string, { readonly dimension: 0 | 1 | 2; readonly depth: number }>> = {
  POINT: { dimension: 0, depth: 1 },
  MULTIPOINT: { dimension: 0, depth: 1 },
  LINESTRING: { dimension: 1, depth: 1 },
  MULTILINESTRING: { dimension: 1, depth: 2 },
  POLYGON: { dimension: 2, depth: 2 },
  MULTIPOLYGON: { dimension: 2, depth: 3 },
};
const maxPositions = 2_000;

/** `at` = the place of the text in the option, for the fault. */
export function geometryOf(text: string, at: number): Geometry {
  const fault = (message: string) => new OptionFault(`geography'...': ${message}`, at);
  const [, srid, name, body] = /^\s*(?:SRID\s*=\s*(\d+)\s*;)?\s*([a-z]+)\s*(\(.*\))\s*$/is.exec(text) ?? [];
  const kind = name?.toUpperCase() ?? '';
  const kindOfShape = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (kindOfShape === undefined || body === undefined)
    throw fault('POINT, LINESTRING, POLYGON or their MULTI kinds, as well-known text');
  if (srid !== undefined && srid !== '4326') throw fault('only WGS84 (SRID 4326)');
  const { dimension, depth } = kindOfShape;
  // MULTIPOINT ((1 2), (3 4)) and MULTIPOINT (1 2, 3 4) are the same.
  const plain = kind === 'MULTIPOINT' ? `(${body.replace(/[()]/g, ' ')})` : body;
  const parts = listsOf(plain, depth, fault).map((list) => list.split(',').map((each) => positionOf(each, fault)));
  if (parts.reduce((sum, part) => sum + part.length, 0) > maxPositions)
    throw fault(`more than ${maxPositions} positions`);
  for (const part of parts) {
    if (kind === 'POINT' && part.length !== 1) throw fault('a point has one position');
    if (dimension === 1 && part.length < 2) throw fault('a line has at least two positions');
    if (dimension === 2 && (part.length < 4 || endsOf(part).length > 0))
      throw fault('the rings of a polygon have at least four positions and end where they begin');
  }
  return { dimension, parts: dimension === 0 ? parts.flat().map((position) => [position]) : parts };
}

/** The stretches between one position of a part and the next. */
export const stretchesOf = (part: readonly Position[]): (readonly [Position, Position])[] =>
  part.flatMap((position, i) => {
    const before = part[i - 1];
    return before ? [[before, position] as const] : [];
  });

/** Length of its lines in degrees, as distances are; points and areas have none. */
export const lengthOf = ({ dimension, parts }: Geometry): number =>
  dimension !== 1
    ? 0
    : parts
        .map((line) => stretchesOf(line).reduce((sum, [a, b]) => sum + Math.hypot(b[0] - a[0], b[1] - a[1]), 0))
        .reduce((sum, length) => sum + length, 0);

export const same = (a: Position, b: Position): boolean => a[0] === b[0] && a[1] === b[1];

/** Where a part begins and ends; nothing where it ends where it began. */
function endsOf(part: readonly Position[]): Position[] {
  const [first] = part;
  const last = part.at(-1);
  return first === undefined || last === undefined || same(first, last) ? [] : [first, last];
}

/** The innermost lists, with the parentheses around them as deep as the kind asks. */
function listsOf(body: string, depth: number, fault: (message: string) => OptionFault): string[] {
  const lists: string[] = [];
  let level = 0;
  let start = 0;
  let closed = false;
  for (let i = 0; i < body.length; i++) {
    const char = body.charAt(i);
    if (closed && !/\s/.test(char)) throw fault('something stands behind the last parenthesis');
    if (char === '(') {
      level++;
      start = i + 1;
      if (level > depth) throw fault('too many parentheses');
    } else if (char === ')') {
      if (level === depth) lists.push(body.slice(start, i));
      level--;
      closed = level === 0;
    } else if (level < depth && !/[\s,]/.test(char)) throw fault('parentheses are missing');
  }
  if (level !== 0 || lists.length === 0) throw fault('parentheses are not closed');
  return lists;
}

function positionOf(text: string, fault: (message: string) => OptionFault): Position {
  const numbers = text.trim().split(/\s+/).map(Number);
  const [longitude, latitude, , ...more] = numbers;
  const isPosition = longitude !== undefined && latitude !== undefined && more.length === 0;
  if (!isPosition || numbers.some((each) => !Number.isFinite(each)))
    throw fault(`"${text.trim().slice(0, 40)}" is no position`);
  return [longitude, latitude];
}

/** Where a point lies: 0 outside, 1 on the boundary, 2 inside. */
export type BoundaryRelation = 0 | 1 | 2;

/** The ends of lines where an odd number of them ends: what a line's boundary is. */
export function boundaryOf({ dimension, parts }: Geometry): Position[] {
  if (dimension !== 1) return [];
  const ends = parts.flatMap(endsOf);
  const distinct = ends.filter((end, i) => ends.findIndex((each) => same(each, end)) === i);
  return distinct.filter((end) => ends.filter((each) => same(each, end)).length % 2 === 1);
}

/** The nine signs of DE-9IM for a point in that place, and this geometry. */
function matrixOf(relation: BoundaryRelation, geometry: Geometry): string {
  const { dimension, parts } = geometry;
  const [inside, boundary, outside] = [2, 1, 0].map((each) => (each === relation ? '0' : 'F'));
  const [first, ...further] = parts.flat();
  const onePoint = further.every((each) => first !== undefined && same(each, first));
  const beyond = dimension === 0 ? (relation === 2 && onePoint ? 'F' : '0') : String(dimension);
  const ends = boundaryOf(geometry).length - (relation === 1 ? 1 : 0);
  const beyondBoundary = dimension === 2 ? '1' : ends > 0 ? '0' : 'F';
  return `${inside}${boundary}${outside}FFF${beyond}${beyondBoundary}2`;
}

const transposed = (matrix: string) => [0, 3, 6, 1, 4, 7, 2, 5, 8].map((i) => matrix[i]).join('');

const fits = (matrix: string, pattern: string) =>
  [...matrix].every((sign, i) => {
    const patternPart = pattern[i];
    return patternPart === '*' || (patternPart === 'T' ? sign !== 'F' : patternPart === sign);
  });

/** DE-9IM patterns of the relations, of which one must fit; a point crosses and overlaps nothing. */
const relations: Readonly<Record<string, readonly string[]>> = {
  'geo.intersects': ['T********', '*T*******', '***T*****', '****T****'],
  st_intersects: ['T********', '*T*******', '***T*****', '****T****'],
  st_disjoint: ['FF*FF****'],
  st_equals: ['T*F**FFF*'],
  st_within: ['T*F**F***'],
  st_contains: ['T*****FF*'],
  st_touches: ['FT*******', 'F**T*****', 'F***T****'],
  st_crosses: [],
  st_overlaps: [],
};

/** In which relations of a point the relation holds; `turned` where the geometry is the first of the two. */
export function boundaryRelationsFor(
  name: string,
  geometry: Geometry,
  turned: boolean,
  pattern: string | null,
): BoundaryRelation[] {
  const patterns = pattern === null ? relations[name] : [pattern];
  if (patterns === undefined) throw new Error(`${name} is no relation of places`);
  return ([0, 1, 2] as const).filter((relation) => {
    const matrix = matrixOf(relation, geometry);
    return patterns.some((each) => fits(turned ? transposed(matrix) : matrix, each));
  });
}
