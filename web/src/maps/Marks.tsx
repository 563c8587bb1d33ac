import { urgencyOf } from '@plumbline/contract/status';
import { Marker as HtmlMarker, type Map as MapLibre, type Marker } from 'maplibre-gl';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { StatusMark } from '../design/Status.tsx';
import { isWhole, lacksLimits, presentLevel, useStatusWords } from '../design/status-words.ts';
import { type Box, placeLabels, type Side } from './labels.ts';
import type { MapMark } from './shapes.ts';

/** What is drawn over the others, and which label is placed first: the chosen mark, then by urgency. */
const rankOf = (mark: MapMark, chosen: string | number | null): number =>
  mark.id === chosen ? 9 : mark.status === null ? 0 : urgencyOf(mark.status);

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
  const words = useStatusWords();
  const [holders, setHolders] = useState<ReadonlyMap<string | number, HTMLElement>>(new Map());
  const [sides, setSides] = useState<ReadonlyMap<string | number, Side>>(new Map());
  const markersRef = useRef(new Map<string | number, Marker>());

  useEffect(() => {
    const markers = markersRef.current;
    const gone = new Set(markers.keys());
    for (const mark of marks) {
      gone.delete(mark.id);
      const marker =
        markers.get(mark.id) ??
        new HtmlMarker({ element: document.createElement('div') })
          .setLngLat([mark.longitude, mark.latitude])
          .addTo(map);
      marker.setLngLat([mark.longitude, mark.latitude]);
      marker.getElement().style.zIndex = String(Math.round(rankOf(mark, chosen) * 10) + 10);
      markers.set(mark.id, marker);
    }
    for (const id of gone) {
      markers.get(id)?.remove();
      markers.delete(id);
    }
    setHolders(new Map([...markers].map(([id, marker]) => [id, marker.getElement()])));
  }, [map, marks, chosen]);
  useEffect(() => {
    const markers = markersRef.current;
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
            level: rankOf(mark, chosen),
            widthPx: name?.offsetWidth ?? 0,
            heightPx: name?.offsetHeight ?? 0,
          };
        });
        const visible = labelled.filter(
          ({ x, y }) => x > -20 && y > -20 && x < clientWidth + 20 && y < clientHeight + 20,
        );
        setSides(placeLabels(visible, clientWidth, clientHeight, controlsOf(map.getContainer())));
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
    const { status } = mark;
    const present = status === null ? null : presentLevel(status);
    const named = rankOf(mark, chosen) >= nameFrom;
    const silent =
      status === null || (status.state === 'reporting' && present !== null)
        ? ''
        : words(isWhole(status) ? { ...status, level: null } : status).short;
    const detail = [mark.detail, silent].filter(Boolean).join(' · ');
    // As it is read beside the mark, and then the level: who speaks what they see must hit it.
    const spoken = [mark.name, mark.detail, status && words(status).full].filter(Boolean).join(', ');
    return createPortal(
      <>
        <button
          type="button"
          className={`mark${mark.id === chosen ? ' chosen' : ''}${present === 4 ? ' loud' : ''}`}
          aria-label={spoken}
          title={named ? undefined : spoken}
          onClick={(event) => {
            event.stopPropagation();
            onChoose?.(mark.id);
          }}
        >
          {status === null ? (
            <span className="dot" />
          ) : (
            <StatusMark status={status} size={present === 0 || lacksLimits(status) ? 13 : 18} label={false} />
          )}
        </button>
        {named && (
          <span className={`name at-${sides.get(mark.id) ?? 'none'}`}>
            {mark.name}
            {detail && <small>{detail}</small>}
          </span>
        )}
      </>,
      holder,
      String(mark.id),
    );
  });
}
