/** Looks every few minutes which rounds are overdue. Each is written down once and told of once. */
import { elementAt } from '@plumbline/contract/kernel/elements';
import { emitMany } from '../../../kernel/events.ts';
import { everyMinutes, type Schedule } from '../../../kernel/schedules.ts';
import { sqlOver } from '../../../kernel/sql.ts';
import { writeOverdue } from './inspections.log.table.ts';
import { scheduleOf } from './inspections.plans.service.ts';
import { plansInForce } from './inspections.plans.table.ts';
import { pastDeadline } from './logic/plan-state.ts';

export const watchInspections: Schedule = {
  name: 'watch-inspections',
  times: everyMinutes(5),
  atStart: true,
  async run({ db, now }) {
    const at = now();
    await db.transaction().execute(async (transaction) => {
      const plans = await plansInForce(transaction);
      const projectOf = new Map(plans.map(({ id, project_id }) => [id, project_id]));
      const missed = plans.flatMap((plan) =>
        pastDeadline(scheduleOf(plan), at.getTime()).map(({ dueAt, deadlineAt }) => ({
          projectId: plan.project_id,
          planId: plan.id,
          dueAt,
          deadlineAt,
        })),
      );
      const fresh = Map.groupBy(await writeOverdue(transaction, missed), ({ planId }) => planId);
      // Of several that were missed while no server was up, the newest is told of; the log has them all.
      const overdue = [...fresh].map(([planId, of]) => ({
        planId,
        projectId: projectOf.get(planId) ?? 0,
        dueMs: elementAt(
          of.map(({ dueAt }) => dueAt).sort((a, b) => b - a),
          0,
        ),
      }));
      await emitMany(sqlOver(transaction), at, 'inspectionOverdue', overdue);
    });
  },
};
