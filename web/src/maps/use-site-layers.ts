import type { Map as MapLibre, SourceSpecification } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import { useTokens } from '../design/theme.tsx';
import { nameLayers, type SiteLayer, sourceOf, sourcePrefix, surfaceLayers } from './site-layers.ts';
import { forgetTiles, serveTiles } from './site-tiles.ts';

/** The net of coordinates is there to say where one is: the drawing of a site says it better. */
const [faintNet, plainNet] = [0.25, 0.7];
const setNet = (map: MapLibre, opacity: number): void => {
  if (map.getLayer('grid')) map.setPaintProperty('grid', 'line-opacity', opacity);
  // Its numbers would lie under the switches and the legend, and say less than the drawing does.
  if (map.getLayer('degrees')) map.setLayoutProperty('degrees', 'visibility', opacity < plainNet ? 'none' : 'visible');
};

/** Over the base map, under the net of coordinates and the marks. */
const firstAbove = (map: MapLibre): string | undefined => ['grid', 'clearance'].find((layer) => map.getLayer(layer));

const tilePx = 512;

function sourceFor(layer: SiteLayer): SourceSpecification {
  if (!layer.tiles) return { type: 'geojson', data: layer.data, tolerance: 0.2 };
  const { type, minZoom: minzoom, maxZoom: maxzoom, bounds } = layer.tiles;
  return {
    type,
    tiles: [serveTiles(sourceOf(layer), layer.tiles)],
    minzoom,
    maxzoom,
    bounds: [bounds.west, bounds.south, bounds.east, bounds.north],
    ...(type === 'raster' && { tileSize: tilePx }),
  } as SourceSpecification;
}

/**
 * Draws the layers of a site, the lowest first; anew where they change. What a source has loaded stays while it is shown: fading or
 * moving a layer fetches nothing.
 */
export function useSiteLayers(map: MapLibre | null, layers: readonly SiteLayer[]): void {
  const tokens = useTokens();
  const served = useRef(new Set<string>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: with the map goes what it asks for
  useEffect(() => {
    const sources = served.current;
    return () => {
      for (const id of sources) forgetTiles(id);
      sources.clear();
    };
  }, [map]);
  useEffect(() => {
    if (!map) return;
    const put = (): void => {
      for (const id of map.getLayersOrder()) if (id.startsWith(sourcePrefix)) map.removeLayer(id);
      const sourceNames = new Set(layers.map(sourceOf));
      for (const id of Object.keys(map.getStyle().sources))
        if (id.startsWith(sourcePrefix) && !sourceNames.has(id)) {
          map.removeSource(id);
          if (served.current.delete(id)) forgetTiles(id);
        }
      const above = firstAbove(map);
      setNet(map, layers.length > 0 ? faintNet : plainNet);
      for (const layer of layers) {
        const source = sourceOf(layer);
        if (map.getSource(source)) continue;
        map.addSource(source, sourceFor(layer));
        if (layer.tiles) served.current.add(source);
      }
      for (const each of layers.flatMap((layer) => surfaceLayers(layer, tokens))) map.addLayer(each, above);
      // Letters over all that lies flat; the names of marks keep clear of them.
      for (const each of layers.flatMap((layer) => nameLayers(layer, tokens))) map.addLayer(each, 'clearance');
    };
    if (map.getSource('clearance')) put();
    else map.once('load', put);
    return () => {
      map.off('load', put);
    };
  }, [map, layers, tokens]);
}
