/** Entries that people write into the history of alerts. Invariant: as many as it may hold, and of one request one. */
import { type AlertChangeKind, alertLimits } from '@plumbline/contract/alerts/alerts';
import { handlingLimits } from '@plumbline/contract/alerts/alerts.handling';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { Context, Db } from '../../../kernel/context.ts';
import { emitMany } from '../../../kernel/events.ts';
import { sqlOver } from '../../../kernel/sql.ts';
import * as table from './alerts.handling.table.ts';
import { insertHistory, type LockedAlert, lock } from './alerts.verdicts.table.ts';

/** Locks alerts, each once. */
export const lockAll = (db: Db, alertIds: readonly number[]): Promise<LockedAlert[]> =>
  lock(db, [...new Set(alertIds)]);

interface Entry {
  readonly kind: Exclude<AlertChangeKind, 'raised' | 'released' | 'changed' | 'revised'>;
  readonly reason?: string;
  readonly subject?: string;
  readonly doneAt?: Date;
  readonly key?: string | undefined;
}

const handled: readonly AlertChangeKind[] = [
  ...(['assigned', 'unassigned', 'cause', 'measure', 'fileAdded', 'fileRemoved'] as const),
  ...(['documentLinked', 'documentUnlinked', 'stepDone', 'stepUndone'] as const),
];

/** Writes an entry into the history of locked alerts, and tells pages. Throws tooManyComments or alertHistoryFull. */
export async function enter(context: Context, alerts: readonly LockedAlert[], entry: Entry): Promise<void> {
  const { db, caller, now } = context;
  const ids = alerts.map(({ id }) => id);
  const written = await table.withKey(db, ids, entry.key);
  const fresh = alerts.filter(({ id }) => !written.has(id));
  if (fresh.length === 0) return;
  if (entry.kind === 'comment') {
    if (await table.isFull(db, ids, ['comment'], alertLimits.comments))
      throw new Failure('tooManyComments', { max: alertLimits.comments });
  } else if (await table.isFull(db, ids, handled, handlingLimits.entries))
    throw new Failure('alertHistoryFull', { most: handlingLimits.entries });
  await insertHistory(db, fresh, { reason: '', ...entry, at: now(), by: caller.displayName });
  await emitMany(
    sqlOver(db),
    now(),
    entry.kind === 'comment' ? 'alertCommented' : 'alertHandled',
    fresh.map(({ id, project_id }) => ({ alertId: id, projectId: project_id })),
  );
}
