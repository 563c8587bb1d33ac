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

const dimensions: Readonly<Record<string, 0 | 1 | 2>> = { POINT: 0, LINESTRING: 1, POLYGON: 2 };
/** How deep the positions of each kind lie in parentheses. */
const depths: Readonly<Record<string, number>> = {
  POINT: 1,
  MULTIPOINT: 1,
  LINESTRING: 1,
  MULTILINESTRING: 2,
  POLYGON: 2,
  MULTIPOLYGON: 3,
};
const maxPositions = 2_000;

/** `at` = where the text stands in the option, for the fault. */
export function geometryOf(text: string, at: number): Geometry {
  const fault = (message: string) => new OptionFault(`geography'...': ${message}`, at);
  const [, srid, name, body] = /^\s*(?:SRID\s*=\s*(\d+)\s*;)?\s*([a-z]+)\s*(\(.*\))\s*$/is.exec(text) ?? [];
  const kind = name?.toUpperCase() ?? '';
  const depth = depths[kind];
  if (depth === undefined || body === undefined)
    throw fault('POINT, LINESTRING, POLYGON or their MULTI kinds, as well-known text');
  if (srid !== undefined && srid !== '4326') throw fault('only WGS84 (SRID 4326)');
  const dimension = dimensions[kind.replace('MULTI', '')]!;
  // MULTIPOINT ((1 2), (3 4)) and MULTIPOINT (1 2, 3 4) are the same.
  const plain = kind === 'MULTIPOINT' ? `(${body.replace(/[()]/g, ' ')})` : body;
  const parts = listsOf(plain, depth, fault).map((list) => list.split(',').map((each) => positionOf(each, fault)));
  if (parts.reduce((sum, part) => sum + part.length, 0) > maxPositions)
    throw fault(`more than ${maxPositions} positions`);
  for (const part of parts) {
    if (kind === 'POINT' && part.length !== 1) throw fault('a point has one position');
    if (dimension === 1 && part.length < 2) throw fault('a line has at least two positions');
    if (dimension === 2 && (part.length < 4 || !same(part[0]!, part.at(-1)!)))
      throw fault('the rings of a polygon have at least four positions and end where they begin');
  }
  return { dimension, parts: dimension === 0 ? parts.flat().map((position) => [position]) : parts };
}

/** Length of its lines in degrees, as distances are; points and areas have none. */
export const lengthOf = ({ dimension, parts }: Geometry): number =>
  dimension !== 1
    ? 0
    : parts.reduce(
        (sum, line) =>
          sum + line.slice(1).reduce((own, [x, y], i) => own + Math.hypot(x - line[i]![0], y - line[i]![1]), 0),
        0,
      );

export const same = (a: Position, b: Position): boolean => a[0] === b[0] && a[1] === b[1];

/** The innermost lists, with the parentheses around them as deep as the kind asks. */
function listsOf(body: string, depth: number, fault: (message: string) => OptionFault): string[] {
  const lists: string[] = [];
  let level = 0;
  let start = 0;
  let closed = false;
  for (let i = 0; i < body.length; i++) {
    const char = body[i]!;
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
  const [longitude, latitude] = numbers;
  if (numbers.length < 2 || numbers.length > 3 || numbers.some((each) => !Number.isFinite(each)))
    throw fault(`"${text.trim().slice(0, 40)}" is no position`);
  return [longitude!, latitude!];
}

/** Where a point lies: 0 outside, 1 on the boundary, 2 inside. */
export type BoundaryRelation = 0 | 1 | 2;

/** The ends of lines where an odd number of them ends: what a line's boundary is. */
export function boundaryOf({ dimension, parts }: Geometry): Position[] {
  if (dimension !== 1) return [];
  const ends = parts.filter((part) => !same(part[0]!, part.at(-1)!)).flatMap((part) => [part[0]!, part.at(-1)!]);
  const distinct = ends.filter((end, i) => ends.findIndex((each) => same(each, end)) === i);
  return distinct.filter((end) => ends.filter((each) => same(each, end)).length % 2 === 1);
}

/** The nine signs of DE-9IM for a point that stands so, and this geometry. */
function matrixOf(relation: BoundaryRelation, geometry: Geometry): string {
  const { dimension, parts } = geometry;
  const [inside, boundary, outside] = [2, 1, 0].map((each) => (each === relation ? '0' : 'F'));
  const positions = parts.flat();
  const onePoint = positions.every((each) => same(each, positions[0]!));
  const beyond = dimension === 0 ? (relation === 2 && onePoint ? 'F' : '0') : String(dimension);
  const ends = boundaryOf(geometry).length - (relation === 1 ? 1 : 0);
  const beyondBoundary = dimension === 2 ? '1' : ends > 0 ? '0' : 'F';
  return `${inside}${boundary}${outside}FFF${beyond}${beyondBoundary}2`;
}

const transposed = (matrix: string) => [0, 3, 6, 1, 4, 7, 2, 5, 8].map((i) => matrix[i]).join('');

const fits = (matrix: string, pattern: string) =>
  [...matrix].every((sign, i) => {
    const wanted = pattern[i];
    return wanted === '*' || (wanted === 'T' ? sign !== 'F' : wanted === sign);
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
  const patterns = pattern === null ? relations[name]! : [pattern];
  return ([0, 1, 2] as const).filter((relation) => {
    const matrix = matrixOf(relation, geometry);
    return patterns.some((each) => fits(turned ? transposed(matrix) : matrix, each));
  });
}
