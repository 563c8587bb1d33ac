/** What open pages are sent when stored readings change. */
import type { Handlers } from '../../../kernel/events.ts';
import { places } from '../../site/projects/projects.api.ts';

/** Tells open pages that the history of points was changed: what they show of it is old. */
export const notifyHistory: Handlers = {
  readingsChanged: [
    async (context, { projectId, pointIds }) => {
      const place = (await places(context.db, [projectId])).get(projectId);
      if (place)
        context.after(() =>
          context.sockets.toProject({ corporationId: place.corporationId, projectId }, 'HISTORY_CHANGED', {
            projectId,
            pointIds: [...pointIds],
          }),
        );
    },
  ],
};
