import { type Field, fieldsOf } from '@plumbline/contract/points/families';
import type { Point, Threshold } from '@plumbline/contract/points/points';
import type { Series } from '@plumbline/contract/readings/readings';
import type { DisplayFilter } from '@plumbline/contract/readings/readings.filters';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart, fetchCharts } from '../../../charts/Chart.tsx';
import { FilterNote } from '../../../charts/filter/FilterNote.tsx';
import { filteredFacts, isThrough, throughFilter } from '../../../charts/filter/filter-curves.ts';
import { useFilter, useFilterWords } from '../../../charts/filter/filter-state.ts';
import type { Range } from '../../../charts/frame/range.ts';
import type { ChartCurve, ChartFlag, TimeValueContent } from '../../../charts/kinds/time-value/shapes.ts';
import { offsetOf } from '../../../charts/point-changes.ts';
import { drawnLimits } from '../../../charts/point-limits.ts';
import { RangeBar } from '../../../charts/range/RangeBar.tsx';
import { PaperTable, Part } from '../../../design/ReportSheet.tsx';
import { Failed, SkeletonRows } from '../../../design/States.tsx';
import { Toolbar } from '../../../design/Toolbar.tsx';
import { useFieldWord } from '../../../kernel/field-words.ts';
import {
  formatChange,
  formatCount,
  formatNumber,
  formatShare,
  formatTime,
  formatVolume,
  missing,
} from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import type { PointViewProps } from '../../points/points/view-props.parts.ts';
import { Limits } from './Limits.tsx';
import { LevelCell, Paper } from './Paper.tsx';
import { useFieldStatistics, usePrintedCurve } from './reports.queries.ts';
import { usePeriodFact, useSilence } from './survey-facts.ts';

const curvePx = 280;
type Statistics = NonNullable<ReturnType<typeof useFieldStatistics>['statistics'][number]>;

/** Shows the measurements of a point over a period as a report to print. */
export function ReadingsReportView({ point, thresholds, raw, ranges }: PointViewProps) {
  const { t } = useTranslation();
  const fields = useMemo(() => fieldsOf(point.family, point.nodeCount), [point]);
  const main = fields.find(({ key }) => key === point.mainField) ?? fields[0];
  const range = ranges.listed;
  const figures = useFieldStatistics(
    point,
    fields.map(({ key }) => key),
    { raw, range },
  );
  // The curve is read beside the figures, and what draws it fetched: the paper comes whole.
  const { filter } = useFilter(main ? [main.key] : []);
  const curve = usePrintedCurve(point, main?.key ?? '', { raw, range }, filter);
  useEffect(fetchCharts, []);
  const period = usePeriodFact(range);
  const silence = useSilence(point);
  const statistics = figures.statistics.filter((each) => each !== undefined);
  const first = statistics.find(({ field }) => field === main?.key);
  const isIncomplete = first !== undefined && first.missing + first.failed > 0;
  const { expected, missing, failed } = first ?? { expected: 0, missing: 0, failed: 0 };
  const counts = { expected: formatCount(expected), missing: formatCount(missing), failed: formatCount(failed) };
  const warnings = [...silence, ...(isIncomplete ? [t('reports:incomplete', counts)] : [])];
  const filterFact = useFilterFact(main?.key);
  const facts = [
    period,
    { name: t('reports:values'), words: t(raw ? 'readings:asStored' : 'reports:corrected') },
    ...filterFact,
  ];
  return (
    <>
      <Toolbar label={t('reports:toolbar')}>
        <RangeBar ranges={ranges} />
      </Toolbar>
      {!first || !main || statistics.length < fields.length ? (
        figures.error ? (
          <Failed error={figures.error} onRetry={figures.retry} />
        ) : (
          <SkeletonRows rows={14} />
        )
      ) : (
        <Paper {...{ point, facts, warnings }} title={t('reports:title', { name: point.name })}>
          <Curve {...{ point, thresholds, range, filter }} query={curve} field={main} />
          <Figures point={point} fields={fields} figures={statistics} />
          {(point.status.state === 'reporting' || point.status.state === 'failed') && (
            <p className="rp-level">
              {t('reports:levelNow')} <LevelCell level={point.status.level} />
            </p>
          )}
          <Limits {...{ point, thresholds }} />
        </Paper>
      )}
    </>
  );
}

/** Through what the curve is seen; nothing without a filter. */
function useFilterFact(field: string | undefined) {
  const { t } = useTranslation();
  const nameOf = useFilterWords();
  const { filter } = useFilter(field === undefined ? [] : [field]);
  return filter ? [{ name: t('readings:filters.label'), words: t('reports:filtered', { words: nameOf(filter) }) }] : [];
}

interface CurveProps {
  point: Point;
  thresholds: readonly Threshold[];
  range: Range;
  filter: DisplayFilter | null;
  query: ReturnType<typeof usePrintedCurve>;
  field: Field;
}

/** The main field over time, against its limits. */
function Curve({ point, thresholds, range, filter, query, field }: CurveProps) {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  const { timeZone } = useProject().project;
  const series = query.data?.series[0];
  const filtered =
    series && filter && isThrough(series.filtered, filter) ? [filteredFacts(series.filtered, filter, point.name)] : [];
  const curves = usePrintedCurves(series, point, field, filter);
  const content = useMemo(
    (): TimeValueContent => ({
      curves,
      thresholds: drawnLimits(thresholds, field.key, 'value', offsetOf(point, field.key)),
      flags: series ? flagsOf(series) : [],
      zone: timeZone,
    }),
    [curves, series, field, point, thresholds, timeZone],
  );
  return (
    <Part title={`${t('reports:overTime')}: ${fieldWord(point.family, field.key)}, ${field.unit}`}>
      {series ? (
        <>
          <Chart kind="timeValue" content={content} range={range} heightPx={curvePx} />
          <FilterNote filtered={filtered} range={range} />
        </>
      ) : query.error ? (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonRows rows={6} />
      )}
    </Part>
  );
}

/** What was measured, and over it what the filter makes of it. */
function usePrintedCurves(
  series: Series | undefined,
  point: Point,
  field: Field,
  filter: DisplayFilter | null,
): readonly ChartCurve[] {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  const nameOf = useFilterWords();
  const words = filter ? t('readings:filters.filtered', { words: nameOf(filter) }) : '';
  return useMemo(() => {
    if (!series) return [];
    const measured: ChartCurve = {
      id: field.key,
      name: fieldWord(point.family, field.key),
      unit: series.unit,
      precision: field.precision,
      times: series.times,
      values: series.values,
      gapSeconds: point.intervalSeconds * 3,
    };
    return throughFilter(measured, series, filter, words);
  }, [series, point, field, filter, words, fieldWord]);
}

const flagsOf = ({ flagged }: Series): ChartFlag[] =>
  flagged.flatMap(({ at, value, quality }) =>
    value !== null && (quality === 'suspect' || quality === 'fail') ? [{ at, value, quality }] : [],
  );

/** The total of an amount or the volume of a flow, with its unit; a dash of anything else. */
const totalWords = (stat: Statistics | undefined, { unit, precision }: Pick<Field, 'unit' | 'precision'>): string =>
  stat?.totals
    ? `${formatNumber(stat.totals.total, precision)} ${unit}`
    : stat?.volume
      ? `${formatVolume(stat.volume.volume)} m³`
      : missing;

/** Every field in figures, extremes with their times. */
function Figures({
  point,
  fields,
  figures,
}: {
  point: Point;
  fields: readonly Field[];
  figures: readonly Statistics[];
}) {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  const { timeZone } = useProject().project;
  // Of amounts the total says what a change does of anything else; of flows the volume beside it.
  const hasTotals = fields.some(({ summed }) => summed !== undefined);
  return (
    <Part title={t('reports:statistics')}>
      <PaperTable
        heads={[
          t('readings:field'),
          t('readings:stat.last'),
          t('reports:max'),
          t('reports:min'),
          t('readings:stat.mean'),
          t('readings:stat.deviation'),
          t('readings:stat.change'),
          t('reports:ratePerDay'),
          ...(hasTotals ? [t('reports:total')] : []),
          t('reports:complete'),
        ]}
        rows={fields.map(({ key, unit, precision, summed }, i) => {
          const stat = figures[i];
          const number = (value: number | null | undefined) => formatNumber(value, precision);
          const dated = (value: number | null | undefined, at: string | null | undefined) => (
            <>
              {number(value)}
              {at && <small>{formatTime(at, timeZone).slice(0, 16)}</small>}
            </>
          );
          return {
            key,
            cells: [
              unit ? `${fieldWord(point.family, key)}, ${unit}` : fieldWord(point.family, key),
              dated(stat?.last, stat?.lastAt),
              dated(stat?.max, stat?.maxAt),
              dated(stat?.min, stat?.minAt),
              number(stat?.mean),
              number(stat?.deviation),
              formatChange(summed === 'amount' ? null : stat?.change, precision),
              formatChange(summed === 'amount' ? null : stat?.ratePerDay, precision),
              ...(hasTotals ? [totalWords(stat, { unit, precision })] : []),
              stat && stat.expected > 0 ? formatShare(1 - stat.missing / stat.expected) : '—',
            ],
          };
        })}
      />
    </Part>
  );
}
