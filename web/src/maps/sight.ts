import { LngLatBounds, type MapLibreEvent as MapEvent, type Map as MapLibre } from 'maplibre-gl';
import { type RefObject, useEffect } from 'react';
import type { Latest } from './map-latest.ts';
import type { MapMark, Spot } from './shapes.ts';

/** Keeps in view what is to be seen: all marks once there are others, a place that was typed, the mark that is chosen. */
export function useSight(
  map: MapLibre | null,
  latest: RefObject<Latest>,
  marks: readonly MapMark[],
  pin: Spot | null,
  chosen: MapMark['id'] | null,
  maxZoom: number,
): void {
  // Show all once the set of marks changes, not when only a level or value does.
  const set = marks.map((mark) => `${mark.id}`).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: `set` stands for the marks
  useEffect(() => {
    if (map) showAll(map, latest.current.marks, latest.current.pick?.at ?? null, maxZoom, false);
  }, [map, latest, set, maxZoom]);
  useFitToPane(map, latest, maxZoom);
  // A place that was typed comes into view; one that was clicked is in view already.
  const [longitude, latitude] = [pin?.longitude, pin?.latitude];
  useEffect(() => {
    if (map && longitude !== undefined && latitude !== undefined) bringIntoView(map, { longitude, latitude });
  }, [map, longitude, latitude]);
  useEffect(() => {
    const mark = latest.current.marks.find((each) => each.id === chosen);
    if (map && mark) bringIntoView(map, mark);
  }, [map, latest, chosen]);
}

/** Fits the map again to another size of its pane (a strip came in beneath) until somebody has moved it. */
function useFitToPane(map: MapLibre | null, latest: RefObject<Latest>, maxZoom: number): void {
  useEffect(() => {
    if (!map) return;
    let isMoved = false;
    // Dragged, turned by a wheel, or moved by keys: that event has another of the browser under it. Buttons zoom without one.
    const onMove = (event: MapEvent): void => {
      if ('isFit' in event) isMoved = false;
      else if (event.originalEvent) isMoved = true;
    };
    const onZoom = (event: MapEvent): void => {
      if (!('isFit' in event)) isMoved = true;
    };
    const onResize = (): void => {
      if (isMoved) return;
      const { marks, pick } = latest.current;
      showAll(map, marks, pick?.at ?? null, maxZoom, false);
    };
    map.on('movestart', onMove);
    map.on('zoomstart', onZoom);
    map.on('resize', onResize);
    return () => {
      map.off('movestart', onMove);
      map.off('zoomstart', onZoom);
      map.off('resize', onResize);
    };
  }, [map, latest, maxZoom]);
}

function bringIntoView(map: MapLibre, { longitude, latitude }: Spot): void {
  if (!map.getBounds().contains([longitude, latitude])) map.easeTo({ center: [longitude, latitude], duration: 240 });
}

export function showAll(map: MapLibre, marks: readonly Spot[], pin: Spot | null, maxZoom: number, ease: boolean): void {
  const bounds = new LngLatBounds();
  for (const mark of marks) bounds.extend([mark.longitude, mark.latitude]);
  if (pin) bounds.extend([pin.longitude, pin.latitude]);
  if (bounds.isEmpty()) return;
  // Room for the controls and for labels, and less of it where the map is small.
  const { clientWidth: width, clientHeight: height } = map.getContainer();
  const padding = {
    top: Math.min(56, height * 0.2),
    bottom: Math.min(72, height * 0.22),
    left: Math.min(96, width * 0.16),
    right: Math.min(120, width * 0.2),
  };
  map.fitBounds(bounds, { padding, maxZoom, duration: ease ? 240 : 0 }, { isFit: true });
}
