/** What of a sheet lies under the pointer. Pure. */
import type { At, Shape, Sheet } from './sheet.ts';

function distanceTo([px, py]: At, [ax, ay]: At, [bx, by]: At): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((px - ax) * dx + (py - ay) * dy) / length));
  return Math.hypot(px - ax - share * dx, py - ay - share * dy);
}

function isInside([px, py]: At, ring: readonly At[]): boolean {
  let inside = false;
  for (const [i, [ax, ay]] of ring.entries()) {
    const [bx, by] = ring.at(i - 1) as At;
    if (ay > py !== by > py && px < ((bx - ax) * (py - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

function hits({ kind, at }: Shape, place: At, withinM: number): boolean {
  if (kind === 'area' && isInside(place, at)) return true;
  if (at.length === 1) return Math.hypot(place[0] - (at[0]?.[0] ?? 0), place[1] - (at[0]?.[1] ?? 0)) <= 2 * withinM;
  return at.some((each, i) => {
    const before = i === 0 ? (kind === 'area' ? at.at(-1) : undefined) : at[i - 1];
    return before !== undefined && distanceTo(place, before, each) <= withinM;
  });
}

/** The topmost shape at a place, by its index; null = there is none. */
export function shapeAt({ shapes }: Sheet, place: At, withinM: number): number | null {
  const hitAt = shapes.findLastIndex((shape) => hits(shape, place, withinM));
  return hitAt < 0 ? null : hitAt;
}

/** The vertex of any shape that is nearest to a place, within a distance: what a new one snaps to. */
export function vertexNear({ shapes }: Sheet, place: At, withinM: number): At | null {
  let [nearest, distance] = [null as At | null, withinM];
  for (const { at } of shapes)
    for (const each of at) {
      const apart = Math.hypot(each[0] - place[0], each[1] - place[1]);
      if (apart <= distance) [nearest, distance] = [each, apart];
    }
  return nearest;
}
