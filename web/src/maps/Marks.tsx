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

type MarkId = MapMark['id'];

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
  chosen: MarkId | null;
  onChoose?: (id: MarkId) => void;
  nameFrom: number;
}) {
  const holders = useHolders(map, marks, chosen);
  const sides = useSides(map, marks, holders, chosen);
  return marks.map((mark) => {
    const holder = holders.get(mark.id);
    if (!holder) return null;
    return createPortal(
      <MarkWithName
        mark={mark}
        isChosen={mark.id === chosen}
        side={rankOf(mark, chosen) >= nameFrom ? (sides.get(mark.id) ?? 'none') : null}
        onChoose={() => onChoose?.(mark.id)}
      />,
      holder,
      String(mark.id),
    );
  });
}

/** The elements that the map moves with the marks, by the ids of these. */
function useHolders(map: MapLibre, marks: readonly MapMark[], chosen: MarkId | null): ReadonlyMap<MarkId, HTMLElement> {
  const [holders, setHolders] = useState<ReadonlyMap<MarkId, HTMLElement>>(new Map());
  const markersRef = useRef(new Map<MarkId, Marker>());
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
  return holders;
}

/** On which side of its mark each name stands, so that none lies over another; found anew after each move. */
function useSides(
  map: MapLibre,
  marks: readonly MapMark[],
  holders: ReadonlyMap<MarkId, HTMLElement>,
  chosen: MarkId | null,
): ReadonlyMap<MarkId, Side> {
  const [sides, setSides] = useState<ReadonlyMap<MarkId, Side>>(new Map());
  useEffect(() => {
    let frame = 0;
    const placeAll = (): void => {
      const { clientWidth, clientHeight } = map.getContainer();
      const labelled = marks.map((mark) => {
        const { x, y } = map.project([mark.longitude, mark.latitude]);
        const name = holders.get(mark.id)?.querySelector<HTMLElement>('.name');
        const [widthPx, heightPx] = [name?.offsetWidth ?? 0, name?.offsetHeight ?? 0];
        return { id: mark.id, x, y, level: rankOf(mark, chosen), widthPx, heightPx };
      });
      const visible = labelled.filter(
        ({ x, y }) => x > -20 && y > -20 && x < clientWidth + 20 && y < clientHeight + 20,
      );
      setSides(placeLabels(visible, clientWidth, clientHeight, controlsOf(map.getContainer())));
    };
    const place = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(placeAll);
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
  return sides;
}

/** A mark as a button, and its name beside it. */
function MarkWithName({
  mark: { name, detail, status },
  isChosen,
  side,
  onChoose,
}: {
  mark: MapMark;
  isChosen: boolean;
  /** Where the name stands; null = there is none. */
  side: Side | 'none' | null;
  onChoose: () => void;
}) {
  const words = useStatusWords();
  const present = status === null ? null : presentLevel(status);
  const silent =
    status === null || (status.state === 'reporting' && present !== null)
      ? ''
      : words(isWhole(status) ? { ...status, level: null } : status).short;
  const below = [detail, silent].filter(Boolean).join(' · ');
  // As it is read beside the mark, and then the level: who speaks what they see must hit it.
  const spoken = [name, detail, status && words(status).full].filter(Boolean).join(', ');
  return (
    <>
      <button
        type="button"
        className={`mark${isChosen ? ' chosen' : ''}${present === 4 ? ' loud' : ''}`}
        aria-label={spoken}
        title={side === null ? spoken : undefined}
        onClick={(event) => {
          event.stopPropagation();
          onChoose();
        }}
      >
        {status === null ? (
          <span className="dot" />
        ) : (
          <StatusMark status={status} size={present === 0 || lacksLimits(status) ? 13 : 18} label={false} />
        )}
      </button>
      {side !== null && (
        <span className={`name at-${side}`}>
          {name}
          {below && <small>{below}</small>}
        </span>
      )}
    </>
  );
}
