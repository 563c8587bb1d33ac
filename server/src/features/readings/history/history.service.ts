/**
 * Acts that change history, and their log: deleting readings, giving values a verdict, and undoing what was done.
 * Invariants: every act is in the log with who, when, why and what; what it replaced is kept; an act is undone only
 * while no later one builds on the same readings.
 */

import { elementAt } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { ChangeCounts, history, SeriesChange as Shown } from '@plumbline/contract/readings/history';
import type { Context, Db } from '../../../kernel/context.ts';
import type { Handlers } from '../../../kernel/events.ts';
import { sqlOver } from '../../../kernel/sql.ts';
import { queueTask } from '../../../kernel/tasks.queue.ts';
import {
  changeById,
  changesOf,
  insertChange,
  laterChange,
  markUndone,
  type SeriesChange,
  setCounts,
  setTask,
} from '../../platform/store/store.changes.api.ts';
import { roughCounts } from '../../platform/store/store.counts.api.ts';
import { restore } from '../../platform/store/store.restore.api.ts';
import { ended } from '../../platform/tasks/tasks.api.ts';
import { ownerOf, places } from '../../points/points/points.api.ts';
import { shownPoints } from '../readings/readings.effective.api.ts';
import { chosenFields, instantsOf, iso, spanOf } from '../readings/readings.query.api.ts';
import { type Undoers, undoerOf } from './history.undo.api.ts';
import { performOperation, type UserOperation } from './logic/user-operations.ts';

/** More records than this are put back by a task: a request answers within half a second. */
const undoneAtOnce = 20_000;
/** More records than this are a task; chosen instants are looked up, not rewritten, and ten times as many are quick. */
const atOnce = 200_000;
const maxLookup = 2_000_000;

export async function remove(context: Context, input: OutputOf<typeof history.delete.input>) {
  const { pointIds, reason } = input;
  return act(context, { kind: 'delete', pointIds: ascending(pointIds), ...stretchOf(input), verdict: null }, reason);
}

export async function flag(context: Context, input: OutputOf<typeof history.flag.input>) {
  const { pointId, fields, quality, reason, quantity, raw, lower = null, upper = null } = input;
  const by = input.by ?? elementAt(fields, 0);
  chosenFields(await shownPoints(context.db, [pointId], true), [...fields, by], 'all');
  const between = lower === null && upper === null ? null : { by, quantity, raw, lower, upper };
  if (lower !== null && upper !== null && lower > upper)
    throw new Failure('badInput', [{ path: 'upper', message: 'outOfOrder' }]);
  const verdict = { fields, quality, between };
  return act(context, { kind: 'flag', pointIds: [pointId], ...stretchOf(input), verdict }, reason);
}

export async function changes(
  { db, services }: Context,
  { pointId, page, pageSize }: OutputOf<typeof history.changes.input>,
) {
  const found = await changesOf(sqlOver(db), [pointId], { offset: (page - 1) * pageSize, limit: pageSize });
  return { changes: found.changes.map((change) => shapeOf(change, services.undoers, pointId)), total: found.total };
}

export async function undo(context: Context, { pointId, changeId }: OutputOf<typeof history.undo.input>) {
  const change = await undoable(context.db, pointId, changeId);
  const { caller, db, services } = context;
  const undoer = undoerOf(services.undoers, change);
  if (!undoer) throw new Failure('notUndoable', { kind: change.kind });
  if (undoer.restores && sizeOf(change) > undoneAtOnce) {
    const task = { kind: 'undoChange', subject: { count: sizeOf(change) }, input: { pointId, changeId } };
    const taskId = await queueTask(context, { ...(await ownerOf(db, pointId)), ...task });
    // While it runs nobody undoes the same again.
    await setTask(sqlOver(db), changeId, taskId);
    return { restored: 0, taskId };
  }
  const own = (await undoer.first?.(context, change)) ?? 0;
  const restored = own + (undoer.restores ? await restoreAll(db, change) : 0);
  await refuseLater(db, changeId);
  await markUndone(sqlOver(db), changeId, caller.displayName, context.now().getTime());
  await undoer.last?.(context, change);
  await announce(context, change);
  return { restored, taskId: null };
}

const ascending = (ids: readonly number[]) => [...new Set(ids)].sort((a, b) => a - b);

/** A span, or chosen instants in any order. */
function stretchOf({
  from,
  to,
  times,
}: {
  from?: string | undefined;
  to?: string | undefined;
  times?: string[] | undefined;
}) {
  if (times) {
    const chosen = instantsOf(times);
    return { fromMs: elementAt(chosen, 0), toMs: elementAt(chosen, -1), times: chosen };
  }
  if (from === undefined || to === undefined)
    throw new Failure('badInput', [{ path: from === undefined ? 'from' : 'to', message: 'spanOrTimes' }]);
  return { ...spanOf({ from, to }), times: null };
}

/** Does an act at once, or queues it where it is large. Nothing to do = noCollections, and nothing is written. */
async function act(context: Context, what: UserOperation, reason: string) {
  const { db, caller } = context;
  const { kind, pointIds, fromMs, toMs, times } = what;
  const counts = await roughCounts(sqlOver(db), pointIds, fromMs, toMs);
  const records = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (records === 0) throw new Failure('noCollections');
  const owner = await ownerOf(db, elementAt(pointIds, 0));
  await sameProject(db, pointIds, owner.projectId);
  if (records > (times === null ? atOnce : maxLookup)) {
    const subject = { points: pointIds.length, count: Math.round(records) };
    const by = { byId: caller.accountId, byName: caller.displayName };
    const taskKind = kind === 'delete' ? 'deleteReadings' : 'flagReadings';
    const taskId = await queueTask(context, { ...owner, kind: taskKind, subject, input: { act: what, reason, ...by } });
    return { changed: 0, changeId: null, taskId };
  }
  const changeId = await insertChange(sqlOver(db), {
    projectId: owner.projectId,
    ...changeOf(what, reason),
    byId: caller.accountId,
    byName: caller.displayName,
    at: context.now().getTime(),
  });
  let changed = 0;
  for (const pointId of pointIds) changed += await performOperation(db, what, changeId, pointId, fromMs, toMs);
  if (changed === 0) throw new Failure('noCollections');
  await setCounts(sqlOver(db), changeId, countsOf(what, changed));
  await context.emit('readingsChanged', { pointIds, projectId: owner.projectId, fromMs, toMs, changeId });
  return { changed, changeId, taskId: null };
}

/** Returns the entry of an operation in the change log. */
export const changeOf = ({ kind, pointIds, fromMs, toMs, times, verdict }: UserOperation, reason: string) => ({
  kind,
  pointIds,
  fromMs,
  toMs,
  reason,
  detail: { ...(verdict && { verdict }), ...(times && { times: times.slice(0, 100).map(iso) }) },
});
export const countsOf = ({ kind }: UserOperation, changed: number): ChangeCounts =>
  kind === 'delete' ? { deleted: changed } : { flagged: changed };

/** The log is kept by project: one act is of one. */
async function sameProject(db: Db, pointIds: readonly number[], projectId: number): Promise<void> {
  const found = await places(db, pointIds);
  for (const id of pointIds)
    if (found.get(id)?.projectIds[0] !== projectId)
      throw new Failure('badInput', [{ path: 'pointIds', message: 'oneProject' }]);
}

/** The act, locked; throws why it cannot be undone. `byTask`: the task that undoes it. */
export async function undoable(db: Db, pointId: number, changeId: number, byTask?: number): Promise<SeriesChange> {
  const change = await changeById(sqlOver(db), changeId, true);
  if (!change?.pointIds.includes(pointId)) throw new Failure('notFound', { changeId });
  if (change.undoneAt !== null) throw new Failure('changeUndone', { changeId });
  if (change.kind === 'reset') throw new Failure('notUndoable', { kind: change.kind });
  const task = change.taskId === null || change.taskId === byTask ? undefined : await ended(db, change.taskId);
  if (task?.state === 'queued' || task?.state === 'running')
    throw new Failure('notUndoable', { taskId: change.taskId });
  await refuseLater(db, changeId);
  return change;
}

/** Asked again once the readings are locked: an act that was being done meanwhile shows by then. */
export async function refuseLater(db: Db, changeId: number): Promise<void> {
  const later = await laterChange(sqlOver(db), changeId);
  if (later) throw new Failure('laterChange', later);
}

async function restoreAll(db: Db, change: SeriesChange): Promise<number> {
  let restored = 0;
  for (const pointId of ascending(change.pointIds)) restored += await restore(sqlOver(db), change.id, pointId);
  return restored;
}

const announce = ({ emit }: Pick<Context, 'emit'>, { id, projectId, pointIds, fromMs, toMs }: SeriesChange) =>
  emit('readingsChanged', { pointIds, projectId, fromMs, toMs, changeId: id });

const detailOf = ({ detail }: SeriesChange) => (detail ?? {}) as Record<string, unknown>;
const countsIn = (change: SeriesChange) => (detailOf(change)['counts'] ?? {}) as Record<string, number>;
const sizeOf = (change: SeriesChange) => Object.values(countsIn(change)).reduce((sum, count) => sum + count, 0);

/** Of an act on many points as many are named. */
const pointsNamed = 20;

/** An act as people see it; of one on many points what it did to `pointId`. */
export function shapeOf(change: SeriesChange, undoers: Undoers = {}, pointId?: number): Shown {
  const { counts: _, points, ...rest } = detailOf(change);
  const named = Array.isArray(points)
    ? (points as { pointId: number }[]).filter((each) => pointId === undefined || each.pointId === pointId)
    : null;
  const detail = named ? { ...rest, points: named.slice(0, pointsNamed) } : rest;
  const at = (ms: number | null) => (ms === null ? null : iso(ms));
  return {
    id: change.id,
    kind: change.kind,
    pointIds: [...change.pointIds],
    from: at(change.fromMs),
    to: at(change.toMs),
    reason: change.reason,
    byName: change.byName,
    at: iso(change.at),
    counts: countsIn(change),
    detail,
    taskId: change.taskId,
    undoneAt: at(change.undoneAt),
    undoneBy: change.undoneBy,
    undoable: change.undoneAt === null && undoerOf(undoers, change) !== undefined,
  };
}

/** A reset is in the log too: nothing reaches back over it. */
export const logResets: Handlers = {
  pointReset: [
    async ({ db }, { pointId, projectId, cleared, atMs, byId, byName }) => {
      const act = { projectId, kind: 'reset' as const, pointIds: [pointId], fromMs: null, toMs: atMs, reason: '' };
      await insertChange(sqlOver(db), { ...act, byId, byName, at: atMs, detail: { cleared } });
    },
  ],
};
