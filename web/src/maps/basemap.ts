import { limits } from '@plumbline/contract/constants';
import type { StyleSpecification } from 'maplibre-gl';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import atlasUrl from 'world-atlas/countries-50m.json?url';
import type { Tokens } from '../design/tokens.ts';

/** The map without internet: Natural Earth's land and borders from our own files, in the theme's colours. */
type Atlas = Topology<{ countries: GeometryCollection; land: GeometryCollection }>;
let atlas: Promise<{ land: GeoJSON.GeoJSON; borders: GeoJSON.GeoJSON }> | null = null;

function loadAtlas(): Promise<{ land: GeoJSON.GeoJSON; borders: GeoJSON.GeoJSON }> {
  atlas ??= fetch(atlasUrl)
    .then((response) => response.json() as Promise<Atlas>)
    .then((topology) => ({
      land: feature(topology, topology.objects.land),
      borders: {
        type: 'Feature' as const,
        properties: {},
        geometry: mesh(topology, topology.objects.countries, (a, b) => a !== b),
      },
    }));
  atlas.catch(() => {
    atlas = null;
  });
  return atlas;
}

/** A TileJSON of the installation. `type` says what the tiles are; pictures unless told. */
interface LocalTiles {
  readonly tiles: string[];
  readonly minzoom?: number;
  readonly maxzoom?: number;
  readonly tileSize?: number;
  readonly attribution?: string;
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

export async function styleOf(tokens: Tokens): Promise<StyleSpecification> {
  const tiles = await localTiles();
  if (tiles)
    return {
      version: 8,
      sources: {
        local: {
          type: 'raster',
          tiles: tiles.tiles.map((url) =>
            new URL(url, location.href).href.replaceAll('%7B', '{').replaceAll('%7D', '}'),
          ),
          tileSize: tiles.tileSize ?? 256,
          minzoom: tiles.minzoom ?? 0,
          maxzoom: tiles.maxzoom ?? 18,
          attribution: tiles.attribution ?? '',
        },
      },
      layers: [
        { id: 'water', type: 'background', paint: { 'background-color': tokens['map-water'] } },
        { id: 'local', type: 'raster', source: 'local' },
      ],
    };
  const { land, borders } = await loadAtlas();
  return {
    version: 8,
    sources: {
      land: { type: 'geojson', data: land, tolerance: 0.2 },
      borders: { type: 'geojson', data: borders, tolerance: 0.2 },
      grid: { type: 'geojson', data: empty },
    },
    layers: [
      { id: 'water', type: 'background', paint: { 'background-color': tokens['map-water'] } },
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': tokens['map-land'] } },
      {
        id: 'grid',
        type: 'line',
        source: 'grid',
        paint: { 'line-color': tokens['map-road2'], 'line-width': 0.6, 'line-opacity': 0.7 },
      },
      { id: 'shore', type: 'line', source: 'land', paint: { 'line-color': tokens['map-shore'], 'line-width': 1 } },
      {
        id: 'borders',
        type: 'line',
        source: 'borders',
        paint: { 'line-color': tokens['map-road2'], 'line-width': 0.8, 'line-dasharray': [4, 2] },
      },
    ],
  };
}

/** The finest of the net, in degrees. */
const minStep = 0.0001;
const steps = [30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002, minStep];
/** A net of meridians and parallels, six to twelve across the view, at round degrees: scale where there is nothing else. */
export function gridOf(
  west: number,
  south: number,
  east: number,
  north: number,
): GeoJSON.Feature<GeoJSON.MultiLineString> {
  const step = steps.find((each) => (east - west) / each >= 6) ?? minStep;
  const lines: [number, number][][] = [];
  const many = (a: number, b: number): number => Math.min(200, Math.floor(b / step) - Math.ceil(a / step) + 1);
  for (let i = 0; i < many(west, east); i++) {
    const x = (Math.ceil(west / step) + i) * step;
    lines.push([
      [x, Math.max(-85, south)],
      [x, Math.min(85, north)],
    ]);
  }
  for (let i = 0; i < many(south, north); i++) {
    const y = (Math.ceil(south / step) + i) * step;
    lines.push([
      [west, y],
      [east, y],
    ]);
  }
  return { type: 'Feature', properties: {}, geometry: { type: 'MultiLineString', coordinates: lines } };
}
