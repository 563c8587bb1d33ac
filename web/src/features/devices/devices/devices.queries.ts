import { devices } from '@plumbline/contract/devices/devices';
import { useRead } from '../../../kernel/reads.ts';

/** What the panel of a device asks for again by the clock. */

/** A device, its channels and what came of it. */
export const useDeviceNow = (deviceId: number) => useRead(devices.get, { deviceId }, { refetchInterval: 5_000 });

/** Returns the refusals of a device. */
export const useWarnings = (deviceId: number, page: number, pageSize: number) =>
  useRead(devices.warnings, { deviceId, page, pageSize }, { refetchInterval: 15_000 });
