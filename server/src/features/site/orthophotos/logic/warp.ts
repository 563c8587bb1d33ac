/** A tile of the map out of a raster that lies askew: where each of its pixels lies in the raster, and what colour is there. */
import { latitudeAt, longitudeAt } from '../../tile-packs/tile-packs.api.ts';
import type { PlacedRaster, Rgba } from './raster.ts';

export const tilePx = 512;
/** Places are computed every so many pixels and taken for even between: far less than a pixel at the zooms that are drawn. */
const stepPx = 32;
const nodes = tilePx / stepPx + 1;
/** From so many pixels of the raster to one of the tile on, they are averaged first. */
const averagedFrom = 1.2;

interface Places {
  readonly xs: Float64Array;
  readonly ys: Float64Array;
}

/** Where the nodes of a tile lie in the raster. */
function placesOf({ toPixel }: PlacedRaster, z: number, column: number, row: number): Places {
  const [xs, ys] = [new Float64Array(nodes * nodes), new Float64Array(nodes * nodes)];
  for (let j = 0; j < nodes; j++) {
    const latitude = latitudeAt(row + j / (nodes - 1), z);
    for (let i = 0; i < nodes; i++) {
      const { x, y } = toPixel(longitudeAt(column + i / (nodes - 1), z), latitude);
      xs[j * nodes + i] = x;
      ys[j * nodes + i] = y;
    }
  }
  return { xs, ys };
}

const lowest = (values: Float64Array): number => values.reduce((a, b) => Math.min(a, b));
const highest = (values: Float64Array): number => values.reduce((a, b) => Math.max(a, b));

/** null where nothing of the raster lies on the tile. */
export async function warpedTile(
  placed: PlacedRaster,
  z: number,
  column: number,
  row: number,
): Promise<Uint8ClampedArray | null> {
  const places = placesOf(placed, z, column, row);
  const [west, east, north, south] = [lowest(places.xs), highest(places.xs), lowest(places.ys), highest(places.ys)];
  const { raster } = placed;
  if (![west, east, north, south].every(Number.isFinite)) return null;
  if (east <= 0 || west >= raster.width || south <= 0 || north >= raster.height) return null;
  const share = Math.sqrt(((east - west) * (south - north)) / tilePx ** 2);
  const factor = Math.max(1, Math.floor(share / averagedFrom));
  const left = Math.max(0, Math.floor(west) - 2);
  const top = Math.max(0, Math.floor(north) - 2);
  const width = Math.min(raster.width, Math.ceil(east) + 2) - left;
  const height = Math.min(raster.height, Math.ceil(south) + 2) - top;
  if (width <= 0 || height <= 0) return null;
  const part = await raster.read({ left, top, width, height }, factor);
  const out = new Uint8ClampedArray(4 * tilePx * tilePx);
  let isCovered = false;
  const between = (values: Float64Array, i: number, j: number, u: number, v: number): number => {
    const at = j * nodes + i;
    const above = (values[at] as number) * (1 - u) + (values[at + 1] as number) * u;
    const below = (values[at + nodes] as number) * (1 - u) + (values[at + nodes + 1] as number) * u;
    return above * (1 - v) + below * v;
  };
  for (let y = 0; y < tilePx; y++) {
    const j = Math.floor(y / stepPx);
    const v = (y + 0.5) / stepPx - j;
    for (let x = 0; x < tilePx; x++) {
      const i = Math.floor(x / stepPx);
      const u = (x + 0.5) / stepPx - i;
      const px = between(places.xs, i, j, u, v);
      const py = between(places.ys, i, j, u, v);
      if (px < 0 || py < 0 || px >= raster.width || py >= raster.height) continue;
      isCovered =
        sample(part, (px - left) / factor - 0.5, (py - top) / factor - 0.5, out, 4 * (y * tilePx + x)) || isCovered;
    }
  }
  return isCovered ? out : null;
}

/** The colour between four pixels; what is transparent has none. False where all is. */
function sample({ width, height, data }: Rgba, x: number, y: number, out: Uint8ClampedArray, to: number): boolean {
  const x0 = Math.min(width - 1, Math.max(0, Math.floor(x)));
  const y0 = Math.min(height - 1, Math.max(0, Math.floor(y)));
  const x1 = Math.min(width - 1, x0 + 1);
  const y1 = Math.min(height - 1, y0 + 1);
  const u = Math.min(1, Math.max(0, x - x0));
  const v = Math.min(1, Math.max(0, y - y0));
  const [a, b, c, d] = [4 * (y0 * width + x0), 4 * (y0 * width + x1), 4 * (y1 * width + x0), 4 * (y1 * width + x1)];
  const wa = (1 - u) * (1 - v) * (data[a + 3] as number);
  const wb = u * (1 - v) * (data[b + 3] as number);
  const wc = (1 - u) * v * (data[c + 3] as number);
  const wd = u * v * (data[d + 3] as number);
  const opacity = wa + wb + wc + wd;
  if (opacity < 1) return false;
  for (let i = 0; i < 3; i++)
    out[to + i] =
      ((data[a + i] as number) * wa +
        (data[b + i] as number) * wb +
        (data[c + i] as number) * wc +
        (data[d + i] as number) * wd) /
      opacity;
  out[to + 3] = opacity;
  return true;
}
