import { limits } from '@plumbline/contract/kernel/constants';
import type { StyleSpecification } from 'maplibre-gl';
import type { Tokens } from '../design/tokens.ts';
import { addresses, coarseAtlas, namedCountries } from './base-data.ts';
import { baseLayers, clearanceLayers, netLayers } from './base-layers.ts';
import { type TileSchema, vectorLayers } from './vector-layers.ts';

/**
 * What lies under the marks: the tiles of the installation, else the bundled map (coasts, borders, waters, towns), in the
 * theme's colours and the reader's language. The net of coordinates lies over either.
 */
/** A TileJSON of the installation. `type` says what the tiles are; pictures unless told. */
interface LocalTiles {
  readonly tiles: string[];
  readonly minzoom?: number;
  readonly maxzoom?: number;
  readonly tileSize?: number;
  readonly attribution?: string;
  readonly type?: 'raster' | 'vector';
  /** Of vector tiles: by whose names their layers go; null = by others, which are not drawn. */
  readonly schema?: TileSchema | null;
  readonly bounds?: [number, number, number, number];
}
let probe: Promise<LocalTiles | null> | null = null;
/** Asks once per page whether the installation serves tiles of its own; waits 1.5 s at most. */
function localTiles(): Promise<LocalTiles | null> {
  probe ??= fetch('./config/tiles.json', { signal: AbortSignal.timeout(limits.tileProbeMs) })
    .then(async (response) => {
      if (!response.ok || !response.headers.get('content-type')?.includes('json')) return null;
      const config = (await response.json()) as Partial<LocalTiles>;
      return Array.isArray(config.tiles) && config.tiles.length > 0 ? (config as LocalTiles) : null;
    })
    .catch(() => null);
  return probe;
}

const empty: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: [] };
const overlay = {
  grid: { type: 'geojson', data: empty },
  degrees: { type: 'geojson', data: empty },
  clearance: { type: 'geojson', data: empty },
} satisfies StyleSpecification['sources'];

export async function styleOf(tokens: Tokens, language: string): Promise<StyleSpecification> {
  const tiles = await localTiles();
  if (!tiles) return bundledStyle(tokens, language);
  if (tiles.type !== 'vector') return tileStyle(tiles, tokens);
  return tiles.schema ? vectorStyle(tiles, tiles.schema, tokens, language) : bundledStyle(tokens, language);
}

const addressesOf = ({ tiles }: LocalTiles): string[] =>
  tiles.map((url) => new URL(url, location.href).href.replaceAll('%7B', '{').replaceAll('%7D', '}'));

const vectorStyle = (tiles: LocalTiles, schema: TileSchema, tokens: Tokens, language: string): StyleSpecification => ({
  version: 8,
  sources: {
    local: {
      type: 'vector',
      tiles: addressesOf(tiles),
      minzoom: tiles.minzoom ?? 0,
      maxzoom: tiles.maxzoom ?? 14,
      attribution: tiles.attribution ?? '',
      ...(tiles.bounds && { bounds: tiles.bounds }),
    },
    ...overlay,
  },
  layers: [...vectorLayers(schema, tokens, language), ...netLayers(tokens), ...clearanceLayers],
});

const tileStyle = (tiles: LocalTiles, tokens: Tokens): StyleSpecification => ({
  version: 8,
  sources: {
    local: {
      type: 'raster',
      tiles: addressesOf(tiles),
      ...(tiles.bounds && { bounds: tiles.bounds }),
      tileSize: tiles.tileSize ?? 256,
      minzoom: tiles.minzoom ?? 0,
      maxzoom: tiles.maxzoom ?? 18,
      attribution: tiles.attribution ?? '',
    },
    ...overlay,
  },
  layers: [
    { id: 'water', type: 'background', paint: { 'background-color': tokens['map-water'] } },
    { id: 'local', type: 'raster', source: 'local' },
    ...clearanceLayers,
  ],
});

async function bundledStyle(tokens: Tokens, language: string): Promise<StyleSpecification> {
  const [{ land, borders }, countries] = await Promise.all([coarseAtlas(), namedCountries(language)]);
  return {
    version: 8,
    sources: {
      land: { type: 'geojson', data: land, tolerance: 0.2, attribution: 'Natural Earth' },
      borders: { type: 'geojson', data: borders, tolerance: 0.2 },
      waters: { type: 'geojson', data: addresses.waters, tolerance: 0.2 },
      towns: { type: 'geojson', data: addresses.towns },
      countries: { type: 'geojson', data: countries },
      ...overlay,
    },
    layers: [...baseLayers(tokens, language), ...netLayers(tokens), ...clearanceLayers],
  };
}
