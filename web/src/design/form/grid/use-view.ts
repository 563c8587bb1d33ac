import { elementAt } from '@plumbline/contract/kernel/elements';
import { useMemo, useState } from 'react';
import type { GridRow } from './shapes.ts';
import type { Wrongs } from './wrongs.ts';

/**
 * The rows shown, by their place among all. Rows that were wrong when the filter was set stay while they are put right;
 * new wrong ones join them.
 */
export function useView(rows: readonly GridRow[], wrongs: Wrongs, keyOf: (row: GridRow) => number) {
  const [pinned, setPinned] = useState<ReadonlySet<number> | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row's key never changes
  const view = useMemo(() => {
    const all = rows.map((_, i) => i);
    return pinned === null ? all : all.filter((i) => wrongs.has(i) || pinned.has(keyOf(elementAt(rows, i))));
  }, [rows, wrongs, pinned]);
  return {
    view,
    onlyWrong: pinned !== null,
    setOnlyWrong: (on: boolean) =>
      setPinned(on ? new Set([...wrongs.keys()].map((i) => keyOf(elementAt(rows, i)))) : null),
  };
}
