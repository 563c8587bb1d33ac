/** Points that are known in two systems, as people paste them, and the calls of formulas that lead from one to the other. Pure. */
import { estimateSpace, type SpacePoint } from '@plumbline/science/surface/transforms';

/** Six numbers a line: X, Y and Z in the system that is measured in, then in the one that is wanted; m. */
export type CommonPoints =
  | { readonly source: readonly SpacePoint[]; readonly target: readonly SpacePoint[] }
  /** The first line that does not hold six numbers. */
  | { readonly line: number };

const maxLines = 200;

export function readCommonPoints(text: string): CommonPoints {
  const source: SpacePoint[] = [];
  const target: SpacePoint[] = [];
  for (const [i, line] of text.split(/\r?\n/).slice(0, maxLines).entries()) {
    if (line.trim() === '') continue;
    const cells = line.trim().split(/[\s,;]+/);
    const [x, y, z, x2, y2, z2] = cells.map(Number);
    if (cells.length !== 6 || ![x, y, z, x2, y2, z2].every(Number.isFinite)) return { line: i + 1 };
    source.push({ x, y, z } as SpacePoint);
    target.push({ x: x2, y: y2, z: z2 } as SpacePoint);
  }
  return { source, target };
}

export interface FoundTransform {
  /** `transformX(X, Y, Z, ...)` and so on: what a formula calls. */
  readonly calls: readonly string[];
  readonly rmsM: number;
  /** How far each point is from where the parameters put it, m. */
  readonly missesM: readonly number[];
}

/** The seven parameters that fit best, as calls; null for fewer than three points, and for points on a line. */
export function transformBetween({
  source,
  target,
}: {
  readonly source: readonly SpacePoint[];
  readonly target: readonly SpacePoint[];
}): FoundTransform | null {
  const transform = estimateSpace(source, target);
  if (!transform) return null;
  const { tx, ty, tz, rx, ry, rz, scalePpm } = transform.parameters;
  // Of a small network the parameters are large and depend on each other: every digit counts.
  const numbers = [tx, ty, tz, rx, ry, rz, scalePpm].map((value) => String(Number(value.toPrecision(15)))).join(', ');
  return {
    calls: ['X', 'Y', 'Z'].map((axis) => `transform${axis}(X, Y, Z, ${numbers})`),
    rmsM: transform.rms,
    missesM: transform.residuals.map(({ x, y, z }) => Math.hypot(x, y, z)),
  };
}
