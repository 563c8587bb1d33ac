/** Curves as they are drawn on paper and in e-mails. */
import { elementAt } from '@plumbline/contract/elements';
import { staleAfterMs } from '@plumbline/contract/status';
import type { PaperCurve } from '@plumbline/science/display/chart-svg';
import { m4 } from '@plumbline/science/series/thinning';
import type { ShownCurve } from './readings.effective.api.ts';

const curveColumns = 160;

/** A curve as it is drawn: thinned with every extreme, and broken where readings are missing. */
export function paperCurve(
  name: string,
  { times, point }: Pick<ShownCurve, 'times' | 'point'>,
  values: Float64Array,
  spanMs: number,
): PaperCurve {
  const gapMs = Math.max(staleAfterMs(point.facts.intervalSeconds), (2 * spanMs) / curveColumns);
  const drawn = { times: [] as number[], values: [] as (number | null)[] };
  let lastMs = Number.NaN;
  for (const i of m4(times, values, curveColumns)) {
    const [at, value] = [elementAt(times, i), elementAt(values, i)];
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
