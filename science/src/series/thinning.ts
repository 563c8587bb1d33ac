/**
 * Thinning of a series for a chart: which of its indices to draw. Times ascending; NaN is a gap. Both ways only choose
 * among the readings and never make new ones. Where limits are drawn, M4 is the one to take: it keeps every extreme.
 */

/**
 * M4 (Jugel et al. 2014): first, least, most and last reading of each of `columns` equal columns of time, with ties to
 * the first; at most 4 indices per column plus one NaN, so that a line drawn through them breaks at a gap.
 */
export function m4(times: Float64Array, values: Float64Array, columns: number): Uint32Array {
  const n = Math.min(times.length, values.length);
  const wanted = Math.max(1, Math.floor(columns));
  const chosen = new Uint32Array(Math.min(n, wanted * 5));
  const from = times[0] as number;
  const span = (times[n - 1] as number) - from;
  let size = 0;
  for (let i = 0; i < n; ) {
    const column = columnOf(times[i] as number, from, span, wanted);
    let first = -1;
    let min = -1;
    let max = -1;
    let last = -1;
    let gap = -1;
    for (; i < n && columnOf(times[i] as number, from, span, wanted) === column; i++) {
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

/**
 * LTTB (Steinarsson 2013): `count` readings that keep the look of the curve. Buckets of (n - 2)/(count - 2) readings;
 * of each the reading with the largest triangle between the last chosen one and the mean of the next bucket, the first
 * among equals. Missing values are left out.
 */
export function lttb(times: Float64Array, values: Float64Array, count: number): Uint32Array {
  const sound: number[] = [];
  for (let i = 0; i < values.length; i++) if (!Number.isNaN(values[i])) sound.push(i);
  const n = sound.length;
  if (count >= n || count < 3) return Uint32Array.from(count >= n ? sound : endsOf(sound));
  const chosen = new Uint32Array(count);
  const every = (n - 2) / (count - 2);
  const x = (i: number) => times[sound[i] as number] as number;
  const y = (i: number) => values[sound[i] as number] as number;
  let a = 0;
  chosen[0] = sound[0] as number;
  for (let bucket = 0; bucket < count - 2; bucket++) {
    const start = Math.floor(bucket * every) + 1;
    const end = Math.floor((bucket + 1) * every) + 1;
    const nextEnd = Math.min(n, Math.floor((bucket + 2) * every) + 1);
    let meanX = 0;
    let meanY = 0;
    for (let i = end; i < nextEnd; i++) {
      meanX += x(i);
      meanY += y(i);
    }
    meanX /= nextEnd - end;
    meanY /= nextEnd - end;
    let best = -1;
    let next = start;
    for (let i = start; i < end; i++) {
      const area = Math.abs((x(a) - meanX) * (y(i) - y(a)) - (x(a) - x(i)) * (meanY - y(a))) * 0.5;
      if (area > best) {
        best = area;
        next = i;
      }
    }
    chosen[bucket + 1] = sound[next] as number;
    a = next;
  }
  chosen[count - 1] = sound[n - 1] as number;
  return chosen;
}

function endsOf(sound: readonly number[]): number[] {
  return sound.length === 0 ? [] : [sound[0] as number, sound.at(-1) as number];
}
