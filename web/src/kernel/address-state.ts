import { useCallback, useMemo } from 'react';
import { useSearch } from './url-state.ts';

/** The address with some of its parameters set, and those that are null taken out. */
export function withParameters(
  search: URLSearchParams,
  parameters: Readonly<Record<string, string | null>>,
): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(parameters)) value === null ? next.delete(name) : next.set(name, value);
  return next;
}

/** Returns the state of a view, kept in the address by its own `read` and `write` (constants of the module). */
export function useAddressState<State extends object>(
  read: (search: URLSearchParams) => State,
  write: (search: URLSearchParams, state: State) => URLSearchParams,
): [State, (change: Partial<State>) => void] {
  const [search, setSearch] = useSearch();
  const state = useMemo(() => read(search), [search, read]);
  const change = useCallback(
    (part: Partial<State>) => setSearch((old) => write(old, { ...read(old), ...part })),
    [setSearch, read, write],
  );
  return [state, change];
}
