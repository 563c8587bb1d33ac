import type { Map as MapLibre } from 'maplibre-gl';
import { useEffect } from 'react';
import { useTokens } from '../design/theme.tsx';
import { nameLayers, type SiteLayer, sourceOf, surfaceLayers } from './site-layers.ts';

/** The net of coordinates is there to say where one is: the drawing of a site says it better. */
const faintNet = 0.25;
const plainNet = 0.7;
const setNet = (map: MapLibre, opacity: number): void => {
  if (map.getLayer('grid')) map.setPaintProperty('grid', 'line-opacity', opacity);
};

/** Over the base map, under the net of coordinates and the marks. */
const firstAbove = (map: MapLibre): string | undefined => ['grid', 'clearance'].find((layer) => map.getLayer(layer));

/** Draws the layers of a site, the lowest first; anew where they change. */
export function useSiteLayers(map: MapLibre | null, layers: readonly SiteLayer[]): void {
  const tokens = useTokens();
  useEffect(() => {
    if (!map || layers.length === 0) return;
    const put = (): void => {
      const above = firstAbove(map);
      setNet(map, faintNet);
      for (const layer of layers)
        if (!map.getSource(sourceOf(layer)))
          map.addSource(sourceOf(layer), { type: 'geojson', data: layer.data, tolerance: 0.2 });
      for (const each of layers.flatMap((layer) => surfaceLayers(layer, tokens))) map.addLayer(each, above);
      // Letters over all that lies flat; the names of marks keep clear of them.
      for (const each of layers.flatMap((layer) => nameLayers(layer, tokens))) map.addLayer(each, 'clearance');
    };
    if (map.getSource('clearance')) put();
    else map.once('load', put);
    return () => {
      map.off('load', put);
      // The map itself may be gone, with all that was on it.
      if (!map.getStyle()) return;
      setNet(map, plainNet);
      for (const layer of layers) {
        for (const { id } of [...surfaceLayers(layer, tokens), ...nameLayers(layer, tokens)])
          if (map.getLayer(id)) map.removeLayer(id);
        if (map.getSource(sourceOf(layer))) map.removeSource(sourceOf(layer));
      }
    };
  }, [map, layers, tokens]);
}
