import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import type { Tokens } from '../design/tokens.ts';
import { clearancePx } from './labels.ts';

/**
 * How the bundled map is drawn. Invariant: it is drawn at 1:10,000,000 and says nothing at the scale of a site. Nearer than
 * zoom 12 its coasts and rivers are gone and all ground is land: a river half a kilometre beside its bed would be taken for
 * the truth.
 */
const gone = 12;
const faint = 11;
const fading = (opacity = 1): ExpressionSpecification => ['interpolate', ['linear'], ['zoom'], faint, opacity, gone, 0];

/** Drawn by the browser itself: there is no server for letters. */
export const face = ['Inter', 'Noto Sans CJK SC', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans SC', 'sans-serif'];

/** A name as the reader writes it; the English one where there is no other. */
const nameIn = (language: string): ExpressionSpecification => ['coalesce', ['get', language], ['get', 'en']];

/** From which zoom on what is of each rank is shown: whole and ascending, as layers are cut by whole zooms. */
const visibleFrom = (zooms: readonly [number, number, number, number]): ExpressionSpecification =>
  [
    'step',
    ['zoom'],
    ['<', ['get', 'rank'], 1],
    ...zooms.flatMap((zoom, i) => [zoom, ['<=', ['get', 'rank'], i + 1]]),
  ] as unknown as ExpressionSpecification;

const ofKind = (kind: 'river' | 'river-name' | 'lake' | 'urban'): ExpressionSpecification => [
  '==',
  ['get', 'kind'],
  kind,
];

export const baseLayers = (tokens: Tokens, language: string): LayerSpecification[] => [
  ...landLayers(tokens),
  ...waterLayers(tokens),
  ...nameLayers(tokens, language),
];

/** The colour of the ground under the land, once that is here. */
export const seaColour = (tokens: Tokens): ExpressionSpecification => [
  'interpolate',
  ['linear'],
  ['zoom'],
  faint,
  tokens['map-water'],
  gone,
  tokens['map-land'],
];

const landLayers = (tokens: Tokens): LayerSpecification[] => [
  // All ground is land until the coasts are here (use-map.ts): no site stands in open water for a second.
  { id: 'water', type: 'background', paint: { 'background-color': tokens['map-land'] } },
  { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': tokens['map-land'] } },
  {
    id: 'urban',
    type: 'fill',
    source: 'waters',
    filter: ofKind('urban'),
    minzoom: 4.5,
    paint: { 'fill-color': tokens['map-urban'], 'fill-opacity': fading() },
  },
];

const waterLayers = (tokens: Tokens): LayerSpecification[] => [
  {
    id: 'lakes',
    type: 'fill',
    source: 'waters',
    filter: ofKind('lake'),
    minzoom: 4,
    paint: { 'fill-color': tokens['map-water'], 'fill-opacity': fading() },
  },
  {
    id: 'rivers',
    type: 'line',
    source: 'waters',
    filter: ['all', ofKind('river'), visibleFrom([3, 4, 5, 6])],
    minzoom: 3,
    layout: { 'line-join': 'round', 'line-cap': 'round' },
    paint: {
      'line-color': tokens['map-river'],
      'line-width': [
        'interpolate',
        ['linear'],
        ['zoom'],
        4,
        ['match', ['get', 'rank'], 1, 1.2, 2, 0.8, 0.6],
        10,
        ['match', ['get', 'rank'], 1, 4, 2, 2.4, 1.6],
      ],
      'line-opacity': fading(),
    },
  },
  {
    id: 'shore',
    type: 'line',
    source: 'land',
    paint: { 'line-color': tokens['map-shore'], 'line-width': 1, 'line-opacity': fading() },
  },
  {
    id: 'lake-shore',
    type: 'line',
    source: 'waters',
    filter: ofKind('lake'),
    minzoom: 5,
    paint: { 'line-color': tokens['map-shore'], 'line-width': 0.8, 'line-opacity': fading() },
  },
  {
    id: 'borders',
    type: 'line',
    source: 'borders',
    paint: {
      'line-color': tokens['map-road2'],
      'line-width': 0.8,
      'line-dasharray': [4, 2],
      'line-opacity': fading(),
    },
  },
];

const lettering = (tokens: Tokens, colour: 'map-label' | 'map-label-water') => ({
  'text-color': tokens[colour],
  'text-halo-color': tokens['map-halo'],
  'text-halo-width': 1.2,
});

const nameLayers = (tokens: Tokens, language: string): LayerSpecification[] => [
  {
    id: 'country-names',
    type: 'symbol',
    source: 'countries',
    maxzoom: 6.5,
    filter: visibleFrom([1, 2, 3, 4]),
    layout: {
      'text-field': ['get', 'name'],
      'text-font': face,
      'text-size': ['interpolate', ['linear'], ['zoom'], 2, 10, 6, 13],
      'text-letter-spacing': 0.12,
      'text-max-width': 7,
    },
    paint: { ...lettering(tokens, 'map-label'), 'text-opacity': 0.75 },
  },
  riverNames('river-names', ['!', ['has', 'isMain']], tokens, language),
  {
    id: 'lake-names',
    type: 'symbol',
    source: 'waters',
    minzoom: 5,
    maxzoom: gone,
    filter: ['all', ofKind('lake'), ['has', 'en']],
    layout: { 'text-field': nameIn(language), 'text-font': face, 'text-size': 11, 'text-max-width': 5 },
    paint: lettering(tokens, 'map-label-water'),
  },
  townLayer(tokens, language),
  // Above the towns, so placed before them: a great river has its name on every map of a country.
  riverNames('main-river-names', ['has', 'isMain'], tokens, language),
];

const riverNames = (
  id: string,
  which: ExpressionSpecification,
  tokens: Tokens,
  language: string,
): LayerSpecification => ({
  id,
  type: 'symbol',
  source: 'waters',
  minzoom: 5,
  maxzoom: gone,
  filter: ['all', ofKind('river-name'), which, visibleFrom([4, 5, 6, 7])],
  layout: {
    // Beside the river: along it, letters stumble over every bend.
    'symbol-sort-key': ['get', 'rank'],
    'text-field': nameIn(language),
    'text-font': face,
    'text-size': 11,
    'text-letter-spacing': 0.04,
    'text-variable-anchor': ['left', 'right', 'top', 'bottom'],
    'text-radial-offset': 0.5,
    'text-padding': 40,
  },
  paint: lettering(tokens, 'map-label-water'),
});

/** The dot and the name are one thing: where there is no room for the name, there is no dot that means nothing. */
const townLayer = (tokens: Tokens, language: string): LayerSpecification => ({
  id: 'towns',
  type: 'symbol',
  source: 'towns',
  minzoom: 2,
  maxzoom: 13,
  filter: visibleFrom([2, 4, 5, 6]),
  layout: {
    'symbol-sort-key': ['get', 'rank'],
    'text-field': ['concat', '· ', nameIn(language)],
    'text-font': face,
    'text-size': ['interpolate', ['linear'], ['zoom'], 3, ['match', ['get', 'rank'], 1, 11, 10], 8, 12],
    'text-anchor': 'left',
    'text-max-width': 12,
  },
  paint: lettering(tokens, 'map-label'),
});

/** Where one is, in degrees: the net, and its numbers at the edges. */
export const netLayers = (tokens: Tokens): LayerSpecification[] => [
  {
    id: 'grid',
    type: 'line',
    source: 'grid',
    paint: { 'line-color': tokens['map-road2'], 'line-width': 0.6, 'line-opacity': 0.7 },
  },
  {
    id: 'degrees',
    type: 'symbol',
    source: 'degrees',
    // Farther out the towns say where one is.
    minzoom: 8,
    layout: {
      'text-field': ['get', 'text'],
      'text-font': face,
      'text-size': 10,
      'text-anchor': ['match', ['get', 'axis'], 'longitude', 'bottom', 'left'],
      'text-offset': ['match', ['get', 'axis'], 'longitude', ['literal', [0, -0.2]], ['literal', [0.3, 0]]],
      'text-padding': 4,
    },
    paint: lettering(tokens, 'map-label'),
  },
];

/** Letters that nobody sees, as large as the marks and their names: the map's own names keep clear of them. */
export const clearanceLayers: LayerSpecification[] = [
  {
    id: 'clearance',
    type: 'symbol',
    source: 'clearance',
    layout: {
      'text-field': ['get', 'text'],
      'text-font': face,
      'text-size': clearancePx,
      'text-line-height': 1.2,
      'text-max-width': 60,
      'text-anchor': ['get', 'anchor'],
      'text-offset': ['get', 'offset'],
      'text-allow-overlap': true,
      'text-padding': 1,
    },
    paint: { 'text-opacity': 0 },
  },
];
