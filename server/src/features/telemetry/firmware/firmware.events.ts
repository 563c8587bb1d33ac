/** Tells open pages that upgrades moved, to those who may see the devices: they ask again. */
import { elementAt } from '@plumbline/contract/kernel/elements';
import type { Handlers } from '../../../kernel/events.ts';
import { places } from '../../devices/devices/devices.api.ts';

export const notifyUpgrades: Handlers = {
  upgradesMoved: [
    async ({ db, after, sockets }, { deviceIds }) => {
      const placeOf = await places(db, deviceIds);
      const alike = Map.groupBy([...placeOf], ([, place]) => JSON.stringify(place));
      after(() => {
        for (const group of alike.values())
          sockets.toPlace(elementAt(group, 0)[1], 'UPGRADES_CHANGED', { deviceIds: group.map(([id]) => id) });
      });
    },
  ],
};
