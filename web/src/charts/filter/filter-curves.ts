import type { Series } from '@plumbline/contract/readings/readings';
import { type DisplayFilter, filterText, refuses } from '@plumbline/contract/readings/readings.filters';
import type { ChartCurve } from '../kinds/time-value/shapes.ts';

/** Curves of an answer through a filter. Pure. Invariant: what was measured is always drawn too, beneath it. */
type Filtered = NonNullable<Series['filtered']>;

/** Returns whether the answer is to this filter: while that is on its way, only what was measured is sure. */
export const isThrough = (filtered: Series['filtered'], filter: DisplayFilter | null): filtered is Filtered =>
  filter !== null && filtered?.filter === filterText(filter);

/** Returns the id of the filtered curve of a measured one. */
export const filteredId = (id: string): string => `${id} filtered`;

/** The curve alone, or faint beneath what the filter makes of it. */
export function throughFilter(
  curve: ChartCurve,
  { filtered }: Pick<Series, 'filtered'>,
  filter: DisplayFilter | null,
  name: string,
): ChartCurve[] {
  if (!isThrough(filtered, filter)) return [curve];
  const { times, values, refused } = filtered;
  return [
    { ...curve, isFaint: true },
    { ...curve, id: filteredId(curve.id), of: curve.id, kind: 'filtered', name, times, values, refused },
  ];
}

/** Effect of a filter on a curve. */
export interface FilteredFacts {
  readonly name: string;
  readonly refused: Filtered['refused'];
  /** More were refused than are named here. */
  readonly isThinned: boolean;
  readonly mayRefuse: boolean;
}
export const filteredFacts = (
  { refused, refusedTotal }: Filtered,
  { method }: DisplayFilter,
  name: string,
): FilteredFacts => ({ name, refused, isThinned: refused.length < refusedTotal, mayRefuse: refuses(method) });
