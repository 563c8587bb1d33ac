import { Failure } from '@plumbline/contract/errors';
import type { InputOf, OutputOf, Route, Schema } from '@plumbline/contract/route';
import { QueryClient, queryOptions } from '@tanstack/react-query';
import { call, Unreachable } from './call.ts';

/**
 * How answers are kept. A key is `[method, path, input]`, made by `asks`, so that everything about one path is
 * forgotten together. Invariant: only what may pass by itself is tried again; a refusal is shown at once.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      gcTime: 5 * 60_000,
      refetchOnWindowFocus: true,
      // Without a network a question fails and says so; by default it would wait, and the page with it, without a word.
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, error) =>
        failures < 2 &&
        (error instanceof Unreachable || (error instanceof Failure && ['busy', 'unavailable'].includes(error.name))),
      retryDelay: (attempt) => Math.min(1_000 * 2 ** attempt, 8_000),
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

export type Reply<R> = R extends Route<Schema, infer O> ? OutputOf<O> : never;

/** A contract route and its input as a query: `useQuery(asks(projects.list, {}))`. */
export function queryFor<I extends Schema, O extends Schema>(route: Route<I, O>, input: InputOf<I>) {
  return queryOptions<OutputOf<O>>({
    queryKey: [...keyOf(route), input],
    queryFn: ({ signal }) => call(route, input, { signal }),
  });
}

/** The part of the key that all inputs of a route share: `queryClient.invalidateQueries({ queryKey: keyOf(projects.list) })`. */
export const keyOf = (route: { readonly method: string; readonly path: string }): readonly [string, string] => [
  route.method,
  route.path,
];

/** Forgets every answer of the routes given, so that pages ask again. */
export const invalidate = (
  ...routes: readonly { readonly method: string; readonly path: string }[]
): Promise<unknown> => Promise.all(routes.map((route) => queryClient.invalidateQueries({ queryKey: keyOf(route) })));
