/**
 * Alerts that somebody acknowledges from elsewhere than the app: a chat, a telephone. Invariants: whoever does acts with the rights of
 * their account at that moment; the line in the operation log is of the same transaction, and says by way of what.
 */
import type { AlertStatus } from '@plumbline/contract/alerts/alerts';
import { alerts as routes } from '@plumbline/contract/alerts/alerts';
import type { ChannelKind } from '@plumbline/contract/messages/channels';
import { permissionAt } from '../../../kernel/access.ts';
import type { Caller, Db } from '../../../kernel/context.ts';
import { operationOf, writeOperation } from '../../../kernel/operation.ts';
import { callerOfAccount } from '../../site/projects/projects.callers.api.ts';
import { places } from './alerts.api.ts';
import { setStatuses } from './alerts.service.ts';
import { history } from './alerts.verdicts.table.ts';

interface Elsewhere {
  readonly db: Db;
  readonly now: () => Date;
  readonly ip: string;
  readonly agent: string;
  readonly way: ChannelKind;
}

/** Outcome of an acknowledgement. `left` = alerts that this person may not acknowledge; `before` = who had it already. */
export type Acknowledged =
  | { readonly is: 'gone' }
  | { readonly is: 'notAllowed' }
  | { readonly is: 'done'; readonly set: readonly number[]; readonly left: number }
  | { readonly is: 'before'; readonly before: Before };

/** The latest act of somebody on one of the alerts. */
export interface Before {
  readonly status: AlertStatus;
  readonly byName: string;
  readonly at: Date;
}

export async function acknowledgeFrom(
  { db, now, ip, agent, way }: Elsewhere,
  caller: Caller,
  alertIds: readonly number[],
): Promise<Acknowledged> {
  const placeOf = alertIds.length === 0 ? new Map() : await places(db, alertIds);
  if (placeOf.size === 0) return { is: 'gone' };
  const may = [...placeOf].flatMap(([id, place]) =>
    permissionAt(caller, 'Update:Alert', place) === 'yes' ? [id] : [],
  );
  if (may.length === 0) return { is: 'notAllowed' };
  const set = await db.transaction().execute(async (transaction) => {
    const input = { alertIds: may, status: 'Notice' as const, reason: '' };
    const done = await setStatuses({ db: transaction, now, caller }, input);
    if (done.set.length === 0) return done.set;
    const operation = operationOf({
      route: routes.setStatuses,
      input: { ...input, alertIds: done.set },
      caller,
      places: done.set.flatMap((id) => placeOf.get(id) ?? []),
    });
    const content = { ...(operation.content as object), way };
    await writeOperation(transaction, { ...operation, content, at: now(), ip, agent, outcome: 'done' });
    return done.set;
  });
  if (set.length > 0) return { is: 'done', set, left: placeOf.size - may.length };
  const before = await lastOf(db, may);
  return before ? { is: 'before', before } : { is: 'gone' };
}

async function lastOf(db: Db, alertIds: readonly number[]): Promise<Before | undefined> {
  const histories = await Promise.all(alertIds.map((id) => history(db, id)));
  const acts = histories.flatMap((each) => each.filter(({ kind }) => kind === 'changed').slice(-1));
  const last = acts.toSorted((a, b) => b.at.localeCompare(a.at))[0];
  return last && { status: last.status, byName: last.by ?? '-', at: new Date(last.at) };
}

/** Returns the account as it may act where it may acknowledge alerts of a project; null = it may not. */
export async function whoMayAcknowledge(
  db: Db,
  accountId: number,
  place: { readonly corporationId: number; readonly projectId: number },
  now: Date,
): Promise<Caller | null> {
  const caller = await callerOfAccount(db, accountId, now);
  const where = { corporationId: place.corporationId, projectIds: [place.projectId], archived: false };
  return caller && permissionAt(caller, 'Update:Alert', where) === 'yes' ? caller : null;
}
