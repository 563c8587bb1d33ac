/** Figures as paths of an SVG in units of the drawing. Pure. */
import type { BentCasing, DrawnPlace, RingPlace, Settled, Vector } from './figure-shapes.ts';

const at = ({ x, y }: DrawnPlace): string => `${x.toPrecision(7)} ${y.toPrecision(7)}`;
export const lineThrough = (...places: readonly DrawnPlace[]): string => `M${places.map(at).join('L')}`;
/** A line without length: its round caps are a dot that keeps its size. */
export const dotAt = (place: DrawnPlace): string => `M${at(place)}h0`;

const headShare = 0.3;
const headAngle = (24 * Math.PI) / 180;

/** From where the point lies to where it went; the head at most `maxHead` long. Empty where it has not moved. */
export function arrowPath({ x, y, right, up }: Vector, unitsPerMm: number, maxHead: number): string {
  const end = { x: x + right * unitsPerMm, y: y - up * unitsPerMm };
  const length = Math.hypot(end.x - x, end.y - y);
  if (length === 0) return '';
  const head = Math.min(maxHead, headShare * length);
  const way = Math.atan2(end.y - y, end.x - x);
  const barb = (turn: number): DrawnPlace => ({
    x: end.x - head * Math.cos(way + turn),
    y: end.y - head * Math.sin(way + turn),
  });
  return `${lineThrough({ x, y }, end)}${lineThrough(barb(headAngle), end, barb(-headAngle))}`;
}

/** Where it stood: from its first joint to its last. */
export function restPath({ x, joints }: BentCasing): string {
  const [first, last] = [joints[0], joints.at(-1)];
  return first && last ? lineThrough({ x, y: first.y }, { x, y: last.y }) : '';
}

const jointPlaces = ({ x, joints }: BentCasing, unitsPerMm: number): (DrawnPlace | null)[] =>
  joints.map(({ y, mm }) => (mm === null ? null : { x: x + mm * unitsPerMm, y }));

/** How it lies now, broken where a joint has no value. */
export function bentPath(casing: BentCasing, unitsPerMm: number): string {
  let path = '';
  let isDown = false;
  for (const place of jointPlaces(casing, unitsPerMm)) {
    if (place) path += `${isDown ? 'L' : 'M'}${at(place)}`;
    isDown = place !== null;
  }
  return path;
}
export const jointDots = (casing: BentCasing, unitsPerMm: number): string =>
  jointPlaces(casing, unitsPerMm)
    .flatMap((place) => (place ? [dotAt(place)] : []))
    .join('');

/** Where a mark went, up or down. */
export const settledAt = ({ x, y, upMm }: Settled, unitsPerMm: number, upSign: 1 | -1): DrawnPlace => ({
  x,
  y: y - upMm * unitsPerMm * upSign,
});

/** Where a member of a ring went: out of the tube is to the right. */
export const bulgedAt = ({ x, y, outMm }: RingPlace, unitsPerMm: number): DrawnPlace => ({
  x: x + outMm * unitsPerMm,
  y,
});
