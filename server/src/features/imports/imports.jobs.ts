/**
 * Files of readings are kept for thirty days: exports from when they were made, imports from when they were brought. What
 * was half written when a process ended goes after a day.
 */
import type { Db } from '../../kernel/context.ts';
import type { Files } from '../../kernel/files.ts';
import { dailyAt, type Schedule } from '../../kernel/schedules.ts';
import { afterCommit } from '../../kernel/transact.ts';
import * as exported from './imports.exports.table.ts';
import * as staged from './imports.staged.table.ts';
import * as imported from './imports.table.ts';

const retentionMs = 30 * 86_400_000;

export const tidyImports = (files: Files): Schedule => ({
  name: 'tidy-imports',
  times: dailyAt(3, 47),
  async run({ db, pool, now, log }) {
    const forget = async (fileId: string | null, work: (on: Db) => Promise<void>) => {
      const acts: (() => void | Promise<void>)[] = [];
      await db.transaction().execute(async (transaction) => {
        await work(transaction);
        if (fileId !== null) await files.remove({ db: transaction, after: (act) => void acts.push(act) }, fileId);
      });
      await afterCommit(acts, log);
    };
    await files.clearIncoming(now());
    await staged.clearOrphans(pool);
    for (const { id, file_id } of await exported.expired(db, now()))
      await forget(file_id, (on) => exported.remove(on, id));
    for (const { id, file_id, state } of await imported.before(db, new Date(now().getTime() - retentionMs))) {
      await staged.clear(pool, id);
      // What was imported stays on the list, without its file.
      await forget(file_id, async (on) => {
        if (state !== 'applied') await imported.remove(on, id);
      });
    }
  },
});
