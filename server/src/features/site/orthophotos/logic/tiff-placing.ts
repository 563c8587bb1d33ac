/** Where a GeoTIFF lies, as it says itself (OGC 19-008r4, GeoTIFF 1.1) or as was said for it. */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { Placing } from '@plumbline/contract/site/layers.placing';
import { referenceSystem } from '@plumbline/science/surface/reference-systems';
import type { GeoTIFFImage } from 'geotiff';
import type { PlacedRaster, Raster } from './raster.ts';

/** x = a i + b j + c, y = d i + e j + f, from pixels to coordinates. */
type Affine = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

const userDefined = 32767;
const geographic = 2;
const pixelIsPoint = 2;

const unplaced = () => new Failure('layerCoordinates', { fault: 'tiff' });

async function affineOf(image: GeoTIFFImage): Promise<Affine | null> {
  const directory = image.getFileDirectory();
  const numbers = async (tag: 'ModelTransformation' | 'ModelPixelScale' | 'ModelTiepoint'): Promise<number[]> =>
    Array.from(((await directory.loadValue(tag)) as ArrayLike<number> | undefined) ?? [], Number);
  // A number that counts for the middle of its pixel lies half a pixel from its corner.
  const half = Number(image.getGeoKeys()?.GTRasterTypeGeoKey) === pixelIsPoint ? 0.5 : 0;
  const [transformation, scale, tie] = [
    await numbers('ModelTransformation'),
    await numbers('ModelPixelScale'),
    await numbers('ModelTiepoint'),
  ];
  if (transformation.length >= 8) {
    const [a = 0, b = 0, , c = 0, d = 0, e = 0, , f = 0] = transformation;
    return [a, b, c - half * (a + b), d, e, f - half * (d + e)];
  }
  const [i, j, , x, y] = tie;
  const [sx, sy] = scale;
  if (i === undefined || j === undefined || x === undefined || y === undefined || !sx || !sy || tie.length > 6)
    return null;
  return [sx, 0, x - (i + half) * sx, 0, -sy, y + (j + half) * sy];
}

/** The code that the file names; null = it names none. */
function codeOf(image: GeoTIFFImage): number | null {
  const keys = image.getGeoKeys();
  const isGeographic = Number(keys?.GTModelTypeGeoKey) === geographic;
  const code = Number((isGeographic ? keys?.GeographicTypeGeoKey : keys?.ProjectedCSTypeGeoKey) ?? Number.NaN);
  return Number.isInteger(code) && code > 0 && code !== userDefined ? code : null;
}

/** Throws layerCoordinates where it is nowhere, or in a system that is not known. */
export async function placedTiff(image: GeoTIFFImage, raster: Raster, placing: Placing | null): Promise<PlacedRaster> {
  const affine = await affineOf(image);
  const epsg = placing?.by === 'system' ? placing.epsg : codeOf(image);
  if (!affine || epsg === null) throw unplaced();
  const system = referenceSystem(epsg);
  if (!system) throw new Failure('layerCoordinates', { fault: 'system', system: `EPSG:${epsg}` });
  const [a, b, c, d, e, f] = affine;
  const determinant = a * e - b * d;
  if (!(Math.abs(determinant) > 0) || !affine.every(Number.isFinite)) throw unplaced();
  return {
    raster,
    epsg,
    residualsM: null,
    toDegrees: (i, j) => system.toDegrees(a * i + b * j + c, d * i + e * j + f),
    toPixel: (longitude, latitude) => {
      const { x, y } = system.fromDegrees({ longitude, latitude });
      return { x: (e * (x - c) - b * (y - f)) / determinant, y: (a * (y - f) - d * (x - c)) / determinant };
    },
  };
}
