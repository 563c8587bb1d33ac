/** Recipe of deep displacement: a chain of tilt segments that stands, lies, climbs a slab or goes around a section. */
import { panelDeflection } from '../sections/panel.ts';
import { ringShape } from '../sections/ring.ts';
import { upOf } from '../settlement/tilt-line.ts';
import { type ChainForm, type ChainSetup, chainDrawing, chainOf } from './chain.ts';
import type { FamilyRecipe, Values } from './recipe.ts';
import type { Sample, Settings } from './settings.ts';

const degree = Math.PI / 180;

/** Movement of the free ends of the segments since the initial tilts, mm. */
interface Movement {
  readonly x: ArrayLike<number>;
  /** null where the form has no second axis. */
  readonly y: ArrayLike<number> | null;
}
type Move = (x: readonly number[], y: readonly number[]) => Movement;

/** The free ends among all joints. */
const freeEnds = (joints: Float64Array, { fixedEnd }: ChainSetup): Float64Array =>
  fixedEnd === 'top' ? joints.subarray(1) : joints.subarray(0, -1);

/** x = L sin a, y = L sin b, turned by the twist, summed from the held end: array.ts says the same for whole shapes. */
function verticalMove({ lengthsMm, initialXDeg, initialYDeg, twistDeg, fixedEnd }: ChainSetup): Move {
  const n = lengthsMm.length;
  const nodes = lengthsMm.map((length, i) => {
    const twist = (twistDeg[i] as number) * degree;
    return {
      length,
      x0: length * Math.sin((initialXDeg[i] as number) * degree),
      y0: length * Math.sin((initialYDeg[i] as number) * degree),
      sin: Math.sin(twist),
      cos: Math.cos(twist),
    };
  });
  const sign = fixedEnd === 'top' ? -1 : 1;
  return (tiltX, tiltY) => {
    const [x, y] = [new Float64Array(n), new Float64Array(n)];
    let [sumX, sumY] = [0, 0];
    for (let step = 0; step < n; step++) {
      const i = fixedEnd === 'top' ? step : n - 1 - step;
      const node = nodes[i] as (typeof nodes)[number];
      const a = node.length * Math.sin((tiltX[i] as number) * degree) - node.x0;
      const b = node.length * Math.sin((tiltY[i] as number) * degree) - node.y0;
      sumX += sign * (a * node.cos - b * node.sin);
      sumY += sign * (a * node.sin + b * node.cos);
      x[i] = sumX;
      y[i] = sumY;
    }
    return { x, y };
  };
}

/** Up, mm: tilt-line.ts. */
const horizontalMove =
  (chain: ChainSetup): Move =>
  (tiltDeg) => ({
    x: freeEnds(
      upOf({
        lengthsMm: chain.lengthsMm,
        tiltDeg,
        initialTiltDeg: chain.initialXDeg,
        fixedEnd: chain.fixedEnd === 'top' ? 'first' : 'last',
      }),
      chain,
    ),
    y: null,
  });

/** Deflection, mm, into the dam body: panel.ts. */
const panelMove =
  (chain: ChainSetup): Move =>
  (tiltDeg) => ({
    x: freeEnds(
      panelDeflection({
        lengthsMm: chain.lengthsMm,
        tiltDeg,
        initialTiltDeg: chain.initialXDeg,
        panelAngleDeg: chain.panelAngleDeg,
        plinthElevationM: chain.plinthElevationM,
      }).deflectionMm,
      chain,
    ),
    y: null,
  });

/**
 * Movement of the nodes in the plane of the section, mm: ring.ts. The far end of the last segment of a ring is node 0
 * again, which is at rest: its field holds how far it moved before the misclosure was distributed.
 */
function sectionMove({ form, lengthsMm, initialXDeg }: ChainSetup): Move {
  const isClosed = form === 'ring';
  const shape = (directionDeg: readonly number[]) => ringShape({ lengthsMm, directionDeg, isClosed });
  const initial = shape(initialXDeg);
  return (directionDeg) => {
    const now = shape(directionDeg);
    const ends = (of: typeof now, axis: 'x' | 'y') => [
      ...of.nodes.slice(1).map((node) => node[axis]),
      ...(isClosed ? [of.misclosure[axis]] : []),
    ];
    const moved = (axis: 'x' | 'y'): number[] => {
      const from = ends(initial, axis);
      return ends(now, axis).map((place, i) => place - (from[i] as number));
    };
    return { x: moved('x'), y: moved('y') };
  };
}

const moves: Readonly<Record<ChainForm, (chain: ChainSetup) => Move>> = {
  vertical: verticalMove,
  horizontal: horizontalMove,
  panel: panelMove,
  ring: sectionMove,
  arc: sectionMove,
};

/** The signed value of largest size among the first `count`; NaN where one of them is not known. */
function farthest(values: ArrayLike<number>, count: number): number {
  let max = 0;
  for (let i = 0; i < count; i++) {
    const value = values[i] as number;
    if (Number.isNaN(value)) return value;
    if (Math.abs(value) > Math.abs(max)) max = value;
  }
  return max;
}

/**
 * Mode 5, a chain of tilt segments: `x`, `y` are the angles of the nodes in degrees, from the first to the last. Fields
 * are movements of the nodes' free ends from the initial angles ix1.., iy1.. in mm; maxX, maxY are the signed values of
 * largest size. One missing node makes the record incomplete: all null.
 */
function deepDisplacement(settings: Settings, _mode: number, nodeCount: number): Values {
  const chain = chainOf(settings, nodeCount);
  chainDrawing(settings);
  const move = moves[chain.form](chain);
  const needsY = chain.form === 'vertical';
  const keys = chain.lengthsMm.map((_, i) => [`x${i + 1}`, `y${i + 1}`] as const);
  // What closes a ring is no movement of a node.
  const counted = chain.form === 'ring' ? nodeCount - 1 : nodeCount;
  return {
    quantities: ['x', 'y'],
    convert: ({ x, y }) => {
      const values: Record<string, number> = { maxX: Number.NaN, maxY: Number.NaN };
      for (const [xKey, yKey] of keys) {
        values[xKey] = Number.NaN;
        values[yKey] = Number.NaN;
      }
      const ofY = isComplete(y, nodeCount) ? y : null;
      if (nodeCount === 0 || !isComplete(x, nodeCount) || (needsY && ofY === null)) return values;
      const moved = move(x, ofY ?? []);
      for (const [i, [xKey, yKey]] of keys.entries()) {
        values[xKey] = moved.x[i] as number;
        if (moved.y) values[yKey] = moved.y[i] as number;
      }
      values.maxX = farthest(moved.x, counted);
      if (moved.y) values.maxY = farthest(moved.y, counted);
      return values;
    },
  };
}

function isComplete(angles: Sample[string] | undefined, count: number): angles is readonly number[] {
  return Array.isArray(angles) && angles.length === count && angles.every((angle) => Number.isFinite(angle));
}

export const chainFamilies = {
  deepDisplacement: { fields: ['maxX', 'maxY'], nodeFields: ['x', 'y'], modes: [5], build: deepDisplacement },
} as const satisfies Record<string, FamilyRecipe>;
