/** What the joints of a chain moved between two shapes: what the recipes and views are held against. */
import type { Joints } from '../src/profiles/array.ts';

const less = (now: Float64Array, then: Float64Array) => now.map((value, joint) => value - (then[joint] ?? Number.NaN));

/** position(now) - position(initial), joint by joint; the resultant in plan, its azimuth clockwise from North, NaN below 1e-9 mm. */
export function displacementOf(now: Joints, initial: Joints) {
  const [north, east] = [less(now.north, initial.north), less(now.east, initial.east)];
  const resultant = north.map((value, joint) => Math.hypot(value, east[joint] ?? Number.NaN));
  const azimuthDeg = north.map((value, joint) =>
    (resultant[joint] ?? 0) < 1e-9 ? Number.NaN : ((Math.atan2(east[joint] ?? 0, value) * 180) / Math.PI + 360) % 360,
  );
  return {
    x: less(now.x, initial.x),
    y: less(now.y, initial.y),
    north,
    east,
    up: less(now.up, initial.up),
    resultant,
    azimuthDeg,
  };
}
