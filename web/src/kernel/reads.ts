import type { InputOf, OutputOf, Route, Schema } from '@plumbline/contract/kernel/route';
import { type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryFor } from './queries.ts';

/** Settings of a read, without what the route decides. */
export type ReadOptions<T> = Omit<UseQueryOptions<T>, 'queryKey' | 'queryFn'>;

/**
 * The answer of a route that reads, for a component: from the cache while it is fresh, and read again after whatever
 * changes what it shows. What is read by the clock belongs into `<feature>.queries.ts`.
 */
export const useRead = <I extends Schema, O extends Schema>(
  route: Route<I, O>,
  input: InputOf<I>,
  options?: ReadOptions<OutputOf<O>>,
): UseQueryResult<OutputOf<O>> => useQuery({ ...queryFor(route, input), ...options });

/**
 * The answer of a route that reads, past the cache: for a button, a file, a check before a step. Throws as `call` does.
 */
export function read<I extends Schema, O extends Schema>(
  route: Route<I, O>,
  input: InputOf<I>,
  options: { readonly signal?: AbortSignal } = {},
): Promise<OutputOf<O>> {
  if (route.changes !== undefined) throw new Error(`${route.path} writes: use useWrite`);
  return call(route, input, options);
}
