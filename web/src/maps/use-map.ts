import {
  AttributionControl,
  type GeoJSONSource,
  Map as MapLibre,
  ScaleControl,
  type StyleSpecification,
  setWorkerUrl,
} from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { type RefObject, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTokens } from '../design/theme.tsx';
import type { Tokens } from '../design/tokens.ts';
import { fineAtlas } from './base-data.ts';
import { seaColour } from './base-layers.ts';
import { styleOf } from './basemap.ts';
import { graticuleOf } from './graticule.ts';
import type { Latest } from './map-latest.ts';
import { showAll } from './sight.ts';

setWorkerUrl(workerUrl);

/** How far below what is seen a map is made ready, px. */
const nearPx = 300;

/** Calls once the element is in what is seen, or near it. Returns what ends the waiting. */
function whenNear(element: Element, act: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      act();
    },
    { rootMargin: `${nearPx}px` },
  );
  observer.observe(element);
  return () => observer.disconnect();
}

/**
 * The map in its place, made when that comes into view (each costs a graphics context), and again for another theme or
 * language; null until its style is there.
 */
export function useMap(place: RefObject<HTMLDivElement | null>, latest: RefObject<Latest>) {
  const tokens = useTokens();
  const { language } = useTranslation().i18n;
  const [map, setMap] = useState<MapLibre | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let newMap: MapLibre | null = null;
    let isCurrent = true;
    const make = (): void =>
      void styleOf(tokens, language)
        .then((style) => {
          if (!isCurrent || !place.current) return;
          newMap = mapIn(place.current, style, latest);
          fillSea(newMap, tokens);
          const { marks, pick, maxZoom } = latest.current;
          showAll(newMap, marks, pick?.at ?? null, maxZoom, false);
          setMap(newMap);
        })
        .catch(() => isCurrent && setFailed(true));
    const leave = place.current ? whenNear(place.current, make) : undefined;
    return () => {
      leave?.();
      isCurrent = false;
      setMap(null);
      newMap?.remove();
    };
  }, [place, latest, tokens, language]);
  return { map, failed };
}

function mapIn(container: HTMLElement, style: StyleSpecification, latest: RefObject<Latest>): MapLibre {
  const map = new MapLibre({
    container,
    style,
    locale: { 'Map.Title': latest.current.t('common:map.label') },
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    // In a form the wheel belongs to the form; the buttons zoom.
    scrollZoom: latest.current.pick === undefined,
    center: [104, 33],
    zoom: 3,
    maxZoom: 19,
    fadeDuration: 0,
  });
  map.touchZoomRotate.disableRotation();
  map.addControl(new AttributionControl({ compact: false, customAttribution: [] }), 'bottom-right');
  map.addControl(new ScaleControl({ maxWidth: 110 }), 'bottom-right');
  drawNet(map);
  refineCoast(map);
  map.on('click', (event) => {
    // A longitude beyond the date line comes back into -180..180.
    const at = event.lngLat.wrap();
    latest.current.pick?.onPick({ longitude: Number(at.lng.toFixed(6)), latitude: Number(at.lat.toFixed(6)) });
  });
  return map;
}

/** Draws the sea in the frame in which its coasts are drawn, and not before. */
function fillSea(map: MapLibre, tokens: Tokens): void {
  const fill = ({ sourceId }: { readonly sourceId: string }): void => {
    if (sourceId !== 'land' || !map.isSourceLoaded('land')) return;
    map.off('sourcedata', fill);
    map.setPaintProperty('water', 'background-color', seaColour(tokens));
  };
  map.on('sourcedata', fill);
}

/** Draws the net of coordinates anew for what is in view. */
function drawNet(map: MapLibre): void {
  const draw = (): void => {
    const bounds = map.getBounds();
    const { lines, labels } = graticuleOf({
      west: bounds.getWest(),
      south: bounds.getSouth(),
      east: bounds.getEast(),
      north: bounds.getNorth(),
    });
    map.getSource<GeoJSONSource>('grid')?.setData(lines);
    map.getSource<GeoJSONSource>('degrees')?.setData(labels);
  };
  map.on('load', draw);
  map.on('moveend', draw);
}

/** Between these the finer coast is seen to differ, and is fetched; nearer none is drawn. */
const fineZoom = { from: 7, to: 12 };
function refineCoast(map: MapLibre): void {
  let isFine = false;
  const refine = (): void => {
    const zoom = map.getZoom();
    if (isFine || zoom < fineZoom.from || zoom > fineZoom.to || !map.getSource('land')) return;
    isFine = true;
    void fineAtlas().then(
      ({ land, borders }) => {
        map.getSource<GeoJSONSource>('land')?.setData(land);
        map.getSource<GeoJSONSource>('borders')?.setData(borders);
      },
      // The coarser coast stays; the next move asks again.
      () => {
        isFine = false;
      },
    );
  };
  map.on('load', refine);
  map.on('moveend', refine);
}
