import { useMemo } from 'react';
import { useUrlState } from '../../kernel/url-state.ts';

/** Columns of the list of points beside the name, in their order. */
export const columnNames = [
  'kind',
  'structure',
  'family',
  'device',
  'interval',
  'value',
  'at',
  'level',
  'missing',
] as const;
const usual = columnNames.filter((name) => name !== 'kind').join('.');

/** Returns the shown columns; kept in the address. */
export function useChosenColumns(): [ReadonlySet<string>, (names: readonly string[]) => void] {
  const [text, setText] = useUrlState('columns', usual);
  const chosen = useMemo(() => new Set(text.split('.')), [text]);
  return [chosen, (names) => setText(columnNames.filter((name) => names.includes(name)).join('.') || 'none')];
}
