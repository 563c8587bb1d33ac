import '../../maps/map.css';
import { urgencyOf } from '@plumbline/contract/status';
import { memo, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type Cluster, clustersOf, type Placed } from '../../maps/clusters.ts';
import { placeLabels, type Side } from '../../maps/labels.ts';
import { ClusterList, MarkWithName } from '../../maps/Mark.tsx';
import type { NamedMark } from '../../maps/shapes.ts';

/** A mark at a place of a drawing, as shares of its width and height. */
export interface PlaneMark extends NamedMark {
  readonly id: number;
  readonly place: { readonly x: number; readonly y: number };
}
type OnPlane = PlaneMark & Placed;

const rankOf = ({ id, status }: PlaneMark, chosen: number | null): number =>
  id === chosen ? 9 : status === null ? 0 : urgencyOf(status);

/**
 * The points of a drawing at its size on the screen. Those that lie over one another are one mark that says how many; names
 * stand where they cover no mark and no other name. Moving the drawing moves all of it and computes nothing.
 */
export const PlaneMarks = memo(function PlaneMarks({
  marks,
  width,
  height,
  chosen,
  onChoose,
  onNearer,
}: {
  marks: readonly PlaneMark[];
  /** Of the drawing as it is drawn, px. */
  width: number;
  height: number;
  chosen: number | null;
  onChoose: (id: number) => void;
  onNearer: () => void;
}) {
  const clusters = useMemo(
    () =>
      clustersOf(
        marks.map(
          (mark): OnPlane => ({
            ...mark,
            x: mark.place.x * width,
            y: mark.place.y * height,
            rank: rankOf(mark, chosen),
          }),
        ),
      ),
    [marks, width, height, chosen],
  );
  const place = useRef<HTMLDivElement>(null);
  const sides = useSides(place, clusters, width, height);
  const [openId, setOpen] = useState<number | null>(null);
  return (
    <div ref={place} className="pl-map dr-marks">
      {clusters.map((cluster) => (
        <MarkAt
          key={cluster.head.id}
          cluster={cluster}
          chosen={chosen}
          side={sides.get(cluster.head.id) ?? 'none'}
          isOpen={cluster.head.id === openId && cluster.members.length > 1}
          opens={`${cluster.head.x > width / 2 ? 'to-left' : 'to-right'} ${cluster.head.y > height / 2 ? 'up' : 'down'}`}
          onOpen={setOpen}
          onChoose={onChoose}
          onNearer={onNearer}
        />
      ))}
    </div>
  );
});

/** One mark with its name; where others lie under it, the list of them. */
function MarkAt({
  cluster: { head, members },
  chosen,
  side,
  isOpen,
  opens,
  onOpen,
  onChoose,
  onNearer,
}: {
  cluster: Cluster<OnPlane>;
  chosen: number | null;
  side: Side | 'none';
  isOpen: boolean;
  /** Towards the middle of the drawing. */
  opens: string;
  onOpen: (id: number | null) => void;
  onChoose: (id: number) => void;
  onNearer: () => void;
}) {
  const close = (): void => onOpen(null);
  return (
    <div
      className="dr-at"
      data-head={head.id}
      style={{ left: head.x, top: head.y, zIndex: Math.round(head.rank * 10) + 10 + (isOpen ? 200 : 0) }}
    >
      <MarkWithName
        mark={head}
        others={members.length - 1}
        isChosen={head.id === chosen}
        side={side}
        onChoose={() => (members.length === 1 ? onChoose(head.id) : onOpen(isOpen ? null : head.id))}
      />
      {isOpen && (
        <div className={`cluster-at ${opens}`}>
          <ClusterList
            members={members}
            onChoose={(id) => {
              close();
              onChoose(Number(id));
            }}
            onNearer={() => {
              close();
              onNearer();
            }}
            onClose={close}
          />
        </div>
      )}
    </div>
  );
}

/** On which side of its mark each name stands, so that none lies over another; found anew at another size. */
function useSides(
  place: RefObject<HTMLDivElement | null>,
  clusters: readonly Cluster<OnPlane>[],
  width: number,
  height: number,
): ReadonlyMap<string | number, Side> {
  const [sides, setSides] = useState<ReadonlyMap<string | number, Side>>(new Map());
  useLayoutEffect(() => {
    const names = new Map(
      [...(place.current?.querySelectorAll<HTMLElement>('[data-head]') ?? [])].map((holder) => [
        Number(holder.dataset['head']),
        holder.querySelector<HTMLElement>('.name'),
      ]),
    );
    const labels = clusters.map(({ head, members }) => ({
      id: head.id,
      x: head.x,
      y: head.y,
      level: head.rank,
      widthPx: names.get(head.id)?.offsetWidth ?? 0,
      heightPx: names.get(head.id)?.offsetHeight ?? 0,
      isCluster: members.length > 1,
    }));
    setSides(placeLabels(labels, width, height));
  }, [place, clusters, width, height]);
  return sides;
}
