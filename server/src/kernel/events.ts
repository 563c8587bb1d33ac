/**
 * Events: what a feature tells the features after it. An event is work, written in the transaction that causes it and
 * deleted in the transaction of what it causes, so neither exists without the other, whatever crashes between.
 */
import type { EventName, Events } from '@plumbline/contract/kernel/events';
import { type Sql, sqlOver } from './sql.ts';
import type { Db, Logger } from './transaction.ts';
import type { WorkContext } from './work.context.ts';
import type { LaneName } from './work.lanes.ts';
import { addWork } from './work.rows.ts';

export interface EventContext extends WorkContext {
  readonly db: Db;
  readonly now: () => Date;
  readonly after: (act: () => void | Promise<void>) => void;
  readonly log: Logger;
}
type One<E extends EventName> = (context: EventContext, payload: Events[E]) => Promise<void>;
/** Handles many events at once, in their order: with a number of statements that does not grow with theirs. */
interface Many<E extends EventName> {
  readonly many: (context: EventContext, payloads: readonly Events[E][]) => Promise<void>;
}
/** Handlers of one event run in one transaction, in the order in which the features registered them. */
export type Handlers = { [E in EventName]?: (One<E> | Many<E>)[] };

/** The handlers of several features as one, each event's in the order given. */
export function mergeHandlers(...all: readonly Handlers[]): Handlers {
  const merged: Record<string, unknown[]> = {};
  for (const handlers of all) {
    for (const [name, list] of Object.entries(handlers)) merged[name] = [...(merged[name] ?? []), ...list];
  }
  return merged as Handlers;
}

/** Writes an event into the transaction of `db`. */
export const emit = <E extends EventName>(db: Db, now: Date, name: E, payload: Events[E]): Promise<void> =>
  emitMany(sqlOver(db), now, name, [payload]);

/** Alerts have a lane of their own: notifications do not wait behind thousands of other events. Nor do these behind conditions. */
const laneOf = (name: EventName): LaneName =>
  name.startsWith('alert') ? 'alert' : name === 'conditionsDue' ? 'condition' : 'event';

/** Writes many events of one name into the transaction of `tx`, in the order given. Their lane is woken when that commits. */
export async function emitMany<E extends EventName>(
  tx: Sql,
  now: Date,
  name: E,
  payloads: readonly Events[E][],
): Promise<void> {
  if (payloads.length > 0) await addWork(tx, now, laneOf(name), name, payloads);
}
