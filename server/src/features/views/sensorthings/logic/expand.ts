/**
 * What `$expand` asks for: level by level, one statement for each relation of a level, however many entities there are.
 * Invariant: an answer holds at most `maxEntities` entities; one that would hold more is refused, never cut silently.
 */
import { elementAt, getOrThrow } from '@plumbline/contract/kernel/elements';
import { sensorThingsLimits as limits } from '@plumbline/contract/views/sensorthings';
import { children, type EntityName, type Row, type VisibleScope } from '../sensorthings.entities.table.ts';
import { type Fragment, linkOf } from '../sensorthings.sets.table.ts';
import { ofFeatures, ofStreams, type Stream, sncodesOf, streams } from '../sensorthings.streams.table.ts';
import { entityOf, idOf, type Json, observationOf, queryText, selfLinkOf } from './answers.ts';
import type { SetName } from './model.ts';
import { firstLimit, type Item, type Store, tooMany } from './observations.ts';
import type { Expand, Query } from './options.ts';
import { pageOf } from './pages.ts';
import { type Plan, planOf } from './plan.ts';

/** One request: what it sees, what it may still read and answer. */
export interface Run {
  readonly scope: VisibleScope;
  readonly store: Store;
  /** Address of the service, without a slash at its end. */
  readonly root: string;
  entities: number;
}

/** Counts entities of the answer. Throws badInput where there are too many. */
export function spend(run: Run, entities: number): void {
  run.entities += entities;
  if (run.entities > limits.maxEntities)
    throw tooMany('$expand', `The answer would hold more than ${limits.maxEntities} entities; lower $top`);
}

/** Returns the expansions of each row, in the order of the rows. */
export async function expandRows(
  run: Run,
  set: SetName,
  rows: readonly Row[],
  expands: readonly Expand[],
): Promise<Json[]> {
  const out: Json[] = rows.map(() => ({}));
  if (rows.length === 0) return out;
  for (const expand of expands) {
    const added =
      expand.set === 'Observations'
        ? await observationsOf(run, set as EntityName, rows, expand)
        : await entitiesOf(run, set, rows, expand);
    for (const [i, more] of added.entries()) Object.assign(elementAt(out, i), more);
  }
  return out;
}

async function entitiesOf(run: Run, set: SetName, rows: readonly Row[], expand: Expand): Promise<Json[]> {
  const { nav, many, query } = expand;
  const to = expand.set as EntityName;
  const link = linkOf(set, nav);
  const keyOf = (row: Row) => link.map(([column]) => row[`@${column}`]).join('/');
  const lists = new Map(rows.map((row) => [keyOf(row), { parent: row, rows: [] as Row[], total: 0 }]));
  const parents = [...lists.values()];
  const childRows = await children(
    run.scope,
    set,
    expand,
    parents.map(({ parent }) => parent),
    limits.maxEntities - run.entities,
  );
  spend(run, childRows.length);
  for (const child of childRows) {
    const list = elementAt(parents, child.parent);
    list.total = child.total;
    if (child.shown) list.rows.push(child.row);
  }
  const shown = parents.flatMap((list) => list.rows.slice(0, many ? query.top : 1));
  const inside = await expandRows(run, to, shown, query.expand);
  const made = new Map(shown.map((row, i) => [row, entityOf(run.root, to, row, query, elementAt(inside, i))]));
  return rows.map((row) => {
    const list = getOrThrow(lists, keyOf(row));
    const entities = list.rows.map((each) => made.get(each)).filter((entity) => entity !== undefined);
    if (!many) return entities[0] ? { [nav]: entities[0] } : {};
    const next = list.rows.length > query.top && query.top > 0 ? query.skip + query.top : null;
    return listed(run, set, row, nav, query, entities, {
      next: next === null ? null : { $skip: String(next) },
      total: query.count ? list.total : null,
    });
  });
}

/** A list in an entity, with its count and the link to what is behind it. */
function listed(
  run: Run,
  set: SetName,
  row: Row,
  nav: string,
  { written }: Query,
  entities: readonly Json[],
  { next, total }: { next: Json | null; total: number | null },
): Json {
  const { $skip: _, ...options } = written;
  const link = () =>
    `${selfLinkOf(run.root, set, idOf(set, row))}/${nav}${queryText({ ...options, ...(next as Record<string, string>) })}`;
  return {
    ...(total !== null && { [`${nav}@iot.count`]: total }),
    [nav]: entities,
    ...(next && { [`${nav}@iot.nextLink`]: link() }),
  };
}

/** The observations of datastreams or features: their datastreams in one statement, their readings point by point. */
async function observationsOf(run: Run, set: EntityName, rows: readonly Row[], { nav, query }: Expand) {
  const plan = planOf(query, run.scope.nowMs);
  const list = await streamsOf(run, set, rows, plan);
  await run.store.meet(list.map(({ pointId }) => pointId));
  const newest = plan.order[0]?.descending === true && plan.each === null && query.skip === 0 && query.top > 0;
  if (newest && set === 'Datastreams') {
    const pointIds = [...new Set(list.map(({ pointId }) => pointId))];
    await run.store.warm(pointIds, plan, firstLimit(query.top + 1, 1));
  }
  const byParent = new Map<string, Stream[]>();
  const keyOf = (stream: Stream) =>
    set === 'Datastreams' ? `${stream.pointId}-${stream.field}` : String(stream.pointId);
  for (const stream of list) byParent.set(keyOf(stream), [...(byParent.get(keyOf(stream)) ?? []), stream]);
  const pages = [];
  for (const row of rows) {
    const rows = byParent.get(String(idOf(set, row))) ?? [];
    const source = async (after: { pointId: number; place: number } | null) =>
      after ? rows.filter((stream) => stream.place > after.place) : rows;
    const page = await pageOf(run.store, { source, plan, query, nowMs: run.scope.nowMs, after: null });
    spend(run, page.items.length);
    pages.push({ row, ...page, total: query.count ? await countOf(run, rows, plan) : null });
  }
  const items = pages.flatMap((page) => page.items);
  const made = await observationsJson(run, items, query);
  let next = 0;
  return pages.map((page) => {
    const entities = made.slice(next, next + page.items.length);
    next += page.items.length;
    const behind = page.next && {
      ...(page.next.token !== null && { $skiptoken: page.next.token }),
      ...(page.next.skip > 0 && { $skip: String(page.next.skip) }),
    };
    return listed(run, set, page.row, nav, query, entities, { next: behind, total: page.total });
  });
}

function streamsOf(run: Run, set: EntityName, rows: readonly Row[], plan: Plan): Promise<Stream[]> {
  const ids = rows.map((row) => row[set === 'Datastreams' ? '@point_id' : '@id'] as number);
  const scope: Fragment =
    set === 'Datastreams'
      ? ofStreams(
          ids,
          rows.map((row) => row['@field'] as string),
        )
      : ofFeatures(ids);
  return streams(run.scope, { scope, where: plan.streams, slots: plan.slots }, null, limits.maxEntities);
}

async function countOf(run: Run, streams: readonly Stream[], plan: Plan): Promise<number> {
  if (plan.each)
    throw tooMany(
      '$count',
      'A filter on what was measured is counted by Observations themselves, not inside of $expand',
    );
  const first = streams[0];
  return first ? streams.length * (await run.store.count(first.pointId, plan.from, plan.to)) : 0;
}

/** Observations with their own expansions, and the devices of all of them by one question. */
export async function observationsJson(run: Run, items: readonly Item[], query: Query): Promise<Json[]> {
  const sncodes = await devicesOf(run, items);
  const rows = items.map(({ stream }) => ({ '@point_id': stream.pointId, '@field': stream.field }));
  const inside = await expandRows(run, 'Observations', rows, query.expand);
  return items.map((item, i) => observationOf(run.root, item, query, sncodes, elementAt(inside, i)));
}

export const devicesOf = (run: Run, items: readonly Item[]) =>
  sncodesOf(run.scope, [
    ...new Set(items.flatMap(({ stream, observation }) => (stream.deviceVisible ? (observation.deviceId ?? []) : []))),
  ]);
