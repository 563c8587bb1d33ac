/**
 * A picture of the ground, cut into tiles of the map. Invariant: how much there is to do is known before it begins, and bounded,
 * whatever the file says of itself.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { LayerVersion } from '@plumbline/contract/site/layers';
import type { Placing } from '@plumbline/contract/site/layers.placing';
import { placePicture } from '@plumbline/science/surface/picture-placing';
import type { GeoTIFF } from 'geotiff';
import {
  metresPerPixel,
  type PackBounds,
  PackWriter,
  type TileRange,
  tilesWithin,
} from '../../tile-packs/tile-packs.api.ts';
import { damaged, useBoundedDecoders } from './decoders.ts';
import { openPicture } from './picture-raster.ts';
import { Pyramid } from './pyramid.ts';
import type { PlacedRaster, Raster } from './raster.ts';
import { placedTiff } from './tiff-placing.ts';
import { checkedImage, tiffRaster } from './tiff-raster.ts';
import { openTiff } from './tiff-source.ts';
import { tilePx, warpedTile } from './warp.ts';

export interface PictureFile {
  readonly format: 'tif' | 'tiff' | 'png' | 'jpg' | 'jpeg' | 'webp';
  readonly path: string;
  readonly placing: Placing | null;
  /** Where the pack is written, and where its tiles are until then. */
  readonly packPath: string;
  readonly partsPath: string;
}
export type PictureContents = NonNullable<LayerVersion['contents']>;

const maxZoom = 21;
/** Tiles of the nearest zoom, and of one of its rows: what does not fit is drawn coarser. */
const maxTiles = 6_000;
const maxColumns = 160;
/** No pixel of a site is smaller or larger than this, m. */
const pixelM = { from: 0.0005, to: 1_000 };
/** A picture that is no larger than this at a zoom is not drawn there, px. */
const minPx = 64;
const edges = 16;

export async function tilePicture(
  file: PictureFile,
  report: (done: number, total: number) => void,
): Promise<PictureContents> {
  const placed = await (file.format === 'tif' || file.format === 'tiff' ? placedGeoTiff(file) : placedPicture(file));
  const { raster } = placed;
  const bounds = boundsOf(placed);
  const sizeM = pixelSizeOf(placed);
  if (!(sizeM >= pixelM.from && sizeM <= pixelM.to)) throw new Failure('layerCoordinates', { fault: 'size' });
  const nearest = nearestZoom(bounds, sizeM);
  const farthest = farthestZoom(bounds, nearest);
  const pack = new PackWriter(file.packPath, file.partsPath);
  const pyramid = new Pyramid(pack, farthest);
  const range = tilesWithin(bounds, nearest);
  const rows = range.bottom - range.top + 1;
  for (let row = range.top; row <= range.bottom; row++) {
    for (let column = range.left; column <= range.right; column++) {
      const pixels = await warpedTile(placed, nearest, column, row);
      if (pixels) pyramid.add(nearest, column, row, pixels);
    }
    report(row - range.top + 1, rows);
  }
  pyramid.finish();
  if (pack.count === 0) throw new Failure('layerEmpty');
  const tiles = { type: 'raster', minZoom: farthest, maxZoom: nearest, count: pack.count } as const;
  pack.finish({ type: 'raster', minZoom: farthest, maxZoom: nearest, bounds });
  return {
    features: 0,
    vertices: 0,
    verticesRead: 0,
    toleranceM: 0,
    linksDropped: 0,
    skipped: 0,
    bounds,
    tiles,
    picture: {
      width: raster.width,
      height: raster.height,
      pixelM: sizeM,
      drawnPixelM: metresPerPixel((bounds.south + bounds.north) / 2, nearest, tilePx),
      epsg: placed.epsg,
      residualsM: placed.residualsM === null ? null : [...placed.residualsM],
    },
  };
}

async function placedGeoTiff({ path, placing }: PictureFile): Promise<PlacedRaster> {
  const { GeoTIFF: Reader } = await import('geotiff');
  await useBoundedDecoders();
  const open = async (): Promise<GeoTIFF> => await Reader.fromSource(openTiff(path) as unknown as GeoTIFF['source']);
  try {
    const image = await (await open()).getImage(0);
    const checked = await checkedImage(image);
    return await placedTiff(image, tiffRaster(checked), placing);
  } catch (error) {
    // Whatever the library stumbled over.
    throw error instanceof Failure ? error : damaged();
  }
}

/** Throws layerCoordinates where the known points do not place it. */
async function placedPicture({ path, placing }: PictureFile): Promise<PlacedRaster> {
  if (placing?.by !== 'controls') throw new Failure('layerCoordinates', { fault: 'picture' });
  const raster: Raster = await openPicture(path);
  const placed = placePicture(placing.points, placing.fit);
  if (!placed || !placing.points.every(({ x, y }) => x >= 0 && y >= 0 && x <= raster.width && y <= raster.height))
    throw new Failure('layerCoordinates', { fault: 'controls' });
  if (placed.isMirrored) throw new Failure('layerCoordinates', { fault: 'mirrored' });
  if (!placed.isWhole(raster.width, raster.height)) throw new Failure('layerCoordinates', { fault: 'horizon' });
  const { toDegrees, toPixel, residualsM } = placed;
  return { raster, toDegrees, toPixel, epsg: null, residualsM };
}

/** What its edges enclose. Throws layerCoordinates where that is nowhere on the map. */
function boundsOf({ raster: { width, height }, toDegrees }: PlacedRaster): PackBounds {
  const bounds = { west: 180, south: 90, east: -180, north: -90 };
  for (let i = 0; i <= edges; i++)
    for (const [x, y] of [
      [(width * i) / edges, 0],
      [(width * i) / edges, height],
      [0, (height * i) / edges],
      [width, (height * i) / edges],
    ] as const) {
      const { longitude, latitude } = toDegrees(x, y);
      if (!(Math.abs(longitude) <= 180 && Math.abs(latitude) <= 85))
        throw new Failure('layerCoordinates', { fault: 'size' });
      bounds.west = Math.min(bounds.west, longitude);
      bounds.east = Math.max(bounds.east, longitude);
      bounds.south = Math.min(bounds.south, latitude);
      bounds.north = Math.max(bounds.north, latitude);
    }
  return bounds;
}

/** Metres of a pixel in the middle. */
function pixelSizeOf({ raster: { width, height }, toDegrees }: PlacedRaster): number {
  const [x, y] = [width / 2, height / 2];
  const at = (dx: number, dy: number) => toDegrees(x + dx, y + dy);
  const [here, right, below] = [at(0, 0), at(1, 0), at(0, 1)];
  const narrowing = Math.cos((here.latitude * Math.PI) / 180);
  const metres = (there: typeof here): number =>
    111_195 * Math.hypot((there.longitude - here.longitude) * narrowing, there.latitude - here.latitude);
  return Math.sqrt(metres(right) * metres(below));
}

const tilesOf = ({ left, right, top, bottom }: TileRange): number => (right - left + 1) * (bottom - top + 1);

/** The zoom at which a pixel of the picture is about one of the map, or the nearest one that is not too much work. */
function nearestZoom(bounds: PackBounds, sizeM: number): number {
  const latitude = (bounds.south + bounds.north) / 2;
  let z = 0;
  while (z < maxZoom && metresPerPixel(latitude, z, tilePx) > sizeM * 1.1) z++;
  for (; z > 0; z--) {
    const range = tilesWithin(bounds, z);
    if (tilesOf(range) <= maxTiles && range.right - range.left < maxColumns) break;
  }
  return z;
}

/** The zoom at which nothing of it is to be seen any more. */
function farthestZoom({ west, east, south, north }: PackBounds, nearest: number): number {
  const spanM = 111_195 * Math.max((east - west) * Math.cos((north * Math.PI) / 180), north - south);
  let z = nearest;
  while (z > 0 && spanM / metresPerPixel((south + north) / 2, z - 1, tilePx) > minPx) z--;
  return z;
}
