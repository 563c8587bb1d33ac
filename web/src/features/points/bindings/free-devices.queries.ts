import type { Device } from '@plumbline/contract/devices/devices';
import { warehouse } from '@plumbline/contract/devices/warehouse';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../kernel/call.ts';
import { keyOf } from '../../../kernel/queries.ts';

/** As many devices as one request gives, and requests at most. */
const pieceRows = 200;
const pieces = 10;

/** The devices of the warehouse, piece by piece: one that feeds some points may have channels left. */
export function useFreeDevices(corporationId: number) {
  return useQuery({
    queryKey: [...keyOf(warehouse.list), { corporationId, pieces: 'all' }],
    // Devices come by other ways than this page too.
    refetchOnMount: 'always',
    queryFn: async ({ signal }): Promise<{ devices: Device[]; total: number }> => {
      const devices: Device[] = [];
      let total = 0;
      for (let page = 1; page <= pieces; page++) {
        const answer = await call(
          warehouse.list,
          { corporationId, sort: 'sncode', page, pageSize: pieceRows },
          { signal },
        );
        devices.push(...answer.devices);
        ({ total } = answer);
        if (devices.length >= total || answer.devices.length === 0) break;
      }
      return { devices, total };
    },
  });
}
