import type { LiveReading } from '@plumbline/contract/kernel/events';
import type { ChartPoint, CustomChart } from '@plumbline/contract/points/charts';
import { areDirections, type FamilyCode, fieldsOf } from '@plumbline/contract/points/families';
import { type Series as Answered, readings } from '@plumbline/contract/readings/readings';
import { type DisplayFilter, filterText } from '@plumbline/contract/readings/readings.filters';
import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type FilteredFacts, filteredFacts, isThrough, throughFilter } from '../../../charts/filter/filter-curves.ts';
import { useFilterWords } from '../../../charts/filter/filter-state.ts';
import type { Range } from '../../../charts/frame/range.ts';
import { byUnit } from '../../../charts/kinds/time-value/by-unit.ts';
import type { ChartCurve } from '../../../charts/kinds/time-value/shapes.ts';
import { useLastAnswers } from '../../../charts/last-answers.ts';
import { lengthened, useLive } from '../../../charts/live.queries.ts';
import { useFieldWord } from '../../../kernel/field-words.ts';
import { queryFor } from '../../../kernel/queries.ts';
import { curveQueries } from './chart-requests.ts';

export type Series = CustomChart['series'][number];
/** Known in the chart by its point, field and measure: no two are the same. */
export const seriesKey = ({ pointId, field, measure }: Pick<Series, 'pointId' | 'field' | 'measure'>): string =>
  `${pointId} ${field} ${measure}`;

/** The name of a series: what people called it, else its point, field and measure. */
export function useSeriesName() {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  return useCallback(
    ({ label, field, measure }: Series, point: { name: string; family: string } | undefined): string => {
      if (label !== '') return label;
      const word = point ? fieldWord(point.family as FamilyCode, field) : field;
      const usualLabel = `${point?.name ?? '?'} · ${word}`;
      return measure === 'value' ? usualLabel : `${usualLabel}, ${t(`charts:measure.${measure}`)}`;
    },
    [fieldWord, t],
  );
}

/**
 * The curves of a custom chart, in the order of its series: asked in as few requests as there are kinds of series,
 * thinned to the pixel, and lengthened by what the socket tells. A series without an answer yet has no curve. Through a
 * filter each has a second curve over the measured one, as in the data view.
 */
export function useChartCurves(
  chart: CustomChart,
  points: readonly ChartPoint[],
  requested: Range,
  widthPx: number,
  filter: DisplayFilter | null,
): {
  curves: readonly ChartCurve[];
  /** What the filter did to each of them. */
  filtered: readonly FilteredFacts[];
  loading: boolean;
  failed: readonly { readonly error: unknown }[];
  retry: () => void;
} {
  const nameOf = useSeriesName();
  const live = useLive(useMemo(() => [...new Set(chart.series.map(({ pointId }) => pointId))], [chart.series]));
  const seriesQueries = useMemo(() => curveQueries(chart.series), [chart.series]);
  const queries = useSeriesQueries(seriesQueries, requested, widthPx, filter);
  const answers = useLastAnswers(
    seriesQueries.map(({ pointIds, fields, quantity }) => `${pointIds.join()} ${fields.join()} ${quantity}`),
    queries.map(({ data }) => data),
  );
  const through = useThrough(filter);
  const { curves, filtered } = useMemo(() => {
    const filtered: FilteredFacts[] = [];
    const byQuery = new Map(
      answers
        .flatMap((answer) => answer?.series ?? [])
        .map((each) => [seriesKey({ pointId: each.pointId, field: each.field, measure: each.quantity }), each]),
    );
    const placed = chart.series.flatMap((series, i): ChartCurve[] => {
      const answer = byQuery.get(seriesKey(series));
      const point = points.find(({ id }) => id === series.pointId);
      if (!answer || !point) return [];
      const drawn = { name: nameOf(series, point), axis: series.axis, colour: i };
      const curve = { id: seriesKey(series), ...drawn, ...curveOf(answer, point, live.get(point.id) ?? []) };
      return through(curve, answer, filtered);
    });
    return { curves: byUnit(placed), filtered };
  }, [answers, chart.series, points, live, nameOf, through]);
  return {
    curves,
    filtered,
    loading: queries.some((query) => query.isPending),
    failed: queries.filter((query) => query.error && query.data === undefined),
    retry: () => {
      for (const query of queries) void query.refetch();
    },
  };
}

/** What was answered of each question, as it comes. */
const useSeriesQueries = (
  queries: ReturnType<typeof curveQueries>,
  requested: Range,
  widthPx: number,
  filter: DisplayFilter | null,
) =>
  useQueries({
    queries: queries.map(({ pointIds, fields, quantity }) => ({
      ...queryFor(readings.query, {
        pointIds: [...pointIds],
        fields: [...fields],
        quantity,
        from: new Date(requested.from).toISOString(),
        to: new Date(requested.to).toISOString(),
        width: Math.min(10_000, Math.max(50, widthPx)),
        ...(filter && !areDirections(fields) && { filter }),
      }),
      enabled: widthPx > 0,
      staleTime: 60_000,
      ...(quantity === 'rate' || filter ? { refetchInterval: 30_000 } : {}),
    })),
  });

/** The curve through the filter, once an answer to that filter is there; what it did is added to the facts. */
function useThrough(filter: DisplayFilter | null) {
  const { t } = useTranslation();
  const nameOf = useFilterWords();
  const key = filter && filterText(filter);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the filter
  return useCallback(
    (curve: ChartCurve, answer: Answered, facts: FilteredFacts[]): ChartCurve[] => {
      if (filter === null || !isThrough(answer.filtered, filter)) return [curve];
      facts.push(filteredFacts(answer.filtered, filter, curve.name));
      const words = t('readings:filters.filtered', { words: nameOf(filter) });
      return throughFilter(curve, answer, filter, `${curve.name}, ${words}`);
    },
    [key, nameOf, t],
  );
}

/** What was measured, with its unit and digits. */
const curveOf = (answer: Answered, point: ChartPoint, live: readonly LiveReading[]) => ({
  unit: answer.unit,
  precision: fieldsOf(point.family, point.nodeCount).find(({ key }) => key === answer.field)?.precision ?? 3,
  gapSeconds: point.intervalSeconds * 3,
  ...lengthened(answer, point, live),
});
