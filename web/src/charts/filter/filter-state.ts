import { areDirections } from '@plumbline/contract/points/families';
import { type DisplayFilter, filterText, readFilter, refuses } from '@plumbline/contract/readings/readings.filters';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useUrlState } from '../../kernel/url-state.ts';

/** Through which filter curves are seen. Invariant: it lies in the address, for chart, table and report alike. `fields` are those shown. */
export function useFilter(fields: readonly string[] = []): {
  /** null = none, and where all that is shown are directions, for which it is not defined. */
  readonly filter: DisplayFilter | null;
  /** What stands in the address and is no filter. */
  readonly unreadable: string | null;
  readonly change: (filter: DisplayFilter | null) => void;
} {
  const [text, setText] = useUrlState('filter', '');
  const read = useMemo(() => readFilter(text), [text]);
  const filter = areDirections(fields) ? null : read;
  const change = useCallback((next: DisplayFilter | null) => setText(next && filterText(next)), [setText]);
  return { filter, unreadable: text !== '' && read === null ? text.slice(0, 40) : null, change };
}

/** A number that a person typed, without the decimals that nobody typed. */
const plain = (value: number): string => String(Number(value.toPrecision(6)));

/** Returns the name of a filter: `median 24 h`, `Hampel 7 readings, threshold 3`. */
export function useFilterWords(): (filter: DisplayFilter) => string {
  const { t } = useTranslation();
  return useCallback(
    ({ method, window, unit, threshold }) => {
      const size = t(`readings:filters.sizes.${unit}`, { n: plain(window) });
      const name = t(`readings:filters.named.${method}`, { window: size });
      return refuses(method) ? t('readings:filters.withThreshold', { name, threshold: plain(threshold) }) : name;
    },
    [t],
  );
}
