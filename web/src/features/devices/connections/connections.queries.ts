import { devices } from '@plumbline/contract/devices/devices';
import { points } from '@plumbline/contract/points/points';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { useRead } from '../../../kernel/reads.ts';

/** What is asked for again by the clock while a device is being connected. */

const awaitedMs = 700;

/** A device whose first message is waited for, not cached; asked for less often while the server refuses. */
export const useAwaitedDevice = (deviceId: number, isAwaited: boolean) =>
  useRead(
    devices.get,
    { deviceId },
    {
      enabled: isAwaited,
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
