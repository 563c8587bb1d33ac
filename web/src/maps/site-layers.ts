import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import type { Tokens } from '../design/tokens.ts';
import { face } from './base-layers.ts';
import type { SiteTiles } from './site-tiles.ts';

/**
 * Kinds of site layers, between the base map and the marks: drawn by what it shows, in the colours of the theme. Pure.
 * Invariant: no layer has a colour of a level, nor one that the file names.
 */
export type SiteKind =
  | 'water'
  | 'road'
  | 'building'
  | 'earthworks'
  | 'outline'
  | 'contour'
  | 'names'
  | 'photo'
  | 'other';
interface AnySiteLayer {
  /** Another one for another content. */
  readonly id: string;
  readonly kind: SiteKind;
  /** 0 to 1. */
  readonly opacity: number;
}
/** Drawn as a whole, or by tiles: lines and areas, or a picture of the ground. */
export type SiteLayer = AnySiteLayer &
  (
    | { readonly data: GeoJSON.FeatureCollection; readonly tiles?: undefined }
    | { readonly tiles: SiteTiles; readonly data?: undefined }
  );

type Colour = keyof Tokens & `${'map-' | 'text'}${string}`;
interface Style {
  readonly fill: Colour;
  readonly fillOpacity: number;
  /** The edge of areas, and lines. */
  readonly edge: Colour;
  readonly line: Colour;
  /** At zoom 13 and at zoom 18, px. */
  readonly widths: readonly [far: number, near: number];
  readonly dashes?: readonly number[];
  readonly label: Colour;
  /** From this zoom on its names are drawn. */
  readonly namesFrom: number;
  readonly letterPx: number;
}

const plain: Style = {
  fill: 'map-road',
  fillOpacity: 0.6,
  edge: 'map-road2',
  line: 'map-label',
  widths: [0.8, 1.4],
  label: 'map-label',
  namesFrom: 14,
  letterPx: 11,
};
/** As in the picture of the project screen (design mock): quiet, so that the marks are what one sees. */
const styles: Readonly<Record<SiteKind, Style>> = {
  water: {
    ...plain,
    fill: 'map-water',
    fillOpacity: 1,
    edge: 'map-shore',
    line: 'map-river',
    widths: [1, 1.4],
    dashes: [6, 5],
    label: 'map-label-water',
    namesFrom: 12,
    letterPx: 13,
  },
  road: { ...plain, fill: 'map-road', fillOpacity: 1, edge: 'map-road2', line: 'map-road', widths: [1.2, 9] },
  building: { ...plain, fill: 'map-urban', fillOpacity: 1, edge: 'map-road', widths: [0.4, 0.8], namesFrom: 16 },
  earthworks: {
    ...plain,
    fill: 'map-urban',
    fillOpacity: 0.85,
    edge: 'map-road2',
    line: 'map-road2',
    widths: [0.8, 1.2],
  },
  outline: { ...plain, fill: 'map-road2', fillOpacity: 0.75, edge: 'map-label', line: 'map-label', widths: [0.9, 1.6] },
  contour: {
    ...plain,
    fill: 'map-land',
    fillOpacity: 0,
    edge: 'map-road2',
    line: 'map-road2',
    widths: [0.6, 1],
    namesFrom: 15,
  },
  names: { ...plain, fillOpacity: 0, widths: [0, 0], namesFrom: 11, letterPx: 12 },
  photo: plain,
  other: plain,
};

const isOf = (type: 'Point' | 'LineString' | 'Polygon'): ExpressionSpecification => ['==', ['geometry-type'], type];
const growing = ([far, near]: readonly [number, number]): ExpressionSpecification => [
  'interpolate',
  ['exponential', 1.6],
  ['zoom'],
  13,
  far,
  18,
  near,
];
/** Every fifth contour of 1, 2 or 10 m is heavier, as surveyors draw them. */
const contourWidth = ([far, near]: readonly [number, number]): ExpressionSpecification => [
  'case',
  ['==', ['%', ['coalesce', ['get', 'elevation'], 1], 10], 0],
  near * 1.6,
  (far + near) / 2,
];
const named: ExpressionSpecification = ['has', 'name'];

/** Beginning of the names of all sources and layers of a site begin with. */
export const sourcePrefix = 'site-';
/** The name of the source of a layer. */
export const sourceOf = ({ id }: Pick<SiteLayer, 'id'>): string => `${sourcePrefix}${id}`;
/** The layer in vector tiles of a site. */
const sourceLayer = 'site';
const withinTiles = ({ tiles }: SiteLayer): { readonly 'source-layer'?: string } =>
  tiles?.type === 'vector' ? { 'source-layer': sourceLayer } : {};

/** Returns the flat parts of a layer, the lowest first. */
export function surfaceLayers(layer: SiteLayer, tokens: Tokens): LayerSpecification[] {
  const { kind, opacity, tiles } = layer;
  const style = styles[kind];
  const source = sourceOf(layer);
  const within = withinTiles(layer);
  if (tiles?.type === 'raster')
    return [
      {
        id: `${source}-photo`,
        type: 'raster',
        source,
        paint: { 'raster-opacity': opacity, 'raster-fade-duration': 0 },
      },
    ];
  if (kind === 'names') return [];
  const round = { 'line-join': 'round', 'line-cap': style.dashes ? 'butt' : 'round' } as const;
  return [
    {
      id: `${source}-fill`,
      type: 'fill',
      source,
      ...within,
      filter: isOf('Polygon'),
      paint: { 'fill-color': tokens[style.fill], 'fill-opacity': style.fillOpacity * opacity },
    },
    {
      id: `${source}-edge`,
      type: 'line',
      source,
      ...within,
      filter: isOf('Polygon'),
      paint: { 'line-color': tokens[style.edge], 'line-width': 1, 'line-opacity': opacity },
    },
    {
      id: `${source}-line`,
      type: 'line',
      source,
      ...within,
      filter: isOf('LineString'),
      layout: round,
      paint: {
        'line-color': tokens[style.line],
        'line-width': kind === 'contour' ? contourWidth(style.widths) : growing(style.widths),
        'line-opacity': opacity,
        ...(style.dashes && { 'line-dasharray': [...style.dashes] }),
      },
    },
  ];
}

/** The names of a layer, above all that lies flat; along a contour its height. */
export function nameLayers(layer: SiteLayer, tokens: Tokens): LayerSpecification[] {
  const { kind, opacity, tiles } = layer;
  if (tiles?.type === 'raster') return [];
  const style = styles[kind];
  const source = sourceOf(layer);
  const within = withinTiles(layer);
  const paint = {
    'text-color': tokens[style.label],
    'text-halo-color': tokens['map-halo'],
    'text-halo-width': 1.2,
    'text-opacity': opacity,
  };
  const lettering = {
    'text-font': [...face],
    'text-size': style.letterPx,
    ...(kind === 'water' && { 'text-letter-spacing': 0.1 }),
  };
  const lineText = kind === 'contour' ? ['to-string', ['get', 'elevation']] : ['get', 'name'];
  return [
    {
      id: `${source}-names`,
      type: 'symbol',
      source,
      ...within,
      minzoom: style.namesFrom,
      filter: ['all', named, ['!=', ['geometry-type'], 'LineString']],
      layout: { ...lettering, 'text-field': ['get', 'name'], 'text-max-width': 8 },
      paint,
    },
    {
      id: `${source}-along`,
      type: 'symbol',
      source,
      ...within,
      minzoom: style.namesFrom,
      filter: ['all', kind === 'contour' ? ['has', 'elevation'] : named, isOf('LineString')],
      layout: {
        ...lettering,
        'text-field': lineText as ExpressionSpecification,
        'text-size': kind === 'contour' ? 10 : style.letterPx,
        'symbol-placement': 'line',
        'symbol-spacing': 400,
      },
      paint,
    },
  ];
}
