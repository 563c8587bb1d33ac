import { useCallback, useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router';

/**
 * Filters, sort order and the open drawer live in the address, so that a link shows what its sender saw.
 * Invariant: what was asked for last is what the next change changes, whether the page has been drawn with it or not.
 */
let requested: { readonly pathname: string; readonly search: string } | null = null;

/** Returns the query of the address, and how to change it; `back` keeps the one before for the browser's Back. */
export function useSearch(): [
  URLSearchParams,
  (change: (old: URLSearchParams) => URLSearchParams, options?: { readonly back?: boolean }) => void,
] {
  const [search, setSearch] = useSearchParams();
  const { pathname } = useLocation();
  const text = search.toString();
  // Arrived, or overtaken by another page.
  useEffect(() => {
    if (requested && (requested.pathname !== pathname || requested.search === text)) requested = null;
  }, [pathname, text]);
  const change = useCallback(
    (turn: (old: URLSearchParams) => URLSearchParams, { back = false } = {}) => {
      const next = turn(new URLSearchParams(requested?.pathname === pathname ? requested.search : text));
      requested = { pathname, search: next.toString() };
      setSearch(next, { replace: !back });
    },
    [setSearch, pathname, text],
  );
  return [search, change];
}

/** One part of the address. The default value is left out of it. */
export function useUrlState<T extends string = string>(
  name: string,
  initial: NoInfer<T>,
): [T, (value: T | null) => void] {
  const [search] = useSearch();
  const change = useUrlChange();
  const value = (search.get(name) as T | null) ?? initial;
  const set = useCallback(
    (next: T | null) => change({ [name]: next === initial ? null : next }),
    [change, name, initial],
  );
  return [value, set];
}

/** Changes parts of the address together. null or empty removes. */
export function useUrlChange(): (parts: Readonly<Record<string, string | null>>) => void {
  const [, change] = useSearch();
  return useCallback(
    (parts) =>
      change((old) => {
        for (const [name, value] of Object.entries(parts)) {
          if (value === null || value === '') old.delete(name);
          else old.set(name, value);
        }
        return old;
      }),
    [change],
  );
}
