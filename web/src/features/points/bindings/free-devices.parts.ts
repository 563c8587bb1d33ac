import type { Device } from '@plumbline/contract/devices/devices';
import { type SensorMode, sensorModes } from '@plumbline/contract/points/families';
import { useTranslation } from 'react-i18next';
import { freeChannels } from './match.ts';

/** A device with a channel that feeds no point, and how many of them there are of each sensor mode. */
export interface FreeDevice {
  readonly id: number;
  readonly sncode: string;
  readonly name: string;
  readonly model: string;
  readonly modes: readonly { readonly mode: number; readonly count: number }[];
}

/** The devices that points can be bound to, the one taken in last first. */
export const freeDevices = (devices: readonly Device[]): FreeDevice[] =>
  devices
    .map((device) => {
      const counts = new Map<number, number>();
      for (const { mode } of freeChannels([device])) counts.set(mode, (counts.get(mode) ?? 0) + 1);
      const modes = [...counts].map(([mode, count]) => ({ mode, count }));
      return { id: device.id, sncode: device.sncode, name: device.name, model: device.model, modes };
    })
    .filter(({ modes }) => modes.length > 0)
    .sort((a, b) => b.id - a.id);

/** The word of a channel's sensor mode. */
export function useModeWord(): (mode: number) => string {
  const { t } = useTranslation();
  return (mode) => t(`families:mode.${sensorModes[mode as SensorMode]}`);
}
