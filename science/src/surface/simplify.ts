/**
 * Lines with fewer vertices, by Douglas and Peucker (1973): what is left out lies within a tolerance of what is drawn. Plane
 * coordinates in m.
 */

/** A line is cut into runs of so many vertices: the work grows with the line and not with its square. */
const runVertices = 512;

/** Distance of a vertex from the segment between two others, squared. */
function squaredDistance(xs: Float64Array, ys: Float64Array, at: number, from: number, to: number): number {
  const [x0, y0] = [xs[from] as number, ys[from] as number];
  const [dx, dy] = [(xs[to] as number) - x0, (ys[to] as number) - y0];
  const [px, py] = [(xs[at] as number) - x0, (ys[at] as number) - y0];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / length));
  return (px - share * dx) ** 2 + (py - share * dy) ** 2;
}

/**
 * Returns the vertices of a line to keep so that every other lies within `toleranceM` of the line that they make:
 * their places in ascending order, the first and the last among them. Tolerance 0 keeps all.
 */
export function simplified(xs: Float64Array, ys: Float64Array, toleranceM: number): number[] {
  const last = xs.length - 1;
  if (last < 2 || toleranceM <= 0) return Array.from(xs, (_, i) => i);
  const limit = toleranceM ** 2;
  const stays = new Uint8Array(xs.length);
  for (let from = 0; from < last; from += runVertices) {
    const to = Math.min(from + runVertices, last);
    stays[from] = 1;
    stays[to] = 1;
    const open: [number, number][] = [[from, to]];
    for (let span = open.pop(); span; span = open.pop()) {
      const [a, b] = span;
      let [farthest, distance] = [-1, limit];
      for (let i = a + 1; i < b; i++) {
        const squared = squaredDistance(xs, ys, i, a, b);
        if (squared > distance) [farthest, distance] = [i, squared];
      }
      if (farthest < 0) continue;
      stays[farthest] = 1;
      open.push([a, farthest], [farthest, b]);
    }
  }
  return Array.from(xs, (_, i) => i).filter((i) => stays[i] === 1);
}
