/**
 * The entrance for what people bring: values entered by hand, and files. Like the links of the gateway it ends in
 * `ingest`, so what comes this way is judged, flagged and counted like any reading; unlike them it converts by the
 * period that a time lies in, and every record carries the number of the act that brought it.
 *
 * Invariant: an act is written in the transaction of its records; what it replaces is kept under its number.
 */

import { elementAt, getOrThrow } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import { recipe, type Sample } from '@plumbline/science/sensors/recipes';
import { sampleAfter } from '@plumbline/science/sensors/sample';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import {
  addPoints,
  changeById,
  insertChange,
  markUndone,
  setCounts,
} from '../features/platform/store/store.changes.api.ts';
import { sealedRecords } from '../features/platform/store/store.late.table.ts';
import { restoreByParts } from '../features/platform/store/store.restore.parts.api.ts';
import { rewrite } from '../features/platform/store/store.rewrite.api.ts';
import { lockLatest } from '../features/platform/store/store.states.table.ts';
import { lockPoints, pointPlans } from '../features/points/bindings/bindings.plans.api.ts';
import type {
  ManualPoint,
  ManualRow,
  ManualTransaction,
  ManualWriter,
} from '../features/readings/imports/imports.manual.api.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Db } from '../kernel/context.ts';
import { emit } from '../kernel/events.ts';
import type { Sql } from '../kernel/sql.ts';
import type { Tables } from '../kernel/tables.ts';
import { transact } from '../kernel/transact.ts';
import { bindPoints } from './bind.composites.ts';
import type { BoundPoint } from './bind.ts';
import { ingest, type PipelineParts } from './pipeline.ts';
import type { PendingReading, StoredReading } from './row.ts';

/** A point that takes records by hand, as the pipeline stores them. */
interface BoundManualPoint extends ManualPoint {
  readonly bound: BoundPoint;
}

export function openManualWriter({ pool, db, clock, log, onStored }: PipelineParts): ManualWriter {
  /** `on`: the pool, or the connection of the act that asks: one that holds a connection must not wait for another. */
  async function bind(on: Db, ids: readonly number[]): Promise<ReadonlyMap<number, BoundManualPoint>> {
    const plans = await pointPlans(on, ids);
    const bindings = await bindPoints(on, ids, log);
    return new Map(
      plans.flatMap((plan): [number, BoundManualPoint][] => {
        const bound = bindings.get(plan.pointId);
        if (!bound) return [];
        const point: BoundManualPoint = {
          id: plan.pointId,
          projectId: plan.projectId,
          corporationId: plan.corporationId,
          type: plan.type,
          nodeCount: plan.nodeCount,
          mainIndex: plan.mainIndex,
          fields: bound.keys,
          quantities: plan.type === 0 ? recipe(plan).quantities : [],
          convert: (at, sample) => bound.convert(sample, at),
          bound,
        };
        return [[plan.pointId, point]];
      }),
    );
  }

  async function act<T>(work: (transaction: ManualTransaction, client: pg.PoolClient) => Promise<T>): Promise<T> {
    const { result, stored } = await transact(pool, async (client) => {
      const published: StoredReading[] = [];
      return { result: await work(transactionOn(client, clock, bind, published), client), stored: published };
    });
    onStored(stored);
    return result;
  }

  return {
    /** Those of the points that take readings; archived, deprecated and unusable ones are absent. */
    points: (ids: readonly number[]) => bind(db, ids),
    transact: (work) => act(work),
    /** The samples that stand at these times; null = no record. */
    samplesAt: (wanted: readonly { pointId: number; at: number }[]) => samplesAt(pool, wanted),
    /** Takes an act back, a point at a time, as when it was stopped half way. May be run twice. */
    async takeBack(changeId: number, byName: string): Promise<void> {
      const change = await changeById(pool, changeId);
      if (!change || change.undoneAt !== null) return;
      const parts: Parameters<typeof restoreByParts>[0] = (part) =>
        act((transaction, client) => part(client, transaction.db));
      await restoreByParts(parts, { changeId, pointIds: change.pointIds });
      await act(async (transaction, client) => {
        if (await markUndone(client, changeId, byName, clock.now().getTime())) await transaction.announce(changeId);
      });
    },
  };
}

type Bind = (on: Db, ids: readonly number[]) => Promise<ReadonlyMap<number, BoundManualPoint>>;

function transactionOn(client: pg.PoolClient, clock: Clock, bind: Bind, published: StoredReading[]): ManualTransaction {
  const db = kyselyOn(client);
  return {
    db,
    begin: (change) => insertChange(client, change),
    samplesAt: (wanted) => samplesAt(client, wanted),
    setCounts: (changeId, counts) => setCounts(client, changeId, counts),
    async put(changeId, rows) {
      const ids = [...new Set(rows.map(({ pointId }) => pointId))].sort((a, b) => a - b);
      // Settings stay as they are until this commits: what is stored after a change of them was made by it.
      await client.query({ ...lockPoints, values: [ids] });
      const points = await bind(db, ids);
      const gone = ids.find((id) => !points.has(id));
      if (gone !== undefined) throw new Failure('notFound', { pointId: gone });
      // Under the locks of the points, so that nobody else's record slips between what is read and what is written.
      await lockLatest(client, ids);
      const samples = await merged(client, points, rows);
      const receivedAt = clock.now().getTime();
      const waiting = rows.map(({ pointId, at }, i): PendingReading => {
        const { bound, convert } = getOrThrow(points, pointId);
        const sample = elementAt(samples, i);
        const values = convert(at, sample);
        return { point: bound, at, receivedAt, values, raw: JSON.stringify(sample), deviceId: null, changeId };
      });
      const { results, stored } = await ingest(client, clock, { rows: waiting });
      await reachComposites(client, changeId, [...points.values()]);
      // Of a long import pages need the newest alone: they fetch the rest again.
      published.push(...newestOf(stored));
      return { results: results.map((result) => (result === 'stored' ? 'added' : result)), samples };
    },
    async remove(changeId, pointId, times) {
      const gone = new Set(times);
      // Before the state of the point, as whoever puts: an act may do both.
      await client.query({ ...lockPoints, values: [[pointId]] });
      return rewrite(client, changeId, pointId, Math.min(...times), Math.max(...times), (record) =>
        gone.has(record.at) && record.deviceId === null ? null : record,
      );
    },
    async announce(changeId) {
      const change = await changeById(client, changeId);
      if (!change) return;
      const { pointIds, projectId, fromMs, toMs } = change;
      await emit(db, clock.now(), 'readingsChanged', { pointIds, projectId, fromMs, toMs, changeId });
    },
  };
}

/** Composites that were computed on the way belong to the act: its undo takes their records back too. */
async function reachComposites(
  client: pg.PoolClient,
  changeId: number,
  points: readonly BoundManualPoint[],
): Promise<void> {
  const above = new Set(points.flatMap(({ bound }) => bound.composites.map((composite) => composite.pointId)));
  await addPoints(client, changeId, [...above]);
}

/** What then stands at each time: quantities that are not named stay, of manual and of automated points. */
async function merged(
  client: pg.PoolClient,
  points: ReadonlyMap<number, ManualPoint>,
  rows: readonly ManualRow[],
): Promise<Sample[]> {
  const former = await samplesAt(client, rows);
  return rows.map((row, i) => sampleAfter(getOrThrow(points, row.pointId).type, elementAt(former, i), row.sample));
}

/** Kysely on a connection whose transaction is somebody else's. */
function kyselyOn(client: pg.PoolClient): Db {
  const borrowed = { query: client.query.bind(client), release: () => undefined };
  const pool = { connect: async () => borrowed, end: async () => undefined };
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as unknown as pg.Pool }) });
}

async function samplesAt(sql: Sql, wanted: readonly { pointId: number; at: number }[]): Promise<(Sample | null)[]> {
  if (wanted.length === 0) return [];
  const { rows } = await sql.query<{ n: number; raw: Sample }>({
    name: 'manual-stored-samples',
    text: `SELECT t.n::int - 1 AS n, r.raw FROM unnest($1::int[], $2::float8[]) WITH ORDINALITY AS t(point_id, at, n)
      JOIN reading r ON r.point_id = t.point_id AND r.at = to_timestamp(t.at / 1000)`,
    values: [wanted.map(({ pointId }) => pointId), wanted.map(({ at }) => at)],
  });
  const found: (Sample | null)[] = wanted.map(() => null);
  for (const { n, raw } of rows) found[n] = raw;
  const open = [...wanted.keys()].filter((i) => found[i] === null);
  const sealed = await sealedRecords(
    sql,
    open.map((i) => elementAt(wanted, i)),
  );
  for (const [n, i] of open.entries()) found[i] = (sealed[n]?.raw as Sample | undefined) ?? null;
  return found;
}

function newestOf(stored: readonly StoredReading[]): StoredReading[] {
  const newest = new Map<number, StoredReading>();
  for (const each of stored) {
    const known = newest.get(each.live.pointId);
    if (!known || known.live.at <= each.live.at) newest.set(each.live.pointId, each);
  }
  return [...newest.values()];
}
