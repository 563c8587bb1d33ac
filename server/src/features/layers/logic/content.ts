/** What is drawn of a layer: its drawing with as many vertices as a map draws at ease, as GeoJSON. Pure. */
import { Failure } from '@plumbline/contract/errors';
import { type LayerVersion, layerLimits } from '@plumbline/contract/layers';
import { simplified } from '@plumbline/science/surface/simplify';
import type { Drawing, Position, Shape } from './drawing.ts';

export type Contents = NonNullable<LayerVersion['contents']>;
export interface LayerContent {
  /** GeoJSON, in UTF-8. */
  readonly text: string;
  readonly contents: Contents;
}

/** Metres of a degree of latitude. */
const degreeM = 110_574;
/** From which tolerance on lines are simplified, and where the attempt ends, m. */
const finestM = 0.05;
const coarsestM = 50;
/** A centimetre of the earth's surface. */
const decimals = 7;

function boundsOf(shapes: readonly Shape[]): Contents['bounds'] {
  const bounds = { west: 180, south: 90, east: -180, north: -90 };
  for (const { lines } of shapes)
    for (const line of lines)
      for (const [longitude, latitude] of line) {
        bounds.west = Math.min(bounds.west, longitude);
        bounds.east = Math.max(bounds.east, longitude);
        bounds.south = Math.min(bounds.south, latitude);
        bounds.north = Math.max(bounds.north, latitude);
      }
  return bounds;
}

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

const simplify = (shapes: readonly Shape[], toleranceM: number): Shape[] =>
  shapes.map((shape) => ({
    ...shape,
    lines: shape.lines.map((line) => thinned(line, toleranceM, shape.type === 'Polygon')),
  }));

const verticesOf = (shapes: readonly Shape[]): number =>
  shapes.reduce((sum, { lines }) => sum + lines.reduce((all, line) => all + line.length, 0), 0);

const rounded = ([longitude, latitude]: Position): number[] => [
  Number(longitude.toFixed(decimals)),
  Number(latitude.toFixed(decimals)),
];

function featureOf({ type, lines, name, elevationM }: Shape) {
  const all = lines.map((line) => line.map(rounded));
  const coordinates = type === 'Point' ? all[0]?.[0] : type === 'LineString' ? all[0] : all;
  const properties = { ...(name !== null && { name }), ...(elevationM !== null && { elevation: elevationM }) };
  return { type: 'Feature', properties, geometry: { type, coordinates } };
}

/** Doubles the tolerance until the drawing fits. Throws layerTooDetailed where 50 m are not enough. */
export function contentOf({ shapes, vertices, linksDropped, skipped }: Drawing): LayerContent {
  let [drawn, toleranceM] = [shapes as readonly Shape[], 0];
  while (verticesOf(drawn) > layerLimits.verticesDrawn) {
    toleranceM = toleranceM === 0 ? finestM : toleranceM * 2;
    if (toleranceM > coarsestM)
      throw new Failure('layerTooDetailed', { fault: 'vertices', limit: layerLimits.verticesDrawn });
    drawn = simplify(shapes, toleranceM);
  }
  return {
    text: JSON.stringify({ type: 'FeatureCollection', features: drawn.map(featureOf) }),
    contents: {
      features: drawn.length,
      vertices: verticesOf(drawn),
      verticesRead: vertices,
      toleranceM,
      linksDropped,
      skipped,
      bounds: boundsOf(drawn),
    },
  };
}
