/** A back-fill: the readings of a period wait for their rule again, day by day, so that no point waits for another's year. */
import { dayMs } from '@plumbline/contract/kernel/durations';
import type { PushedItem } from '../../../kernel/tables.push.ts';
import { taskHandler } from '../../../kernel/tasks.handler.ts';
import { pointsOf, ruleById, updateRule } from '../push-rules/push-rules.api.ts';
import { queueItems } from '../push-rules/push-rules.queue.api.ts';

export const pushTasks = [
  taskHandler<{ ruleId: number; fromMs: number; toMs: number }, { fromMs: number }>({
    kind: 'pushBackfill',
    async run({ db, now, task, throwIfStopped, progress, checkpoint }) {
      const { ruleId, toMs } = task.input;
      const startMs = task.cursor?.fromMs ?? task.input.fromMs;
      const pointIds = await pointsOf(db, ruleId);
      for (let fromMs = startMs; fromMs < toMs; fromMs += dayMs) {
        throwIfStopped();
        const items = pointIds.map((id): PushedItem => [id, null, fromMs, Math.min(fromMs + dayMs, toMs) - 1]);
        await db.transaction().execute(async (transaction) => {
          await queueItems(transaction, now(), ruleId, items);
          await checkpoint(transaction, { fromMs: fromMs + dayMs });
        });
        await progress(fromMs + dayMs - task.input.fromMs, toMs - task.input.fromMs);
      }
      const rule = await ruleById(db, ruleId);
      // What was left out is on its way again.
      if (
        rule?.lost_from &&
        rule.lost_to &&
        task.input.fromMs <= rule.lost_from.getTime() &&
        toMs > rule.lost_to.getTime()
      )
        await updateRule(db, ruleId, { lost_count: 0, lost_from: null, lost_to: null });
      return { points: pointIds.length };
    },
  }),
];
