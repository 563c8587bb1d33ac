/** What is drawn of a layer: its drawing with as many vertices as a map draws at ease, as GeoJSON. Pure. */
import { Failure } from '@plumbline/contract/kernel/errors';
import { type LayerVersion, layerLimits } from '@plumbline/contract/site/layers';
import type { Drawing } from './drawing.ts';
import { finestM, type Position, type Shape, thinnedShape, verticesOf } from './shape.ts';

export type Contents = NonNullable<LayerVersion['contents']>;
export interface LayerContent {
  /** GeoJSON, in UTF-8. */
  readonly text: string;
  readonly contents: Contents;
}

/** Where the attempt to simplify ends, m: of a drawing that is shown as a whole, and of one that can be cut into tiles instead. */
const coarsestM = 50;
const coarsestWholeM = 0.2;
/** A centimetre of the earth's surface. */
const decimals = 7;

export function boundsOf(shapes: readonly Shape[]): Contents['bounds'] {
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

const rounded = ([longitude, latitude]: Position): number[] => [
  Number(longitude.toFixed(decimals)),
  Number(latitude.toFixed(decimals)),
];

export function featureOf({ type, lines, name, elevationM }: Shape) {
  const all = lines.map((line) => line.map(rounded));
  const coordinates = type === 'Point' ? all[0]?.[0] : type === 'LineString' ? all[0] : all;
  const properties = { ...(name !== null && { name }), ...(elevationM !== null && { elevation: elevationM }) };
  return { type: 'Feature', properties, geometry: { type, coordinates } };
}

/** null where it is to be cut into tiles: it has more than is drawn at once. */
export function wholeOf(drawing: Drawing): LayerContent | null {
  return drawing.shapes.length > layerLimits.features ? null : simplifiedTo(drawing, coarsestWholeM);
}

/** Throws layerTooDetailed where 50 m are not enough. */
export function contentOf(drawing: Drawing): LayerContent {
  const content = simplifiedTo(drawing, coarsestM);
  if (!content) throw new Failure('layerTooDetailed', { fault: 'vertices', limit: layerLimits.verticesDrawn });
  return content;
}

/** Doubles the tolerance until the drawing fits; null where that would be more than `maxM`. */
function simplifiedTo(drawing: Drawing, maxM: number): LayerContent | null {
  const { shapes } = drawing;
  let [drawn, toleranceM] = [shapes as readonly Shape[], drawing.toleranceM];
  while (verticesOf(drawn) > layerLimits.verticesDrawn) {
    toleranceM = toleranceM === 0 ? finestM : toleranceM * 2;
    if (toleranceM > maxM) return null;
    drawn = shapes.map((shape) => thinnedShape(shape, toleranceM));
  }
  return {
    text: JSON.stringify({ type: 'FeatureCollection', features: drawn.map(featureOf) }),
    contents: contentsOf(drawing, drawn, toleranceM),
  };
}

export const contentsOf = (
  { vertices, linksDropped, skipped }: Drawing,
  drawn: readonly Shape[],
  toleranceM: number,
): Contents => ({
  features: drawn.length,
  vertices: verticesOf(drawn),
  verticesRead: vertices,
  toleranceM,
  linksDropped,
  skipped,
  bounds: boundsOf(drawn),
  tiles: null,
  picture: null,
});
