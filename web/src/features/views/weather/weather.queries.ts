import type { Point } from '@plumbline/contract/points/points';
import { weather } from '@plumbline/contract/views/weather';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Range } from '../../../charts/frame/range.ts';
import { useLive } from '../../../charts/live.queries.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useCurves } from '../../readings/readings/readings.parts.tsx';

/** The rose over a range. One that ends now moves on by itself. */
export const useWindRose = (point: Point, { from, to }: Range, directions: 8 | 16, raw: boolean) =>
  useRead(
    weather.windRose,
    { pointId: point.id, from: new Date(from).toISOString(), to: new Date(to).toISOString(), directions, raw },
    { placeholderData: keepPreviousData, staleTime: 60_000 },
  );

/** The field that is drawn first, and those beside it: constants of a module. */
export interface StationFields {
  readonly field: string;
  readonly beside: readonly string[];
}

/** Fields of the station over time, and rain beside them, lengthened by what the socket tells. */
export function useWeatherCurves(
  point: Point,
  { field, beside }: StationFields,
  rainId: number | null,
  raw: boolean,
  requested: Range,
  widthPx: number,
) {
  const compare = useMemo(() => (rainId === null ? [] : [rainId]), [rainId]);
  const live = useLive(useMemo(() => [point.id, ...compare], [point.id, compare]));
  return useCurves({ main: point, field, beside, compare, quantity: 'value', raw, requested, widthPx }, live);
}
