import { Failure } from '@plumbline/contract/kernel/errors';
import type { InputOf, OutputOf, Route, Schema } from '@plumbline/contract/kernel/route';
import type { Tag, Tags } from '@plumbline/contract/kernel/tags';
import { type InvalidateQueryFilters, QueryClient, queryOptions } from '@tanstack/react-query';
import { call, Unreachable } from './call.ts';

/**
 * The cache of answers. A key is `[method, path, input]`, made by `keyOf`, so that everything that
 * shows what changed is found by its route. Invariant: only what may pass by itself is tried again; a refusal is shown at once.
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

/** A contract route and its input as a query: `useQuery(queryFor(projects.list, {}))`. */
export function queryFor<I extends Schema, O extends Schema>(route: Route<I, O>, input: InputOf<I>) {
  return queryOptions<OutputOf<O>>({
    queryKey: [...keyOf(route), input],
    queryFn: ({ signal }) => call(route, input, { signal }),
  });
}

type Keyed = Pick<Route, 'method' | 'path' | 'shows'>;
/** What the answers in the cache show, by the method and path of their routes. */
const tagsByRoute = new Map<string, ReadonlySet<Tag>>();

/** The part of a key that all inputs of a route share. A key that begins with it is found by what the route shows. */
export function keyOf({ method, path, shows }: Keyed): readonly [method: string, path: string] {
  if (shows && !('nothing' in shows)) tagsByRoute.set(`${method} ${path}`, new Set(shows));
  return [method, path];
}

/**
 * Marks the answers that match as old; what is on the page is read again. Resolves when it has been. A first answer that is on its way
 * may have been made before the change, and the client would take it for new: it is shown, and read again.
 */
export async function markOld(filters: InvalidateQueryFilters = {}): Promise<void> {
  const matching = queryClient.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' });
  const arriving = new Set(matching.filter(({ state }) => state.data === undefined));
  await queryClient.invalidateQueries(filters);
  if (arriving.size === 0) return;
  await Promise.allSettled([...arriving].map((query) => query.promise));
  await queryClient.invalidateQueries({ ...filters, predicate: (query) => arriving.has(query) });
}

/** Marks every answer of the routes given as old. */
export const invalidate = (...routes: readonly Keyed[]): Promise<unknown> =>
  Promise.all(routes.map((route) => markOld({ queryKey: keyOf(route) })));

/** Something that changed, and where it did, if that is known. */
export interface Change {
  readonly tags: Tags;
  readonly projectId?: number | undefined;
  readonly pointIds?: readonly number[] | undefined;
  readonly deviceIds?: readonly number[] | undefined;
  /** The project of the page: what names a point or a structure and no project is of it. */
  readonly openProjectId?: number | null | undefined;
  /** The input of a write that removed a record: nothing about that record is read again, it would not be found. */
  readonly removed?: { readonly field: string; readonly value: unknown } | undefined;
}

type Input = Readonly<Record<string, unknown>>;
const isElsewhere = (named: unknown, ids: readonly number[] | undefined): boolean => {
  const recordIds = [named].flat().filter((id) => typeof id === 'number');
  return ids !== undefined && recordIds.length > 0 && !recordIds.some((id) => ids.includes(id));
};

/** Returns whether an answer to `key` may show what changed. A place that only one of the two names rules nothing out. */
export function concerns(change: Change, key: readonly unknown[]): boolean {
  if ('nothing' in change.tags) return false;
  const [method, path, input] = key;
  const tags = tagsByRoute.get(`${String(method)} ${String(path)}`);
  if (!change.tags.some((tag) => tags?.has(tag))) return false;
  const { pointId, pointIds, structureId, deviceId, ...named } = (input ?? {}) as Input;
  const isOfOpenProject = [pointId, pointIds, structureId].some((each) => each !== undefined);
  const projectId = named['projectId'] ?? (isOfOpenProject ? change.openProjectId : undefined);
  return !(
    isElsewhere(projectId, change.projectId === undefined ? undefined : [change.projectId]) ||
    isElsewhere([pointId, pointIds].flat(), change.pointIds) ||
    isElsewhere(deviceId, change.deviceIds)
  );
}

const isRemoved = ({ removed }: Change, [, , input]: readonly unknown[]): boolean =>
  removed !== undefined && (input as Input | undefined)?.[removed.field] === removed.value;

/** Marks every answer that shows what changed as old; what is on the page is read again. Resolves when it has been. */
export async function readAgain(...changes: readonly Change[]): Promise<void> {
  const gone = (key: readonly unknown[]) => changes.some((each) => isRemoved(each, key));
  const isConcerned = (key: readonly unknown[]) => changes.some((each) => concerns(each, key));
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => gone(queryKey), refetchType: 'none' });
  await markOld({ predicate: ({ queryKey }) => !gone(queryKey) && isConcerned(queryKey) });
}
