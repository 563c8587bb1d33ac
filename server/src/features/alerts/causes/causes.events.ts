/** Open pages of a corporation are told when its list of causes has changed. */
import type { Handlers } from '../../../kernel/events.ts';
import { projectIdsOf } from '../../site/projects/projects.audience.api.ts';

export const notifyCauses: Handlers = {
  alertCausesChanged: [
    async ({ db, after, sockets }, { corporationId }) => {
      const projectIds = await projectIdsOf(db, corporationId);
      after(() => sockets.toPlace({ corporationId, projectIds }, 'RECIPIENTS_CHANGED', {}));
    },
  ],
};
