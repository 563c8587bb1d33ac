/** Observations where a path leads to them, or through one of them. */
import { elementAt } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import { sensorThingsLimits as limits } from '@plumbline/contract/views/sensorthings';
import { countsOf } from '../sensorthings.newest.table.ts';
import {
  ofObservation,
  ofStep,
  placeOf,
  type StreamQuery,
  streams,
  streamsByPoint,
} from '../sensorthings.streams.table.ts';
import { dataArrays, type Json } from './answers.ts';
import { devicesOf, observationsJson, type Run, spend } from './expand.ts';
import type { Step } from './model.ts';
import { observationKeyOf } from './observation.ts';
import { type Item, observationAt, Store, tooMany } from './observations.ts';
import type { Query, Written } from './options.ts';
import { allowanceOf, countAll, isSorted, pageOf, positionOf, type Wanted } from './pages.ts';
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
export async function withoutObservations(run: Run, step: Step, path: string): Promise<Step> {
  if (!step.above) return step;
  const above = await withoutObservations(run, step.above, path);
  if (above.set !== 'Observations') return { ...step, above };
  const { observation } = await requireItem(run, above, path);
  const key = step.set === 'Datastreams' ? [observation.pointId, observation.field] : [observation.pointId];
  return { set: step.set, nav: null, id: key.join('-'), key, above: null };
}

/** The observation that a step names, within what the steps before it lead to. Throws notFound. */
async function requireItem(run: Run, { id, above }: Step, path: string): Promise<Item> {
  const key = observationKeyOf(id ?? '');
  if (!key) throw nowhere(path);
  const scope = ofObservation(run.scope.views, above, key);
  const [stream] = await streams(run.scope, { scope, where: null, slots: [] }, null, 1);
  const observation = stream && (await observationAt(run.store, stream, key.at));
  if (!observation) throw nowhere(path);
  return { stream, observation };
}

export async function oneObservation(run: Run, step: Step, query: Query, path: string): Promise<Json> {
  return elementAt(await observationsJson(run, [await requireItem(run, step, path)], query), 0);
}

/** A page of the observations that a step leads to. */
export async function observations(run: Run, { above }: Step, query: Query): Promise<Listed> {
  const { scope, store } = run;
  const plan = planOf(query, scope.nowMs);
  const streamQuery = { scope: ofStep(scope.views, above), where: plan.streams, slots: plan.slots };
  const after = query.token === null ? null : await positionOf(query.token, (key) => placeOf(scope, key));
  if (query.token !== null && !after) throw tooMany('$skiptoken', 'This is no place at which a page could go on');
  const subject: Wanted = {
    source: (behind, limit) => streams(scope, streamQuery, behind, limit),
    plan,
    query,
    nowMs: scope.nowMs,
    after,
  };
  if (query.count && plan.each) await refuseMany(run, streamQuery, subject, '$count', 'look at');
  if (isSorted(plan) && query.top > 0) await refuseMany(run, streamQuery, subject, '$orderby', 'put into this order');
  const { items, next } = await pageOf(store, subject);
  spend(run, query.dataArray ? 0 : items.length);
  return {
    value: query.dataArray
      ? dataArrays(run.root, items, query, await devicesOf(run, items))
      : await observationsJson(run, items, query),
    next: next && {
      ...(next.skip > 0 && { $skip: String(next.skip) }),
      ...(next.token !== null && { $skiptoken: next.token }),
    },
    total: query.count ? await countOf(run, streamQuery, subject) : null,
  };
}

/**
 * Refuses what would look at more readings than one request may, by the counts of the store and before the first is read.
 * What cannot be counted at a glance is refused where it is reached. Throws badInput.
 */
async function refuseMany(run: Run, query: StreamQuery, subject: Wanted, option: string, act: string): Promise<void> {
  const { plan } = subject;
  if (plan.from > plan.to) return;
  const points = await streamsByPoint(run.scope, query);
  const ids = points.map(({ pointId }) => pointId);
  const counts = await countsOf(run.scope, ids, plan.from, plan.to);
  const total = ids.reduce((sum, id) => sum + (counts.get(id) ?? 0), 0);
  if (total > allowanceOf(subject))
    throw tooMany(
      option,
      `More than ${limits.maxReadings} readings to ${act}; filter by Datastream and phenomenonTime`,
    );
}

/** How many there are on all pages: by the store's own count, or one by one where each has to be judged. */
async function countOf(run: Run, query: StreamQuery, subject: Wanted): Promise<number> {
  const { plan } = subject;
  if (plan.from > plan.to) return 0;
  if (plan.each) {
    const total = await countAll(new Store(run.scope), { ...subject, after: null });
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
  // Most are found by one statement; the rest one by one.
  if ([...counts.values()].filter((each) => each === null).length > maxCounted)
    throw tooMany('$count', `More than ${maxCounted} measuring points to count one by one; filter by Datastream`);
  let total = 0;
  for (const { pointId, streams } of points)
    total += streams * (counts.get(pointId) ?? (await run.store.count(pointId, plan.from, plan.to)));
  return total;
}
