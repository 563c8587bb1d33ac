/** Curves as they are drawn on paper and in e-mails. */
import { m4 } from '../series/thinning.ts';
import type { PaperCurve } from './chart-svg.ts';

/** Across a column of a page; a curve has four points in each. */
const columns = 160;

/**
 * A curve as it is drawn: thinned with every extreme, and broken where readings are missing for longer than `silentMs` or
 * two columns. Times in epoch ms, ascending; NaN = no value, null in what is returned.
 */
export function paperCurve(
  name: string,
  times: Float64Array,
  values: Float64Array,
  { spanMs, silentMs }: { readonly spanMs: number; readonly silentMs: number },
): PaperCurve {
  const gapMs = Math.max(silentMs, (2 * spanMs) / columns);
  const drawn = { times: [] as number[], values: [] as (number | null)[] };
  let lastMs = Number.NaN;
  for (const i of m4(times, values, columns)) {
    const [at = Number.NaN, value = Number.NaN] = [times[i], values[i]];
    if (at - lastMs > gapMs) {
      drawn.times.push(at);
      drawn.values.push(null);
    }
    drawn.times.push(at);
    drawn.values.push(Number.isNaN(value) ? null : value);
    lastMs = at;
  }
  return { name, ...drawn };
}
