/**
 * A drawing with more than a browser draws at once, as tiles: of each zoom what is to be seen at it. Lines, areas and names are
 * cut by `geojson-vt` and written as Mapbox vector tiles (version 2).
 */
import { gzipSync } from 'node:zlib';
import { GeoJSONVT, type GeoJSONVTTile } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { PackWriter, tilesWithin } from '../../tile-packs/tile-packs.api.ts';
import { type Contents, contentsOf, featureOf } from './content.ts';
import type { Drawing } from './drawing.ts';

export interface PackPaths {
  readonly packPath: string;
  readonly partsPath: string;
}

/** At zoom 16 a tile is some 500 m wide and counts in eighths of a metre; where it is crowded, two zooms more are cut. */
const nearest = { usual: 16, crowded: 18 } as const;
const crowdedVertices = 20_000;
const farthest = 9;
/** Farther out names cover one another. */
const namesFrom = 14;
const pointType = 1;
const maxTiles = 40_000;
/** What MapLibre draws around a tile, in 4,096ths of it. */
const buffer = 64;

/** Throws nothing of its own: whatever fits into memory is cut. */
export function cutTiles(drawing: Drawing, { packPath, partsPath }: PackPaths): Contents {
  const { shapes, toleranceM } = drawing;
  const contents = contentsOf(drawing, shapes, toleranceM);
  const { bounds } = contents;
  const pack = new PackWriter(packPath, partsPath);
  const maxZoom = nearestZoom(shapes, contents);
  const index = new GeoJSONVT(
    { type: 'FeatureCollection', features: shapes.map(featureOf) } as ConstructorParameters<typeof GeoJSONVT>[0],
    { maxZoom, indexMaxZoom: maxZoom, indexMaxPoints: crowdedVertices, tolerance: 3, extent: 4_096, buffer },
  );
  for (let z = farthest; z <= maxZoom; z++) {
    const { left, right, top, bottom } = tilesWithin(bounds, z);
    for (let y = top; y <= bottom; y++)
      for (let x = left; x <= right; x++) {
        const tile = index.getTile(z, x, y);
        const drawnTile = tile && (z < namesFrom ? withoutNames(tile) : tile);
        if (drawnTile && drawnTile.features.length > 0)
          pack.add(z, x, y, gzipSync(fromGeojsonVt({ site: drawnTile }, { version: 2 })));
      }
  }
  const zooms = { minZoom: farthest, maxZoom };
  const { count } = pack;
  pack.finish({ type: 'vector', ...zooms, bounds, metadata: { vector_layers: [{ id: 'site', fields: {} }] } });
  return { ...contents, tiles: { type: 'vector', ...zooms, count } };
}

const withoutNames = (tile: GeoJSONVTTile): GeoJSONVTTile => ({
  ...tile,
  features: tile.features.filter((each: GeoJSONVTTile['features'][number]) => each.type !== pointType),
});

/** Nearer tiles where the drawing is crowded, as long as they are not too many. */
function nearestZoom(shapes: Drawing['shapes'], { bounds }: Contents): number {
  const counts = new Map<string, number>();
  for (const { lines } of shapes)
    for (const [longitude, latitude] of lines[0] ?? []) {
      const { left, top } = tilesWithin(
        { west: longitude, east: longitude, south: latitude, north: latitude },
        nearest.usual,
      );
      const key = `${left} ${top}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  const isCrowded = [...counts.values()].some((count) => count > crowdedVertices);
  for (let z: number = isCrowded ? nearest.crowded : nearest.usual; z > farthest; z--) {
    const { left, right, top, bottom } = tilesWithin(bounds, z);
    if ((right - left + 1) * (bottom - top + 1) <= maxTiles) return z;
  }
  return farthest;
}
