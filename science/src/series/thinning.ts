/**
 * Thinning of a series for a chart: which of its indices to draw. Times ascending; NaN is a gap. It only
 * chooses among the readings and never makes new ones.
 */

/**
 * M4 (Jugel et al. 2014): first, least, most and last reading of each of `columns` equal columns of time, with ties to
 * the first; at most 4 indices per column plus one NaN, so that a line drawn through them breaks at a gap.
 */
export function m4(times: Float64Array, values: Float64Array, columns: number): Uint32Array {
  const n = Math.min(times.length, values.length);
  const columnCount = Math.max(1, Math.floor(columns));
  const chosen = new Uint32Array(Math.min(n, columnCount * 5));
  const from = times[0] as number;
  const span = (times[n - 1] as number) - from;
  let size = 0;
  for (let i = 0; i < n; ) {
    const column = columnOf(times[i] as number, from, span, columnCount);
    let first = -1;
    let min = -1;
    let max = -1;
    let last = -1;
    let gap = -1;
    for (; i < n && columnOf(times[i] as number, from, span, columnCount) === column; i++) {
      const value = values[i] as number;
      if (Number.isNaN(value)) {
        if (gap < 0) gap = i;
        continue;
      }
      if (first < 0) {
        first = i;
        min = i;
        max = i;
      }
      if (value < (values[min] as number)) min = i;
      if (value > (values[max] as number)) max = i;
      last = i;
    }
    size = keep(chosen, size, [first, min, max, last, gap]);
  }
  return chosen.slice(0, size);
}

function columnOf(time: number, from: number, span: number, columns: number): number {
  if (!(span > 0)) return 0;
  const column = Math.floor(((time - from) / span) * columns);
  return column < columns ? column : columns - 1;
}

function keep(chosen: Uint32Array, size: number, indices: number[]): number {
  let at = size;
  let previous = -1;
  for (const index of indices.sort((a, b) => a - b)) {
    if (index > previous) chosen[at++] = index;
    if (index > previous) previous = index;
  }
  return at;
}
