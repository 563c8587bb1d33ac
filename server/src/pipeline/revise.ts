/**
 * Alerts of the past judged again, after history changed: the judge itself runs over what is true now, from where it
 * matters until nothing differs any more. Crossings that nobody was told of become late alerts, quietly. A task, a point
 * a transaction: killed anywhere it goes on with the next point, and nothing is said twice.
 */

import * as past from '../features/alerts/alerts/alerts.revise.table.ts';
import { lockState } from '../features/platform/store/store.segments.api.ts';
import type { EventContext, Handlers } from '../kernel/events.ts';
import { sqlOver } from '../kernel/sql.ts';
import { type TaskHandler, taskHandler } from '../kernel/tasks.handler.ts';
import { queueTask } from '../kernel/tasks.queue.ts';
import { bindPoints } from './bind.composites.ts';
import { dropPlans, ownersOf } from './recompute.table.ts';
import { revisePoint } from './revise.point.ts';

interface Input {
  /** null = readings came late. */
  readonly changeId: number | null;
  readonly pointIds: readonly number[];
  /** Epoch ms; null = open. */
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

/** Registered in app.ts. */
export const reviseEvents: Handlers = {
  readingsChanged: [
    async (context, { pointIds, fromMs, toMs, changeId }) => {
      // Corrections are part of what processes keep of a point.
      await dropPlans(context.db, pointIds);
      await queueRevision(context, { changeId, pointIds, fromMs, toMs });
    },
  ],
};

/** Queues the task, where one of the points has rules. All are of one project. */
export async function queueRevision({ db, now }: Pick<EventContext, 'db' | 'now'>, input: Input): Promise<void> {
  const concerned = await past.judgedPoints(sqlOver(db), input.pointIds);
  const [first] = concerned;
  const owner = first === undefined ? undefined : (await ownersOf(db, [first])).get(first);
  if (!owner) return;
  await queueTask(
    { db, now },
    {
      kind: 'reviseAlerts',
      corporationId: owner.corporationId,
      projectId: owner.projectId,
      subject: { name: owner.name, points: concerned.length },
      input: { ...input, pointIds: concerned } satisfies Input,
    },
  );
}

interface Cursor {
  readonly point: number;
  readonly marked: number;
  readonly found: number;
}

/** The task. Registered in app.ts. */
export const revising: TaskHandler = taskHandler<Input, Cursor>({
  kind: 'reviseAlerts',
  async run(context) {
    const { input } = context.task;
    let cursor = context.task.cursor ?? { point: 0, marked: 0, found: 0 };
    for (const [n, pointId] of input.pointIds.entries()) {
      if (n < cursor.point) continue;
      context.throwIfStopped();
      cursor = await context.db.transaction().execute(async (db) => {
        const nowMs = context.now().getTime();
        const state = await lockState(sqlOver(db), pointId);
        const point = (await bindPoints(db, [pointId], context.log)).get(pointId);
        const done = point && state ? await revisePoint(db, point, { ...input, nowMs }) : { marked: 0, found: 0 };
        const next = { point: n + 1, marked: cursor.marked + done.marked, found: cursor.found + done.found };
        await context.checkpoint(db, next);
        return next;
      });
      await context.progress(n + 1, input.pointIds.length);
    }
    return { marked: cursor.marked, found: cursor.found };
  },
});
