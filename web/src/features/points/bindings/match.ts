import type { Device } from '@plumbline/contract/devices/devices';
import { getOrThrow } from '@plumbline/contract/kernel/elements';
import { type Family, type FamilyCode, families } from '@plumbline/contract/points/families';
import type { PointRow } from '@plumbline/contract/points/points.lists';
import { matchNames } from '@plumbline/science/collect/match-names';

/** A channel that feeds nothing yet. */
export interface FreeChannel {
  /** `<device id> <channel>` */
  readonly id: string;
  readonly deviceId: number;
  readonly sncode: string;
  readonly device: string;
  readonly channel: string;
  readonly label: string;
  readonly mode: number;
}

export const freeChannels = (devices: readonly Device[]): FreeChannel[] =>
  devices.flatMap((device) =>
    device.channels
      .filter(({ pointId }) => pointId === null)
      .map((channel) => ({
        id: `${device.id} ${channel.number}`,
        deviceId: device.id,
        sncode: device.sncode,
        device: device.name,
        channel: channel.number,
        label: channel.label,
        mode: channel.mode,
      })),
  );

/** Returns whether what a channel delivers can be converted for a point. */
export const suits = (point: Pick<PointRow, 'family'>, channel: Pick<FreeChannel, 'mode'>): boolean =>
  ((families[point.family as FamilyCode] as Family).modes as readonly number[]).includes(channel.mode);

/** Pairs by name: the label of a channel, or its device's name with its number. Only where the sensor mode suits. */
export function propose(points: readonly PointRow[], channels: readonly FreeChannel[]): Map<number, string> {
  const single = new Map<number, number>();
  for (const { deviceId } of channels) single.set(deviceId, (single.get(deviceId) ?? 0) + 1);
  const { matches } = matchNames(
    points,
    channels.map((channel) => ({
      id: channel.id,
      labels: [
        channel.label,
        `${channel.device} ${channel.channel}`,
        `${channel.sncode} ${channel.channel}`,
        // A device of one channel is often named as its point.
        ...(single.get(channel.deviceId) === 1 ? [channel.device, channel.sncode] : []),
      ],
    })),
  );
  const [pointOf, channelOf] = [
    new Map(points.map((each) => [each.id, each])),
    new Map(channels.map((each) => [each.id, each])),
  ];
  return new Map(
    matches
      .filter(({ pointId, channelId }) => suits(getOrThrow(pointOf, pointId), getOrThrow(channelOf, channelId)))
      .map(({ pointId, channelId }) => [pointId, channelId]),
  );
}
