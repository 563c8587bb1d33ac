/** Observations where a path leads to them, or through one of them. */
import { Failure } from '@plumbline/contract/errors';
import { sensorThingsLimits as limits } from '@plumbline/contract/sensorthings';
import { countsOf } from '../sensorthings.newest.table.ts';
import { ofObservation, ofPath } from '../sensorthings.scopes.table.ts';
import { placeOf, type StreamQuery, streams, streamsByPoint } from '../sensorthings.streams.table.ts';
import { dataArrays, type Json } from './answers.ts';
import { devicesOf, observationsJson, type Run, spend } from './expand.ts';
import { observationKeyOf } from './ids.ts';
import { type Item, observationAt, Store, tooMany } from './observations.ts';
import type { Query, Written } from './options.ts';
import { countAll, pageOf, positionOf, type Wanted } from './pages.ts';
import type { Step } from './path.ts';
import { planOf } from './plan.ts';

const nowhere = (path: string) => new Failure('notFound', { path });
/** A page of a set: its entities, the options that lead to the next one, and how many there are where that is asked. */
export interface Listed {
  readonly value: readonly Json[];
  readonly next: Written | null;
  readonly total: number | null;
}

/** Points whose readings are counted one by one for one `$count`. */
const maxCounted = 2_000;

/**
 * A path that goes on behind an observation begins anew at its datastream or feature, once the observation is found:
 * `Observations('7-level-0')/Datastream/Thing` is `Datastreams('7-level')/Thing`. Throws notFound.
 */
export async function withoutObservations(run: Run, steps: readonly Step[], path: string): Promise<readonly Step[]> {
  const index = steps.slice(0, -1).findLastIndex(({ set }) => set === 'Observations');
  if (index < 0) return steps;
  const until = await withoutObservations(run, steps.slice(0, index + 1), path);
  const { observation } = await found(run, until, path);
  const [next, ...rest] = steps.slice(index + 1) as [Step, ...Step[]];
  const key = next.set === 'Datastreams' ? [observation.pointId, observation.field] : [observation.pointId];
  return [{ set: next.set, nav: null, id: key.join('-'), key }, ...rest];
}

/** The observation that the last step names, within what the steps before it lead to. Throws notFound. */
async function found(run: Run, steps: readonly Step[], path: string): Promise<Item> {
  const key = observationKeyOf(steps.at(-1)!.id ?? '');
  if (!key) throw nowhere(path);
  const scope = ofObservation(run.scope.views, steps.slice(0, -1), key);
  const [stream] = await streams(run.scope, { scope, where: null, slots: [] }, null, 1);
  const observation = stream && (await observationAt(run.store, stream, key.at));
  if (!observation) throw nowhere(path);
  return { stream, observation };
}

export async function oneObservation(run: Run, steps: readonly Step[], query: Query, path: string): Promise<Json> {
  const [entity] = await observationsJson(run, [await found(run, steps, path)], query);
  return entity!;
}

/** A page of the observations that a path ends in. */
export async function observations(run: Run, steps: readonly Step[], query: Query): Promise<Listed> {
  const { scope, store } = run;
  const plan = planOf(query, scope.nowMs);
  const streamQuery = { scope: ofPath(scope.views, steps.slice(0, -1)), where: plan.streams, slots: plan.slots };
  const after = query.token === null ? null : await positionOf(query.token, (key) => placeOf(scope, key));
  if (query.token !== null && !after) throw tooMany('$skiptoken', 'This is no place at which a page could go on');
  const wanted: Wanted = {
    source: (behind, limit) => streams(scope, streamQuery, behind, limit),
    plan,
    query,
    nowMs: scope.nowMs,
    after,
  };
  const { items, next } = await pageOf(store, wanted);
  spend(run, query.dataArray ? 0 : items.length);
  return {
    value: query.dataArray
      ? dataArrays(run.root, items, query, await devicesOf(run, items))
      : await observationsJson(run, items, query),
    next: next && {
      ...(next.skip > 0 && { $skip: String(next.skip) }),
      ...(next.token !== null && { $skiptoken: next.token }),
    },
    total: query.count ? await countOf(run, streamQuery, wanted) : null,
  };
}

/** How many there are on all pages: by the store's own count, or one by one where each has to be judged. */
async function countOf(run: Run, query: StreamQuery, wanted: Wanted): Promise<number> {
  const { plan } = wanted;
  if (plan.from > plan.to) return 0;
  if (plan.each) {
    const total = await countAll(new Store(run.scope), { ...wanted, after: null });
    if (total === null)
      throw tooMany('$count', `More than ${limits.maxReadings} readings to look at; filter by phenomenonTime too`);
    return total;
  }
  const points = await streamsByPoint(run.scope, query);
  const counts = await countsOf(
    run.scope,
    points.map(({ pointId }) => pointId),
    plan.from,
    plan.to,
  );
  // Most are told by one statement; the rest one by one.
  if ([...counts.values()].filter((each) => each === null).length > maxCounted)
    throw tooMany('$count', `More than ${maxCounted} measuring points to count one by one; filter by Datastream`);
  let total = 0;
  for (const { pointId, streams } of points)
    total += streams * (counts.get(pointId) ?? (await run.store.count(pointId, plan.from, plan.to)));
  return total;
}
