/** Points that were moved on a drawing and are not saved yet, step by step, so that each step can be undone. Pure. */
import type { PlacedDrawing } from '@plumbline/contract/site/drawings';
import type { Place } from './DrawingStage.tsx';

/** Moved marks, by the id of its point; null = taken off. */
export type Moved = ReadonlyMap<number, Place | null>;

/** Every state since the beginning, the newest last. */
export type Steps = readonly Moved[];

const maxSteps = 200;
const noMoves: Moved = new Map();

export const newest = (steps: Steps): Moved => steps.at(-1) ?? noMoves;

/** One step more; several moves of the same drag are one. */
export function moved(steps: Steps, pointId: number, place: Place | null, isSameDrag: boolean): Steps {
  const next = new Map(newest(steps)).set(pointId, place);
  return [...(isSameDrag ? steps.slice(0, -1) : steps), next].slice(-maxSteps);
}

export const undone = (steps: Steps): Steps => steps.slice(0, -1);

/** Where points lie with what was moved. */
export function placesWith({ places }: Pick<PlacedDrawing, 'places'>, changes: Moved): ReadonlyMap<number, Place> {
  const all = new Map<number, Place>(places.map(({ pointId, x, y }) => [pointId, { x, y }]));
  for (const [pointId, place] of changes)
    if (place) all.set(pointId, place);
    else all.delete(pointId);
  return all;
}

/** As the route takes it: what is where it was is not named. */
export function changesOf({ places }: Pick<PlacedDrawing, 'places'>, changes: Moved) {
  const before = new Map(places.map((each) => [each.pointId, each]));
  return [...changes].flatMap(([pointId, place]) => {
    const former = before.get(pointId);
    return former?.x === place?.x && former?.y === place?.y ? [] : [{ pointId, place }];
  });
}

/** Where the points of a save lay before it: what puts them back. */
export function formerPlaces(
  { places }: Pick<PlacedDrawing, 'places'>,
  saved: readonly { readonly pointId: number }[],
) {
  const before = new Map(places.map(({ pointId, x, y }) => [pointId, { x, y }]));
  return saved.map(({ pointId }) => ({ pointId, place: before.get(pointId) ?? null }));
}

/** To a ten-thousandth: a pixel of a large screen. */
export const rounded = ({ x, y }: Place): Place => ({
  x: Math.min(1, Math.max(0, Math.round(x * 10_000) / 10_000)),
  y: Math.min(1, Math.max(0, Math.round(y * 10_000) / 10_000)),
});
