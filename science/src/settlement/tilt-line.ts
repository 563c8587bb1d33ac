/**
 * Settlement along a line of tilt segments: horizontal arrays (HDA), chains of tilt beams and slabs. Inclinations are from
 * the horizontal in degrees, positive when the far end of the segment is up. n segments have n + 1 joints; the fixed one
 * is at 0. Up is positive; settlement is its negative. A missing inclination (NaN) makes every joint beyond it NaN, seen
 * from the fixed end: it is unknown, and not at rest.
 */

const degree = Math.PI / 180;

export interface TiltLine {
  /** Of each segment, in order from the first joint, mm. */
  readonly lengthsMm: ArrayLike<number>;
  readonly tiltDeg: ArrayLike<number>;
  /** The same at the reference time. */
  readonly initialTiltDeg: ArrayLike<number>;
  readonly fixedEnd: 'first' | 'last';
}

/** How far along the line each joint lies, mm, from the first joint. */
export function chainageOf(lengthsMm: ArrayLike<number>): Float64Array {
  const chainage = new Float64Array(lengthsMm.length + 1);
  for (let i = 0; i < lengthsMm.length; i++) chainage[i + 1] = (chainage[i] as number) + (lengthsMm[i] as number);
  return chainage;
}

/**
 * Movement of the joints since the reference time, mm, up positive: up_j = sum L_i (sin b_i - sin b_i0) from the fixed
 * end. Source: ISO 18674-3.
 */
export function upOf({ lengthsMm, tiltDeg, initialTiltDeg, fixedEnd }: TiltLine): Float64Array {
  const n = lengthsMm.length;
  const up = new Float64Array(n + 1);
  const rise = (i: number): number =>
    (lengthsMm[i] as number) *
    (Math.sin((tiltDeg[i] as number) * degree) - Math.sin((initialTiltDeg[i] as number) * degree));
  if (fixedEnd === 'first') for (let i = 0; i < n; i++) up[i + 1] = (up[i] as number) + rise(i);
  else for (let i = n - 1; i >= 0; i--) up[i] = (up[i + 1] as number) - rise(i);
  return up;
}

/** Change of slope between neighbouring joints, mm per m: d(up) / L. */
export function differentialOf(up: ArrayLike<number>, lengthsMm: ArrayLike<number>): Float64Array {
  return Float64Array.from(
    { length: lengthsMm.length },
    (_, i) => (1000 * ((up[i + 1] as number) - (up[i] as number))) / (lengthsMm[i] as number),
  );
}
