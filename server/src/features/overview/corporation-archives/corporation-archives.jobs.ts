/** Archives of corporations are deleted once they expire. */
import { dailyAt, type Schedule } from '../../../kernel/schedules.ts';
import { transactThen } from '../../../kernel/transact.ts';
import * as table from './corporation-archives.table.ts';

export const tidyArchives: Schedule = {
  name: 'tidy-archives',
  byBelievedTime: true,
  times: dailyAt(3, 57),
  async run({ db, now, log, services: { files } }) {
    for (const { id, file_id } of await table.expired(db, now()))
      await transactThen(db, log, async (transaction) => {
        await table.remove(transaction.db, id);
        if (file_id !== null) await files.remove(transaction, file_id);
      });
  },
};
