import { Marker as HtmlMarker, type Map as MapLibre, type Marker } from 'maplibre-gl';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { LevelMark } from '../design/Level.tsx';
import { type Box, placeLabels, type Side } from './labels.ts';
import type { MapMark } from './shapes.ts';

/** Where the controls lie over the map, in its own pixels. */
function controlsOf(container: HTMLElement): Box[] {
  const origin = container.getBoundingClientRect();
  const found = container.parentElement?.querySelectorAll('.zoom, .legend') ?? [];
  return [...found].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: x - origin.x, y: y - origin.y, w: width, h: height };
  });
}

/** One HTML marker for each mark; labels are placed anew after each move. */
export function Marks({
  map,
  marks,
  chosen,
  onChoose,
  nameFrom,
}: {
  map: MapLibre;
  marks: readonly MapMark[];
  chosen: string | number | null;
  onChoose?: (id: string | number) => void;
  nameFrom: number;
}) {
  const [holders, setHolders] = useState<ReadonlyMap<string | number, HTMLElement>>(new Map());
  const [sides, setSides] = useState<ReadonlyMap<string | number, Side>>(new Map());
  const kept = useRef(new Map<string | number, Marker>());

  useEffect(() => {
    const markers = kept.current;
    const gone = new Set(markers.keys());
    for (const mark of marks) {
      gone.delete(mark.id);
      const marker =
        markers.get(mark.id) ??
        new HtmlMarker({ element: document.createElement('div') })
          .setLngLat([mark.longitude, mark.latitude])
          .addTo(map);
      marker.setLngLat([mark.longitude, mark.latitude]);
      marker.getElement().style.zIndex = String(mark.id === chosen ? 9 : mark.level);
      markers.set(mark.id, marker);
    }
    for (const id of gone) {
      markers.get(id)?.remove();
      markers.delete(id);
    }
    setHolders(new Map([...markers].map(([id, marker]) => [id, marker.getElement()])));
  }, [map, marks, chosen]);
  useEffect(() => {
    const markers = kept.current;
    return () => {
      for (const marker of markers.values()) marker.remove();
      markers.clear();
    };
  }, []);

  useEffect(() => {
    let frame = 0;
    const place = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        const { clientWidth, clientHeight } = map.getContainer();
        const labelled = marks.map((mark) => {
          const { x, y } = map.project([mark.longitude, mark.latitude]);
          const name = holders.get(mark.id)?.querySelector<HTMLElement>('.name');
          return {
            id: mark.id,
            x,
            y,
            level: mark.id === chosen ? 9 : mark.level,
            widthPx: name?.offsetWidth ?? 0,
            heightPx: name?.offsetHeight ?? 0,
          };
        });
        const seen = labelled.filter(({ x, y }) => x > -20 && y > -20 && x < clientWidth + 20 && y < clientHeight + 20);
        setSides(placeLabels(seen, clientWidth, clientHeight, controlsOf(map.getContainer())));
      });
    };
    place();
    map.on('move', place);
    map.on('resize', place);
    return () => {
      cancelAnimationFrame(frame);
      map.off('move', place);
      map.off('resize', place);
    };
  }, [map, marks, holders, chosen]);

  return marks.map((mark) => {
    const holder = holders.get(mark.id);
    if (!holder) return null;
    const named = mark.level >= nameFrom || mark.id === chosen;
    return createPortal(
      <>
        <button
          type="button"
          className={`mark${mark.id === chosen ? ' chosen' : ''}${mark.level === 4 ? ' loud' : ''}`}
          aria-label={`${mark.name} ${mark.detail ?? ''}`}
          title={named ? undefined : mark.name}
          onClick={(event) => {
            event.stopPropagation();
            onChoose?.(mark.id);
          }}
        >
          <LevelMark level={mark.level} size={mark.level === 0 ? 13 : 18} label={false} />
        </button>
        {named && (
          <span className={`name at-${sides.get(mark.id) ?? 'none'}`}>
            {mark.name}
            {mark.detail && <small>{mark.detail}</small>}
          </span>
        )}
      </>,
      holder,
      String(mark.id),
    );
  });
}
