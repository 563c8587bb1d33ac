/**
 * Alerts: what readings have set off, and what people then made of it. The pipeline raises, refreshes and releases
 * them; people settle them here, one or many at once, and comment on them. Confirm, FalseAlarm and Restore are final: no second verdict changes one.
 */

import { type AlertStatus, alertLimits, type alerts, alertTransitions } from '@plumbline/contract/alerts';
import { getOrThrow } from '@plumbline/contract/elements';
import { Failure } from '@plumbline/contract/errors';
import type { OutputOf } from '@plumbline/contract/route';
import { visibleProjects } from '../../kernel/access.ts';
import type { Context } from '../../kernel/context.ts';
import { type EventContext, emitMany, type Handlers } from '../../kernel/events.ts';
import { sqlOver } from '../../kernel/sql.ts';
import { places } from '../projects/projects.api.ts';
import * as table from './alerts.table.ts';
import type { LockedAlert } from './alerts.verdicts.table.ts';
import * as verdicts from './alerts.verdicts.table.ts';

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

type Verdict = Pick<OutputOf<typeof alerts.setStatus.input>, 'status' | 'reason'>;

/** Why a verdict cannot be given to an alert that has this status; null = it can. */
function refusalOf(alert: LockedAlert, { status }: Verdict): 'alertSettled' | 'alertStatusSame' | null {
  const next = alertTransitions[alert.status];
  if (status === alert.status && next.length > 0) return 'alertStatusSame';
  return next.includes(status) ? null : 'alertSettled';
}

/**
 * Records a person's verdict on locked alerts that may have it. FalseAlarm and Restore end the episode, so a reading that
 * still reaches the limit raises a new alert; Confirm leaves it running (docs/decisions/0006).
 */
async function give(context: Context, alerts: readonly LockedAlert[], { status, reason }: Verdict): Promise<void> {
  if (alerts.length === 0) return;
  const { db, caller } = context;
  const [by, at] = [caller.displayName, context.now()];
  const final = alertTransitions[status].length === 0;
  await verdicts.setStatus(
    db,
    alerts.map(({ id }) => id),
    { status, reason, by, at, final },
  );
  await verdicts.insertHistory(db, alerts, { kind: 'changed', at, by, status, reason });
  if (endsEpisode.has(status)) await verdicts.endEpisodes(db, alerts);
  const userId = caller.accountId;
  await emitMany(
    sqlOver(db),
    at,
    'alertSettled',
    alerts.map(({ id, project_id }) => ({ alertId: id, projectId: project_id, status, userId })),
  );
}

/** Fails with `alertSettled` if a final verdict was given before, and with `alertStatusSame` where it is noticed twice. */
export async function setStatus(context: Context, { alertId, ...verdict }: OutputOf<typeof alerts.setStatus.input>) {
  const [alert] = await verdicts.lock(context.db, [alertId]);
  if (!alert) throw new Failure('notFound', { alertId });
  const refusal = refusalOf(alert, verdict);
  if (refusal === 'alertStatusSame') throw new Failure(refusal, { alertId, status: verdict.status });
  if (refusal) throw new Failure(refusal, { alertId, status: alert.status });
  await give(context, [alert], verdict);
  const settled = await table.get(context.db, alertId);
  if (!settled) throw new Failure('notFound', { alertId });
  return { alert: settled };
}

/** One verdict for many: who cannot have it stays as it is, and is named with the reason. */
export async function setStatuses(
  context: Context,
  { alertIds, ...verdict }: OutputOf<typeof alerts.setStatuses.input>,
) {
  const locked = await verdicts.lock(context.db, [...new Set(alertIds)]);
  const left = locked.flatMap((alert) => {
    const error = refusalOf(alert, verdict);
    return error ? [{ alertId: alert.id, status: alert.status, error }] : [];
  });
  const refused = new Set(left.map(({ alertId }) => alertId));
  const open = locked.filter(({ id }) => !refused.has(id));
  await give(context, open, verdict);
  return { set: open.map(({ id }) => id), left };
}

/** Says something of an alert, open or settled. Fails with `tooManyComments` where it has as many as it may. */
export async function comment(context: Context, { alertId, text }: OutputOf<typeof alerts.comment.input>) {
  const { db, caller } = context;
  const [alert] = await verdicts.lock(db, [alertId]);
  if (!alert) throw new Failure('notFound', { alertId });
  if ((await verdicts.countComments(db, alertId)) >= alertLimits.comments)
    throw new Failure('tooManyComments', { max: alertLimits.comments });
  const [by, at] = [caller.displayName, context.now()];
  await verdicts.insertHistory(db, [alert], { kind: 'comment', at, by, reason: text });
  await context.emit('alertCommented', { alertId, projectId: alert.project_id });
  const { id: _, status, level, last_value: value } = alert;
  return {
    change: {
      at: at.toISOString(),
      by,
      kind: 'comment' as const,
      status,
      reason: text,
      level,
      value,
      upheld: null,
      changeId: null,
    },
  };
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
  alertCommented: [notifyWatchers],
};
