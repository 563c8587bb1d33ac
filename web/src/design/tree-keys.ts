/** A row of a tree that is drawn as a list: `open` is null where nothing is below it. */
interface Row {
  readonly depth: number;
  readonly open: boolean | null;
}

/**
 * Returns the effect of a key at row `at` of a tree: another row by its place (to be held within the list), `toggle`
 * opens or closes the row, `act` is what Enter does; null where the key is not the tree's. Arrow left leads to the row
 * above, right into what is open.
 */
export function treeKey(key: string, rows: readonly Row[], at: number): number | 'toggle' | 'act' | null {
  const row = rows[at];
  if (!row) return null;
  if (key === 'ArrowDown') return at + 1;
  if (key === 'ArrowUp') return at - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return rows.length - 1;
  if (key === 'ArrowRight') return row.open === null ? null : row.open ? at + 1 : 'toggle';
  if (key === 'ArrowLeft')
    return row.open ? 'toggle' : rows.findLastIndex((each, i) => i < at && each.depth < row.depth);
  return key === 'Enter' || key === ' ' ? 'act' : null;
}
