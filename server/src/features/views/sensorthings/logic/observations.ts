/**
 * Observations from the store, in order, a page of them. Invariants: only datastreams that SQL gave for the caller are
 * read; one request looks at no more readings than its allowance, and where that ends before the page is full, the page
 * ends too, with the place at which the next one goes on.
 */
import { elementAt, getOrThrow } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import { sensorThingsLimits as limits } from '@plumbline/contract/views/sensorthings';
import { firstAt, lastAt } from '@plumbline/science/odata/functions';
import { flagAt, quality } from '@plumbline/science/quality/flags';
import { correctRecord } from '@plumbline/science/series/corrections';
import { count as countRecords, records, type StoredRecord } from '../../../readings/readings/readings.api.ts';
import { type ShownPoint, shownCurve, shownPoints } from '../../../readings/readings/readings.effective.api.ts';
import type { VisibleScope } from '../sensorthings.entities.table.ts';
import { newestOf } from '../sensorthings.newest.table.ts';
import type { Stream } from '../sensorthings.streams.table.ts';
import type { Observation } from './observation.ts';
import type { Plan } from './plan.ts';

/** Budget of reads of a request, and what it has read already. */
export class Store {
  readonly scope: VisibleScope;
  left: number = limits.maxReadings;
  /** Questions to the store; a point without readings costs one too. */
  requested = 0;
  readonly #points = new Map<number, ShownPoint>();
  readonly #pages = new Map<string, Promise<StoredRecord[]>>();
  readonly #warm = new Map<string, StoredRecord[]>();

  constructor(scope: VisibleScope) {
    this.scope = scope;
  }

  /** Reads the first page of each point that will be asked for its newest readings: one question, where rows can tell. */
  async warm(pointIds: readonly number[], { from, to }: Plan, limit: number): Promise<void> {
    if (from > firstAt || to < lastAt || pointIds.length * limit > limits.maxEntities) return;
    for (const [pointId, page] of await newestOf(this.scope, pointIds, limit)) {
      this.left -= page.length;
      this.#warm.set(pageKey(pointId, from, to, { newestFirst: true, offset: 0, limit }), page);
    }
  }

  /** Times, values and flags of some fields, corrected, without what else is kept of a reading: many times cheaper. */
  async scout(pointId: number, streams: readonly Stream[], from: number, to: number, limit: number) {
    const point = this.point(pointId);
    const fields = streams.map(({ place }) => elementAt(point.fields, place));
    const curve = await shownCurve(
      this.scope.sql,
      { point, fields },
      { quantity: 'value', quality: 'all' },
      from,
      to,
      limit,
    );
    this.requested++;
    this.left -= Math.ceil(curve.times.length / scoutsPerReading);
    return curve;
  }

  /** Whether a page should end here. */
  get isTired(): boolean {
    return this.left <= 0 || this.requested > maxRequested;
  }

  /** Corrections and fields of the points: three queries for all that are not known yet. */
  async meet(pointIds: readonly number[]): Promise<void> {
    const unknown = [...new Set(pointIds)].filter((id) => !this.#points.has(id));
    if (unknown.length === 0) return;
    for (const point of await shownPoints(this.scope.db, unknown, false)) this.#points.set(point.id, point);
  }

  point(id: number): ShownPoint {
    return getOrThrow(this.#points, id);
  }

  /** A page of a point's readings. Asked again for another field of the same point, it is not read again. */
  records(pointId: number, from: number, to: number, options: PageOptions) {
    const key = pageKey(pointId, from, to, options);
    const warm = this.#warm.get(key);
    let page = warm ? Promise.resolve(warm) : this.#pages.get(key);
    if (!page) {
      this.requested++;
      page = records(this.scope.sql, pointId, from, to, options).then((rows) => {
        this.left -= rows.length;
        return rows;
      });
      // The newest pages are those that the next fields of the point ask for.
      const [oldest] = this.#pages.size >= 64 ? this.#pages.keys() : [];
      if (oldest !== undefined) this.#pages.delete(oldest);
      this.#pages.set(key, page);
    }
    return page;
  }

  count(pointId: number, from: number, to: number): Promise<number> {
    this.requested++;
    return from > to ? Promise.resolve(0) : countRecords(this.scope.sql, pointId, from, to);
  }
}

const maxRequested = 2_000;
const chunk = 4_096;
const scoutChunk = 8_192;
/** Looking at times and values alone counts this much less. */
export const scoutsPerReading = 10;

interface PageOptions {
  readonly newestFirst: boolean;
  readonly offset: number;
  readonly limit: number;
}
const pageKey = (pointId: number, from: number, to: number, { newestFirst, offset, limit }: PageOptions) =>
  `${pointId}/${from}/${to}/${newestFirst}/${offset}/${limit}`;

/** How many readings are asked for first where `wanted` observations of some datastreams of a point are. */
export const firstLimit = (count: number, streams: number): number => Math.min(chunk, Math.ceil(count / streams) + 1);

/** Test of an observation of which only time, result and flag are known can be one that is looked for. */
export type Scout = (observation: Observation, stream: Stream) => boolean;

export interface Span {
  readonly from: number;
  readonly to: number;
  readonly descending: boolean;
}

export interface Item {
  readonly observation: Observation;
  readonly stream: Stream;
}

/** What a scout does not see. */
const unknown = { receivedAt: 0, stored: null, deviceId: null, changeId: null } as const;

/** The observations of some datastreams of one point, in order of time, and of the fields within one time. */
export class Cursor {
  readonly streams: readonly Stream[];
  readonly #store: Store;
  readonly #pointId: number;
  readonly #span: Span;
  readonly #scout: Scout | null;
  #from: number;
  #to: number;
  #offset: number;
  #limit: number;
  #waiting: Item[] = [];
  #ended = false;

  /** Some `streams` of one point. `wanted` = how many will probably be taken; `offset` = readings to go past; `scout` = what goes ahead, oldest first only. */
  constructor(
    store: Store,
    streams: readonly Stream[],
    span: Span,
    { wanted, offset = 0, scout = null }: { wanted: number; offset?: number; scout?: Scout | null },
  ) {
    this.#store = store;
    this.#scout = span.descending ? null : scout;
    this.streams = span.descending ? [...streams].reverse() : streams;
    this.#pointId = elementAt(streams, 0).pointId;
    this.#span = span;
    this.#from = span.from;
    this.#to = span.to;
    this.#offset = offset;
    this.#limit = firstLimit(wanted, streams.length);
  }

  /** Whether the next one has to be read first. */
  get needsReading(): boolean {
    return this.#waiting.length === 0 && !this.#ended;
  }

  get head(): Item | undefined {
    return this.#waiting.at(-1);
  }

  /** Takes the head. Throws Error where there is none. */
  take(): Item {
    const item = this.#waiting.pop();
    if (!item) throw new Error('nothing has been read that could be taken');
    return item;
  }

  /** Oldest first: everything up to here has been looked at. */
  get passedTo(): number {
    return this.#from - 1;
  }

  async read(): Promise<void> {
    const { descending } = this.#span;
    if (this.#from > this.#to) {
      this.#ended = true;
      return;
    }
    if (this.#scout) return this.#goAhead(this.#scout);
    const options = { newestFirst: descending, offset: this.#offset, limit: this.#limit };
    const records = await this.#store.records(this.#pointId, this.#from, this.#to, options);
    this.#ended = records.length < this.#limit;
    this.#offset = 0;
    this.#limit = Math.min(chunk, this.#limit * 4);
    const last = records.at(-1);
    if (last && descending) this.#to = last.at - 1;
    else if (last) this.#from = last.at + 1;
    this.#waiting = this.#observationsOf(records);
  }

  /** Reads whole only what lies between the first and the last that the scout has found in a stretch. */
  async #goAhead(scout: Scout): Promise<void> {
    const { found, next } = await scoutAhead(this.#store, this.streams, this.#from, this.#to, scout);
    const [first, last] = [found[0], found.at(-1)];
    if (first && last) {
      const options = { newestFirst: false, offset: 0, limit: last.index - first.index + 1 };
      this.#waiting = this.#observationsOf(await this.#store.records(this.#pointId, first.at, last.at, options));
    }
    this.#from = next;
    this.#ended = next > this.#to;
  }

  /** In order, the next one last. */
  #observationsOf(rows: readonly StoredRecord[]): Item[] {
    const point = this.#store.point(this.#pointId);
    return rows
      .flatMap((record) => {
        const values = correctRecord(record.at, record.values, point.keys, point.corrections, point.options);
        return this.streams.map((stream) => ({ stream, observation: observationOf(stream, record, values) }));
      })
      .reverse();
  }
}

/** Times of a stretch at which an observation of the datastreams holds, and where the next stretch begins: behind `to` at the end. */
export async function scoutAhead(
  store: Store,
  streams: readonly Stream[],
  from: number,
  to: number,
  scout: Scout,
): Promise<{ found: { at: number; index: number }[]; next: number }> {
  const { times, columns, cut } = await store.scout(elementAt(streams, 0).pointId, streams, from, to, scoutChunk);
  const scouted = streams.map((stream, i) => ({ stream, ...elementAt(columns, i) }));
  const matches: { at: number; index: number }[] = [];
  for (const [index, at] of times.entries()) {
    const holds = scouted.some(({ stream, values, flags }) => {
      const value = values[index] ?? Number.NaN;
      const result = Number.isNaN(value) ? null : value;
      const flag = flags?.[index] ?? (result === null ? quality.missing : quality.pass);
      return scout({ ...unknown, pointId: stream.pointId, field: stream.field, at, result, flag }, stream);
    });
    if (holds) matches.push({ at, index });
  }
  const last = times.at(-1);
  return { found: matches, next: cut && last !== undefined ? last + 1 : to + 1 };
}

function observationOf(stream: Stream, record: StoredRecord, values: readonly (number | null)[]): Observation {
  const stored = record.values[stream.place] ?? null;
  const result = values[stream.place] ?? null;
  return {
    pointId: stream.pointId,
    field: stream.field,
    at: record.at,
    receivedAt: record.receivedAt,
    result,
    stored: Object.is(result, stored) ? null : stored,
    flag: flagAt(record.flags, record.values, stream.place),
    deviceId: record.deviceId,
    changeId: record.changeId,
  };
}

/** One observation by its key; null where there is no reading of that time. */
export async function observationAt(store: Store, stream: Stream, at: number): Promise<Observation | null> {
  await store.meet([stream.pointId]);
  const [record] = await store.records(stream.pointId, at, at, { newestFirst: false, offset: 0, limit: 1 });
  if (!record) return null;
  const { keys, corrections, options } = store.point(stream.pointId);
  return observationOf(stream, record, correctRecord(record.at, record.values, keys, corrections, options));
}

export const tooMany = (path: string, message: string) => new Failure('badInput', [{ path, message, code: 'custom' }]);
