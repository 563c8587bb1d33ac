import { pastPresets } from '@plumbline/contract/kernel/constants';
import { useCallback, useMemo } from 'react';
import type { Range } from '../../../charts/frame/range.ts';
import { isPreset, type Preset } from '../../../charts/range/ranges.ts';
import { useSearch, useUrlChange } from '../../../kernel/url-state.ts';

/** View of a custom chart. Invariant: all of it lies in the address, so that a link shows what its sender saw. */
export interface ChartView {
  readonly preset: Preset | null;
  readonly custom: Range | null;
  /** Places of the series that are not drawn, from 0. */
  readonly hidden: ReadonlySet<number>;
}

/** `spanSeconds` = what the chart begins with, where the address says nothing. */
export function useChartView(spanSeconds: number): {
  view: ChartView;
  showRange: (range: { readonly preset: Preset } | { readonly custom: Range }) => void;
  hide: (hidden: ReadonlySet<number>) => void;
} {
  const [search] = useSearch();
  // A span that is no preset ends where the page was opened.
  const start = useMemo(() => {
    const preset = pastPresets.find(({ seconds }) => seconds === spanSeconds)?.name ?? null;
    const now = Date.now();
    return { preset, custom: preset ? null : { from: now - spanSeconds * 1000, to: now } };
  }, [spanSeconds]);
  const view = useMemo((): ChartView => {
    const from = Date.parse(search.get('from') ?? '');
    const to = Date.parse(search.get('to') ?? '');
    const named = search.get('range');
    const hidden = new Set((search.get('hide') ?? '').split(',').filter(Boolean).map(Number));
    if (from < to) return { preset: null, custom: { from, to }, hidden };
    return isPreset(named) ? { preset: named, custom: null, hidden } : { ...start, hidden };
  }, [search, start]);
  const change = useUrlChange();
  return {
    view,
    showRange: useCallback(
      (range) =>
        change(
          'preset' in range
            ? { range: range.preset, from: null, to: null }
            : {
                range: null,
                from: new Date(range.custom.from).toISOString(),
                to: new Date(range.custom.to).toISOString(),
              },
        ),
      [change],
    ),
    hide: useCallback(
      (hidden) => change({ hide: hidden.size === 0 ? null : [...hidden].sort((a, b) => a - b).join(',') }),
      [change],
    ),
  };
}
