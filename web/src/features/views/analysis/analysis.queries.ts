import { type Point, points } from '@plumbline/contract/points/points';
import { readings } from '@plumbline/contract/readings/readings';
import { projects } from '@plumbline/contract/site/projects';
import { analysis } from '@plumbline/contract/views/analysis';
import { keepPreviousData } from '@tanstack/react-query';
import type { Range } from '../../../charts/frame/range.ts';
import { useRead } from '../../../kernel/reads.ts';

const options = { placeholderData: keepPreviousData, staleTime: 60_000 } as const;
const spanOf = ({ from, to }: Range) => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() });

interface Question {
  readonly field: string;
  readonly quantity: 'value' | 'cumulative';
  readonly raw: boolean;
  readonly range: Range;
}

/** The curve of a stretch and its figures. */
export function usePeriod(point: Point, { field, quantity, raw, range }: Question, widthPx: number) {
  const common = { quantity, raw, ...spanOf(range) };
  const curve = useRead(
    readings.query,
    { pointIds: [point.id], fields: [field], ...common, width: Math.max(50, Math.min(10_000, widthPx)) },
    { ...options, enabled: widthPx > 0 },
  );
  const figures = useRead(readings.statistics, { pointId: point.id, field, ...common }, options);
  return { curve, figures };
}

export const useDistribution = (point: Point, { field, quantity, raw, range }: Question) =>
  useRead(analysis.distribution, { pointId: point.id, field, quantity, raw, ...spanOf(range) }, options);

export const useRelation = (
  point: Point,
  other: Point | null,
  otherField: string,
  { field, quantity, raw, range }: Question,
  toleranceSeconds: number | null,
) =>
  useRead(
    analysis.relation,
    {
      pointIds: other === null ? [point.id] : [other.id, point.id],
      fields: [otherField, field],
      quantity,
      raw,
      ...spanOf(range),
      ...(toleranceSeconds !== null && { toleranceSeconds }),
    },
    { ...options, enabled: field !== '' && otherField !== '' },
  );

/** The points that one may be held against, by name. */
export function useOtherPoints(projectId: number, pointId: number) {
  const { data } = useRead(projects.tree, { projectId }, { staleTime: 60_000 });
  return (data?.nodes ?? []).filter(({ kind, ref }) => kind === 'point' && ref !== pointId);
}

export const useOtherPoint = (pointId: number | null) =>
  useRead(points.get, { pointId: pointId ?? 0 }, { enabled: pointId !== null, staleTime: 60_000 });
