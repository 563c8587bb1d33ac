/** Files that were made of readings are deleted once they expire, thirty days after they were made. */
import { dailyAt, type Schedule } from '../../../kernel/schedules.ts';
import { transactThen } from '../../../kernel/transact.ts';
import * as table from './exports.table.ts';

export const tidyExports: Schedule = {
  name: 'tidy-exports',
  byBelievedTime: true,
  times: dailyAt(3, 52),
  async run({ db, now, log, services: { files } }) {
    for (const { id, file_id } of await table.expired(db, now()))
      await transactThen(db, log, async (transaction) => {
        await table.remove(transaction.db, id);
        if (file_id !== null) await files.remove(transaction, file_id);
      });
  },
};
