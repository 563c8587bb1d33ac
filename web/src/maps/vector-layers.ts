import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import type { Tokens } from '../design/tokens.ts';
import { face } from './base-layers.ts';

/**
 * How the vector tiles of an installation are drawn: in the colours of the theme, as quiet as the bundled map. Pure. The names of the
 * layers are those of Protomaps (basemaps, version 4) or of OpenMapTiles (schema 3). No border is drawn: what a pack says of contested
 * ones is not ours (docs/decisions/0059).
 */
export type TileSchema = 'protomaps' | 'openmaptiles';

interface Names {
  /** Areas of land; null = all is land but for the water. */
  readonly land: string | null;
  readonly urban: string;
  readonly urbanKinds: readonly string[];
  readonly water: string;
  readonly waterways: string | null;
  readonly roads: string;
  readonly majorKinds: readonly string[];
  readonly buildings: string;
  readonly places: string;
  readonly kind: 'kind' | 'class';
}
const schemas: Readonly<Record<TileSchema, Names>> = {
  protomaps: {
    land: 'earth',
    urban: 'landuse',
    urbanKinds: ['residential', 'industrial', 'commercial', 'urban_area'],
    water: 'water',
    waterways: null,
    roads: 'roads',
    majorKinds: ['highway', 'major_road'],
    buildings: 'buildings',
    places: 'places',
    kind: 'kind',
  },
  openmaptiles: {
    land: null,
    urban: 'landuse',
    urbanKinds: ['residential', 'industrial', 'commercial', 'suburb'],
    water: 'water',
    waterways: 'waterway',
    roads: 'transportation',
    majorKinds: ['motorway', 'trunk', 'primary', 'secondary'],
    buildings: 'building',
    places: 'place',
    kind: 'class',
  },
};

const isArea: ExpressionSpecification = ['==', ['geometry-type'], 'Polygon'];
const isLine: ExpressionSpecification = ['==', ['geometry-type'], 'LineString'];

const widthOf = (far: number, near: number): ExpressionSpecification => [
  'interpolate',
  ['exponential', 1.6],
  ['zoom'],
  8,
  far,
  18,
  near,
];

/** A name as the reader writes it, else as the place does. */
const nameIn = (language: string): ExpressionSpecification =>
  language.startsWith('zh')
    ? ['coalesce', ['get', language === 'zh-TW' ? 'name:zh-Hant' : 'name:zh-Hans'], ['get', 'name:zh'], ['get', 'name']]
    : ['coalesce', ['get', 'name:en'], ['get', 'name']];

export function vectorLayers(schema: TileSchema, tokens: Tokens, language: string): LayerSpecification[] {
  const names = schemas[schema];
  const kind: ExpressionSpecification = ['get', names.kind];
  const among = (kinds: readonly string[]): ExpressionSpecification => ['in', kind, ['literal', [...kinds]]];
  const fill = (
    id: string,
    layer: string,
    colour: string,
    filter: ExpressionSpecification = isArea,
    minzoom = 0,
  ): LayerSpecification => ({
    id,
    type: 'fill',
    source: 'local',
    'source-layer': layer,
    minzoom,
    filter,
    paint: { 'fill-color': colour },
  });
  const line = (
    id: string,
    layer: string,
    colour: string,
    width: ExpressionSpecification,
    filter: ExpressionSpecification,
    minzoom = 0,
  ): LayerSpecification => ({
    id,
    type: 'line',
    source: 'local',
    'source-layer': layer,
    minzoom,
    filter,
    layout: { 'line-join': 'round', 'line-cap': 'round' },
    paint: { 'line-color': colour, 'line-width': width },
  });
  const isMajor = among(names.majorKinds);
  return [
    {
      id: 'background',
      type: 'background',
      paint: { 'background-color': tokens[names.land === null ? 'map-land' : 'map-water'] },
    },
    ...(names.land === null ? [] : [fill('land', names.land, tokens['map-land'])]),
    fill('urban', names.urban, tokens['map-urban'], ['all', isArea, among(names.urbanKinds)]),
    fill('water', names.water, tokens['map-water']),
    line('waterways', names.waterways ?? names.water, tokens['map-river'], widthOf(0.6, 4), isLine, 8),
    fill('buildings', names.buildings, tokens['map-urban'], isArea, 14),
    line('roads', names.roads, tokens['map-road'], widthOf(0.4, 8), ['all', isLine, ['!', isMajor]], 12),
    line('major-roads', names.roads, tokens['map-road2'], widthOf(0.8, 14), ['all', isLine, isMajor], 6),
    placesLayer(names, tokens, language),
  ];
}

const placesLayer = ({ places }: Names, tokens: Tokens, language: string): LayerSpecification => ({
  id: 'towns',
  type: 'symbol',
  source: 'local',
  'source-layer': places,
  filter: ['has', 'name'],
  layout: {
    'text-field': nameIn(language),
    'text-font': [...face],
    'text-size': ['interpolate', ['linear'], ['zoom'], 3, 10, 12, 13],
    'text-max-width': 8,
  },
  paint: {
    'text-color': tokens['map-label'],
    'text-halo-color': tokens['map-halo'],
    'text-halo-width': 1.2,
  },
});
