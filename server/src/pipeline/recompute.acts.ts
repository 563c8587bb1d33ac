/**
 * Acts that make history be computed again: a change of conversion becomes an act in the log and one task that carries
 * it out, however many points it is of; and how such an act is undone.
 *
 * Invariants: one act at a time holds a point, a newer one takes it over and remembers the settings before both; what is
 * computed because of another act (what arrived meanwhile, composites) follows it and is never undone by itself.
 */
import { elementAt, getOrThrow } from '@plumbline/contract/kernel/elements';
import type { Events } from '@plumbline/contract/kernel/events';
import { changeById, insertChange, type SeriesChange, setTask } from '../features/platform/store/store.changes.api.ts';
import { compositesOn } from '../features/points/bindings/bindings.plans.api.ts';
import { dropConversion, restoreConversion } from '../features/points/bindings/bindings.versions.table.ts';
import type { Context, Db } from '../kernel/context.ts';
import { type EventContext, emit, type Handlers } from '../kernel/events.ts';
import { sqlOver } from '../kernel/sql.ts';
import { queueTask } from '../kernel/tasks.queue.ts';
import * as acts from './recompute.acts.table.ts';
import { earliest, type Input, type PointTask } from './recompute.stretch.ts';
import * as table from './recompute.table.ts';

/** A reading may wait this long between its arrival and its commit. */
const queueMs = 600_000;

/** Registered in app.ts. */
export const recomputeEvents: Handlers = {
  pointConversionChanged: [
    async (context, payload) => {
      const ids = payload.points.map(({ pointId }) => pointId);
      await acts.oneAtATime(context.db, ids);
      const owners = await table.ownersOf(context.db, ids);
      const points = payload.points.filter(({ pointId }) => owners.has(pointId)) as acts.PointOperation[];
      if (points.length > 0) await begin(context, { ...payload, points }, owners);
    },
  ],
  readingsChanged: [
    async ({ db, now }, { pointIds, projectId, fromMs, toMs, changeId }) => {
      const change = await changeById(sqlOver(db), changeId);
      // A recomputation takes composites along, and so does what brings readings in.
      if (!change || change.kind === 'reset') return;
      if (change.kind === 'import' && change.undoneAt === null) return;
      const own = change.kind === 'recompute' ? shownOtherwise(change, pointIds) : pointIds;
      const above = await compositesOn(db, own);
      const [first] = above;
      const owner = first && (await table.ownersOf(db, [first.id])).get(first.id);
      if (!owner) return;
      const { corporationId, name } = owner;
      const input: Input = {
        changeId: null,
        points: [],
        reading: { pointIds: own, fromMs, toMs },
        receivedSinceMs: null,
        follows: changeId,
        by: { id: change.byId, name: change.byName },
      };
      const subject = subjectOf(name, first.id, above.length);
      await queueTask({ db, now }, { kind: 'recompute', corporationId, projectId, subject, input });
    },
  ],
};

/** Of these points, those whose stored values stayed: composites read them otherwise, and no recomputation took them along. */
const shownOtherwise = (change: SeriesChange, pointIds: readonly number[]): number[] =>
  acts
    .detailOf(change)
    .points.filter(({ pointId, scope }) => scope === 'initials' && pointIds.includes(pointId))
    .map(({ pointId }) => pointId);

/** What people read of a task: the point it is about, or the first of several. */
const subjectOf = (name: string, pointId: number, count: number) =>
  count === 1 ? { name, pointId } : { name: `${name} +${count - 1}`, points: count };

type Announcement = Omit<Events['pointConversionChanged'], 'points'> & {
  readonly points: readonly acts.PointOperation[];
};

async function begin(
  context: EventContext,
  announcement: Announcement,
  owners: ReadonlyMap<number, table.Owner>,
): Promise<void> {
  const { db, now } = context;
  const { projectId, byId, byName, reason } = announcement;
  const computed = announcement.points.filter(({ scope }) => scope === 'values').map(({ pointId }) => pointId);
  const running = computed.length > 0 ? await acts.runningOperations(db, computed) : [];
  const points = announcement.points.flatMap((point) => (point.scope === 'values' ? joined(point, running) : [point]));
  const fromMs = earliest(points.map((point) => point.fromMs));
  const changeId = await insertChange(sqlOver(db), {
    projectId,
    kind: 'recompute',
    pointIds: [...new Set(points.map(({ pointId }) => pointId))].sort((a, b) => a - b),
    fromMs,
    toMs: null,
    reason,
    byId,
    byName,
    at: now().getTime(),
    detail: { points } satisfies acts.RecomputeDetail,
  });
  const adopted = await takeOver(db, running, new Set(computed), changeId);
  const extents = await table.extentsOf(db, computed);
  const isWork = ({ pointId, scope }: acts.PointOperation) => scope === 'values' && extents.has(pointId);
  const work = tasksOf(points.filter(isWork));
  const rest = points.filter((point) => !isWork(point));
  // Nothing stored depends on it; what is shown, counted and judged does.
  if (rest.length > 0)
    await emit(db, now(), 'readingsChanged', {
      pointIds: rest.map(({ pointId }) => pointId),
      projectId,
      fromMs: earliest(rest.map((point) => point.fromMs)),
      toMs: null,
      changeId,
    });
  const [first] = work;
  if (!first) return;
  const { name, corporationId } = getOrThrow(owners, first.pointId);
  const taskId = await queueTask(
    { db, now, caller: { accountId: byId, displayName: byName } },
    {
      kind: 'recompute',
      corporationId,
      projectId,
      subject: subjectOf(name, first.pointId, work.length),
      input: {
        changeId,
        points: work,
        receivedSinceMs: null,
        adopted,
      } satisfies Input,
    },
  );
  await setTask(sqlOver(db), changeId, taskId);
}

/**
 * With what acts that are under way on the point were about: the settings before them all, and since the earliest. What they
 * were about another device group stands beside it.
 */
function joined(point: acts.PointOperation, running: readonly acts.RunningOperation[]): acts.PointOperation[] {
  let now = point;
  const others: acts.PointOperation[] = [];
  for (const { points } of running.toReversed())
    for (const old of points) {
      if (old.pointId !== point.pointId || old.scope !== 'values') continue;
      if (old.groupId !== point.groupId) {
        others.push(old);
        continue;
      }
      const [before, after] = [
        { ...now.before, ...old.before },
        { ...old.after, ...now.after },
      ];
      now = { ...now, fromMs: earliest([old.fromMs, now.fromMs]), before, after };
    }
  return [now, ...others];
}

/** What is to be computed, one task a point: by its newest settings, since the earliest of what it is about. */
const tasksOf = (operations: readonly acts.PointOperation[]): PointTask[] =>
  [...Map.groupBy(operations, ({ pointId }) => pointId).values()].map((own) => {
    const { pointId, groupId, after } = elementAt(own, 0);
    return { pointId, groupId, fromMs: earliest(own.map(({ fromMs }) => fromMs)), after };
  });

async function takeOver(db: Db, running: readonly acts.RunningOperation[], pointIds: ReadonlySet<number>, by: number) {
  const adopted: { changeId: number; pointId: number }[] = [];
  for (const old of running) {
    if ((await acts.takeOver(db, old, pointIds, by)) === 'all') continue;
    for (const { pointId } of old.points) if (pointIds.has(pointId)) adopted.push({ changeId: old.id, pointId });
  }
  return adopted;
}

/** Undoing from the change log: settings first, so that what is stored from then on is converted by them. */
export const undoRecompute = {
  refuses: (change: SeriesChange) => Boolean(acts.detailOf(change).follows),
  restores: true,
  async first({ db }: Pick<Context, 'db'>, change: SeriesChange) {
    await putBack(db, change);
    return 0;
  },
  last: followUp,
};

/** The settings of before a change, and the conversion that it began is gone. */
export async function putBack(db: Db, change: SeriesChange): Promise<void> {
  for (const { before, after, ...of } of pointsOf(change)) {
    const { validFrom } = after as { readonly validFrom?: string };
    if (validFrom === undefined) await restoreConversion(db, of, before);
    else if (await dropConversion(db, of.pointId, new Date(validFrom)))
      await restoreConversion(db, { ...of, groupId: undefined }, before);
  }
}

/** Returns the points of a change, in the order in which its locks are taken. */
export const pointsOf = (change: SeriesChange): readonly acts.PointOperation[] =>
  [...acts.detailOf(change).points].sort((a, b) => a.pointId - b.pointId);

/** Converts the readings again that arrived while an act was in force: its settings are put back. */
export async function followUp({ db, now }: Pick<Context, 'db' | 'now'>, change: SeriesChange): Promise<void> {
  const values = pointsOf(change).filter(({ scope }) => scope === 'values');
  const ids = values.map(({ pointId }) => pointId);
  const owners = await table.ownersOf(db, ids);
  const extents = await table.extentsOf(db, ids);
  const work = tasksOf(
    values
      .filter(({ pointId }) => owners.has(pointId) && extents.has(pointId))
      .map((each) => ({ ...each, after: each.before })),
  );
  const [first] = work;
  if (!first) return;
  const { name, projectId, corporationId } = getOrThrow(owners, first.pointId);
  await queueTask(
    { db, now, ...(change.byId !== null && { caller: { accountId: change.byId, displayName: change.byName } }) },
    {
      kind: 'recompute',
      corporationId,
      projectId,
      subject: subjectOf(name, first.pointId, work.length),
      input: {
        changeId: null,
        points: work,
        receivedSinceMs: change.at - queueMs,
        follows: change.id,
      } satisfies Input,
    },
  );
}
