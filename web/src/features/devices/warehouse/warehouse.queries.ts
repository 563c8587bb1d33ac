import { warehouse } from '@plumbline/contract/devices/warehouse';
import { useRead } from '../../../kernel/reads.ts';

/** What pages of the warehouse ask for again by the clock. */

/** How many devices a warehouse holds, by everything that it can be narrowed to. */
export const useSummary = (corporationId: number | null) =>
  useRead(
    warehouse.summary,
    { corporationId: corporationId ?? 0 },
    { enabled: corporationId !== null, refetchInterval: 30_000 },
  );

/** Where the devices of a warehouse are. */
export const usePositions = (corporationId: number) =>
  useRead(warehouse.positions, { corporationId }, { refetchInterval: 60_000 });
