/** Values counted by size, beside the normal distribution of the same mean and deviation. */

export interface Histogram {
  readonly n: number;
  readonly mean: number;
  /** Sample standard deviation sqrt(sum (v - mean)^2 / (n - 1)). */
  readonly deviation: number;
  readonly median: number;
  readonly min: number;
  readonly max: number;
  /** m3 / m2^1.5; 0 of a symmetric distribution, null where nothing varies. */
  readonly skewness: number | null;
  /** Ends of the bins, one more than there are bins; a value on an end belongs to the bin above, the largest to the last. */
  readonly edges: readonly number[];
  readonly counts: readonly number[];
}

const minBins = 5;
const maxBins = 60;

/** The value below which a share lies, between neighbours on a straight line (Hyndman and Fan 1996, type 7). */
function quantile(sorted: Float64Array, share: number): number {
  const at = (sorted.length - 1) * share;
  const low = Math.floor(at);
  const [a, b] = [sorted[low] as number, sorted[Math.min(low + 1, sorted.length - 1)] as number];
  return a + (b - a) * (at - low);
}

/**
 * Width of the bins after Freedman and Diaconis (1981), h = 2 IQR n^(-1/3); after Sturges (1926), range / (1 + log2 n), where
 * half of all values are equal. Between 5 and 60 bins.
 */
function binCount(sorted: Float64Array): number {
  const n = sorted.length;
  const range = (sorted[n - 1] as number) - (sorted[0] as number);
  const width = (2 * (quantile(sorted, 0.75) - quantile(sorted, 0.25))) / Math.cbrt(n);
  const bins = width > 0 ? Math.ceil(range / width) : Math.ceil(1 + Math.log2(n));
  return Math.max(minBins, Math.min(maxBins, bins));
}

/** null below two values. NaN counts nowhere. */
export function histogramOf(values: Float64Array): Histogram | null {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  const n = sorted.length;
  if (n < 2) return null;
  const [min, max] = [sorted[0] as number, sorted[n - 1] as number];
  const mean = sorted.reduce((sum, value) => sum + (value - min), 0) / n + min;
  let [m2, m3] = [0, 0];
  for (const value of sorted) {
    m2 += (value - mean) ** 2;
    m3 += (value - mean) ** 3;
  }
  const bins = max > min ? binCount(sorted) : 1;
  // Equal values still have a bin with a width.
  const [from, width] = max > min ? [min, (max - min) / bins] : [min - 0.5, 1];
  const counts = new Array<number>(bins).fill(0);
  for (const value of sorted) {
    const bin = Math.min(bins - 1, Math.floor((value - from) / width));
    counts[bin] = (counts[bin] as number) + 1;
  }
  return {
    n,
    mean,
    deviation: Math.sqrt(m2 / (n - 1)),
    median: quantile(sorted, 0.5),
    min,
    max,
    skewness: m2 > 0 ? m3 / n / (m2 / n) ** 1.5 : null,
    edges: Array.from({ length: bins + 1 }, (_, i) => (i === bins && max > min ? max : from + i * width)),
    counts,
  };
}

/** Values that a bin of this width around x would hold if they were normal: n h phi((x - mean) / s) / s. */
export const normalCount = (
  x: number,
  { n, mean, deviation }: Pick<Histogram, 'n' | 'mean' | 'deviation'>,
  width: number,
): number =>
  deviation > 0
    ? (n * width * Math.exp(-0.5 * ((x - mean) / deviation) ** 2)) / (deviation * Math.sqrt(2 * Math.PI))
    : 0;
