/**
 * Files of readings that were brought are kept for thirty days. What was half received when a process ended goes after a
 * day.
 */
import { dailyAt, type Schedule } from '../../../kernel/schedules.ts';
import { transactThen } from '../../../kernel/transact.ts';
import * as staged from './imports.staged.table.ts';
import * as table from './imports.table.ts';

const retentionMs = 30 * 86_400_000;

export const tidyImports: Schedule = {
  name: 'tidy-imports',
  byBelievedTime: true,
  times: dailyAt(3, 47),
  async run({ db, pool, now, log, services: { files } }) {
    await files.clearIncoming(now());
    await staged.clearOrphans(pool);
    for (const { id, file_id, state } of await table.before(db, new Date(now().getTime() - retentionMs))) {
      await staged.clear(pool, id);
      await transactThen(db, log, async (transaction) => {
        // What was imported stays on the list, without its file.
        if (state !== 'applied') await table.remove(transaction.db, id);
        if (file_id !== null) await files.remove(transaction, file_id);
      });
    }
  },
};
