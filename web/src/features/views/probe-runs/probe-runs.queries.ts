import { type Point, points } from '@plumbline/contract/points/points';
import { profiles } from '@plumbline/contract/views/profiles';
import { keepPreviousData } from '@tanstack/react-query';
import type { Range } from '../../../charts/frame/range.ts';
import { useRead } from '../../../kernel/reads.ts';
import type { CompareState } from './compare-state.ts';

const iso = (at: number): string => new Date(at).toISOString();

/** The points of the structure of a point. */
export const useNeighbours = ({ projectId, structureId }: Point) =>
  useRead(points.list, { projectId, structureId, pageSize: 2000 }, { staleTime: 60_000 });

/** A manual chain against an automatic one, survey by survey of a range; nothing while there is no manual one. */
export const useComparison = (
  point: Point,
  manualPointId: number | undefined,
  { axis, hours, baselineAt }: CompareState,
  raw: boolean,
  range: Range,
) =>
  useRead(
    profiles.compare,
    {
      pointId: point.id,
      manualPointId: manualPointId ?? 0,
      from: iso(range.from),
      to: iso(range.to),
      axis,
      baseline: baselineAt === null ? null : iso(baselineAt),
      toleranceSeconds: hours * 3600,
      raw,
    },
    { placeholderData: keepPreviousData, staleTime: 60_000, enabled: manualPointId !== undefined },
  );
