/** What features above may ask about alerts. */
import type { Alert } from '@plumbline/contract/alerts/alerts';
import type { Db, Place } from '../../../kernel/context.ts';
import { counts, type Filter, get, list, next, type Scope } from './alerts.table.ts';

export { highestLevels, ofPeriod } from './alerts.table.ts';

/** An alert of an archived project may still be settled: it is about people, not about settings. */
export async function places(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Place>> {
  const rows = await db
    .selectFrom('alert')
    .innerJoin('project', 'project.id', 'alert.project_id')
    .select(['alert.id', 'project.id as projectId', 'project.corporation_id'])
    .where('alert.id', 'in', ids)
    .where('project.deleting_at', 'is', null)
    .execute();
  return new Map(
    rows.map((row) => [row.id, { corporationId: row.corporation_id, projectIds: [row.projectId], archived: false }]),
  );
}

/** The unsettled alerts of a scope, the highest level first, and how many there are in all. */
export async function openAlerts(
  db: Db,
  scope: Scope,
  limit: number,
): Promise<{ readonly alerts: Alert[]; readonly total: number }> {
  const open = { status: 'Open' } as const;
  const [alerts, { Pending, Notice }] = await Promise.all([list(db, scope, open, 0, limit), counts(db, scope, open)]);
  return { alerts, total: Pending + Notice };
}

/** An alert of a project; null = it is none of it. */
export async function alertOf(db: Db, projectId: number, alertId: number): Promise<Alert | null> {
  const alert = await get(db, alertId);
  return alert?.projectId === projectId ? alert : null;
}

export type AlertSpan = Pick<Filter, 'structureId' | 'from' | 'to'>;

/** How many alerts of a project were measured in a span. */
export async function countAlerts(db: Db, projectId: number, span: AlertSpan): Promise<number> {
  const byStatus = await counts(db, { projectId }, span);
  return Object.values(byStatus).reduce((sum, each) => sum + each, 0);
}

const alertsAtOnce = 5_000;

/** Every alert of a project that was measured in a span, in the order in which they were raised; read piece by piece. */
export async function* eachAlert(db: Db, projectId: number, span: AlertSpan): AsyncGenerator<Alert> {
  for (let after = 0; ; ) {
    const alerts = await next(db, { projectId }, span, after, alertsAtOnce);
    yield* alerts;
    const last = alerts.at(-1);
    if (!last || alerts.length < alertsAtOnce) return;
    after = last.id;
  }
}
