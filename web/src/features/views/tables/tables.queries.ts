import type { Point } from '@plumbline/contract/points/points';
import { readings } from '@plumbline/contract/readings/readings';
import type { DisplayFilter } from '@plumbline/contract/readings/readings.filters';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Range } from '../../../charts/frame/range.ts';
import { useRead } from '../../../kernel/reads.ts';

const iso = (at: number): string => new Date(at).toISOString();
/** A baseline reading is found as baseline surveys are. */
const baselineSeconds = 43_200;

interface RowsQuestion {
  readonly quantity: 'value' | 'cumulative' | 'rate';
  readonly fields: readonly string[] | null;
  readonly raw: boolean;
  readonly filter?: DisplayFilter | null;
  readonly range: Range;
  readonly enabled?: boolean;
  /** From when on totals of rain and flow are counted; null = from the beginning of the range. */
  readonly since?: number | null;
}

/** Every reading of a range. One that ends now moves on by itself. */
export const useRows = (
  point: Point,
  { quantity, fields, raw, filter, range, enabled = true, since = null }: RowsQuestion,
) =>
  useRead(
    readings.rows,
    {
      pointId: point.id,
      quantity,
      raw,
      from: iso(range.from),
      to: iso(range.to),
      ...(fields && { fields: [...fields] }),
      ...(since !== null && { since: iso(since) }),
      ...(filter && { filter }),
    },
    { placeholderData: keepPreviousData, staleTime: 60_000, enabled },
  );

/** Returns the fields at a baseline: null until it is known or where no reading is near it. */
export function useBaseline(point: Point, at: number | null, raw: boolean) {
  const query = useRead(
    readings.section,
    { pointIds: [point.id], times: [iso(at ?? 0)], toleranceSeconds: baselineSeconds, raw },
    { enabled: at !== null, staleTime: 60_000 },
  );
  const { data } = query;
  return useMemo(() => {
    const fields = data?.points[0]?.fields ?? [];
    const answerPoint = data?.sections[0]?.points[0];
    const values = new Map(fields.map(({ key }, i) => [key, answerPoint?.values[i] ?? null]));
    return { query, values, measuredAt: answerPoint?.at ?? null };
  }, [data, query]);
}
