/**
 * Chain of tilt segments in a casing (array, in-place inclinometer). Node 1 is the top segment, node n the bottom one.
 * X is the A axis (marked groove), Y is 90 degrees clockwise from X seen from above; a tilt is positive when the top of
 * the segment leans to X+ or Y+. n segments have n + 1 joints, joint 0 on top; the fixed joint is at 0.
 */

const degree = Math.PI / 180;

export interface Chain {
  /** Length of each segment, mm; one number where all are alike. */
  readonly segmentMm: number | ArrayLike<number>;
  readonly fixedEnd: 'top' | 'bottom';
  /** Tilt from the vertical per node, deg. */
  readonly tiltXDeg: ArrayLike<number>;
  readonly tiltYDeg: ArrayLike<number>;
  /** Twist per node, clockwise from the mark, deg; none when left out. */
  readonly twistDeg?: ArrayLike<number>;
  /** Azimuth of the mark, clockwise from North, deg; 0 when left out. */
  readonly markAzimuthDeg?: number;
}

/** Positions of the joints 0..n in mm: x, y in the frame of the mark; north, east, up. */
export interface Joints {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly north: Float64Array;
  readonly east: Float64Array;
  readonly up: Float64Array;
}

/**
 * Shape of the chain: per segment x = L sin a, y = L sin b, z = sqrt(L^2 - x^2 - y^2), turned by the node's twist, then
 * summed from the fixed end (bottom: joint j is the sum of the segments below; top: minus the sum of those above).
 * Source: ISO 18674-3. A missing tilt (NaN) makes every joint beyond it NaN, seen from the fixed end.
 */
export function shapeOf(chain: Chain): Joints {
  const { segmentMm, tiltXDeg, tiltYDeg, twistDeg } = chain;
  const n = tiltXDeg.length;
  const joints = Array.from({ length: 5 }, () => new Float64Array(n + 1));
  const [x, y, north, east, up] = joints as [Float64Array, Float64Array, Float64Array, Float64Array, Float64Array];
  const bottom = chain.fixedEnd === 'bottom';
  const mark = (chain.markAzimuthDeg ?? 0) * degree;
  const [sinMark, cosMark] = [Math.sin(mark), Math.cos(mark)];
  for (let step = 0; step < n; step++) {
    const node = bottom ? n - 1 - step : step;
    const from = bottom ? node + 1 : node;
    const to = bottom ? node : node + 1;
    const sign = bottom ? 1 : -1;
    const length = typeof segmentMm === 'number' ? segmentMm : (segmentMm[node] as number);
    const a = length * Math.sin((tiltXDeg[node] as number) * degree);
    const b = length * Math.sin((tiltYDeg[node] as number) * degree);
    const twist = (twistDeg?.[node] ?? 0) * degree;
    const [sin, cos] = [Math.sin(twist), Math.cos(twist)];
    const u = a * cos - b * sin;
    const v = a * sin + b * cos;
    x[to] = (x[from] as number) + sign * u;
    y[to] = (y[from] as number) + sign * v;
    north[to] = (north[from] as number) + sign * (u * cosMark - v * sinMark);
    east[to] = (east[from] as number) + sign * (u * sinMark + v * cosMark);
    up[to] = (up[from] as number) + sign * Math.sqrt(length * length - a * a - b * b);
  }
  return { x, y, north, east, up };
}
