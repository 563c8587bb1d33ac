/** Open pages are told of changes to who learns of alerts and of levels, and how, whichever feature owns them. */
import type { Handlers } from '../../../kernel/events.ts';
import { places } from '../../site/projects/projects.api.ts';
import { projectIdsOf } from '../../site/projects/projects.audience.api.ts';

export const notifyRecipients: Handlers = {
  recipientsChanged: [
    async ({ db, after, sockets }, { projectId, corporationId }) => {
      if (projectId !== null) {
        const place = (await places(db, [projectId])).get(projectId);
        if (place) after(() => sockets.toProject({ ...place, projectId }, 'RECIPIENTS_CHANGED', { projectId }));
      } else if (corporationId !== null) {
        const projectIds = await projectIdsOf(db, corporationId);
        after(() => sockets.toPlace({ corporationId, projectIds }, 'RECIPIENTS_CHANGED', {}));
      }
    },
  ],
};
