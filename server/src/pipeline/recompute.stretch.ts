/**
 * A stretch of one point's time computed again, in the transaction of the caller who holds the lock of the point: its
 * records converted, or, of a composite, made of what its slaves are now.
 */
import { getOrThrow } from '@plumbline/contract/kernel/elements';
import type { QualityState } from '@plumbline/science/quality/judge-quality';
import { insertChange } from '../features/platform/store/store.changes.api.ts';
import { reinsert, renewState } from '../features/platform/store/store.edit.table.ts';
import { saveQuality } from '../features/platform/store/store.quality.table.ts';
import { rewrite } from '../features/platform/store/store.rewrite.api.ts';
import { conversionsOf, type PeriodConversion } from '../features/points/bindings/bindings.conversions.api.ts';
import type { Settings } from '../features/points/points/points.settings.api.ts';
import { curves, records, type StoredRecord } from '../features/readings/readings/readings.api.ts';
import type { Db, Logger } from '../kernel/context.ts';
import { sqlOver } from '../kernel/sql.ts';
import type { TaskContext } from '../kernel/tasks.handler.ts';
import { bindPoints } from './bind.composites.ts';
import type { BoundComposite, BoundPoint } from './bind.ts';
import { columnsOf, compose, halfIntervalMs, readingsOf } from './compose.ts';
import type { RecomputeDetail } from './recompute.acts.table.ts';
import { byPeriod, flagsOf, renewedOf, sameValues, testerOf, withVerdicts } from './recompute.records.ts';
import * as table from './recompute.table.ts';

/** A point of an act, with the settings that it is about: once others are in force, another act is on its way. */
export interface PointTask {
  readonly pointId: number;
  /** Epoch ms; null = from the first record. */
  readonly fromMs: number | null;
  readonly groupId?: number | null | undefined;
  readonly after: Settings;
}
export interface Input {
  /** null = written once there is something to change (what follows another act). */
  readonly changeId: number | null;
  readonly points: readonly PointTask[];
  /** Composites of these points alone, over a span, epoch ms; null = open: what they read has changed. */
  readonly reading?: {
    readonly pointIds: readonly number[];
    readonly fromMs: number | null;
    readonly toMs: number | null;
  };
  /** Records that were received since then alone, epoch ms; null = all. */
  readonly receivedSinceMs: number | null;
  readonly follows?: number;
  /** Whose act it follows. */
  readonly by?: { readonly id: number | null; readonly name: string };
  /** Points that it took over from acts that go on without them: what those had done is put back first. */
  readonly adopted?: readonly { readonly changeId: number; readonly pointId: number }[];
}
export interface Cursor {
  readonly changeId: number | null;
  /** The point that is in work, then its composites in order; null = none yet. */
  readonly at: number | null;
  readonly fromMs: number | null;
  readonly changed: number;
  readonly quality: QualityState | null;
  /** All is done, and said. */
  readonly announced?: true;
}

export type Recomputing = TaskContext<Input, Cursor>;

export interface Work {
  readonly db: Db;
  readonly context: Recomputing;
  readonly cursor: Cursor;
  readonly id: number;
  readonly from: number;
  readonly to: number;
  /** undefined = it takes no readings any more (archived, deprecated); its history is converted all the same. */
  readonly point: BoundPoint | undefined;
  readonly isLast: boolean;
}
/** Records that are compared at once. */
const pageRecords = 4_096;

type Done = Pick<Cursor, 'changeId' | 'changed' | 'quality'>;

/** Recomputes the records of a point or composite; a master has none. Returns how many changed, and the state of the quality tests. */
export async function stretch(work: Work): Promise<Done> {
  const periods = (await conversionsOf(work.db, [work.id])).get(work.id);
  const now = periods?.at(-1);
  if (!periods || !now || now.type === 3) return { changeId: work.cursor.changeId, changed: 0, quality: null };
  if (now.type !== 1) return convertStretch(work, periods);
  const bound = work.point && (await compositeOf(work.db, work.point, work.context.log));
  return bound ? composeStretch(work, bound) : { changeId: work.cursor.changeId, changed: 0, quality: null };
}

async function convertStretch(work: Work, periods: readonly PeriodConversion[]): Promise<Done> {
  const { db, cursor, id, from, to, point, isLast, context } = work;
  const { receivedSinceMs } = context.task.input;
  const convert = byPeriod(periods);
  const tester = point && (await testerOf(db, point, cursor.quality, from));
  const began = tester?.state ?? null;
  let changeId = cursor.changeId;
  const renew = (record: StoredRecord): StoredRecord => {
    const renewed = renewedOf(record, convert, tester);
    return receivedSinceMs !== null && record.receivedAt < receivedSinceMs ? record : renewed;
  };
  if (changeId === null) {
    // Nothing is written down where nothing differs.
    if (!(await differs(db, id, from, to, renew))) return { changeId, changed: 0, quality: tester?.state ?? null };
    changeId = await beginLate(db, context, id);
    if (tester) tester.state = began;
  }
  const changed = await rewrite(sqlOver(db), changeId, id, from, to, renew);
  if (isLast && point?.remembers && tester?.state) await saveQuality(sqlOver(db), new Map([[id, tester.state]]));
  return { changeId, changed, quality: tester?.state ?? null };
}

async function differs(
  db: Db,
  id: number,
  from: number,
  to: number,
  renew: (record: StoredRecord) => StoredRecord,
): Promise<boolean> {
  for await (const page of pagesOf(db, id, from, to)) if (page.some((record) => renew(record) !== record)) return true;
  return false;
}

async function* pagesOf(db: Db, id: number, from: number, to: number): AsyncGenerator<readonly StoredRecord[]> {
  for (let offset = 0; ; offset += pageRecords) {
    const page = await records(sqlOver(db), id, from, to, { newestFirst: false, offset, limit: pageRecords });
    yield page;
    if (page.length < pageRecords) return;
  }
}

/** What follows another act stands in the log once there is something to say. */
async function beginLate(db: Db, { task, now }: Recomputing, pointId: number): Promise<number> {
  const { projectId } = task;
  if (projectId === null) throw new Error('a recomputation belongs to a project');
  const { points, reading, follows, by } = task.input;
  const fromMs = reading ? reading.fromMs : earliest(points.map((point) => point.fromMs));
  return insertChange(sqlOver(db), {
    projectId,
    kind: 'recompute',
    pointIds: [...new Set([...points.map((point) => point.pointId), pointId])].sort((a, b) => a - b),
    fromMs,
    toMs: null,
    reason: '',
    byId: by?.id ?? task.accountId,
    byName: by?.name ?? task.byName,
    at: now().getTime(),
    detail: { points: [], follows: follows ?? null } satisfies RecomputeDetail,
    taskId: task.id,
  });
}

/** The earliest of some beginnings; null = one is from the first record on. */
export const earliest = (all: readonly (number | null)[]): number | null =>
  all.includes(null) ? null : Math.min(...(all as number[]));

/** A composite with its slaves, as it stands now. */
async function compositeOf(db: Db, point: BoundPoint, log: Logger): Promise<BoundComposite | undefined> {
  const [slave] = await table.slavesOf(db, point.pointId);
  const below = slave === undefined ? undefined : (await bindPoints(db, [slave], log)).get(slave);
  return below?.composites.find((each) => each.pointId === point.pointId);
}

async function composeStretch(work: Work, composite: BoundComposite): Promise<Done> {
  const { db, cursor, id, from, to, context, isLast } = work;
  const sql = sqlOver(db);
  const half = halfIntervalMs(composite);
  const slaves = [];
  for (const slave of composite.slaves) {
    const found = await curves(sql, [slave.pointId], columnsOf(slave), from - half, to + half, 10_000_000);
    slaves.push(readingsOf(slave, getOrThrow(found, slave.pointId)));
  }
  const composed = new Map(compose(composite, slaves, from, to).map(({ at, sample }) => [at, sample]));
  const tester = await testerOf(db, composite, cursor.quality, from);
  const fresh = new Map<number, StoredRecord>();
  for (const [at, sample] of composed) {
    const receivedAt = context.now().getTime();
    const made = {
      at,
      receivedAt,
      values: composite.convert(sample, at),
      raw: sample,
      flags: null,
      deviceId: null,
      changeId: cursor.changeId,
    };
    fresh.set(at, { ...made, flags: flagsOf(tester, made, made.values) });
  }
  let { changeId } = cursor;
  if (changeId === null) {
    if (!(await composesAnew(db, id, from, to, fresh))) return { changeId, changed: 0, quality: tester.state };
    changeId = await beginLate(db, context, id);
  }
  let changed = await rewrite(sql, changeId, id, from, to, (record) => {
    const now = fresh.get(record.at);
    fresh.delete(record.at);
    if (!now) return null;
    if (sameValues(now.values, record.values)) return record;
    return { ...record, values: now.values, raw: now.raw, flags: withVerdicts(record, now.values, now.flags) };
  });
  if (fresh.size > 0) {
    await reinsert(
      sql,
      id,
      [...fresh.values()].map((record) => ({ ...record, changeId })).sort((a, b) => a.at - b.at),
    );
    await renewState(sql, id);
    changed += fresh.size;
  }
  if (isLast && composite.remembers && tester.state) await saveQuality(sql, new Map([[id, tester.state]]));
  return { changeId, changed, quality: tester.state };
}

/** Returns whether a composite's records are others than those it would have now. */
async function composesAnew(
  db: Db,
  id: number,
  from: number,
  to: number,
  fresh: ReadonlyMap<number, StoredRecord>,
): Promise<boolean> {
  let met = 0;
  for await (const page of pagesOf(db, id, from, to))
    for (const record of page) {
      const now = fresh.get(record.at);
      if (!now || !sameValues(now.values, record.values)) return true;
      met++;
    }
  return met < fresh.size;
}
