import { devices } from '@plumbline/contract/devices';
import { points } from '@plumbline/contract/points';
import { useAllowed } from '../../kernel/allowed.tsx';
import { useRead } from '../../kernel/reads.ts';

/** What pages of devices ask for again by the clock. */

/** How many devices a warehouse holds, by everything that it can be narrowed to. */
export const useSummary = (corporationId: number | null) =>
  useRead(
    devices.summary,
    { corporationId: corporationId ?? 0 },
    { enabled: corporationId !== null, refetchInterval: 30_000 },
  );

/** Where the devices of a warehouse are. */
export const usePositions = (corporationId: number) =>
  useRead(devices.positions, { corporationId }, { refetchInterval: 60_000 });

/** A device, its channels and what came of it. */
export const useDeviceNow = (deviceId: number) => useRead(devices.get, { deviceId }, { refetchInterval: 5_000 });

const awaitedMs = 700;

/** A device whose first message is waited for, not cached; asked for less often while the server refuses. */
export const useAwaitedDevice = (deviceId: number, known: boolean) =>
  useRead(
    devices.get,
    { deviceId },
    {
      enabled: known,
      refetchInterval: ({ state }) => (state.error ? 10 * awaitedMs : awaitedMs),
      staleTime: 0,
    },
  );

/** The point that a channel feeds; nothing for those who may not see points. */
export function useFedPoint(pointId: number) {
  const allowed = useAllowed();
  return useRead(points.get, { pointId }, { enabled: allowed(points.get), refetchInterval: 15_000 }).data
    ?.measuringPoint;
}

/** What was refused of a device. */
export const useWarnings = (deviceId: number, page: number, pageSize: number) =>
  useRead(devices.warnings, { deviceId, page, pageSize }, { refetchInterval: 15_000 });
