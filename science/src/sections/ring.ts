/**
 * Ring of tilt segments in the plane of a tunnel section, closed (adm-circular) or open (circular-segment). Directions are
 * absolute in the plane, in degrees counter-clockwise from the horizontal; lengths in mm. Node 0 is the origin.
 */
import type { Plane } from './plane.ts';

const degree = Math.PI / 180;

export interface Ring {
  readonly lengthsMm: ArrayLike<number>;
  readonly directionDeg: ArrayLike<number>;
  readonly isClosed: boolean;
}

export interface RingShape {
  /** Of a closed ring n nodes, of an open one n + 1. */
  readonly nodes: readonly Plane[];
  /** What is missing between the last node and the first before it was distributed, mm; of an open ring 0, 0. */
  readonly misclosure: Plane;
}

/**
 * P_{k+1} = P_k + L_k (cos phi, sin phi); the misclosure c of a closed ring is distributed by chainage,
 * P_k -= c s_k / s_n (Bowditch).
 */
export function ringShape({ lengthsMm, directionDeg, isClosed }: Ring): RingShape {
  const open: Plane[] = [{ x: 0, y: 0 }];
  const chainage = [0];
  let [x, y, s] = [0, 0, 0];
  for (let i = 0; i < lengthsMm.length; i++) {
    const length = lengthsMm[i] as number;
    const phi = (directionDeg[i] as number) * degree;
    x += length * Math.cos(phi);
    y += length * Math.sin(phi);
    s += length;
    open.push({ x, y });
    chainage.push(s);
  }
  if (!isClosed) return { nodes: open, misclosure: { x: 0, y: 0 } };
  const nodes = open.slice(0, -1).map((node, k) => ({
    x: node.x - (x * (chainage[k] as number)) / s,
    y: node.y - (y * (chainage[k] as number)) / s,
  }));
  return { nodes, misclosure: { x, y } };
}

/** Ovality: (longest chord - shortest) / mean chord; NaN without chords. */
export function ovalityOf(chordsMm: readonly number[]): number {
  const mean = chordsMm.reduce((sum, chord) => sum + chord, 0) / chordsMm.length;
  return (Math.max(...chordsMm) - Math.min(...chordsMm)) / mean;
}
