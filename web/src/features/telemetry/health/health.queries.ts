import type { InputOf } from '@plumbline/contract/kernel/route';
import { health } from '@plumbline/contract/telemetry/health';
import { keepPreviousData } from '@tanstack/react-query';
import { useRead } from '../../../kernel/reads.ts';

/** Health is looked at every minute by the server: pages follow it by the clock. */
const everyMs = 15_000;

/** How many devices are in which state, of a project or of everything one may see. */
export const useHealthCounts = (place: InputOf<typeof health.stat.input>) =>
  useRead(health.stat, place, { refetchInterval: everyMs });

/** Devices by health, the worst first. */
export const useHealthRows = (filter: InputOf<typeof health.list.input>) =>
  useRead(health.list, filter, { refetchInterval: everyMs, placeholderData: keepPreviousData });

/** A device and its channels. */
export const useDeviceHealth = (deviceId: number) => useRead(health.device, { deviceId }, { refetchInterval: 10_000 });

/** The log of a device: from what to what, and which channels made it. */
export const useHealthChanges = (deviceId: number, page: number, pageSize: number) =>
  useRead(health.changes, { deviceId, page, pageSize }, { refetchInterval: 30_000 });
