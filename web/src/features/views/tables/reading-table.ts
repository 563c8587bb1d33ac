/** Readings as columns of a table: counted as asked, with levels, doubts and gaps. Pure. */
import { areDirections } from '@plumbline/contract/points/families';
import type { Threshold } from '@plumbline/contract/points/points';
import type { readings } from '@plumbline/contract/readings/readings';
import { levelOf } from '@plumbline/science/limits/judge';
import { fullTurn } from '@plumbline/science/series/directions';
import { plainChange } from '@plumbline/science/series/rates';
import { limitsOf } from '../../../charts/point-limits.ts';
import type { CellFlag, GridColumn, GridSort } from '../../../design/data-grid/columns.ts';
import type { Reply } from '../../../kernel/queries.ts';
import type { ReadingMeasure } from './table-state.ts';

export type Rows = Reply<typeof readings.rows>;
type Column = readonly (number | null)[];

/** Returns the quantity to ask the server for: increments and changes from a baseline are counted from values. */
export const quantityOf = (measure: ReadingMeasure, baselineAt: number | null): 'value' | 'cumulative' | 'rate' =>
  measure === 'incremental' || (measure === 'cumulative' && baselineAt !== null) ? 'value' : measure;

/** Each value less the last one before it that did not fail. */
export function incrementsOf(
  values: Column,
  isFailed: (row: number) => boolean,
  period: number | null = null,
): (number | null)[] {
  let last: number | null = null;
  return values.map((value, row) => {
    if (value === null || isFailed(row)) return null;
    const change = last === null ? null : plainChange(last, value, period);
    last = value;
    return change;
  });
}

/** The level that each value reaches by the limits on its quantity, and on its change where that is known; failed ones were compared with none. */
export function levelsOf(
  thresholds: readonly Threshold[],
  field: string,
  quantity: 'value' | 'cumulative' | 'rate',
  values: Column,
  changes: Column | null,
  isFailed: (row: number) => boolean,
): (number | null)[] | null {
  const single = thresholds.filter(({ kind }) => kind !== 'multi');
  const limits = limitsOf(single, field, quantity);
  const ofChange = changes === null ? [] : limitsOf(single, field, 'cumulative');
  if (limits.length + ofChange.length === 0) return null;
  return values.map((value, row) => {
    if (value === null || isFailed(row)) return null;
    const change = changes?.[row] ?? null;
    const levels = [
      ...limits.map(({ levels, method }) => levelOf(value, levels, method)),
      ...(change === null ? [] : ofChange.map(({ levels, method }) => levelOf(change, levels, method))),
    ];
    return Math.max(0, ...levels);
  });
}

const flagsOf = ({ flagged }: Rows, field: number): ReadonlyMap<number, CellFlag> =>
  new Map(
    flagged.flatMap(({ field: of, row, quality, tests }): [number, CellFlag][] =>
      of === field && (quality === 'suspect' || quality === 'fail') ? [[row, { quality, tests }]] : [],
    ),
  );

interface ReadingTable {
  readonly rows: Rows;
  /** The changes since the initial values, where limits on them are compared with values; else null. */
  readonly changes: Rows | null;
  /** What each field was at the baseline, in the order of the fields; null = nothing is taken off. */
  readonly base: readonly (number | null)[] | null;
  /** Fields with totals, and these since the baseline, where there is one. */
  readonly summed: ReadonlySet<string>;
  readonly totals: Rows | null;
  readonly measure: ReadingMeasure;
  readonly thresholds: readonly Threshold[];
  readonly timeTitle: string;
  readonly titleOf: (field: string) => string;
  /** What stands over the two columns of a field, where there are filtered values. */
  readonly filterWords: { readonly measured: string; readonly filtered: string } | null;
}

/** While the totals are on their way there are none. */
function totalsOf(totals: Rows | null, key: string, length: number): Column {
  const column = totals?.columns[totals.fields.findIndex((each) => each.key === key)];
  return column?.length === length ? column : new Array<null>(length).fill(null);
}

/** Long because it is one column after another: the time, and of each field what was measured, filtered and changed. */
export function readingColumns({
  rows,
  changes,
  base,
  summed,
  totals,
  measure,
  thresholds,
  timeTitle,
  titleOf,
  filterWords,
}: ReadingTable): GridColumn[] {
  const columns = rows.fields.flatMap((field, f): GridColumn[] => {
    const flags = flagsOf(rows, f);
    const isFailed = (row: number): boolean => flags.get(row)?.quality === 'fail';
    const values = rows.columns[f] ?? [];
    const period = areDirections([field.key]) ? fullTurn : null;
    const from = base?.[f] ?? null;
    const isFromBase = measure === 'cumulative' && base !== null;
    const isTotal = measure === 'cumulative' && summed.has(field.key);
    const displayedValues =
      isFromBase && isTotal
        ? totalsOf(totals, field.key, values.length)
        : isFromBase
          ? values.map((value) => (value === null || from === null ? null : plainChange(from, value, period)))
          : measure === 'incremental'
            ? incrementsOf(values, isFailed, period)
            : values;
    // A limit is on what fell in an interval, and on no total.
    const judged = measure === 'incremental' || isFromBase || isTotal ? null : measure;
    const same = changes?.times.length === rows.times.length ? (changes.columns[f] ?? null) : null;
    const levels =
      judged && levelsOf(thresholds, field.key, judged, values, judged === 'value' ? same : null, isFailed);
    const common = {
      kind: 'number',
      unit: field.unit,
      precision: field.precision,
      // Nor has the direction of a movement a sign; how far it turned has.
      isChange: measure !== 'value' && !isTotal && !(period !== null && measure === 'cumulative' && !isFromBase),
    } as const;
    const title = titleOf(field.key);
    const column: GridColumn = {
      ...common,
      key: field.key,
      title,
      widthPx: 132,
      values: displayedValues,
      flags,
      ...(levels && { levels }),
    };
    const filtered = filterWords === null || judged === null ? undefined : rows.filtered?.columns[f];
    if (!filtered) return [column];
    const refused = new Map(
      filtered.refused.map((row): [number, CellFlag] => [row, { quality: 'refused', tests: [] }]),
    );
    // No level: nothing is judged by what a filter shows.
    const beside: GridColumn = {
      ...common,
      key: `${field.key}:filtered`,
      group: title,
      title: filterWords?.filtered ?? '',
      widthPx: 240,
      values: filtered.values,
      flags: refused,
    };
    return [{ ...column, group: title, title: filterWords?.measured ?? '' }, beside];
  });
  return [{ kind: 'time', key: 'at', title: timeTitle, unit: '', widthPx: 164, values: rows.times }, ...columns];
}

/** Stretches without a reading, by the row that a line before it marks in the order that is shown; none in any other order. */
export function gapsOf(
  times: readonly number[],
  intervalSeconds: number,
  sort: GridSort,
): ReadonlyMap<number, { readonly from: number; readonly to: number }> {
  const gaps = new Map<number, { from: number; to: number }>();
  if (sort.key !== 'at') return gaps;
  for (const [row, to] of times.entries()) {
    const from = times[row - 1];
    if (from !== undefined && to - from > intervalSeconds * 3_000)
      gaps.set(sort.order === 'ascend' ? row : row - 1, { from, to });
  }
  return gaps;
}
