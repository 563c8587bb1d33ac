/** Open pages of a corporation look at once as it is set up now, whatever projects their people are in. */
import type { Handlers } from '../../../kernel/events.ts';
import { signedInAccounts } from './corporations.table.ts';

export const notifyCorporations: Handlers = {
  corporationChanged: [
    async ({ db, after, sockets }, { corporationId }) => {
      const accountIds = await signedInAccounts(db, corporationId);
      after(() => {
        for (const id of accountIds) sockets.toAccount(id, 'CORPORATION_CHANGED', {});
      });
    },
  ],
};
