/**
 * New limits and the reading that is there: a point stands where its newest reading does, not at normal until the next
 * one comes. Nothing is raised for it: alerts are of readings that come after the limit was set (decision 0065).
 */
import * as alerts from '../features/alerts/alerts/alerts.ingest.table.ts';
import { followRules, lockTimes } from '../features/platform/store/store.levels.api.ts';
import type { EventContext, Handlers } from '../kernel/events.ts';
import { sqlOver } from '../kernel/sql.ts';
import { bindPoints } from './bind.composites.ts';
import { ownersOf } from './recompute.table.ts';
import { judgedAt, levelAtNewest } from './revise.records.ts';

/** Registered in app.ts. */
export const limitEvents: Handlers = { limitsChanged: [standByNewest] };

async function standByNewest(context: EventContext, { pointIds }: { pointIds: readonly number[] }): Promise<void> {
  const { db, log, after, sockets } = context;
  const sql = sqlOver(db);
  const times = await lockTimes(db, pointIds);
  const judged = await alerts.lockRuleStates(sql, pointIds);
  const found: alerts.RuleState[] = [];
  for (const [pointId, point] of await bindPoints(db, pointIds, log)) {
    const rules = point.rules.filter(({ thresholdId }) => !judged.has(alerts.keyOf(pointId, thresholdId)));
    const at = times.get(pointId);
    const newest = at === undefined || rules.length === 0 ? null : await judgedAt(sql, { ...point, rules }, at);
    if (newest === null) continue;
    for (const rule of rules) {
      const level = levelAtNewest(newest, rule);
      const { thresholdId } = rule;
      if (level > 0) found.push({ pointId, thresholdId, state: null, level, alertId: null });
    }
  }
  if (found.length === 0) return;
  await alerts.saveRuleStates(sql, found);
  const raised = [...new Set(found.map(({ pointId }) => pointId))];
  await followRules(db, raised);
  const places = new Map([...(await ownersOf(db, raised)).values()].map((owner) => [owner.projectId, owner]));
  for (const { projectId, corporationId } of places.values())
    after(() => sockets.toProject({ corporationId, projectId }, 'PROJECT_SUMMARY_CHANGED', { projectId }));
}
