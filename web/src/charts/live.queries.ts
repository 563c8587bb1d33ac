import type { LiveReading } from '@plumbline/contract/kernel/events';
import { fieldsOf } from '@plumbline/contract/points/families';
import type { Series } from '@plumbline/contract/readings/readings';
import { useCallback, useEffect, useState } from 'react';
import { useServerEvent, useSubscription } from '../kernel/socket.ts';
import type { ChartCurve } from './kinds/time-value/shapes.ts';
import { type CountedPoint, cumulativeIn } from './point-changes.ts';

/** Readings that come over the socket, and curves that go on with them. */
const maxLiveReadings = 3_000;

/** New readings of points since the page began to listen, oldest first. */
export function useLive(pointIds: readonly number[]): ReadonlyMap<number, readonly LiveReading[]> {
  const key = pointIds.join(',');
  const [live, setLive] = useState<ReadonlyMap<number, readonly LiveReading[]>>(new Map());
  // biome-ignore lint/correctness/useExhaustiveDependencies: other points begin anew
  useEffect(() => setLive(new Map()), [key]);
  const onReadings = useCallback(
    (updates: readonly LiveReading[]) => {
      const mine = new Set(key.split(',').map(Number));
      const some = updates.filter((each) => mine.has(each.pointId));
      if (some.length === 0) return;
      setLive((old) => {
        const next = new Map(old);
        for (const reading of some)
          next.set(reading.pointId, [...(next.get(reading.pointId) ?? []), reading].slice(-maxLiveReadings));
        return next;
      });
    },
    [key],
  );
  useSubscription({ pointIds });
  useServerEvent('READINGS', onReadings, true);
  return live;
}

/** Returns a series extended by live readings. A rate needs a day of neighbours and is fetched again instead. */
export function lengthened(
  series: Series,
  point: CountedPoint,
  live: readonly LiveReading[],
): Pick<ChartCurve, 'times' | 'values'> {
  const lastAt = series.times.at(-1) ?? 0;
  const fields = fieldsOf(point.family, point.nodeCount);
  const index = fields.findIndex((each) => each.key === series.field);
  // A total so far is counted by the server alone.
  const isTotal = series.quantity === 'cumulative' && fields[index]?.summed !== undefined;
  const more = series.quantity === 'rate' || isTotal || index < 0 ? [] : live.filter((each) => each.at > lastAt);
  if (more.length === 0) return series;
  const values = more.map((each) => {
    const value = each.values[index] ?? null;
    return value === null || series.quantity === 'value' ? value : cumulativeIn(point, series.field, each.values);
  });
  return { times: [...series.times, ...more.map((each) => each.at)], values: [...series.values, ...values] };
}
