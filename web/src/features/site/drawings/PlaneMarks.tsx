import '../../../maps/map.css';
import { urgencyOf } from '@plumbline/contract/kernel/status';
import { memo, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type Cluster, clustersOf, type Placed } from '../../../maps/clusters.ts';
import { type Box, noLabels, type PlacedLabels, placeLabels, type Side, sizeOf } from '../../../maps/labels.ts';
import { ClusterList, MarkWithName } from '../../../maps/Mark.tsx';
import type { NamedMark } from '../../../maps/shapes.ts';

/** A mark at a place of a drawing, as shares of its width and height. */
export interface PlaneMark extends NamedMark {
  readonly id: number;
  readonly place: { readonly x: number; readonly y: number };
}
type OnPlane = PlaneMark & Placed;

const rankOf = ({ id, status }: PlaneMark, chosen: number | null): number =>
  id === chosen ? 9 : status === null ? 0 : urgencyOf(status);

interface PlaneMarksProps {
  readonly marks: readonly PlaneMark[];
  /** Of the drawing as it is drawn, px. */
  readonly width: number;
  readonly height: number;
  readonly chosen: number | null;
  readonly onChoose: (id: number) => void;
  readonly onNearer: () => void;
  /** What lies beside the marks and names keep clear of, px. */
  readonly covered?: readonly Box[];
  /** The drawing is small: only what is at a level or chosen has its name beside it, the others on being pointed at. */
  readonly isSmall?: boolean;
}

/** Names beside more marks than these find no room: the most urgent have theirs, the others on being pointed at. */
const maxNames = 300;
const noBoxes: readonly Box[] = [];

/**
 * The points of a drawing at its size on the screen. Those that lie over one another are one mark that says how many; names
 * stand where they cover no mark and no other name. Which marks are one, and where names stand, is found anew at another size:
 * whoever zooms the drawing gives that once it rests.
 */
export const PlaneMarks = memo(function PlaneMarks({
  marks,
  width,
  height,
  chosen,
  onChoose,
  onNearer,
  covered = noBoxes,
  isSmall = false,
}: PlaneMarksProps) {
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
  const named = useMemo(() => {
    const some = isSmall ? clusters.filter(({ head }) => head.rank >= 1) : clusters;
    return new Set(some.slice(0, maxNames).map(({ head }) => head.id));
  }, [clusters, isSmall]);
  const { sides, long } = useSides(place, clusters, width, height, covered);
  const [openId, setOpen] = useState<number | null>(null);
  return (
    <div ref={place} className="pl-map dr-marks">
      {clusters.map((cluster) => (
        <MarkAt
          key={cluster.head.id}
          cluster={cluster}
          isChosen={cluster.head.id === chosen}
          side={named.has(cluster.head.id) ? (sides.get(cluster.head.id) ?? 'none') : null}
          isLong={long.has(cluster.head.id)}
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

interface MarkAtProps {
  cluster: Cluster<OnPlane>;
  isChosen: boolean;
  side: Side | 'none' | null;
  isLong: boolean;
  isOpen: boolean;
  /** Towards the middle of the drawing. */
  opens: string;
  onOpen: (id: number | null) => void;
  onChoose: (id: number) => void;
  onNearer: () => void;
}

/** Another size finds other clusters, of which most are as they were: those are not drawn again. */
function isSame(old: MarkAtProps, next: MarkAtProps): boolean {
  const { cluster: before, ...props } = old;
  const { cluster: after, ...others } = next;
  const keys = Object.keys(props) as (keyof typeof props)[];
  return (
    keys.every((key) => props[key] === others[key]) &&
    before.members.length === after.members.length &&
    before.members.every((member, i) => isSameMark(member, after.members[i]))
  );
}
const isSameMark = (a: OnPlane, b: OnPlane | undefined): boolean =>
  b !== undefined &&
  a.id === b.id &&
  a.name === b.name &&
  a.quantity === b.quantity &&
  a.detail === b.detail &&
  a.status === b.status &&
  a.rank === b.rank &&
  a.place.x === b.place.x &&
  a.place.y === b.place.y;

/** One mark with its name; where others lie under it, the list of them. */
const MarkAt = memo(function MarkAt({
  cluster: { head, members },
  isChosen,
  side,
  isLong,
  isOpen,
  opens,
  onOpen,
  onChoose,
  onNearer,
}: MarkAtProps) {
  const close = (): void => onOpen(null);
  return (
    <div
      className="dr-at"
      data-head={head.id}
      style={{
        left: percent(head.place.x),
        top: percent(head.place.y),
        zIndex: zIndexOf(head.rank, isOpen),
      }}
    >
      <MarkWithName
        mark={head}
        others={members.length - 1}
        isChosen={isChosen}
        side={side}
        isLong={isLong}
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
}, isSame);

/** Only of what is at a level, chosen or open: two thousand places of their own in the order of painting cost a frame each time. */
const zIndexOf = (rank: number, isOpen: boolean): number | 'auto' =>
  rank < 1 && !isOpen ? 'auto' : Math.round(rank * 10) + 10 + (isOpen ? 200 : 0);
const percent = (share: number): string => `${(100 * share).toFixed(4)}%`;

/** On which side of its mark each name stands, so that none lies over another; found anew at another size. */
function useSides(
  place: RefObject<HTMLDivElement | null>,
  clusters: readonly Cluster<OnPlane>[],
  width: number,
  height: number,
  covered: readonly Box[],
): PlacedLabels {
  const [placedLabels, setLabels] = useState(noLabels);
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
      ...sizeOf(names.get(head.id)),
      isCluster: members.length > 1,
    }));
    setLabels(placeLabels(labels, width, height, covered));
  }, [place, clusters, width, height, covered]);
  return placedLabels;
}
