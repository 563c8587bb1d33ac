/** What grows by itself and is of no more use: tokens that ended, failed sign-ins that no longer count, and addresses of long ago. */
import type { Schedule } from '../../kernel/jobs.ts';

export const tidySessions: Schedule = {
  name: 'tidy-sessions',
  cron: '17 * * * *',
  async run({ db, now }) {
    const dayAgo = new Date(now().getTime() - 86_400_000);
    await db.deleteFrom('token').where('expires_at', '<', dayAgo).execute();
    await db.deleteFrom('attempt').where('at', '<', dayAgo).execute();
    const quarterAgo = new Date(now().getTime() - 90 * 86_400_000);
    await db.deleteFrom('known_address').where('at', '<', quarterAgo).execute();
  },
};
