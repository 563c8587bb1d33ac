/**
 * Alerts: what readings have set off, and what people then made of it. The pipeline raises, refreshes and releases
 * them; people settle them here. Confirm, FalseAlarm and Restore are final: no second verdict changes one.
 */

import { type AlertStatus, type alerts, alertTransitions } from '@plumbline/contract/alerts';
import { getOrThrow } from '@plumbline/contract/elements';
import { Failure } from '@plumbline/contract/errors';
import type { OutputOf } from '@plumbline/contract/route';
import { visibleProjects } from '../../kernel/access.ts';
import type { Context } from '../../kernel/context.ts';
import type { EventContext, Handlers } from '../../kernel/events.ts';
import { places } from '../projects/projects.api.ts';
import * as table from './alerts.table.ts';

export async function ofProject(
  context: Context,
  { projectId, page, pageSize, ...filter }: OutputOf<typeof alerts.ofProject.input>,
) {
  return answer(context, { projectId }, filter, page, pageSize);
}

export async function list(context: Context, { page, pageSize, ...filter }: OutputOf<typeof alerts.list.input>) {
  return answer(context, visibleProjects(context.caller), filter, page, pageSize);
}

async function answer(context: Context, scope: table.Scope, filter: table.Filter, page: number, pageSize: number) {
  if (filter.from && filter.to && Date.parse(filter.from) >= Date.parse(filter.to)) throw new Failure('startAfterEnd');
  const [alerts, counts] = await Promise.all([
    table.list(context.db, scope, filter, (page - 1) * pageSize, pageSize),
    table.counts(context.db, scope, filter),
  ]);
  const all = counts.Pending + counts.Notice + counts.Confirm + counts.FalseAlarm + counts.Restore;
  const total =
    filter.status === undefined
      ? all
      : filter.status === 'Open'
        ? counts.Pending + counts.Notice
        : counts[filter.status];
  return { alerts, counts, total };
}

export async function get(context: Context, { alertId }: OutputOf<typeof alerts.get.input>) {
  const alert = await table.get(context.db, alertId);
  if (!alert) throw new Failure('notFound', { alertId });
  return { alert, history: await table.history(context.db, alertId) };
}

const endsEpisode = new Set<AlertStatus>(['FalseAlarm', 'Restore']);

/**
 * Records a person's verdict. Fails with `alertSettled` if a final one was given before, and with `alertStatusSame` where it is noticed twice. FalseAlarm and Restore end the
 * episode, so a reading that still reaches the limit raises a new alert; Confirm leaves it running (docs/decisions/0006).
 */
export async function setStatus(
  context: Context,
  { alertId, status, reason }: OutputOf<typeof alerts.setStatus.input>,
) {
  const alert = await table.lock(context.db, alertId);
  if (!alert) throw new Failure('notFound', { alertId });
  const next = alertTransitions[alert.status];
  if (status === alert.status && next.length > 0) throw new Failure('alertStatusSame', { alertId, status });
  if (!next.includes(status)) throw new Failure('alertSettled', { alertId, status: alert.status });
  const by = context.caller.displayName;
  const at = context.now();
  await table.setStatus(context.db, alertId, { status, reason, by, at, final: alertTransitions[status].length === 0 });
  await table.insertHistory(context.db, {
    alertId,
    at,
    by,
    status,
    reason,
    level: alert.level,
    value: alert.last_value,
  });
  if (endsEpisode.has(status)) await table.endEpisode(context.db, alertId, alert.point_id);
  await context.emit('alertSettled', {
    alertId,
    projectId: alert.project_id,
    status,
    userId: context.caller.accountId,
  });
  const settled = await table.get(context.db, alertId);
  if (!settled) throw new Failure('notFound', { alertId });
  return { alert: settled };
}

/** Tells open pages that the alerts of a project changed. */
const notifyWatchers = {
  async many({ db, after, sockets }: EventContext, changes: readonly { alertId: number; projectId: number }[]) {
    // One word for each project: pages fetch again, whichever alert it was.
    const latest = new Map(changes.map(({ projectId, alertId }) => [projectId, alertId]));
    for (const [projectId, { corporationId }] of await places(db, [...latest.keys()]))
      after(() =>
        sockets.toProject({ corporationId, projectId }, 'ALERTS_CHANGED', {
          projectId,
          alertId: getOrThrow(latest, projectId),
        }),
      );
  },
};
export const notifyPages: Handlers = {
  alertRaised: [notifyWatchers],
  alertReleased: [notifyWatchers],
  alertSettled: [notifyWatchers],
  alertsRevised: [notifyWatchers],
};
