/**
 * Linear least squares by Householder QR (Golub and Van Loan, Matrix Computations, 5.3.2), for the small systems of this
 * package: a handful of unknowns, any number of equations.
 */

export interface LinearFit {
  readonly solution: readonly number[];
  /** Observed minus computed, an equation each. */
  readonly residuals: readonly number[];
}

/** What of the largest column norm counts as nothing: the columns depend on each other. */
const singular = 1e-12;

/**
 * The x for which |A x - b| is least. Null when there are fewer equations than unknowns, a number is not finite, or the
 * columns of A depend on each other.
 */
export function solveLinearFit(rows: readonly (readonly number[])[], right: readonly number[]): LinearFit | null {
  const m = rows.length;
  const n = rows[0]?.length ?? 0;
  if (n === 0 || m < n || right.length !== m) return null;
  const a = rows.map((row) => Float64Array.from(row));
  const b = Float64Array.from(right);
  if (a.some((row) => row.length !== n || row.some((value) => !Number.isFinite(value)))) return null;
  if (b.some((value) => !Number.isFinite(value))) return null;
  const diagonal = new Float64Array(n);
  for (let k = 0; k < n; k++) if (!reflect(a, b, k, diagonal)) return null;
  const largest = Math.max(...diagonal.map(Math.abs));
  if (diagonal.some((value) => Math.abs(value) <= singular * largest)) return null;
  const solution = new Float64Array(n);
  for (let k = n - 1; k >= 0; k--) {
    let sum = b[k] as number;
    for (let j = k + 1; j < n; j++) sum -= at(a, k, j) * (solution[j] as number);
    solution[k] = sum / (diagonal[k] as number);
  }
  const residuals = rows.map(
    (row, i) => (right[i] as number) - row.reduce((sum, value, j) => sum + value * (solution[j] as number), 0),
  );
  return { solution: [...solution], residuals };
}

const at = (a: readonly Float64Array[], row: number, column: number): number => a[row]?.[column] as number;

/** Reflects column k to the axis and the rest with it; false where nothing of the column is left. */
function reflect(a: readonly Float64Array[], b: Float64Array, k: number, diagonal: Float64Array): boolean {
  const m = a.length;
  let norm = 0;
  for (let i = k; i < m; i++) norm = Math.hypot(norm, at(a, i, k));
  if (norm === 0) return false;
  const alpha = at(a, k, k) > 0 ? -norm : norm;
  const v = Float64Array.from({ length: m - k }, (_, i) => at(a, k + i, k));
  v[0] = (v[0] as number) - alpha;
  const square = v.reduce((sum, value) => sum + value * value, 0);
  const turn = (get: (i: number) => number, set: (i: number, value: number) => void): void => {
    const dot = v.reduce((sum, value, i) => sum + value * get(k + i), 0);
    for (const [i, value] of v.entries()) set(k + i, get(k + i) - (2 * dot * value) / square);
  };
  const n = a[0]?.length ?? 0;
  for (let j = k + 1; j < n; j++)
    turn(
      (i) => at(a, i, j),
      (i, value) => {
        (a[i] as Float64Array)[j] = value;
      },
    );
  turn(
    (i) => b[i] as number,
    (i, value) => {
      b[i] = value;
    },
  );
  diagonal[k] = alpha;
  return true;
}
