/** What can be marked on a picture, as one list: items first. Pure. */
import type { Status } from '@plumbline/contract/kernel/status';
import type { structures } from '@plumbline/contract/site/structures';
import type { Reply } from '../../../kernel/queries.ts';

export interface Place {
  readonly x: number;
  readonly y: number;
}
export interface PictureMark {
  readonly key: string;
  readonly kind: 'item' | 'point';
  readonly ref: number;
  readonly name: string;
  /** null = an item, which is not measured itself. */
  readonly status: Status | null;
  readonly locked: boolean;
  readonly place: Place | null;
}

export const placesFrom = ({ items, points }: Reply<typeof structures.marks>): PictureMark[] => [
  ...items.map(({ itemId, name, place }) => ({
    key: `i${itemId}`,
    kind: 'item' as const,
    ref: itemId,
    name,
    status: null,
    locked: false,
    place,
  })),
  ...points.map(({ pointId, name, status, locked, place }) => ({
    key: `p${pointId}`,
    kind: 'point' as const,
    ref: pointId,
    name,
    status,
    locked,
    place,
  })),
];

/** Returns the moved marks, as the route takes it. */
export function moved(all: readonly PictureMark[], changed: ReadonlyMap<string, Place | null>) {
  const of = (kind: PictureMark['kind']) =>
    all
      .filter((mark) => mark.kind === kind && changed.has(mark.key))
      .map((mark) => ({ ref: mark.ref, place: changed.get(mark.key) ?? null }));
  return {
    items: of('item').map(({ ref, place }) => ({ itemId: ref, place })),
    points: of('point').map(({ ref, place }) => ({ pointId: ref, place })),
  };
}
