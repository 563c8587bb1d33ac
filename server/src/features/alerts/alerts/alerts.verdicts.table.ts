/** What people write into alerts: verdicts and comments, each for a set of alerts in one statement; and the history that comes of it. */
import type { AlertChange, AlertChangeKind, AlertStatus } from '@plumbline/contract/alerts/alerts';
import type { z } from 'zod';
import type { Db } from '../../../kernel/context.ts';
import { lockStates } from '../../platform/store/store.levels.api.ts';

export interface LockedAlert {
  readonly id: number;
  readonly status: AlertStatus;
  readonly project_id: number;
  readonly point_id: number;
  readonly level: number;
  readonly last_value: number;
}

/** Alerts, locked until the transaction ends: their points first and then themselves, as the pipeline does, so that neither waits for the other. */
export async function lock(db: Db, ids: readonly number[]): Promise<LockedAlert[]> {
  const found = await db.selectFrom('alert').select('point_id').where('id', 'in', ids).execute();
  if (found.length === 0) return [];
  await lockStates(db, [...new Set(found.map((row) => row.point_id))]);
  return db
    .selectFrom('alert')
    .select(['id', 'status', 'project_id', 'point_id', 'level', 'last_value'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function setStatus(
  db: Db,
  ids: readonly number[],
  change: { status: AlertStatus; reason: string; by: string; at: Date; final: boolean },
): Promise<void> {
  await db
    .updateTable('alert')
    .set({
      status: change.status,
      reason: change.reason,
      ...(change.final && { settled_at: change.at, settled_by: change.by }),
    })
    .where('id', 'in', ids)
    .execute();
}

/** A verdict, or what else a person writes, in the history of each alert. */
export async function insertHistory(
  db: Db,
  alerts: readonly LockedAlert[],
  change: {
    kind: Exclude<AlertChangeKind, 'revised'>;
    at: Date;
    by: string;
    status?: AlertStatus;
    reason: string;
    subject?: string;
    doneAt?: Date;
    key?: string | undefined;
  },
): Promise<void> {
  await db
    .insertInto('alert_change')
    .values(
      alerts.map(({ id, status, level, last_value }) => ({
        alert_id: id,
        kind: change.kind,
        at: change.at,
        by_name: change.by,
        status: change.status ?? status,
        reason: change.reason,
        level,
        value: last_value,
        subject: change.subject ?? '',
        done_at: change.doneAt ?? null,
        key: change.key ?? null,
      })),
    )
    .execute();
}

/** Ends the episodes of alerts: their rules start again with the next reading. Their levels stay: they are what the newest reading says, which no verdict changes (decision 0065). */
export async function endEpisodes(db: Db, alerts: readonly LockedAlert[]): Promise<void> {
  await db
    .updateTable('alert_state')
    .set({ state: 'null', alert_id: null })
    .where(
      'alert_id',
      'in',
      alerts.map(({ id }) => id),
    )
    .where(
      'point_id',
      'in',
      alerts.map(({ point_id }) => point_id),
    )
    .execute();
}

/** Returns the history of an alert, with its re-evaluations after changes of history, in order of time. */
export async function history(db: Db, alertId: number): Promise<z.output<typeof AlertChange>[]> {
  const [changes, revisions] = await Promise.all([
    db.selectFrom('alert_change').selectAll().where('alert_id', '=', alertId).orderBy('at').orderBy('id').execute(),
    db
      .selectFrom('alert_revision')
      .leftJoin('series_change', 'series_change.id', 'alert_revision.change_id')
      .selectAll('alert_revision')
      .select(['series_change.by_name', 'series_change.reason'])
      .where('alert_id', '=', alertId)
      .orderBy('alert_revision.id')
      .execute(),
  ]);
  let status: AlertStatus = 'Pending';
  const entries = [
    ...changes.map((row) => ({ at: row.at, change: row, revision: null })),
    ...revisions.map((row) => ({ at: row.at, change: null, revision: row })),
  ].sort((a, b) => a.at.getTime() - b.at.getTime());
  return entries.map((entry) => {
    const { at } = entry;
    if (entry.change !== null) {
      status = entry.change.status;
      const { by_name: by, kind, reason, level, value, subject, done_at } = entry.change;
      const what = { kind, status, reason, subject, doneAt: done_at?.toISOString() ?? null };
      return { at: at.toISOString(), by, ...what, level, value, upheld: null, changeId: null };
    }
    const { by_name: by, reason, level, value, upheld, change_id: changeId } = entry.revision;
    const what = { kind: 'revised' as const, status, reason: reason ?? '', subject: '', doneAt: null };
    return { at: at.toISOString(), by, ...what, level, value, upheld, changeId };
  });
}
