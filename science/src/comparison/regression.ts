/** A straight line through pairs by least squares, y = a + b x. Source: ISO 3534-1; Draper and Smith, Applied Regression Analysis, ch. 1. */

export interface Fit {
  readonly n: number;
  /** b = Sxy / Sxx, in units of y per unit of x. */
  readonly slope: number;
  /** a = mean(y) - b mean(x), in units of y. */
  readonly intercept: number;
  /** Pearson's r = Sxy / sqrt(Sxx Syy), -1 to 1. */
  readonly r: number;
  /** R2 = r^2: the share of the variance of y that the line explains. */
  readonly r2: number;
  /** Standard deviation of the residuals s = sqrt(SSE / (n - 2)), in units of y. */
  readonly residual: number;
  /** Standard error of the slope s / sqrt(Sxx). */
  readonly slopeError: number;
}

/** null below three pairs, and where x or y does not vary: then there is no line, or nothing to explain. */
export function lineFit(x: ArrayLike<number>, y: ArrayLike<number>): Fit | null {
  const n = Math.min(x.length, y.length);
  if (n < 3) return null;
  let [meanX, meanY, sxx, syy, sxy] = [0, 0, 0, 0, 0];
  // Running form: sums of squares of large numbers that hardly differ would lose their digits.
  for (let i = 0; i < n; i++) {
    const [dx, dy] = [(x[i] as number) - meanX, (y[i] as number) - meanY];
    meanX += dx / (i + 1);
    meanY += dy / (i + 1);
    sxx += dx * ((x[i] as number) - meanX);
    syy += dy * ((y[i] as number) - meanY);
    sxy += dx * ((y[i] as number) - meanY);
  }
  const isFlat = (squares: number, mean: number): boolean => squares <= (1e-12 * Math.max(1, Math.abs(mean))) ** 2 * n;
  if (isFlat(sxx, meanX) || isFlat(syy, meanY)) return null;
  const slope = sxy / sxx;
  const r = Math.max(-1, Math.min(1, sxy / Math.sqrt(sxx * syy)));
  const residual = Math.sqrt(Math.max(0, syy - slope * sxy) / (n - 2));
  return {
    n,
    slope,
    intercept: meanY - slope * meanX,
    r,
    r2: r * r,
    residual,
    slopeError: residual / Math.sqrt(sxx),
  };
}
