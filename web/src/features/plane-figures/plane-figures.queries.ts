import { masters } from '@plumbline/contract/masters';
import { profiles } from '@plumbline/contract/profiles';
import { readings } from '@plumbline/contract/readings';
import { staleAfterMs } from '@plumbline/contract/status';
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { brokenCurve } from '../../charts/broken-curve.ts';
import { mainFieldOf } from '../../kernel/main-field.ts';
import { useNow } from '../../kernel/now.ts';
import { queryFor, type Reply } from '../../kernel/queries.ts';
import { useRead } from '../../kernel/reads.ts';
import type { FigureOffer, PlacedNow } from './figure-points.ts';
import type { LineMovements } from './figure-shapes.ts';

const minuteMs = 60_000;
const idsOf = (points: readonly PlacedNow[]): number[] => points.map(({ point }) => point.id);
/** Of a minute ago an answer stays while it is read again; of other points it would be a wrong number. */
const isOfPoints = (question: unknown, pointIds: readonly number[]): boolean =>
  (question as { readonly pointIds?: readonly number[] } | undefined)?.pointIds?.join() === pointIds.join();

/** The shapes of casings now: one question for all of them. */
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

/** Lines of cells that a drawing shows; each is a question of its own. The cells of others are left out. */
const maxLines = 5;
const maxToleranceSeconds = 7 * 86_400;

/** How far the cells of a trough went up by the lines of their masters, now. */
export function useLineMovements(offer: FigureOffer | undefined) {
  const now = useNow(minuteMs);
  const ids = [...new Set(offer?.masters.values())].slice(0, maxLines);
  return useQueries({
    queries: ids.map((pointId) => {
      const cells = offer?.points.filter(({ point }) => offer.masters.get(point.id) === pointId) ?? [];
      const silentMs = Math.max(...cells.map(({ point }) => staleAfterMs(point.intervalSeconds)));
      const toleranceSeconds = Math.min(maxToleranceSeconds, Math.ceil(silentMs / 1000));
      return {
        ...queryFor(masters.lines, { pointId, times: [new Date(now).toISOString()], toleranceSeconds }),
        staleTime: minuteMs,
      };
    }),
    combine: movementsOf,
  });
}

/** What the lines say of their cells, and the first that did not come. */
function movementsOf(lines: readonly UseQueryResult<Reply<typeof masters.lines>>[]) {
  const movements = new Map<number, number | null>();
  for (const { data } of lines) {
    const survey = data?.surveys[0];
    const geometry = survey && data?.geometries[survey.geometry];
    for (const [i, { member, joint }] of (geometry?.stations ?? []).entries()) {
      const cell = geometry?.members[member];
      if (cell && joint === null) movements.set(cell.pointId, survey?.up[i] ?? null);
    }
  }
  return { movements: movements satisfies LineMovements, failed: lines.find(({ error }) => error !== null) ?? null };
}

export const curveDays = 7;
const spanMs = curveDays * 24 * 60 * minuteMs;
/** Pixels that a small curve is thinned to. */
const curvePx = 60;

/** The main field of a point over the last days, null where it was silent; from the beginning of the span to its end. */
export interface SmallCurve {
  readonly pointId: number;
  readonly times: readonly number[];
  readonly values: readonly (number | null)[];
}

/** The curves of the points: one question for all of them. */
export function useSmallCurves(points: readonly PlacedNow[]) {
  const now = useNow(10 * minuteMs);
  const pointIds = idsOf(points);
  const fields = [...new Set(points.flatMap(({ point }) => mainFieldOf(point)?.field.key ?? []))];
  const [from, to] = [now - spanMs, now];
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
        return series?.values.some((value) => value !== null)
          ? [
              {
                pointId: point.id,
                ...brokenCurve(series, { from, to, silentMs: staleAfterMs(point.intervalSeconds), px: curvePx }),
              },
            ]
          : [];
      }),
    [data, points, from, to],
  );
  return { query, curves };
}
