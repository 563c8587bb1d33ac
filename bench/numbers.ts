/** Figures of the bench: percentiles, medians with their spread, and the table in which they are printed. */

export interface Figure {
  readonly name: string;
  readonly unit: string;
  /** The median of the runs. */
  readonly median: number;
  readonly min: number;
  readonly max: number;
  readonly runs: readonly number[];
  /** What issue 2 asks for; null where nothing is asked. */
  readonly target: { readonly atLeast: number } | { readonly under: number } | null;
}

export function percentile(sorted: ArrayLike<number>, share: number): number {
  if (sorted.length === 0) return Number.NaN;
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
}

function middle(sorted: Float64Array): number {
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

export const ascending = (values: readonly number[]) => Float64Array.from(values).sort();

export function figure(name: string, unit: string, runs: readonly number[], target: Figure['target'] = null): Figure {
  const sorted = ascending(runs);
  return { name, unit, median: middle(sorted), min: sorted[0]!, max: sorted.at(-1)!, runs, target };
}

/** Each number with three digits that count; whole from a hundred on. */
function shown(value: number): string {
  if (!Number.isFinite(value)) return '-';
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US');
  return value.toPrecision(3);
}

function met({ target, median }: Figure): string {
  if (target === null) return '';
  const good = 'atLeast' in target ? median >= target.atLeast : median < target.under;
  return `${'atLeast' in target ? `at least ${shown(target.atLeast)}` : `under ${shown(target.under)}`}: ${good ? 'yes' : 'NO'}`;
}

export function table(title: string, figures: readonly Figure[]): string {
  const rows = [
    [title, 'median', 'minimum', 'maximum', 'unit', 'target'],
    ...figures.map((each) => [
      each.name,
      shown(each.median),
      each.runs.length > 1 ? shown(each.min) : '',
      each.runs.length > 1 ? shown(each.max) : '',
      each.unit,
      met(each),
    ]),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, i) => (i > 0 && i < 4 ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!)))
      .join('  ')
      .trimEnd();
  return [line(rows[0]!), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.slice(1).map(line)].join('\n');
}
