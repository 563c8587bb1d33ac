import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/**
 * Filters, sort order and the open drawer live in the address, so that a link shows what its sender saw.
 * The default value is left out of the address.
 */
export function useUrlState<T extends string = string>(
  name: string,
  initial: NoInfer<T>,
): [T, (value: T | null) => void] {
  const [search, setSearch] = useSearchParams();
  const value = (search.get(name) as T | null) ?? initial;
  const set = useCallback(
    (next: T | null) =>
      setSearch(
        (old) => {
          const changed = new URLSearchParams(old);
          if (next === null || next === initial || next === '') changed.delete(name);
          else changed.set(name, next);
          return changed;
        },
        { replace: true },
      ),
    [setSearch, name, initial],
  );
  return [value, set];
}

/** Changes several parts of the address at once: two changes one after the other would undo the first. null or empty removes. */
export function useUrlChange(): (change: Readonly<Record<string, string | null>>) => void {
  const [, setSearch] = useSearchParams();
  return useCallback(
    (change) =>
      setSearch(
        (old) => {
          const changed = new URLSearchParams(old);
          for (const [name, value] of Object.entries(change)) {
            if (value === null || value === '') changed.delete(name);
            else changed.set(name, value);
          }
          return changed;
        },
        { replace: true },
      ),
    [setSearch],
  );
}
