/** Tiles of the map (Web Mercator, XYZ) and degrees. Pure. Tiles count from the upper left of the world. */

const degree = Math.PI / 180;
/** Tiles from the left edge of the world to a longitude, with their part. */
export const columnAt = (longitude: number, z: number): number => ((longitude + 180) / 360) * 2 ** z;
/** Tiles from the upper edge of the world to a latitude, with their part. */
export const rowAt = (latitude: number, z: number): number =>
  (0.5 - Math.asinh(Math.tan(latitude * degree)) / (2 * Math.PI)) * 2 ** z;
export const longitudeAt = (column: number, z: number): number => (column / 2 ** z) * 360 - 180;
export const latitudeAt = (row: number, z: number): number =>
  Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / 2 ** z))) / degree;

interface Bounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}
export interface TileRange {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The tiles that bounds touch, both ends included. */
export function tilesWithin({ west, south, east, north }: Bounds, z: number): TileRange {
  const last = 2 ** z - 1;
  const within = (value: number): number => Math.min(last, Math.max(0, Math.floor(value)));
  return {
    left: within(columnAt(west, z)),
    right: within(columnAt(east, z)),
    top: within(rowAt(north, z)),
    bottom: within(rowAt(south, z)),
  };
}

/** Metres of a pixel of a tile of this many pixels. */
export const metresPerPixel = (latitude: number, z: number, tilePx: number): number =>
  (40_075_016.686 * Math.cos(latitude * degree)) / (tilePx * 2 ** z);
