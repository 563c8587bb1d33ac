import { urgencyOf } from '@plumbline/contract/kernel/status';
import { type GeoJSONSource, Marker as HtmlMarker, type Map as MapLibre, type Marker } from 'maplibre-gl';
import { useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { enlargementOf } from '../design/enlarged.ts';
import { type Cluster, clustersOf, type Placed } from './clusters.ts';
import { type Box, clearanceOf, noLabels, type PlacedLabels, placeLabels, sizeOf } from './labels.ts';
import { ClusterList, MarkWithName } from './Mark.tsx';
import type { MapMark } from './shapes.ts';
import { showAll } from './sight.ts';

/** What is drawn over the others, and which label is placed first: the chosen mark, then by urgency. */
const rankOf = (mark: MapMark, chosen: string | number | null): number =>
  mark.id === chosen ? 9 : mark.status === null ? 0 : urgencyOf(mark.status);

/** Where the controls lie over the map, in its own pixels. */
function controlsOf(container: HTMLElement): Box[] {
  const origin = container.getBoundingClientRect();
  const enlarged = enlargementOf(container);
  const overlays = container.parentElement?.querySelectorAll('.zoom, .legend, .maplibregl-ctrl') ?? [];
  return [...overlays].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return {
      x: (x - origin.x) / enlarged,
      y: (y - origin.y) / enlarged,
      w: width / enlarged,
      h: height / enlarged,
    };
  });
}

type MarkId = MapMark['id'];
type OnScreen = MapMark & Placed;
type Clusters = readonly Cluster<OnScreen>[];

/** One HTML marker for each mark that does not lie under another; labels are placed anew after each move. */
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
  const clusters = useClusters(map, marks, chosen);
  const heads = useMemo(() => clusters.map(({ head }) => head), [clusters]);
  const holders = useHolders(map, heads);
  const { sides, long } = useSides(map, heads, holders, clusters);
  const [openId, setOpen] = useOpenCluster(map);
  return clusters.map(({ head, members }) => {
    const holder = holders.get(head.id);
    if (!holder) return null;
    const isAlone = members.length === 1;
    const isOpen = head.id === openId && !isAlone;
    return createPortal(
      <>
        <MarkWithName
          mark={head}
          others={members.length - 1}
          isChosen={head.id === chosen}
          isLong={long.has(head.id)}
          side={head.rank >= nameFrom ? (sides.get(head.id) ?? 'none') : null}
          onChoose={() => (isAlone ? onChoose?.(head.id) : setOpen(isOpen ? null : head.id))}
        />
        {isOpen && (
          <ClusterAt map={map} members={members} onChoose={(id) => onChoose?.(id)} onClose={() => setOpen(null)} />
        )}
      </>,
      holder,
      String(head.id),
    );
  });
}

/** Which cluster is open; none once the map is clicked or drawn at another zoom. */
function useOpenCluster(map: MapLibre) {
  const [openId, setOpen] = useState<MarkId | null>(null);
  useEffect(() => {
    const close = (): void => setOpen(null);
    map.on('click', close);
    map.on('zoomend', close);
    return () => {
      map.off('click', close);
      map.off('zoomend', close);
    };
  }, [map]);
  return [openId, setOpen] as const;
}

/** A list of what lies at one place, opened towards the middle of the map. */
function ClusterAt({
  map,
  members,
  onChoose,
  onClose,
}: {
  map: MapLibre;
  members: readonly MapMark[];
  onChoose: (id: MarkId) => void;
  onClose: () => void;
}) {
  const [first] = members;
  const { clientWidth, clientHeight } = map.getContainer();
  const { x, y } = first ? map.project([first.longitude, first.latitude]) : { x: 0, y: 0 };
  const isApart = members.some((each) => each.longitude !== first?.longitude || each.latitude !== first.latitude);
  const nearer = (): void => {
    onClose();
    showAll(map, members, null, map.getMaxZoom(), true);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps clicks and wheel from the map under it
    // biome-ignore lint/a11y/useKeyWithClickEvents: the buttons in it have their own
    <div
      className={`cluster-at ${x > clientWidth / 2 ? 'to-left' : 'to-right'} ${y > clientHeight / 2 ? 'up' : 'down'}`}
      onClick={(event) => event.stopPropagation()}
      onWheel={(event) => event.stopPropagation()}
    >
      <ClusterList
        members={members}
        onChoose={(id) => {
          onClose();
          onChoose(id);
        }}
        onNearer={isApart && map.getZoom() < map.getMaxZoom() ? nearer : null}
        onClose={onClose}
      />
    </div>
  );
}

/** The marks, those that lie over one another at this zoom together. */
function useClusters(map: MapLibre, marks: readonly MapMark[], chosen: MarkId | null): Clusters {
  const [zoom, setZoom] = useState(() => map.getZoom());
  useEffect(() => {
    const read = (): void => setZoom(map.getZoom());
    read();
    map.on('zoomend', read);
    return () => {
      map.off('zoomend', read);
    };
  }, [map]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: distances on the screen change with the zoom alone
  return useMemo(
    () =>
      clustersOf(
        marks.map((mark): OnScreen => {
          const { x, y } = map.project([mark.longitude, mark.latitude]);
          return { ...mark, x, y, rank: rankOf(mark, chosen) };
        }),
      ),
    [map, marks, chosen, zoom],
  );
}

/** The elements that the map moves with the marks, by the ids of these. */
function useHolders(map: MapLibre, marks: readonly OnScreen[]): ReadonlyMap<MarkId, HTMLElement> {
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
      marker.getElement().style.zIndex = String(Math.round(mark.rank * 10) + 10);
      markers.set(mark.id, marker);
    }
    for (const id of gone) {
      markers.get(id)?.remove();
      markers.delete(id);
    }
    setHolders(new Map([...markers].map(([id, marker]) => [id, marker.getElement()])));
  }, [map, marks]);
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
  marks: readonly OnScreen[],
  holders: ReadonlyMap<MarkId, HTMLElement>,
  clusters: Clusters,
): PlacedLabels {
  const [labels, setLabels] = useState(noLabels);
  useEffect(() => {
    let frame = 0;
    const several = new Set(clusters.filter(({ members }) => members.length > 1).map(({ head }) => head.id));
    const placeAll = (): void => {
      const { clientWidth, clientHeight } = map.getContainer();
      const labelled = marks.map((mark) => {
        const { x, y } = map.project([mark.longitude, mark.latitude]);
        const name = holders.get(mark.id)?.querySelector<HTMLElement>('.name');
        return { id: mark.id, x, y, level: mark.rank, ...sizeOf(name), isCluster: several.has(mark.id) };
      });
      const visible = labelled.filter(
        ({ x, y }) => x > -20 && y > -20 && x < clientWidth + 20 && y < clientHeight + 20,
      );
      setLabels(placeLabels(visible, clientWidth, clientHeight, controlsOf(map.getContainer())));
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
  }, [map, marks, holders, clusters]);
  useEffect(() => {
    const clear = (): void => {
      const drawn = marks.map(({ id, longitude, latitude }) => {
        const widthPx = holders.get(id)?.querySelector<HTMLElement>('.name')?.offsetWidth ?? 0;
        return { longitude, latitude, widthPx, side: labels.sides.get(id) ?? null };
      });
      map.getSource<GeoJSONSource>('clearance')?.setData(clearanceOf(drawn));
    };
    // Not `isStyleLoaded`: that is false again whenever tiles are on their way, and `load` comes once.
    if (map.getSource('clearance')) clear();
    else map.once('load', clear);
    return () => {
      map.off('load', clear);
    };
  }, [map, marks, holders, labels]);
  return labels;
}
