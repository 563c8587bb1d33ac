/** What grows by itself and is of no more use: tokens that ended, and failed sign-ins that no longer count. */
import type { Schedule } from '../../kernel/jobs.ts';

export const tidySessions: Schedule = {
  name: 'tidy-sessions',
  cron: '17 * * * *',
  async run({ db, now }) {
    const dayAgo = new Date(now().getTime() - 86_400_000);
    await db.deleteFrom('token').where('expires_at', '<', dayAgo).execute();
    await db.deleteFrom('attempt').where('at', '<', dayAgo).execute();
  },
};
