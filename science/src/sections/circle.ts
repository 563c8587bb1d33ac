/** Circle through measured points of a section. */
import { solveLinearFit } from '../estimation/linear-fit.ts';
import type { Plane } from './plane.ts';

export interface Circle {
  readonly centre: Plane;
  readonly radius: number;
  /** Root mean square of the radial residuals, in the unit of the points. */
  readonly rms: number;
  /** Radial residual of each point: outward is positive. */
  readonly residuals: readonly number[];
}

/**
 * Geometric least squares: the circle for which the sum of squared distances to the points is least, by Gauss-Newton
 * from the algebraic circle of Kasa (1976). Null for fewer than three points, a missing coordinate, or points on a line.
 */
export function fitCircle(points: readonly Plane[]): Circle | null {
  if (points.length < 3 || points.some(({ x, y }) => !Number.isFinite(x + y))) return null;
  const mean = {
    x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
    y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
  };
  const scale = Math.max(...points.map(({ x, y }) => Math.hypot(x - mean.x, y - mean.y)));
  if (!(scale > 0)) return null;
  // Centred and scaled: coordinates of a tunnel in its national grid have seven digits before the point.
  const at = points.map(({ x, y }) => ({ x: (x - mean.x) / scale, y: (y - mean.y) / scale }));
  const kasa = solveLinearFit(
    at.map(({ x, y }) => [x, y, 1]),
    at.map(({ x, y }) => x * x + y * y),
  );
  if (kasa === null) return null;
  const [p = 0, q = 0, c = 0] = kasa.solution;
  let [x0, y0, r] = [p / 2, q / 2, Math.sqrt(c + (p * p + q * q) / 4)];
  for (let step = 0; step < 50; step++) {
    const rows = at.map(({ x, y }) => {
      const distance = Math.hypot(x - x0, y - y0);
      return { row: [-(x - x0) / distance, -(y - y0) / distance, -1], residual: r - distance };
    });
    const next = solveLinearFit(
      rows.map(({ row }) => row),
      rows.map(({ residual }) => residual),
    );
    if (next === null) return null;
    const [dx = 0, dy = 0, dr = 0] = next.solution;
    [x0, y0, r] = [x0 + dx, y0 + dy, r + dr];
    if (Math.hypot(dx, dy, dr) < 1e-14) break;
  }
  const residuals = at.map(({ x, y }) => (Math.hypot(x - x0, y - y0) - r) * scale);
  return {
    centre: { x: mean.x + x0 * scale, y: mean.y + y0 * scale },
    radius: r * scale,
    rms: Math.sqrt(residuals.reduce((sum, value) => sum + value * value, 0) / residuals.length),
    residuals,
  };
}
