/** What people do about alerts, and what stands of it in their history. */
import type { AlertChangeKind } from '@plumbline/contract/alerts/alerts';
import { type AlertDocument, handlingLimits } from '@plumbline/contract/alerts/alerts.handling';
import type { AlertPlan } from '@plumbline/contract/alerts/response-plans';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows } from '../../../kernel/rows.ts';

const idsOf = (alerts: readonly { readonly id: number }[]): number[] => alerts.map(({ id }) => id);

export const setAssignee = (db: Db, alerts: readonly { readonly id: number }[], assigneeId: number | null) =>
  db.updateTable('alert').set({ assignee_id: assigneeId }).where('id', 'in', idsOf(alerts)).execute();

export const setCause = (db: Db, alertId: number, causeId: number | null) =>
  db.updateTable('alert').set({ cause_id: causeId }).where('id', '=', alertId).execute();

/** Returns the assignees and causes of alerts. */
export const present = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('alert')
    .leftJoin('account', 'account.id', 'alert.assignee_id')
    .select(['alert.id', 'alert.assignee_id', 'alert.cause_id', 'account.display_name as assignee_name'])
    .where('alert.id', 'in', ids)
    .execute();

/** Returns whether the history of one of these alerts holds as much of what people wrote as it may. */
export async function isFull(db: Db, ids: readonly number[], kinds: readonly AlertChangeKind[], most: number) {
  const { rows } = await sql`
    SELECT 1 FROM alert_change WHERE alert_id = ANY(${ids}::int[]) AND kind = ANY(${kinds}::text[])
    GROUP BY alert_id HAVING count(*) >= ${most} LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Returns the alerts whose history has an entry of this request. */
export async function withKey(db: Db, ids: readonly number[], key: string | undefined): Promise<ReadonlySet<number>> {
  if (key === undefined) return new Set();
  const rows = await db
    .selectFrom('alert_change')
    .select('alert_id')
    .where('alert_id', 'in', ids)
    .where('key', '=', key)
    .execute();
  return new Set(rows.map((row) => row.alert_id));
}

/** The plan that held when an alert was raised, and how far it is done; null where none held. */
export async function planOf(db: Db, alertId: number): Promise<AlertPlan | null> {
  const [alert, steps] = await Promise.all([
    db.selectFrom('alert').select('plan').where('id', '=', alertId).executeTakeFirst(),
    db.selectFrom('alert_step').selectAll().where('alert_id', '=', alertId).execute(),
  ]);
  if (!alert?.plan) return null;
  const { scope, text } = alert.plan;
  const done = new Map(steps.map((each) => [each.step, each]));
  return {
    scope,
    text,
    steps: alert.plan.steps.map((step, i) => {
      const { done_at, by_name } = done.get(i) ?? {};
      return { text: step, doneAt: done_at?.toISOString() ?? null, byName: by_name ?? null };
    }),
  };
}

/** Ticks a step off, or opens it; false where it is so already. */
export async function setStep(
  db: Db,
  { isDone, ...row }: { alert_id: number; step: number; by_name: string; done_at: Date; isDone: boolean },
): Promise<boolean> {
  const changed = isDone
    ? await db
        .insertInto('alert_step')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .returning('step')
        .executeTakeFirst()
    : await db
        .deleteFrom('alert_step')
        .where('alert_id', '=', row.alert_id)
        .where('step', '=', row.step)
        .returning('step')
        .executeTakeFirst();
  return changed !== undefined;
}

/** The documents that an alert is linked to, in the order of linking. */
export async function documents(db: Db, alertId: number): Promise<AlertDocument[]> {
  const rows = await db
    .selectFrom('alert_document')
    .innerJoin('document', 'document.id', 'alert_document.document_id')
    .select([
      'document.id',
      'document.name',
      'document.kind',
      'document.type',
      'alert_document.by_name',
      'alert_document.linked_at',
    ])
    .where('alert_document.alert_id', '=', alertId)
    .orderBy('alert_document.linked_at')
    .orderBy('document.id')
    .limit(handlingLimits.documents)
    .execute();
  return rows.map((row) => ({
    documentId: row.id,
    name: row.name,
    kind: row.kind as AlertDocument['kind'],
    type: row.type as AlertDocument['type'],
    byName: row.by_name,
    linkedAt: row.linked_at.toISOString(),
  }));
}

export async function countDocuments(db: Db, alertId: number): Promise<number> {
  const row = await db
    .selectFrom('alert_document')
    .select((each) => each.fn.countAll<number>().as('count'))
    .where('alert_id', '=', alertId)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Links a document; false where it is linked already. */
export async function link(
  db: Db,
  row: { alert_id: number; document_id: number; by_name: string; linked_at: Date },
): Promise<boolean> {
  const linked = await db
    .insertInto('alert_document')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('alert_id')
    .executeTakeFirst();
  return linked !== undefined;
}

/** Takes a link off, and gives the name of its document; undefined where there was none. */
export async function unlink(db: Db, alertId: number, documentId: number): Promise<string | undefined> {
  const { rows } = await sqlRows({ name: 'text' })`
    DELETE FROM alert_document k USING document d WHERE k.alert_id = ${alertId} AND k.document_id = ${documentId}
      AND d.id = k.document_id RETURNING d.name`.execute(db);
  return rows[0]?.name;
}
