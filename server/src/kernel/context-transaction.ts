/** A transaction that a handler opens by itself, because it works long before it writes: an upload is read first. */
import type { Context } from './context.ts';
import { emit } from './events.ts';
import { announceChanges } from './listen.ts';

/** Runs `work` in one transaction: its queries, events and announcements to other processes are committed together or not at all. */
export const inTransaction = <T>(context: Context, work: (context: Context) => Promise<T>): Promise<T> =>
  context.db.transaction().execute((db) =>
    work({
      ...context,
      db,
      emit: (event, payload) => emit(db, context.now(), event, payload),
      changed: (...changes) => announceChanges(db, changes),
    }),
  );
