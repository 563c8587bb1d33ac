import { minuteMs } from '@plumbline/contract/kernel/durations';
import { staleAfterMs } from '@plumbline/contract/kernel/status';
import { readings } from '@plumbline/contract/readings/readings';
import {
  curveDays,
  curvePx,
  type FigureOffer,
  lineMovements,
  linesOf,
  type PlacedNow,
} from '@plumbline/contract/site/drawings.figures';
import { type RingMember, ringMembers } from '@plumbline/contract/site/drawings.rings';
import { masters } from '@plumbline/contract/views/masters';
import { profiles } from '@plumbline/contract/views/profiles';
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { brokenCurve } from '../../../charts/broken-curve.ts';
import { mainFieldOf } from '../../../kernel/main-field.ts';
import { useNow } from '../../../kernel/now.ts';
import { queryFor, type Reply } from '../../../kernel/queries.ts';
import { useRead } from '../../../kernel/reads.ts';
import type { LineMovements } from './figure-shapes.ts';

const idsOf = (points: readonly PlacedNow[]): number[] => points.map(({ point }) => point.id);
/** Of a minute ago an answer stays while it is read again; of other points it would be a wrong number. */
const isOfPoints = (question: unknown, pointIds: readonly number[]): boolean =>
  (question as { readonly pointIds?: readonly number[] } | undefined)?.pointIds?.join() === pointIds.join();

/** The shapes of casings and chains now: one question for all of them. */
export function useShapes(points: readonly PlacedNow[]) {
  const now = useNow(minuteMs);
  const pointIds = idsOf(points);
  return useRead(
    profiles.shapes,
    { pointIds, at: new Date(now).toISOString() },
    {
      enabled: pointIds.length > 0,
      placeholderData: (before, earlier) => (isOfPoints(earlier?.queryKey.at(-1), pointIds) ? before : undefined),
      staleTime: minuteMs,
    },
  );
}

/** How far the cells of a trough went up by the lines of their masters, now. */
export function useLineMovements(offer: FigureOffer | undefined) {
  const now = useNow(minuteMs);
  return useQueries({
    queries: linesOf(offer).map((line) => ({
      ...queryFor(masters.lines, { ...line, times: [new Date(now).toISOString()] }),
      staleTime: minuteMs,
    })),
    combine: movementsOf,
  });
}

/** How the members of sections on a lining moved by their masters, now. */
export function useRingMembers(offer: FigureOffer | undefined) {
  const now = useNow(minuteMs);
  return useQueries({
    queries: linesOf(offer).map((section) => ({
      ...queryFor(masters.sections, { ...section, times: [new Date(now).toISOString()] }),
      staleTime: minuteMs,
    })),
    combine: membersOf,
  });
}

/** The answers name no master: the members of one are those of one answer. */
function membersOf(answers: readonly UseQueryResult<Reply<typeof masters.sections>>[]) {
  const members = answers.flatMap(({ data }, i): RingMember[] => (data ? ringMembers(i, data) : []));
  return { members, failed: answers.find(({ error }) => error !== null) ?? null };
}

/** What the lines say of their cells, and the first that did not come. */
function movementsOf(lines: readonly UseQueryResult<Reply<typeof masters.lines>>[]) {
  const lineFigures = lines.flatMap(({ data }) => (data ? lineMovements(data) : []));
  const movements: LineMovements = new Map(lineFigures.map(({ pointId, upMm }) => [pointId, upMm]));
  return { movements, failed: lines.find(({ error }) => error !== null) ?? null };
}

export const curveSpanMs = curveDays * 24 * 60 * minuteMs;

/** The main field of a point over the last days, null where it was silent; from the beginning of the span to its end. */
export interface SmallCurve {
  readonly pointId: number;
  readonly times: readonly number[];
  readonly values: readonly (number | null)[];
}

/** A curve over the span, broken where its point was silent. */
export const smallCurve = (
  { id: pointId, intervalSeconds }: PlacedNow['point'],
  series: { readonly times: readonly number[]; readonly values: readonly (number | null)[] },
  from: number,
  to: number,
): SmallCurve => ({
  pointId,
  ...brokenCurve(series, { from, to, silentMs: staleAfterMs(intervalSeconds), px: curvePx }),
});

/** The curves of the points: one question for all of them. */
export function useSmallCurves(points: readonly PlacedNow[]) {
  const now = useNow(10 * minuteMs);
  const pointIds = idsOf(points);
  const fields = [...new Set(points.flatMap(({ point }) => mainFieldOf(point)?.field.key ?? []))];
  const [from, to] = [now - curveSpanMs, now];
  const query = useRead(
    readings.query,
    { pointIds, fields, from: new Date(from).toISOString(), to: new Date(to).toISOString(), width: curvePx },
    {
      enabled: pointIds.length > 0,
      placeholderData: (before, earlier) => (isOfPoints(earlier?.queryKey.at(-1), pointIds) ? before : undefined),
      staleTime: minuteMs,
    },
  );
  const { data } = query;
  const curves = useMemo(
    () =>
      points.flatMap(({ point }): SmallCurve[] => {
        const key = mainFieldOf(point)?.field.key;
        const series = data?.series.find(({ pointId, field }) => pointId === point.id && field === key);
        return series?.values.some((value) => value !== null) ? [smallCurve(point, series, from, to)] : [];
      }),
    [data, points, from, to],
  );
  return { query, curves };
}
