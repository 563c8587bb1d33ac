import type { LiveReading } from '@plumbline/contract/kernel/events';
import { fieldsOf } from '@plumbline/contract/points/families';
import { type Point, points } from '@plumbline/contract/points/points';
import { readings, type Series } from '@plumbline/contract/readings/readings';
import type { DisplayFilter } from '@plumbline/contract/readings/readings.filters';
import type { Quantity } from '@plumbline/contract/readings/readings.shapes';
import { useQueries } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Range } from '../../../charts/frame/range.ts';
import { byUnit } from '../../../charts/kinds/time-value/by-unit.ts';
import type { ChartCurve, ChartFlag } from '../../../charts/kinds/time-value/shapes.ts';
import { type CountedPoint, cumulativeIn } from '../../../charts/point-changes.ts';
import { useFieldWord } from '../../../kernel/field-words.ts';
import { queryFor } from '../../../kernel/queries.ts';
import { useServerEvent, useSubscription } from '../../../kernel/socket.ts';
import { type FilteredFacts, filteredFacts, isThrough, throughFilter } from './filter-curves.parts.ts';
import { useFilterWords } from './filter-state.parts.ts';

/** The curves of the data view: asked of the server thinned to the pixel, and lengthened by what the socket tells. */
const maxLiveReadings = 3_000;
/** What the socket tells is corrected: it does not go on a curve of stored values, which is fetched again instead. */
const noneLive: readonly LiveReading[] = [];

/** New readings of points since the page began to listen, oldest first. */
export function useLive(pointIds: readonly number[]): ReadonlyMap<number, readonly LiveReading[]> {
  const key = pointIds.join(',');
  const [live, setLive] = useState<ReadonlyMap<number, readonly LiveReading[]>>(new Map());
  // biome-ignore lint/correctness/useExhaustiveDependencies: other points begin anew
  useEffect(() => setLive(new Map()), [key]);
  const onReadings = useCallback(
    (updates: readonly LiveReading[]) => {
      const mine = new Set(key.split(',').map(Number));
      const some = updates.filter((each) => mine.has(each.pointId));
      if (some.length === 0) return;
      setLive((old) => {
        const next = new Map(old);
        for (const reading of some)
          next.set(reading.pointId, [...(next.get(reading.pointId) ?? []), reading].slice(-maxLiveReadings));
        return next;
      });
    },
    [key],
  );
  useSubscription({ pointIds });
  useServerEvent('READINGS', onReadings, true);
  return live;
}

export interface Wanted {
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
  readonly widthPx: number;
}

/** Returns a series extended by live readings. A rate needs a day of neighbours and is fetched again instead. */
export function lengthened(
  series: Series,
  point: CountedPoint,
  live: readonly LiveReading[],
): Pick<ChartCurve, 'times' | 'values'> {
  const lastAt = series.times.at(-1) ?? 0;
  const index = fieldsOf(point.family, point.nodeCount).findIndex((each) => each.key === series.field);
  const more = series.quantity === 'rate' || index < 0 ? [] : live.filter((each) => each.at > lastAt);
  if (more.length === 0) return series;
  const values = more.map((each) => {
    const value = each.values[index] ?? null;
    return value === null || series.quantity === 'value' ? value : cumulativeIn(point, series.field, each.values);
  });
  return { times: [...series.times, ...more.map((each) => each.at)], values: [...series.values, ...values] };
}

/** A field of a point that is drawn. */
interface Drawn {
  readonly point: Point;
  readonly field: string;
}

export function useCurves(wanted: Wanted, live: ReadonlyMap<number, readonly LiveReading[]>) {
  const { main, field, beside, quantity, raw, filter = null } = wanted;
  const fieldWord = useFieldWord();
  const { t } = useTranslation();
  const nameOf = useFilterWords();
  const filterWords = filter && nameOf(filter);
  const { drawn, others } = useDrawn(wanted);
  const queries = useQueries({ queries: drawn.map((each) => curveQuery(each, wanted)) });
  const answers = useLastAnswers(
    drawn.map((each) => `${each.point.id} ${each.field} ${quantity} ${raw}`),
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
      const curve = { name, ...curveOf(series, each, raw ? noneLive : (live.get(point.id) ?? [])) };
      if (isAmount(each, quantity)) return [{ ...curve, kind: i > 0 ? 'hanging' : 'columns' }];
      if (!isThrough(series.filtered, filter)) return [curve];
      const words = filterWords === null ? '' : t('readings:filters.filtered', { words: filterWords });
      if (filter) filtered.push(filteredFacts(series.filtered, filter, name));
      return throughFilter(curve, series, filter, drawn.length > 1 ? `${name}, ${words}` : words);
    });
    return { curves: byUnit(all), filtered };
  }, [drawn, quantity, raw, live, answers, mainId, beside, fieldWord, filter, filterWords, t]);
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
function useDrawn({ main, field, beside, compare }: Wanted) {
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

const curveQuery = ({ point, field }: Drawn, { quantity, raw, filter, requested, widthPx }: Wanted) => ({
  ...queryFor(readings.query, {
    pointIds: [point.id],
    fields: [field],
    quantity,
    raw,
    from: new Date(requested.from).toISOString(),
    to: new Date(requested.to).toISOString(),
    width: Math.min(10_000, widthPx),
    ...(filter && { filter }),
  }),
  enabled: widthPx > 0 && field !== '',
  staleTime: 60_000,
  ...(quantity === 'rate' || raw || filter ? { refetchInterval: 30_000 } : {}),
});

const isOf = (series: Series, { point, field }: Drawn, quantity: Quantity): boolean =>
  series.pointId === point.id && series.field === field && series.quantity === quantity;

/** Rain of each interval: columns; they hang from the top where it is drawn beside something else. */
const isAmount = ({ point, field }: Drawn, quantity: Quantity): boolean =>
  quantity === 'value' &&
  fieldsOf(point.family, point.nodeCount).some(({ key, summed }) => key === field && summed === 'amount');

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

/**
 * Each answer, and while it is on its way the last one of the same name, so that what is drawn stays until the new is
 * there. `useQueries` has no previous data to keep: it makes a new observer for each new question.
 */
export function useLastAnswers<T>(
  names: readonly string[],
  answers: readonly (T | undefined)[],
): readonly (T | undefined)[] {
  const lastAnswers = useRef<ReadonlyMap<string, T>>(new Map());
  const shown = names.map((name, i) => answers[i] ?? lastAnswers.current.get(name));
  lastAnswers.current = new Map(
    names.flatMap((name, i): [string, T][] => {
      const answer = shown[i];
      return answer === undefined ? [] : [[name, answer]];
    }),
  );
  return useSame(shown);
}

/** The list of before while its members are the same, so that what is made of it stays too. */
export function useSame<T>(list: readonly T[]): readonly T[] {
  const stable = useRef(list);
  const same = stable.current.length === list.length && list.every((each, i) => each === stable.current[i]);
  if (!same) stable.current = list;
  return stable.current;
}

/** Beside a point of the same family the same field is compared, else the other's own main field. */
const fieldBeside = (point: Point, main: Point | undefined, field: string): string =>
  main && point.family === main.family && fieldsOf(point.family, point.nodeCount).some((each) => each.key === field)
    ? field
    : point.mainField;
