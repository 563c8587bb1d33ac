/**
 * Recomputing history from raw: what is stored of points is converted again when their conversion changes, and so are the
 * composites that read them, in order. A task, a stretch of time a transaction, so that ingest waits for a moment only.
 *
 * Invariants: each record is converted by the settings of its period as they stand under the lock of its point, and what
 * is stored meanwhile was converted by them too (store.ts), so no record is left behind; raw samples stay as they are;
 * what is replaced is kept under the number of the act; killed anywhere it goes on from its cursor, and nothing is said
 * twice.
 */

import {
  addPoints,
  changeById,
  markUndone,
  type SeriesChange,
  setCounts,
} from '../features/platform/store/store.changes.api.ts';
import { roughCounts } from '../features/platform/store/store.counts.api.ts';
import { restoreByParts } from '../features/platform/store/store.restore.parts.api.ts';
import { lockState } from '../features/platform/store/store.segments.api.ts';
import { hasConversion } from '../features/points/bindings/bindings.versions.table.ts';
import type { Db } from '../kernel/context.ts';
import { emit } from '../kernel/events.ts';
import { sqlOver } from '../kernel/sql.ts';
import { type TaskHandler, taskHandler } from '../kernel/tasks.handler.ts';
import { bindPoints } from './bind.composites.ts';
import type { BoundComposite } from './bind.ts';
import { halfIntervalMs } from './compose.ts';
import * as acts from './recompute.acts.table.ts';
import { followUp, putBack } from './recompute.acts.ts';
import { type Cursor, earliest, type Input, type PointTask, type Recomputing, stretch } from './recompute.stretch.ts';
import * as table from './recompute.table.ts';

/** Records in one transaction, about. */
const stretchRecords = 32_768;
const minStretchMs = 3_600_000;
const ever = Date.UTC(1900, 0, 1);
const forever = Date.UTC(2200, 0, 1);

/** What is computed, in order: the points of the act, then the composites that read them. */
interface Step {
  readonly id: number;
  /** Of a composite there is none: it follows whatever its slaves are. */
  readonly own: PointTask | null;
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

/** The task. Registered in app.ts. */
export const recomputing: TaskHandler = taskHandler<Input, Cursor>({
  kind: 'recompute',
  async run(context) {
    const { task, db } = context;
    const { input } = task;
    let cursor = task.cursor ?? {
      changeId: input.changeId,
      at: null,
      fromMs: null,
      changed: 0,
      quality: null,
    };
    if (cursor.announced) return { changeId: cursor.changeId, changed: cursor.changed };
    const ids = input.points.map(({ pointId }) => pointId);
    while ((await acts.earlierTasks(db, task.id, ids)) > 0) {
      context.throwIfStopped();
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    if (cursor.at === null) await restoreAdopted(context, input);
    const steps = await stepsOf(context, input);
    const all = steps.map(({ id }) => id);
    if (cursor.changeId !== null && all.length > ids.length)
      await addPoints(sqlOver(db), cursor.changeId, all.slice(ids.length));
    const counts = await countsOf(db, steps);
    const total = Math.max(1, Math.round([...counts.values()].reduce((sum, count) => sum + count, 0)));
    // Composites that are others by now are all computed again: that changes nothing where they have been.
    const place = cursor.at === null ? 0 : all.indexOf(cursor.at);
    const begin = place < 0 ? ids.length : place;
    let done = 0;
    for (const [n, step] of steps.entries()) {
      const own = counts.get(step.id) ?? 0;
      if (n >= begin) cursor = await recomputeStep(context, cursor, step, { own, done, total });
      done += own;
    }
    await finish(context, cursor);
    return { changeId: cursor.changeId, changed: cursor.changed };
  },
  async undo(context) {
    const { db, now, task, progress } = context;
    const changeId = task.cursor?.changeId ?? task.input.changeId;
    const change = changeId === null ? null : await changeById(sqlOver(db), changeId);
    if (!change || change.undoneAt !== null) return;
    const { supersededBy, follows } = acts.detailOf(change);
    // The settings first: what is stored from now on is converted by them.
    if (supersededBy === undefined) await db.transaction().execute((transaction) => putBack(transaction, change));
    if (supersededBy === undefined) await restoreAdopted(context, task.input);
    await restoreByParts(db, { changeId: change.id, pointIds: change.pointIds, progress });
    await db.transaction().execute(async (transaction) => {
      if (!(await markUndone(sqlOver(transaction), change.id, task.byName, now().getTime()))) return;
      await announce(transaction, now(), change);
      if (supersededBy === undefined && !follows) await followUp({ db: transaction, now }, change);
    });
  },
});

/** What acts had done to points that were taken over from them. */
async function restoreAdopted({ db, throwIfStopped }: Recomputing, { adopted = [] }: Input): Promise<void> {
  for (const { changeId, pointId } of adopted) {
    throwIfStopped();
    await restoreByParts(db, { changeId, pointIds: [pointId] });
  }
}

async function stepsOf({ db, log }: Recomputing, input: Input): Promise<Step[]> {
  const { points, reading } = input;
  const ids = reading ? reading.pointIds : points.map(({ pointId }) => pointId);
  const bound = await bindPoints(db, ids, log);
  const above = new Map<number, BoundComposite>();
  for (const point of bound.values()) for (const each of point.composites) above.set(each.pointId, each);
  const fromMs = reading ? reading.fromMs : earliest(points.map((point) => point.fromMs));
  const composites = [...above.values()].sort((a, b) => a.depth - b.depth || a.pointId - b.pointId);
  return [
    ...points.map((own) => ({ id: own.pointId, own, fromMs: own.fromMs, toMs: null })),
    ...composites.map((each) => {
      const half = halfIntervalMs(each);
      const toMs = reading?.toMs == null ? null : reading.toMs + half;
      return { id: each.pointId, own: null, fromMs: fromMs === null ? null : fromMs - half, toMs };
    }),
  ];
}

/** Records of each step, about. */
async function countsOf(db: Db, steps: readonly Step[]): Promise<ReadonlyMap<number, number>> {
  const fromMs = earliest(steps.map((step) => step.fromMs)) ?? ever;
  const toMs = Math.max(...steps.map((step) => step.toMs ?? forever));
  return roughCounts(
    sqlOver(db),
    steps.map(({ id }) => id),
    fromMs,
    toMs,
  );
}

/** The end of it, told once. */
async function finish(context: Recomputing, cursor: Cursor): Promise<void> {
  const { changeId, changed } = cursor;
  if (changeId === null) return;
  await context.db.transaction().execute(async (db) => {
    await setCounts(sqlOver(db), changeId, { recomputed: changed });
    const change = await changeById(sqlOver(db), changeId);
    if (change) await announce(db, context.now(), change);
    await context.checkpoint(db, { ...cursor, announced: true });
  });
}

const announce = (db: Db, now: Date, { id, projectId, pointIds, fromMs, toMs }: SeriesChange): Promise<void> =>
  emit(db, now, 'readingsChanged', { pointIds, projectId, fromMs, toMs, changeId: id });

/** How long the act behind newer settings may take to be told. */
const announceMs = 30_000;

/**
 * Waits until the settings of the act are in force at a point. False where it does not hold the point any more, or
 * neither happens (settings cleared by a reset): nothing more is to be done by this one.
 */
async function isInForce(context: Recomputing, point: PointTask, changeId: number | null) {
  for (const until = Date.now() + announceMs; Date.now() < until; ) {
    context.throwIfStopped();
    if (changeId !== null && !(await acts.holds(context.db, changeId, point.pointId))) return false;
    if (await hasConversion(context.db, point, point.after)) return true;
    if (changeId === null) return false;
    await context.progress(0, 0);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}

interface Share {
  /** Records of the step, about; of all steps before it; of all. */
  readonly own: number;
  readonly done: number;
  readonly total: number;
}

async function recomputeStep(context: Recomputing, start: Cursor, step: Step, share: Share): Promise<Cursor> {
  const { db } = context;
  const { id } = step;
  let cursor: Cursor = start.at === id ? start : { ...start, at: id, fromMs: null, quality: null };
  const extent = await spanOf(db, context.task.input, step);
  if (!extent) return cursor;
  const spanMs = extent.toMs - extent.fromMs + 1;
  const stepMs = Math.max(minStretchMs, Math.ceil((spanMs * stretchRecords) / Math.max(1, share.own)));
  for (let from = cursor.fromMs ?? extent.fromMs; ; ) {
    context.throwIfStopped();
    const next = await db.transaction().execute(async (transaction) => {
      // The lock first: settings and records are read as they stand once nobody else is at the point.
      const state = await lockState(sqlOver(transaction), id);
      const last = step.toMs === null ? Math.max(state?.at ?? Number.NEGATIVE_INFINITY, extent.toMs) : extent.toMs;
      if (from > last) return 'done';
      if (step.own) {
        if (cursor.changeId !== null && !(await acts.holds(transaction, cursor.changeId, id))) return 'done';
        // Other settings in force: their own act follows and takes over from this one.
        if (!(await hasConversion(transaction, step.own, step.own.after))) return 'wait';
      }
      // What arrives meanwhile lies after the last stretch and was converted by the new settings.
      const to = from + stepMs - 1 >= extent.toMs ? last : from + stepMs - 1;
      const point = (await bindPoints(transaction, [id], context.log)).get(id);
      const work = { db: transaction, context, cursor, id, from, to, point, isLast: to >= last };
      const done = await stretch(work);
      const moved: Cursor = { ...cursor, ...done, fromMs: to + 1, changed: cursor.changed + done.changed };
      await context.checkpoint(transaction, moved);
      return moved;
    });
    if (next === 'done') break;
    if (next === 'wait') {
      if (step.own && (await isInForce(context, step.own, cursor.changeId))) continue;
      break;
    }
    cursor = next;
    if (next.fromMs === null) throw new Error('a stretch that was computed has an end');
    from = next.fromMs;
    const part = Math.min(1, (from - extent.fromMs) / spanMs);
    await context.progress(Math.min(share.total, Math.round(share.done + share.own * part)), share.total);
    if (from > extent.toMs) break;
  }
  return cursor;
}

/** Where the records lie that are to be computed: a composite's where those that it reads do. Null = nowhere. */
async function spanOf(
  db: Db,
  { points, reading }: Input,
  { id, own, fromMs, toMs }: Step,
): Promise<table.Extent | null> {
  const read = own ? [] : (reading?.pointIds ?? points.map(({ pointId }) => pointId));
  const extents = [...(await table.extentsOf(db, [id, ...read])).values()];
  if (extents.length === 0) return null;
  const from = Math.max(Math.min(...extents.map((each) => each.fromMs)), fromMs ?? Number.NEGATIVE_INFINITY);
  const to = Math.min(Math.max(...extents.map((each) => each.toMs)), toMs ?? Number.POSITIVE_INFINITY);
  return from > to ? null : { fromMs: from, toMs: to };
}
