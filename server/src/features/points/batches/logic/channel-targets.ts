/**
 * Which channel feeds which point while many are bound at once. Invariant: at the end of the rows a channel feeds one
 * point, however they exchange channels between them.
 */

import { Failure } from '@plumbline/contract/kernel/errors';
import type { Target } from '../../bindings/bindings.api.ts';
import type { Fed, Source } from '../../bindings/bindings.groups.api.ts';
import { wrong } from '../../points/points.config.api.ts';

export interface Channels {
  /** Throws badInput for a device that is not there, notAllowed for one of other projects, and channelUnknown with those that it has. */
  find(sncode: string, channel: string): Target;
  /** Takes a channel for a point of that name; throws channelOccupied with the name, and the row, of the one that has it. */
  take(target: Target, name: string, row?: number): void;
  letGo(deviceId: number, channel: string): void;
}

const keyOf = (deviceId: number, channel: string) => `${deviceId}\u0000${channel}`;

export function channelsOf(sources: readonly Source[], feeds: readonly Fed[]): Channels {
  const bySncode = new Map(sources.map((source) => [source.sncode, source]));
  const used = new Map<string, { readonly name: string | null; readonly row?: number | undefined }>(
    feeds.map((fed) => [keyOf(fed.deviceId, fed.channel), { name: fed.name }]),
  );
  return {
    find(sncode, channel) {
      const source = bySncode.get(sncode);
      if (!source) throw wrong('sncode', 'deviceUnknown');
      if (!source.bindable) throw new Failure('notAllowed', { needs: 'Update:Device' });
      if (!source.channels.some(({ number }) => number === channel))
        throw new Failure('channelUnknown', {
          channelNo: channel,
          sncode,
          channels: source.channels.map(({ number }) => number),
        });
      const { id: deviceId, deviceParameters } = source;
      return { deviceId, sncode, channel, collectorId: null, dtuId: null, deviceParameters };
    },
    take({ deviceId, sncode, channel }, name, row) {
      const key = keyOf(deviceId, channel);
      const by = used.get(key);
      if (by)
        throw new Failure('channelOccupied', {
          channelNo: channel,
          sncode,
          pointName: by.name ?? null,
          ...(by.row !== undefined && { row: by.row }),
        });
      used.set(key, { name, row });
    },
    letGo: (deviceId, channel) => void used.delete(keyOf(deviceId, channel)),
  };
}
