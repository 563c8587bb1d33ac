import { devices } from '@plumbline/contract/devices';
import { firmware } from '@plumbline/contract/firmware';
import { useCallback, useEffect, useRef } from 'react';
import { invalidate } from '../../kernel/queries.ts';
import { useServerEvent } from '../../kernel/socket.ts';

/** Everything that an upgrade changes on pages. */
export const invalidateUpgrades = (): Promise<unknown> =>
  invalidate(firmware.upgrades, firmware.types, firmware.list, firmware.ofDevice, firmware.fitting, devices.get);

/** A thousand devices say something a second: the page asks once. */
const everyMs = 1_000;

/** Asks again when upgrades of devices that the person may see have moved; of `deviceId` alone where it is given. */
export function useUpgradesLive(deviceId?: number): void {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const last = useRef(0);
  const onUpgradesChanged = useCallback(
    ({ deviceIds }: { deviceIds: number[] }) => {
      if ((deviceId !== undefined && !deviceIds.includes(deviceId)) || timer.current !== undefined) return;
      timer.current = setTimeout(
        () => {
          timer.current = undefined;
          last.current = Date.now();
          void invalidateUpgrades();
        },
        Math.max(50, last.current + everyMs - Date.now()),
      );
    },
    [deviceId],
  );
  useEffect(() => () => clearTimeout(timer.current), []);
  useServerEvent('UPGRADES_CHANGED', onUpgradesChanged, true);
}

/** In case the word was lost: while something is in progress the page asks by itself now and then. */
export const whileOpenMs = 10_000;
