import { useMemo } from 'react';
import { useUrlState } from '../../../kernel/url-state.ts';

/** Columns of a list of devices beside the name, in their order. */
export const columnNames = [
  'health',
  'type',
  'measurement',
  'model',
  'series',
  'sncode',
  'register',
  'manufacturer',
  'projects',
  'channels',
  'connection',
  'signal',
  'battery',
  'voltage',
  'warnings',
  'mounted',
  'lastSeen',
  'created',
] as const;
export type ColumnName = (typeof columnNames)[number];

const usual: readonly ColumnName[] = [
  'health',
  'measurement',
  'model',
  'sncode',
  'projects',
  'channels',
  'connection',
  'signal',
  'battery',
  'voltage',
  'lastSeen',
];

/** Returns the shown columns, kept in the address. `isUsual`: nobody has chosen, so that narrow screens may leave some out. */
export function useChosenColumns() {
  const [text, setText] = useUrlState('columns', usual.join('.'));
  return useMemo(
    () => ({
      chosen: new Set<string>(text.split('.')),
      isUsual: text === usual.join('.'),
      choose: (names: readonly string[]) =>
        setText(columnNames.filter((name) => names.includes(name)).join('.') || 'none'),
      reset: () => setText(null),
    }),
    [text, setText],
  );
}
