/**
 * Recomputing history from raw: what is stored of a point is converted again when its conversion changes, and so are the
 * composites that read it, in order. A task, a stretch of time a transaction, so that ingest waits for a moment only.
 *
 * Invariants: each record is converted by the settings of its period as they stand under the lock of its point, and what
 * is stored meanwhile was converted by them too (store.ts), so no record is left behind; raw samples stay as they are;
 * what is replaced is kept under the number of the act; one act on a point at a time, a newer one takes over.
 */
import { Failure } from '@plumbline/contract/errors';
import type { Events } from '@plumbline/contract/events';
import type { Context, Db, Logger } from '../kernel/context.ts';
import { type EventContext, emit, type Handlers } from '../kernel/events.ts';
import { sqlOver } from '../kernel/sql.ts';
import { queueTask, type TaskHandler, taskHandler } from '../kernel/tasks.ts';
import { roughCounts, setCounts } from '../rooms/readings/readings.acts.table.ts';
import { changeById, insertChange, markUndone, type SeriesChange } from '../rooms/readings/readings.changes.table.ts';
import { restore } from '../rooms/readings/readings.rewrite.table.ts';
import { lockState } from '../rooms/readings/readings.segment.table.ts';
import { bindPoints } from './bind.ts';
import { type Cursor, type Input, type Recomputing, stretch } from './recompute.stretch.ts';
import * as table from './recompute.table.ts';

/** Records in one transaction, about. */
const stretchRecords = 32_768;
const leastStretchMs = 3_600_000;
/** A reading may wait this long between its arrival and its commit. */
const queueMs = 600_000;

/** A point's conversion changed: an act in the log, and a task that carries it out. Registered in app.ts. */
export const recomputeEvents: Handlers = {
  pointConversionChanged: [
    async (context, payload) => {
      await table.oneAtATime(context.db, payload.pointId);
      const owner = await table.ownerOf(context.db, payload.pointId);
      if (owner) await begin(context, payload, owner);
    },
  ],
};

async function begin(
  context: EventContext,
  payload: Events['pointConversionChanged'],
  owner: { name: string; corporationId: number },
): Promise<void> {
  const { db, now } = context;
  const { pointId, projectId, scope, byId, byName, reason } = payload;
  const initials = scope === 'initials';
  const older = initials ? undefined : await table.runningAct(db, pointId);
  const fromMs =
    older && (older.fromMs === null || payload.fromMs === null) ? null : least(older?.fromMs, payload.fromMs);
  const before = { ...(payload.before as object), ...older?.detail.before };
  const change = {
    projectId,
    kind: 'recompute',
    pointIds: [pointId],
    fromMs,
    toMs: null,
    reason,
    byId,
    byName,
    at: now().getTime(),
  } as const;
  const detail: table.RecomputeDetail = {
    scope,
    before,
    after: { ...older?.detail.after, ...(payload.after as object) },
  };
  const changeId = await insertChange(sqlOver(db), { ...change, detail });
  if (older) await table.supersede(db, older, changeId);
  if (initials || (await table.extentOf(db, pointId)) === null) {
    // Nothing stored depends on it; what is shown, counted and judged does.
    await emit(db, now(), 'readingsChanged', { pointIds: [pointId], projectId, fromMs, toMs: null, changeId });
    return;
  }
  const taskId = await queueTask(
    { db, now, caller: { accountId: byId, displayName: byName } },
    {
      kind: 'recompute',
      corporationId: owner.corporationId,
      projectId,
      subject: { name: owner.name, pointId },
      input: { changeId, pointId, fromMs, receivedSinceMs: null, after: detail.after } satisfies Input,
    },
  );
  await table.setTask(db, changeId, taskId);
}

const least = (a: number | null | undefined, b: number | null): number | null =>
  a === undefined || a === null ? b : b === null ? a : Math.min(a, b);

/** The task. Registered in app.ts. */
export const recomputing: TaskHandler = taskHandler<Input, Cursor>({
  kind: 'recompute',
  async run(context) {
    const { task, db, log } = context;
    const { pointId, fromMs } = task.input;
    while ((await table.earlierTasks(db, task.id, pointId)) > 0) {
      context.throwIfStopped();
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const all = await stepsOf(db, pointId, log);
    if (!(await isInForce(context))) return { changeId: task.input.changeId, changed: 0 };
    // What follows an undoing is about what arrived meanwhile; composites were computed from what stood then.
    let cursor: Cursor = task.cursor ?? {
      changeId: task.input.changeId,
      step: 0,
      fromMs: null,
      changed: 0,
      quality: null,
    };
    if (cursor.changeId !== null && all.length > 1) await table.setPoints(db, cursor.changeId, all);
    const counts = await roughCounts(sqlOver(db), all, fromMs ?? Date.UTC(1900, 0, 1), Date.UTC(2200, 0, 1));
    const total = Math.max(1, Math.round([...counts.values()].reduce((sum, count) => sum + count, 0)));
    let done = 0;
    for (const [step, id] of all.entries()) {
      const own = counts.get(id) ?? 0;
      if (step >= cursor.step) cursor = await recomputeStep(context, cursor, { step, id, own, done, total });
      done += own;
    }
    const { changeId, changed } = cursor;
    if (changeId !== null)
      await db.transaction().execute(async (transaction) => {
        await setCounts(sqlOver(transaction), changeId, { recomputed: changed });
        const change = await changeById(sqlOver(transaction), changeId);
        if (change) await tell(transaction, context.now(), change);
      });
    return { changeId, changed };
  },
  async undo(context) {
    const changeId = context.task.cursor?.changeId ?? context.task.input.changeId;
    const change = changeId === null ? null : await changeById(sqlOver(context.db), changeId);
    if (!change || change.undoneAt !== null) return;
    const { supersededBy, before } = change.detail as table.RecomputeDetail;
    const { pointId } = context.task.input;
    // The settings first: what is stored from now on is converted by them.
    if (supersededBy === undefined)
      await context.db.transaction().execute((db) => table.putSettingsBack(db, pointId, before));
    for (const id of ascending(change.pointIds))
      await context.db.transaction().execute((db) => restore(sqlOver(db), change.id, id));
    await context.db.transaction().execute(async (db) => {
      await markUndone(sqlOver(db), change.id, context.task.byName, context.now().getTime());
      await tell(db, context.now(), change);
      if (supersededBy === undefined) await followUp({ db, now: context.now }, change, pointId);
    });
  },
});

/** How long the act behind newer settings may take to be told. */
const tellMs = 30_000;

/**
 * Waits until the settings of the act are in force, or it is stopped by the newer act that changed them. False where
 * neither happens (settings cleared by a reset): nothing more is to be done by this one.
 */
async function isInForce(context: Recomputing): Promise<boolean> {
  const { pointId, after = {}, changeId } = context.task.input;
  for (const until = Date.now() + tellMs; Date.now() < until; ) {
    context.throwIfStopped();
    if (await table.standsAs(context.db, pointId, after)) return true;
    if (changeId === null) return false;
    await context.progress(0, 0);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}

const ascending = (ids: readonly number[]) => [...new Set(ids)].sort((a, b) => a - b);

/** Undoing from the change log (readings.changes.service.ts): settings and history as they were before the act. */
export async function undoRecompute(context: Context, change: SeriesChange): Promise<number> {
  const [pointId] = change.pointIds;
  if (pointId === undefined) throw new Failure('notUndoable', { kind: change.kind });
  const { db } = context;
  const { before, scope, follows } = change.detail as table.RecomputeDetail;
  if (follows) throw new Failure('notUndoable', { kind: change.kind });
  await table.putSettingsBack(db, pointId, before);
  let restored = 0;
  for (const id of ascending(change.pointIds)) restored += await restore(sqlOver(db), change.id, id);
  if (scope === 'values') await followUp(context, change, pointId);
  return restored;
}

/** What arrived while an act stood was converted by its settings: once they are put back it is converted again. */
async function followUp(
  { db, now }: Pick<Context, 'db' | 'now'>,
  change: SeriesChange,
  pointId: number,
): Promise<void> {
  const owner = await table.ownerOf(db, pointId);
  if (!owner || (await table.extentOf(db, pointId)) === null) return;
  await queueTask(
    { db, now, caller: { accountId: change.byId!, displayName: change.byName } },
    {
      kind: 'recompute',
      corporationId: owner.corporationId,
      projectId: owner.projectId,
      subject: { name: owner.name, pointId },
      input: {
        changeId: null,
        pointId,
        fromMs: change.fromMs,
        receivedSinceMs: change.at - queueMs,
        follows: change.id,
        after: (change.detail as table.RecomputeDetail).before,
      } satisfies Input,
    },
  );
}

const tell = (db: Db, now: Date, { id, projectId, pointIds, fromMs, toMs }: SeriesChange): Promise<void> =>
  emit(db, now, 'readingsChanged', { pointIds, projectId, fromMs, toMs, changeId: id });

/** The point and the composites that read it, in the order in which they are computed. */
async function stepsOf(db: Db, pointId: number, log: Logger): Promise<number[]> {
  const point = (await bindPoints(db, [pointId], log)).get(pointId);
  return [pointId, ...(point?.composites.map((each) => each.pointId) ?? [])];
}

interface Step {
  readonly step: number;
  readonly id: number;
  /** Records of it, about; of all together; and before it. */
  readonly own: number;
  readonly done: number;
  readonly total: number;
}

async function recomputeStep(context: Recomputing, start: Cursor, at: Step): Promise<Cursor> {
  const { db, task } = context;
  const extent = await spanOf(db, task.input, at.id, at.step);
  if (!extent) return start;
  const spanMs = extent.toMs - extent.fromMs + 1;
  const stepMs = Math.max(leastStretchMs, Math.ceil((spanMs * stretchRecords) / Math.max(1, at.own)));
  let cursor: Cursor = start.step === at.step ? start : { ...start, step: at.step, fromMs: null, quality: null };
  for (let from = cursor.fromMs ?? extent.fromMs; ; ) {
    context.throwIfStopped();
    const next = await db.transaction().execute(async (transaction) => {
      // The lock first: settings and records are read as they stand once nobody else is at the point.
      const state = await lockState(sqlOver(transaction), at.id);
      const last = Math.max(state?.at ?? Number.NEGATIVE_INFINITY, extent.toMs);
      if (from > last) return null;
      // Other settings in force: their own act follows and takes over from this one.
      if (!(await table.standsAs(transaction, task.input.pointId, task.input.after ?? {}))) return 'wait';
      // What arrives meanwhile lies after the last stretch and was converted by the new settings.
      const to = from + stepMs - 1 >= extent.toMs ? last : from + stepMs - 1;
      const point = (await bindPoints(transaction, [at.id], context.log)).get(at.id);
      const work = { db: transaction, context, cursor, id: at.id, from, to, point, isLast: to >= last };
      const done = await stretch(work);
      const moved: Cursor = { ...cursor, ...done, fromMs: to + 1, changed: cursor.changed + done.changed };
      await context.checkpoint(transaction, moved);
      return moved;
    });
    if (next === null) break;
    if (next === 'wait') {
      if (await isInForce(context)) continue;
      return { ...cursor, step: at.step + 1, fromMs: null, quality: null };
    }
    cursor = next;
    from = next.fromMs!;
    const share = Math.min(1, (from - extent.fromMs) / spanMs);
    await context.progress(Math.min(at.total, Math.round(at.done + at.own * share)), at.total);
    if (from > extent.toMs) break;
  }
  return { ...cursor, step: at.step + 1, fromMs: null, quality: null };
}

/** Where the records lie that are to be computed: a composite's where those of its slaves do. */
async function spanOf(db: Db, { pointId, fromMs }: Input, id: number, step: number) {
  const [own, first] = await Promise.all([table.extentOf(db, id), step === 0 ? null : table.extentOf(db, pointId)]);
  const extents = [own, first].filter((each) => each !== null);
  if (extents.length === 0) return null;
  const from = Math.min(...extents.map((each) => each.fromMs));
  const to = Math.max(...extents.map((each) => each.toMs));
  return { fromMs: Math.max(from, fromMs ?? from), toMs: to };
}
