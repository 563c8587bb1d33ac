/** Waveforms go with their points; open pages are told of new ones. */
import { elementAt } from '@plumbline/contract/kernel/elements';
import type { Handlers } from '../../../kernel/events.ts';
import type { LifecycleHooks } from '../../../kernel/lifecycle.ts';
import { places } from '../../points/points/points.api.ts';
import { removeOf } from './waveforms.table.ts';

export const lifecycle: LifecycleHooks = { removeSeries: removeOf };

export const notifyWaveforms: Handlers = {
  waveformsChanged: [
    async ({ db, after, sockets }, { pointId, projectId }) => {
      const place = (await places(db, [pointId])).get(pointId);
      if (!place) return;
      const { corporationId } = place;
      after(() =>
        sockets.toProject({ corporationId, projectId: elementAt(place.projectIds, 0) }, 'WAVEFORMS_CHANGED', {
          projectId,
          pointIds: [pointId],
        }),
      );
    },
  ],
};
