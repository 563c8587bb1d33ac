import type { Point } from '@plumbline/contract/points/points';
import { readings } from '@plumbline/contract/readings/readings';
import type { DisplayFilter } from '@plumbline/contract/readings/readings.filters';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import type { Range } from '../../../charts/frame/range.ts';
import { queryFor } from '../../../kernel/queries.ts';
import { useRead } from '../../../kernel/reads.ts';

interface Question {
  readonly raw: boolean;
  readonly range: Range;
}
const spanOf = ({ from, to }: Range) => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() });

/** The curve of a field as it is printed. */
export const usePrintedCurve = (point: Point, field: string, { raw, range }: Question, filter: DisplayFilter | null) =>
  useRead(
    readings.query,
    { pointIds: [point.id], fields: [field], raw, ...spanOf(range), width: 700, ...(filter && { filter }) },
    { placeholderData: keepPreviousData, staleTime: 60_000 },
  );

/** The figures of each field over the period; one that is not there yet is undefined. */
export function useFieldStatistics(point: Point, fields: readonly string[], { raw, range }: Question) {
  const queries = useQueries({
    queries: fields.map((field) => ({
      ...queryFor(readings.statistics, { pointId: point.id, field, raw, ...spanOf(range) }),
      placeholderData: keepPreviousData,
      staleTime: 60_000,
    })),
  });
  return {
    statistics: queries.map(({ data }) => data?.statistics),
    error: queries.find(({ error }) => error)?.error,
    retry: () => {
      for (const query of queries) void query.refetch();
    },
  };
}
