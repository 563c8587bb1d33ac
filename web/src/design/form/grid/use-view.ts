import { useMemo, useState } from 'react';
import type { GridRow } from './shapes.ts';
import type { Wrongs } from './wrongs.ts';

/**
 * The rows shown, by their place among all. Rows that were wrong when the filter was set stay while they are put right;
 * new wrong ones join them.
 */
export function useView(rows: readonly GridRow[], wrongs: Wrongs, keyOf: (row: GridRow) => number) {
  const [held, setHeld] = useState<ReadonlySet<number> | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row's key never changes
  const view = useMemo(() => {
    const all = rows.map((_, i) => i);
    return held === null ? all : all.filter((i) => wrongs.has(i) || held.has(keyOf(rows[i]!)));
  }, [rows, wrongs, held]);
  return {
    view,
    onlyWrong: held !== null,
    setOnlyWrong: (on: boolean) => setHeld(on ? new Set([...wrongs.keys()].map((i) => keyOf(rows[i]!))) : null),
  };
}
