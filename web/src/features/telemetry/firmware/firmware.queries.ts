import type { InputOf } from '@plumbline/contract/kernel/route';
import { firmware } from '@plumbline/contract/telemetry/firmware';
import { keepPreviousData } from '@tanstack/react-query';
import { useRead } from '../../../kernel/reads.ts';

/** In case an event was lost: while something is in progress the page reads again by itself now and then. */
const whileOpenMs = 10_000;

/** The firmware of a device, what is newer, and its upgrades. */
export const useDeviceFirmware = (deviceId: number) =>
  useRead(
    firmware.ofDevice,
    { deviceId },
    {
      refetchInterval: ({ state: { data } }) => (data?.upgrades[0]?.state === 'inProgress' ? whileOpenMs : false),
    },
  );

/** Upgrades of all devices, newest first. */
export const useUpgrades = (filter: InputOf<typeof firmware.upgrades.input>) =>
  useRead(firmware.upgrades, filter, {
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => ((data?.counts.inProgress ?? 0) > 0 ? whileOpenMs : false),
  });
