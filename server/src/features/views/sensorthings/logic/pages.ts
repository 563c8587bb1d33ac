/**
 * A page of observations: in the order of their datastreams, in order of time over several of them, or sorted by anything
 * else where that can be had within the allowance. The next page goes on behind an observation, so that it costs the same
 * however far in it is.
 */
import { elementAt } from '@plumbline/contract/kernel/elements';
import { sensorThingsLimits as limits } from '@plumbline/contract/views/sensorthings';
import { has } from '@plumbline/science/odata/bound';
import { lastAt, type Value } from '@plumbline/science/odata/functions';
import type { Stream } from '../sensorthings.streams.table.ts';
import type { Bound } from './model.ts';
import { observationEvaluator, observationIdOf, observationKeyOf, type StreamKey } from './observation.ts';
import {
  Cursor,
  type Item,
  type Scout,
  type Span,
  type Store,
  scoutAhead,
  scoutsPerReading,
  tooMany,
} from './observations.ts';
import type { Query } from './options.ts';
import type { Plan } from './plan.ts';

export interface Page {
  readonly items: readonly Item[];
  /** Where the next page goes on: behind the observation `token` (null = where this one began), past `skip` more. */
  readonly next: { readonly token: string | null; readonly skip: number } | null;
}
/** Datastreams in order, behind one of them, at most `limit`. */
export type Source = (after: { pointId: number; place: number } | null, limit: number) => Promise<readonly Stream[]>;

/** The place of an observation in the order. */
interface Position {
  readonly pointId: number;
  readonly place: number;
  readonly field: string;
  readonly at: number;
}
/** What comes in order: an observation, how far a datastream has been looked through, or that the allowance is used up. */
type Coming = Item | { readonly passed: Stream; readonly at: number } | 'tired';

const streamsAtOnce = 200;
const maxStreams = 5_000;
const judgedAtOnce = 1_024;

/** Subject of a page: how far it may look, what judges a reading, and how each is ordered. */
export interface Wanted {
  readonly source: Source;
  readonly plan: Plan;
  readonly query: Pick<Query, 'top' | 'skip' | 'token'>;
  readonly nowMs: number;
  /** Where the page before ended. */
  readonly after: Position | null;
}

/** The position behind which a `$skiptoken` goes on; null for a text that is none. `placeOf` = the field's place, where the caller sees it. */
export async function positionOf(
  token: string,
  placeOf: (key: StreamKey) => Promise<number | null>,
): Promise<Position | null> {
  const key = observationKeyOf(token);
  const place = key && (await placeOf(key));
  return key && place !== null ? { ...key, place } : null;
}

export async function pageOf(store: Store, subject: Wanted): Promise<Page> {
  const { plan, query } = subject;
  if (query.top === 0 || plan.from > plan.to) return { items: [], next: null };
  const judge = judgeOf(subject);
  const holds = ({ observation, stream }: Item) => judge === null || judge.holds(observation, stream);
  const { coming, toSkip } = await inOrder(store, subject, judge);
  if (!coming) return sorted(store, subject, holds);
  const items: Item[] = [];
  let last: Position | null = null;
  const token = () => (last ? observationIdOf(last) : query.token);
  for await (const each of coming) {
    if (each === 'tired') return { items, next: { token: token(), skip: toSkip.left } };
    if ('passed' in each) {
      last = { ...each.passed, at: each.at };
      continue;
    }
    if (holds(each)) {
      if (items.length === query.top && toSkip.left === 0) return { items, next: { token: token(), skip: 0 } };
      if (toSkip.left > 0) toSkip.left--;
      else items.push(each);
    }
    last = { ...each.stream, at: each.observation.at };
  }
  return { items, next: null };
}

/** How many observations there are within the allowance; null where it did not suffice. */
export async function countAll(store: Store, subject: Wanted): Promise<number | null> {
  const judge = judgeOf(subject);
  if (judge?.scout) return countScouted(store, subject, judge.scout);
  let count = 0;
  for await (const each of byStream(store, subject, { left: 0 }, judge)) {
    if (each === 'tired') return null;
    if ('observation' in each && (judge === null || judge.holds(each.observation, each.stream))) count++;
  }
  return count;
}

/** The same where times and values say enough: nothing is read whole. */
async function countScouted(store: Store, { source, plan }: Wanted, scout: Scout): Promise<number | null> {
  let count = 0;
  for (let behind: Stream | null = null; ; ) {
    const list: readonly Stream[] = await source(behind, streamsAtOnce);
    await store.meet(list.map(({ pointId }) => pointId));
    for (const stream of list)
      for (let from = plan.from; from <= plan.to; ) {
        if (store.isTired) return null;
        const ahead = await scoutAhead(store, [stream], from, plan.to, scout);
        count += ahead.found.length;
        from = ahead.next;
      }
    const end: Stream | undefined = list.at(-1);
    if (!end || list.length < streamsAtOnce) return count;
    behind = end;
  }
}

/** What observations are judged by, and whether it can be told from time, result and flag alone. */
interface Judge {
  readonly holds: Scout;
  readonly scout: Scout | null;
}

const scouted = new Set(['id', 'phenomenonTime', 'result', 'resultQuality/quality']);

/** How many readings one request may look at: more where times and values say enough. */
export const allowanceOf = (subject: Wanted): number =>
  limits.maxReadings * (judgeOf(subject)?.scout ? scoutsPerReading : 1);

function judgeOf({ plan, nowMs }: Wanted): Judge | null {
  if (!plan.each) return null;
  const evaluate = observationEvaluator(plan.each, nowMs);
  const holds: Scout = (observation, stream) => evaluate(observation, stream.slots) === true;
  const needsMore = has(plan.each, (each) => each.kind === 'leaf' && each.type !== 'null' && !scouted.has(each.name));
  return { holds, scout: needsMore ? null : holds };
}

const isOwn = (bound: Bound | undefined, name: string) =>
  bound?.kind === 'leaf' && bound.hops.length === 0 && bound.name === name;

/** Returns whether observations have to be read whole and sorted: any order but those in which they are stored. */
export const isSorted = ({ order: [first] }: Plan): boolean =>
  first !== undefined && !isOwn(first.of, 'phenomenonTime') && !(isOwn(first.of, 'id') && !first.descending);

/** The observations in the order asked for, and what is still to be skipped; `coming` null = they must be sorted. */
async function inOrder(store: Store, subject: Wanted, judge: Judge | null) {
  const { query, plan } = subject;
  const toSkip = { left: query.skip };
  const [first, ...following] = plan.order;
  if (!first || (isOwn(first.of, 'id') && !first.descending))
    return { coming: byStream(store, subject, toSkip, judge), toSkip };
  const tiesAreIds = following.every((each) => isOwn(each.of, 'id') && each.descending === first.descending);
  if (!isOwn(first.of, 'phenomenonTime')) return { coming: null, toSkip };
  const list = await subject.source(null, maxStreams + 1);
  // One datastream has one observation at a time: there are no ties.
  if (!tiesAreIds && list.length > 1) return { coming: null, toSkip };
  return { coming: byTime(store, subject, list, first.descending, judge, toSkip), toSkip };
}

/** One datastream after the other. Where nothing judges them, whole ones are skipped by their count. */
async function* byStream(
  store: Store,
  { source, plan, query, after }: Wanted,
  toSkip: { left: number },
  judge: Judge | null,
): AsyncGenerator<Coming> {
  let behind = after ? { pointId: after.pointId, place: after.place - 1 } : null;
  for (;;) {
    const list = await source(behind, streamsAtOnce);
    await store.meet(list.map(({ pointId }) => pointId));
    for (const stream of list) {
      const begun = after !== null && after.pointId === stream.pointId && after.place === stream.place;
      const span: Span = {
        from: begun ? Math.max(plan.from, after.at + 1) : plan.from,
        to: plan.to,
        descending: false,
      };
      let offset = 0;
      if (!judge && toSkip.left > 0) {
        const count = await store.count(stream.pointId, span.from, span.to);
        offset = Math.min(count, toSkip.left);
        toSkip.left -= offset;
      }
      const pageSize = judge ? judgedAtOnce : query.top + 1;
      const cursor = new Cursor(store, [stream], span, { wanted: pageSize, offset, scout: judge?.scout ?? null });
      for (;;) {
        if (cursor.needsReading) {
          if (store.isTired) {
            if (cursor.passedTo >= span.from) yield { passed: stream, at: cursor.passedTo };
            return void (yield 'tired');
          }
          await cursor.read();
        }
        if (cursor.head) yield cursor.take();
        else if (!cursor.needsReading) break;
      }
      yield { passed: stream, at: lastAt };
    }
    const end = list.at(-1);
    if (!end || list.length < streamsAtOnce) return;
    behind = { pointId: end.pointId, place: end.place };
  }
}

/** All datastreams together, in order of time. */
async function* byTime(
  store: Store,
  { plan, query, after }: Wanted,
  list: readonly Stream[],
  descending: boolean,
  judge: Judge | null,
  toSkip: { left: number },
): AsyncGenerator<Coming> {
  const byPoint = new Map<number, Stream[]>();
  for (const stream of list) byPoint.set(stream.pointId, [...(byPoint.get(stream.pointId) ?? []), stream]);
  if (byPoint.size > limits.maxPoints || list.length > maxStreams)
    throw tooMany(
      '$orderby',
      `Observations of more than ${limits.maxPoints} measuring points are not put in order of time; filter by Datastream`,
    );
  await store.meet([...byPoint.keys()]);
  const span: Span = {
    from: after && !descending ? Math.max(plan.from, after.at) : plan.from,
    to: after && descending ? Math.min(plan.to, after.at) : plan.to,
    descending,
  };
  // One datastream is skipped through by the store; several have to be read to know their order.
  const alone = list.length === 1 && !judge && after === null;
  const offset = alone ? toSkip.left : 0;
  toSkip.left -= offset;
  const each = (judge ? limits.maxReadings / 10 : 2 * (query.top + toSkip.left + 1)) / byPoint.size + 8;
  // Several go side by side, and none may run far ahead of the others: only one alone has a scout.
  const scout = byPoint.size === 1 && !descending ? (judge?.scout ?? null) : null;
  const cursors = [...byPoint.values()].map(
    (streams) => new Cursor(store, streams, span, { wanted: alone ? query.top + 1 : Math.ceil(each), offset, scout }),
  );
  const before = (a: Position, b: Position) => (descending ? compare(a, b) > 0 : compare(a, b) < 0);
  let visited = 0;
  for (;;) {
    let next: { cursor: Cursor; head: Item } | null = null;
    for (const cursor of cursors) {
      while (cursor.needsReading) {
        if (store.isTired && (visited > 0 || store.requested > cursors.length * 2)) {
          if (scout && cursor.passedTo >= span.from)
            yield { passed: elementAt(cursor.streams, -1), at: cursor.passedTo };
          return void (yield 'tired');
        }
        await cursor.read();
      }
      const { head } = cursor;
      if (head && (!next || before(positionOfItem(head), positionOfItem(next.head)))) next = { cursor, head };
    }
    if (!next) return;
    const item = next.cursor.take();
    if (after && !before(after, positionOfItem(item))) continue;
    visited++;
    yield item;
  }
}

const positionOfItem = ({ stream, observation }: Item): Position => ({
  pointId: stream.pointId,
  place: stream.place,
  field: stream.field,
  at: observation.at,
});
const compare = (a: Position, b: Position) => a.at - b.at || a.pointId - b.pointId || a.place - b.place;

/** Any other order: everything is read, within the allowance, and sorted. */
async function sorted(store: Store, subject: Wanted, holds: (item: Item) => boolean): Promise<Page> {
  const { query, plan, nowMs } = subject;
  // They are read in the order of their ids: that of an observation is its place in the row.
  const values = plan.order.map(({ of }) => (isOwn(of, 'id') ? null : observationEvaluator(of, nowMs)));
  const rows: { item: Item; by: Value[] }[] = [];
  for await (const each of byStream(store, { ...subject, after: null }, { left: 0 }, judgeOf(subject))) {
    if (each === 'tired')
      throw tooMany(
        '$orderby',
        `More than ${limits.maxReadings} readings to put into this order; filter by Datastream and phenomenonTime`,
      );
    if ('observation' in each && holds(each))
      rows.push({
        item: each,
        by: values.map((value) => (value ? value(each.observation, each.stream.slots) : rows.length)),
      });
  }
  rows.sort((a, b) => {
    for (const [i, { descending }] of plan.order.entries()) {
      const way = compareValues(elementAt(a.by, i), elementAt(b.by, i));
      if (way !== 0) return descending ? -way : way;
    }
    return 0;
  });
  const items = rows.slice(query.skip, query.skip + query.top).map(({ item }) => item);
  const more = rows.length > query.skip + query.top;
  return { items, next: more ? { token: null, skip: query.skip + query.top } : null };
}

/** null before everything, as in SQL here. */
function compareValues(a: Value, b: Value): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  return a < b ? -1 : 1;
}
