/** Places, lines and areas in degrees, and lines with fewer vertices. Pure. */
import { simplified } from '@plumbline/science/surface/simplify';

export type Position = readonly [longitude: number, latitude: number];
export type ShapeType = 'Point' | 'LineString' | 'Polygon';
export interface Shape {
  readonly type: ShapeType;
  /** One of a place or line; an area has its outline and then its holes, each closed. */
  readonly lines: readonly (readonly Position[])[];
  readonly name: string | null;
  readonly elevationM: number | null;
}

/** Metres of a degree of latitude. */
const degreeM = 110_574;
/** From which tolerance on lines are simplified, m. */
export const finestM = 0.05;

/** A line with fewer vertices; that of an area keeps the four that make one, however small it is. */
function thinned(line: readonly Position[], toleranceM: number, isRing: boolean): readonly Position[] {
  if (line.length <= (isRing ? 4 : 2)) return line;
  const narrowing = Math.cos(((line[0]?.[1] ?? 0) * Math.PI) / 180);
  const xs = Float64Array.from(line, ([longitude]) => longitude * degreeM * narrowing);
  const ys = Float64Array.from(line, ([, latitude]) => latitude * degreeM);
  const places = simplified(xs, ys, toleranceM);
  if (isRing && places.length < 4) return line.length <= 8 ? line : everyFew(line);
  return places.map((place) => line[place] as Position);
}

/** A ring that is smaller than the tolerance, by a handful of its vertices. */
const everyFew = (ring: readonly Position[]): readonly Position[] => {
  const step = Math.ceil((ring.length - 1) / 6);
  return ring.filter((_, i) => i % step === 0 || i === ring.length - 1);
};

export const thinnedShape = (shape: Shape, toleranceM: number): Shape => ({
  ...shape,
  lines: shape.lines.map((line) => thinned(line, toleranceM, shape.type === 'Polygon')),
});

export const verticesOf = (shapes: readonly Shape[]): number =>
  shapes.reduce((sum, { lines }) => sum + lines.reduce((all, line) => all + line.length, 0), 0);
