/**
 * Alerts: what readings have set off, and what people then made of it. The pipeline raises, refreshes and releases
 * them; people settle them here, one or many at once, and comment on them. Confirm, FalseAlarm and Restore are final: no second verdict changes one.
 */

import { type Alert, type AlertStatus, type alerts, alertTransitions } from '@plumbline/contract/alerts/alerts';
import { getOrThrow } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { visibleProjects } from '../../../kernel/access.ts';
import type { Caller, Context } from '../../../kernel/context.ts';
import { type EventContext, emitMany, type Handlers } from '../../../kernel/events.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { sqlOver } from '../../../kernel/sql.ts';
import { languageOf } from '../../people/users/users.api.ts';
import { places } from '../../site/projects/projects.api.ts';
import { enter, lockAll } from './alerts.entries.service.ts';
import * as files from './alerts.files.table.ts';
import { documents, planOf, withKey } from './alerts.handling.table.ts';
import { raisedBecause } from './alerts.reasons.api.ts';
import * as table from './alerts.table.ts';
import type { LockedAlert } from './alerts.verdicts.table.ts';
import * as verdicts from './alerts.verdicts.table.ts';

export async function ofProject(
  context: Context,
  { projectId, page, pageSize, ...given }: OutputOf<typeof alerts.ofProject.input>,
) {
  return answer(context, { projectId }, filterOf(context, given), page, pageSize);
}

export async function list(context: Context, { page, pageSize, ...given }: OutputOf<typeof alerts.list.input>) {
  return answer(context, scopeOf(context.caller), filterOf(context, given), page, pageSize);
}

/** The projects whose alerts a caller may see: a role of their own may let them into one without its alerts. */
function scopeOf(caller: Caller): table.Scope {
  const scope = visibleProjects(caller);
  const projectIds = scope?.projectIds?.filter((id) => caller.projects.get(id)?.has('Retrieve:Alert')) ?? null;
  return scope && { ...scope, projectIds };
}

const filterOf = (
  { caller }: Context,
  { mine, ...filter }: { readonly mine?: boolean | undefined } & table.Filter,
) => ({
  ...filter,
  ...(mine && { assigneeId: caller.accountId }),
});

async function answer(context: Context, scope: table.Scope, filter: table.Filter, page: number, pageSize: number) {
  if (filter.from && filter.to && Date.parse(filter.from) >= Date.parse(filter.to)) throw new Failure('startAfterEnd');
  const [alerts, counts, groups] = await Promise.all([
    table.list(context.db, scope, filter, (page - 1) * pageSize, pageSize),
    table.counts(context.db, scope, filter),
    filter.group ? table.groups(context.db, scope, filter) : null,
  ]);
  const all = counts.Pending + counts.Notice + counts.Confirm + counts.FalseAlarm + counts.Restore;
  const total =
    filter.status === undefined
      ? all
      : filter.status === 'Open'
        ? counts.Pending + counts.Notice
        : counts[filter.status];
  return { alerts: await withReasons(context, alerts), counts, total, groups };
}

export async function get(context: Context, { alertId }: OutputOf<typeof alerts.get.input>) {
  const alert = requireRow(await table.get(context.db, alertId), { alertId });
  const [history, attached, linked, plan] = await Promise.all([
    verdicts.history(context.db, alertId),
    files.ofAlert(context.db, alertId),
    documents(context.db, alertId),
    planOf(context.db, alertId),
  ]);
  const [reasoned = alert] = await withReasons(context, [alert]);
  return { alert: reasoned, history, files: attached, documents: linked, plan };
}

/** Of an alert of which nobody has said anything, the reason is what rose over which limit, in the language of who reads. */
async function withReasons({ db, caller }: Context, alerts: readonly Alert[]): Promise<Alert[]> {
  const language = await languageOf(db, caller.accountId);
  const lacks = ({ reason, status }: Alert): boolean => reason === '' && (status === 'Pending' || status === 'Notice');
  return alerts.map((alert) => (lacks(alert) ? { ...alert, reason: raisedBecause(alert, language) } : alert));
}

const endsEpisode = new Set<AlertStatus>(['FalseAlarm', 'Restore']);

/** Parts of a context that a verdict takes: it may also come from a chat or a telephone. */
type Acting = Pick<Context, 'db' | 'now' | 'caller'>;

type Verdict = Pick<OutputOf<typeof alerts.setStatus.input>, 'status' | 'reason'> & {
  readonly key?: string | undefined;
};

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
async function give(context: Acting, alerts: readonly LockedAlert[], { status, reason, key }: Verdict): Promise<void> {
  if (alerts.length === 0) return;
  const { db, caller } = context;
  const [by, at] = [caller.displayName, context.now()];
  const final = alertTransitions[status].length === 0;
  await verdicts.setStatus(
    db,
    alerts.map(({ id }) => id),
    { status, reason, by, at, final },
  );
  await verdicts.insertHistory(db, alerts, { kind: 'changed', at, by, status, reason, key });
  if (endsEpisode.has(status)) await verdicts.endEpisodes(db, alerts);
  const userId = caller.accountId;
  await emitMany(
    sqlOver(db),
    at,
    'alertSettled',
    alerts.map(({ id, project_id }) => ({ alertId: id, projectId: project_id, status, userId })),
  );
}

/** Sent again with its key it was given already. Fails with `alertSettled` if a final verdict was given before, and with `alertStatusSame` where it is noticed twice. */
export async function setStatus(context: Context, { alertId, ...verdict }: OutputOf<typeof alerts.setStatus.input>) {
  const [alert] = await verdicts.lock(context.db, [alertId]);
  if (!alert) throw new Failure('notFound', { alertId });
  const isGiven = (await withKey(context.db, [alertId], verdict.key)).size > 0;
  const refusal = isGiven ? null : refusalOf(alert, verdict);
  if (refusal === 'alertStatusSame') throw new Failure(refusal, { alertId, status: verdict.status });
  if (refusal) throw new Failure(refusal, { alertId, status: alert.status });
  if (!isGiven) await give(context, [alert], verdict);
  const settled = requireRow(await table.get(context.db, alertId), { alertId });
  return { alert: settled };
}

/** One verdict for many: who cannot have it stays as it is, and is named with the reason. */
export async function setStatuses(
  context: Acting,
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
export async function comment(context: Context, { alertId, text, key }: OutputOf<typeof alerts.comment.input>) {
  const { db } = context;
  const locked = await lockAll(db, [alertId]);
  if (locked.length === 0) throw new Failure('notFound', { alertId });
  await enter(context, locked, { kind: 'comment', reason: text, key });
  const written = (await verdicts.history(db, alertId)).findLast(
    ({ kind, reason }) => kind === 'comment' && reason === text,
  );
  if (!written) throw new Error(`alert ${alertId} lacks the comment that was just written`);
  return { change: written };
}

/** The same of many. */
export async function commentMany(
  context: Context,
  { alertIds, text, key }: OutputOf<typeof alerts.commentMany.input>,
) {
  await enter(context, await lockAll(context.db, alertIds), { kind: 'comment', reason: text, key });
  return {};
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
  alertHandled: [notifyWatchers],
};
