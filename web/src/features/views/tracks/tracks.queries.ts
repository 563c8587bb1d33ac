import type { Point } from '@plumbline/contract/points/points';
import { tracks } from '@plumbline/contract/views/tracks';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Range } from '../../../charts/frame/range.ts';
import { useLive } from '../../../charts/live.queries.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useCurves } from '../../readings/readings/readings.parts.tsx';

const iso = (at: number): string => new Date(at).toISOString();
const keeping = { placeholderData: keepPreviousData, staleTime: 60_000 } as const;

/** The path of a point over a range. One that ends now moves on by itself. */
export const useTrack = (point: Point, baselineAt: number | null, raw: boolean, range: Range) =>
  useRead(
    tracks.track,
    {
      pointId: point.id,
      from: iso(range.from),
      to: iso(range.to),
      baseline: baselineAt === null ? null : iso(baselineAt),
      raw,
    },
    keeping,
  );

/** How all surface points of the point's structure moved from one date to another. */
export const useVectors = (
  { structureId }: Point,
  { from, to }: Range,
  {
    toleranceSeconds,
    raw,
    enabled,
  }: { readonly toleranceSeconds: number; readonly raw: boolean; readonly enabled: boolean },
) =>
  useRead(
    tracks.vectors,
    { structureId, from: iso(from), to: iso(to), toleranceSeconds, raw },
    { ...keeping, enabled },
  );

const northEastUp = ['dx', 'dy', 'dh'] as const;
const noTimes: readonly number[] = [];

/** North, east and up of a point over time, lengthened by what the socket tells. */
export function useAxisCurves(point: Point, raw: boolean, requested: Range, widthPx: number) {
  const live = useLive(useMemo(() => [point.id], [point.id]));
  const [field, ...beside] = northEastUp;
  return useCurves({ main: point, field, beside, compare: noTimes, quantity: 'value', raw, requested, widthPx }, live);
}
