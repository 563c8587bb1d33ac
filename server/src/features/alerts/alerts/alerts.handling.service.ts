/**
 * What people do about alerts beside their verdict: assignment, cause, measures taken, linked documents. Invariants: whoever
 * takes an alert on may see it; everything stands in the history; a request that is sent again counts once.
 */
import type { alerts } from '@plumbline/contract/alerts/alerts';
import { handlingLimits } from '@plumbline/contract/alerts/alerts.handling';
import { getOrThrow } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { permissionAt } from '../../../kernel/access.ts';
import type { Context } from '../../../kernel/context.ts';
import { emitMany } from '../../../kernel/events.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { sqlOver } from '../../../kernel/sql.ts';
import { documentName } from '../../site/documents/documents.api.ts';
import { places } from '../../site/projects/projects.api.ts';
import { nameIfSees, peopleWho } from '../../site/projects/projects.audience.api.ts';
import { causeName } from '../causes/causes.api.ts';
import { enter, lockAll } from './alerts.entries.service.ts';
import * as table from './alerts.handling.table.ts';

type Input<K extends keyof typeof alerts> = OutputOf<(typeof alerts)[K]['input']>;

export const assignees = async ({ db }: Context, { projectId }: Input<'assignees'>) => ({
  people: await peopleWho(db, 'Retrieve:Alert', projectId, handlingLimits.people),
});

export const assign = (context: Context, { alertId, assigneeId }: Input<'assign'>) =>
  assignMany(context, { alertIds: [alertId], assigneeId });

/** Throws assigneeUnfit where that person may not see all of these alerts. Whoever has an alert already is not told again. */
export async function assignMany(context: Context, { alertIds, assigneeId }: Input<'assignMany'>) {
  const { db, caller, now } = context;
  const locked = await lockAll(db, alertIds);
  const projectIds = [...new Set(locked.map(({ project_id }) => project_id))];
  const name = assigneeId === null ? '' : await nameIfSees(db, 'Retrieve:Alert', projectIds, assigneeId);
  if (name === undefined) throw new Failure('assigneeUnfit', { userId: assigneeId });
  const before = new Map(
    (
      await table.present(
        db,
        locked.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  );
  const moved = locked.filter(({ id }) => getOrThrow(before, id).assignee_id !== assigneeId);
  if (moved.length === 0) return {};
  await table.setAssignee(db, moved, assigneeId);
  if (assigneeId !== null) {
    await enter(context, moved, { kind: 'assigned', subject: name });
    const assigned = moved.map(({ id, project_id }) => ({
      alertId: id,
      projectId: project_id,
      userId: assigneeId,
      byId: caller.accountId,
    }));
    if (assigneeId !== caller.accountId) await emitMany(sqlOver(db), now(), 'alertAssigned', assigned);
    return {};
  }
  const byName = Map.groupBy(moved, ({ id }) => getOrThrow(before, id).assignee_name ?? '');
  for (const [subject, some] of byName) await enter(context, some, { kind: 'unassigned', subject });
  return {};
}

export async function setCause(context: Context, { alertId, causeId }: Input<'setCause'>) {
  const { db } = context;
  const [alert] = await lockAll(db, [alertId]);
  if (!alert) throw new Failure('notFound', { alertId });
  const [present] = await table.present(db, [alertId]);
  if (present?.cause_id === causeId) return {};
  const subject = requireRow(causeId === null ? '' : await causeName(db, alert.project_id, causeId), { causeId });
  await table.setCause(db, alertId, causeId);
  await enter(context, [alert], { kind: 'cause', subject });
  return {};
}

/** Clocks of telephones are a little ahead at times. */
const aheadMs = 120_000;

export async function addMeasure(context: Context, { alertId, text, doneAt, key }: Input<'addMeasure'>) {
  if (Date.parse(doneAt) > context.now().getTime() + aheadMs) throw new Failure('timeInFuture', { at: doneAt });
  const locked = await lockAll(context.db, [alertId]);
  await enter(context, locked, { kind: 'measure', reason: text, doneAt: new Date(doneAt), key });
  return {};
}

/** Two people may tick at once: whoever comes second changes nothing. */
export async function setStep(context: Context, { alertId, step, isDone }: Input<'setStep'>) {
  const { db, caller, now } = context;
  const locked = await lockAll(db, [alertId]);
  const subject = requireRow((await table.planOf(db, alertId))?.steps[step]?.text, { step });
  const row = { alert_id: alertId, step, by_name: caller.displayName, done_at: now(), isDone };
  if (await table.setStep(db, row)) await enter(context, locked, { kind: isDone ? 'stepDone' : 'stepUndone', subject });
  return {};
}

export async function linkDocument(context: Context, { alertId, documentId }: Input<'linkDocument'>) {
  const { db, caller, now } = context;
  const [alert] = await lockAll(db, [alertId]);
  if (!alert) throw new Failure('notFound', { alertId });
  const place = (await places(db, [alert.project_id])).get(alert.project_id);
  // Who may not see the documents of the project finds none.
  const maySee = place !== undefined && permissionAt(caller, 'Retrieve:Project', place) === 'yes';
  const name = requireRow(maySee ? await documentName(db, alert.project_id, documentId) : undefined, { documentId });
  if ((await table.countDocuments(db, alertId)) >= handlingLimits.documents)
    throw new Failure('alertDocumentsFull', { most: handlingLimits.documents });
  const row = { alert_id: alertId, document_id: documentId, by_name: caller.displayName, linked_at: now() };
  if (await table.link(db, row)) await enter(context, [alert], { kind: 'documentLinked', subject: name });
  return {};
}

export async function unlinkDocument(context: Context, { alertId, documentId }: Input<'unlinkDocument'>) {
  const locked = await lockAll(context.db, [alertId]);
  const name = requireRow(await table.unlink(context.db, alertId, documentId), { documentId });
  await enter(context, locked, { kind: 'documentUnlinked', subject: name });
  return {};
}
