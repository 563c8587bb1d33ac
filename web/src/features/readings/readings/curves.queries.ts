import type { LiveReading } from '@plumbline/contract/kernel/events';
import { fieldsOf, statesOf } from '@plumbline/contract/points/families';
import { type Point, points } from '@plumbline/contract/points/points';
import { readings, type Series } from '@plumbline/contract/readings/readings';
import type { DisplayFilter } from '@plumbline/contract/readings/readings.filters';
import type { Quantity } from '@plumbline/contract/readings/readings.shapes';
import { type UseQueryOptions, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type FilteredFacts, filteredFacts, isThrough, throughFilter } from '../../../charts/filter/filter-curves.ts';
import { useFilterWords } from '../../../charts/filter/filter-state.ts';
import type { Range } from '../../../charts/frame/range.ts';
import { byUnit } from '../../../charts/kinds/time-value/by-unit.ts';
import type { ChartCurve, ChartFlag } from '../../../charts/kinds/time-value/shapes.ts';
import { useLastAnswers, useSame } from '../../../charts/last-answers.ts';
import { lengthened } from '../../../charts/live.queries.ts';
import { useFieldWord, useStateWord } from '../../../kernel/field-words.ts';
import { queryFor } from '../../../kernel/queries.ts';
import { columnsOf, columnUnit } from './amount-buckets.ts';

/** The curves of the data view: asked of the server thinned to the pixel, and lengthened by what the socket tells. */

/** What the socket tells is corrected: it does not go on a curve of stored values, which is fetched again instead. */
const noLive: readonly LiveReading[] = [];

export interface CurvesRequest {
  readonly main: Point | undefined;
  /** Field of the main point. */
  readonly field: string;
  /** Further fields of the main point. */
  readonly beside: readonly string[];
  readonly compare: readonly number[];
  readonly quantity: Quantity;
  /** As stored, without corrections. */
  readonly raw: boolean;
  /** What each curve is seen through. */
  readonly filter?: DisplayFilter | null;
  readonly requested: Range;
  /** Where totals of rain and flow begin: what is asked for beyond what is shown does not count. */
  readonly totalsFrom?: number;
  readonly widthPx: number;
}

/** A field of a point that is drawn. */
interface Drawn {
  readonly point: Point;
  readonly field: string;
}

/** Returns the curves of a chart with what a filter made of them. Long because each of the kinds of curves is put together in one place. */
export function useCurves(request: CurvesRequest, live: ReadonlyMap<number, readonly LiveReading[]>) {
  const { main, field, beside, quantity, raw, requested, filter = null } = request;
  const fieldWord = useFieldWord();
  const stateWord = useStateWord();
  const { t } = useTranslation();
  const nameOf = useFilterWords();
  const filterWords = filter && nameOf(filter);
  const { drawn, others } = useDrawn(request);
  const queries = useQueries({ queries: drawn.map((each) => curveQuery(each, request)) });
  const answers = useLastAnswers(
    drawn.map((each) => `${each.point.id} ${each.field} ${quantity} ${raw} ${unitOf(each, request)}`),
    queries.map(({ data }) => data),
  );
  const mainId = main?.id;
  const { curves, filtered } = useMemo(() => {
    const filtered: FilteredFacts[] = [];
    const all = drawn.flatMap((each, i): ChartCurve[] => {
      const series = answers[i]?.series[0];
      // While another point or field is on its way, what is kept of the old one is not drawn under the new name.
      if (!series || !isOf(series, each, quantity)) return [];
      const { point } = each;
      const name = point.id === mainId && beside.length > 0 ? fieldWord(point.family, each.field) : point.name;
      const unit = unitOf(each, { quantity, requested });
      const wordOf = (value: number): string | null => stateWord(each.field, value);
      const curve = {
        name,
        ...(quantity === 'value' && statesOf(each.field) !== null && { wordOf }),
        ...curveOf(series, each, raw || unit ? noLive : (live.get(point.id) ?? [])),
      };
      if (isAmount(each, quantity))
        return [
          {
            ...curve,
            kind: i > 0 ? 'hanging' : 'columns',
            ...(unit && { name: t(`readings:columns.${unit}`, { name }), gapSeconds: Number.POSITIVE_INFINITY }),
          },
        ];
      if (!isThrough(series.filtered, filter)) return [curve];
      const words = filterWords === null ? '' : t('readings:filters.filtered', { words: filterWords });
      if (filter) filtered.push(filteredFacts(series.filtered, filter, name));
      return throughFilter(curve, series, filter, drawn.length > 1 ? `${name}, ${words}` : words);
    });
    return { curves: byUnit(all), filtered };
  }, [drawn, quantity, raw, live, answers, mainId, beside, fieldWord, stateWord, filter, filterWords, requested, t]);
  const first = answers[0]?.series[0];
  const flags = useMemo(
    () => (first && first.pointId === mainId && first.field === field ? flagsOf(first) : []),
    [first, mainId, field],
  );
  const all = [...others, ...queries];
  return {
    drawn,
    flags,
    curves,
    /** What the filter did to each curve that is drawn through it. */
    filtered,
    loading: drawn.length === 0 || queries.some((query) => query.isPending),
    failed: all.filter((query) => query.error && query.data === undefined),
    retry: () => {
      for (const query of all) void query.refetch();
    },
  };
}

/** What is drawn: the fields of the point itself, then a field of each point beside it as soon as that is known. */
function useDrawn({ main, field, beside, compare }: CurvesRequest) {
  const others = useQueries({
    queries: compare.map((pointId) => ({ ...queryFor(points.get, { pointId }), staleTime: 60_000 })),
  });
  const records = useSame(others.map(({ data }) => data));
  const drawn = useMemo(
    (): readonly Drawn[] => [
      ...(main ? [field, ...beside].map((each) => ({ point: main, field: each })) : []),
      ...records.flatMap((data) =>
        data ? [{ point: data.measuringPoint, field: fieldBeside(data.measuringPoint, main, field) }] : [],
      ),
    ],
    [main, field, beside, records],
  );
  return { drawn, others };
}

type CurveRequest = Pick<CurvesRequest, 'quantity' | 'raw' | 'filter' | 'requested' | 'totalsFrom' | 'widthPx'>;

const curveQuery = (drawn: Drawn, request: CurveRequest) => {
  const { point, field } = drawn;
  const { quantity, raw, filter, requested, totalsFrom, widthPx } = request;
  const unit = unitOf(drawn, request);
  const common = {
    pointIds: [point.id],
    fields: [field],
    raw,
    from: new Date(requested.from).toISOString(),
    to: new Date(requested.to).toISOString(),
  };
  // Stamped at the end of its interval, an amount is of the time before.
  const buckets = unit && { ...queryFor(readings.buckets, { ...common, unit, closed: 'end' }), select: columnsOf };
  const since = totalsFrom !== undefined && isTotal(drawn, quantity) ? new Date(totalsFrom).toISOString() : undefined;
  const curve = {
    ...common,
    quantity,
    ...(since && { since }),
    width: Math.min(10_000, widthPx),
    ...(filter && { filter }),
  };
  const isRefetched = quantity === 'rate' || isTotal(drawn, quantity) || raw || filter || unit;
  return {
    ...(buckets ?? queryFor(readings.query, curve)),
    enabled: widthPx > 0 && field !== '',
    staleTime: 60_000,
    ...(isRefetched ? { refetchInterval: 30_000 } : {}),
  } as UseQueryOptions<{ series: Series[] }>;
};

const isOf = (series: Series, { point, field }: Drawn, quantity: Quantity): boolean =>
  series.pointId === point.id && series.field === field && series.quantity === quantity;

const summedOf = ({ point, field }: Drawn) =>
  fieldsOf(point.family, point.nodeCount).find(({ key }) => key === field)?.summed;

/** Rain of each interval: columns; they hang from the top where it is drawn beside something else. */
const isAmount = (drawn: Drawn, quantity: Quantity): boolean => quantity === 'value' && summedOf(drawn) === 'amount';

const isTotal = (drawn: Drawn, quantity: Quantity): boolean =>
  quantity === 'cumulative' && summedOf(drawn) !== undefined;

/** Returns the span that a column stands for; null = one reading, or a quantity that is no amount. */
const unitOf = (drawn: Drawn, { quantity, requested }: Pick<CurvesRequest, 'quantity' | 'requested'>) =>
  isAmount(drawn, quantity) ? columnUnit(requested, drawn.point.intervalSeconds) : null;

const curveOf = (series: Series, { point, field }: Drawn, live: readonly LiveReading[]) => ({
  id: `${point.id} ${field}`,
  unit: series.unit,
  precision: fieldsOf(point.family, point.nodeCount).find(({ key }) => key === field)?.precision ?? 3,
  ...lengthened(series, point, live),
  gapSeconds: point.intervalSeconds * 3,
});

/** What is not plainly good. */
const flagsOf = ({ flagged }: Series): ChartFlag[] =>
  flagged.flatMap(({ at, value, quality }) =>
    value !== null && (quality === 'suspect' || quality === 'fail') ? [{ at, value, quality }] : [],
  );

/** Beside a point of the same family the same field is compared, else the other's own main field. */
const fieldBeside = (point: Point, main: Point | undefined, field: string): string =>
  main && point.family === main.family && fieldsOf(point.family, point.nodeCount).some((each) => each.key === field)
    ? field
    : point.mainField;
