import { minuteMs } from '@plumbline/contract/kernel/durations';
import type { Quantity } from '@plumbline/contract/readings/readings';
import { readings } from '@plumbline/contract/readings/readings';
import { useMemo } from 'react';
import { useNow } from '../../../kernel/now.ts';
import { useRead } from '../../../kernel/reads.ts';
import { type ContourFrame, type ContourSpan, frameTimes } from './contour-frames.ts';
import type { ContourGroup } from './contour-groups.ts';

/** The values of a group at the times of a span; null = of none. What ends now moves on by the minute. */
export function useContourFrames(group: ContourGroup | null, quantity: Exclude<Quantity, 'rate'>, span: ContourSpan) {
  const now = useNow(span === 'now' || span === 'day' ? minuteMs : 60 * minuteMs);
  const times = useMemo(() => frameTimes(span, now), [span, now]);
  const about = {
    pointIds: group?.points.map(({ id }) => id) ?? [],
    fields: [group?.field.key ?? ''],
    toleranceSeconds: group?.toleranceSeconds,
    quantity,
  };
  const query = useRead(
    readings.section,
    { ...about, times: times.map((at) => new Date(at).toISOString()) },
    {
      enabled: group !== null,
      // Of a minute ago it stays while it is read again; of another quantity or of other points it would be a wrong number.
      placeholderData: (before, earlier) => (isAbout(earlier?.queryKey.at(-1), about) ? before : undefined),
      staleTime: minuteMs,
    },
  );
  const { data } = query;
  const frames = useMemo(
    () =>
      (data?.sections ?? []).map(({ at, points }): ContourFrame => {
        const byPoint = new Map(points.map(({ pointId, values }) => [pointId, values[0] ?? null]));
        return { at: Date.parse(at), values: group?.points.map(({ id }) => byPoint.get(id) ?? null) ?? [] };
      }),
    [data, group],
  );
  return { query, frames };
}

/** Returns whether a question is the same but for its times. */
const isAbout = (question: unknown, about: object): boolean =>
  JSON.stringify({ ...(question as object), times: [] }, Object.keys({ ...about, times: [] }).sort()) ===
  JSON.stringify({ ...about, times: [] }, Object.keys({ ...about, times: [] }).sort());
