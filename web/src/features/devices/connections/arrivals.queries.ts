import type { Device, devices } from '@plumbline/contract/devices/devices';
import type { LiveReading } from '@plumbline/contract/kernel/events';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Reply } from '../../../kernel/queries.ts';
import { useServerEvent, useSubscription } from '../../../kernel/socket.ts';

/**
 * Arrivals from a device since its page was opened, the newest first. Readings of bound points come by the socket;
 * samples of unbound channels and refusals are seen by comparing each answer about the device with the one before.
 */
export type Arrival = { readonly key: number; readonly at: string } & (
  | { readonly kind: 'reading'; readonly pointId: number; readonly values: readonly (number | null)[] }
  | { readonly kind: 'sample'; readonly channel: string; readonly sample: Readonly<Record<string, unknown>> }
  | { readonly kind: 'refused'; readonly count: number; readonly refused: Device['refused'] }
);
type DeviceReply = Reply<typeof devices.get>;
type Without<T> = T extends unknown ? Omit<T, 'key'> : never;
const maxArrivals = 30;

/** The news between two answers about a device. */
export function newsBetween(before: DeviceReply, after: DeviceReply): readonly Without<Arrival>[] {
  const samples = after.unbound.flatMap((each): Without<Arrival>[] => {
    const old = before.unbound.find(({ channel }) => channel === each.channel);
    if (old && old.receivedAt >= each.receivedAt) return [];
    return [{ kind: 'sample', at: each.receivedAt, channel: each.channel, sample: each.sample }];
  });
  const { refused } = after.device;
  const count = refused.count - before.device.refused.count;
  const refusals: Without<Arrival>[] =
    count > 0 ? [{ kind: 'refused', at: refused.at ?? new Date().toISOString(), count, refused }] : [];
  return [...samples, ...refusals].sort((a, b) => b.at.localeCompare(a.at));
}

export function useArrivals(reply: DeviceReply | undefined): readonly Arrival[] {
  const [arrivals, setArrivals] = useState<readonly Arrival[]>([]);
  const before = useRef<DeviceReply | undefined>(undefined);
  const nextKey = useRef(1);
  const add = useCallback((news: readonly Without<Arrival>[]): void => {
    if (news.length === 0) return;
    const keyed = news.map((each) => ({ ...each, key: nextKey.current++ }) as Arrival);
    setArrivals((old) => [...keyed, ...old].slice(0, maxArrivals));
  }, []);

  useEffect(() => {
    if (reply && before.current && reply !== before.current) add(newsBetween(before.current, reply));
    before.current = reply;
  }, [reply, add]);

  const pointIds = (reply?.device.channels ?? []).flatMap(({ pointId, projectId }) =>
    pointId === null || projectId === null ? [] : [pointId],
  );
  useSubscription({ pointIds });
  const mine = useRef<readonly number[]>([]);
  mine.current = pointIds;
  const onReadings = useCallback(
    (readings: LiveReading[]) =>
      add(
        readings
          .filter(({ pointId }) => mine.current.includes(pointId))
          .map(({ pointId, receivedAt, values }) => ({
            kind: 'reading' as const,
            pointId,
            at: new Date(receivedAt).toISOString(),
            values,
          }))
          .reverse(),
      ),
    [add],
  );
  useServerEvent('READINGS', onReadings, true);
  return arrivals;
}
