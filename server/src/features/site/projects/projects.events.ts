/** Pictures of a project go with it. Open pages are told of what people wrote down about a site, whichever feature keeps it. */
import type { Handlers } from '../../../kernel/events.ts';
import type { LifecycleHooks } from '../../../kernel/lifecycle.ts';
import { places } from './projects.api.ts';
import { filesOfProject } from './projects.clear.table.ts';

export const lifecycle: LifecycleHooks = { filesOfProject };

export const notifySiteRecords: Handlers = {
  siteRecordsChanged: [
    async ({ db, after, sockets }, { projectId }) => {
      const place = (await places(db, [projectId])).get(projectId);
      if (!place) return;
      const { corporationId } = place;
      after(() => sockets.toProject({ corporationId, projectId }, 'SITE_RECORDS_CHANGED', { projectId }));
    },
  ],
};
