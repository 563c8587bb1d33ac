import './tables.css';
import { fieldsOf } from '@plumbline/contract/points/families';
import { readings } from '@plumbline/contract/readings/readings';
import { filterText } from '@plumbline/contract/readings/readings.filters';
import { formatSpan } from '@plumbline/science/display/span';
import { keepPreviousData } from '@tanstack/react-query';
import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterNote } from '../../../charts/filter/FilterNote.tsx';
import { useFilter, useFilterWords } from '../../../charts/filter/filter-state.ts';
import type { Range } from '../../../charts/frame/range.ts';
import { limitsOf } from '../../../charts/point-limits.ts';
import { RangeBar } from '../../../charts/range/RangeBar.tsx';
import { type GridSort, orderOf } from '../../../design/data-grid/columns.ts';
import { DataGrid } from '../../../design/data-grid/DataGrid.tsx';
import { InstantPicker } from '../../../design/InstantPicker.tsx';
import { Empty, Failed, Outdated, Partial, SkeletonRows } from '../../../design/States.tsx';
import { Segmented, Toolbar } from '../../../design/Toolbar.tsx';
import { useFieldWord } from '../../../kernel/field-words.ts';
import { formatCount, formatNumber, formatShort, formatVolume } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import type { PointViewProps } from '../../points/points/view-props.parts.ts';
import { gapsOf, quantityOf, readingColumns } from './reading-table.ts';
import { type ShownTable, TableFiles } from './TableFiles.tsx';
import { type ReadingTableState, readingMeasures, useReadingTable } from './table-state.ts';
import { useBaseline, useRows } from './tables.queries.ts';

const newestFirst: GridSort = { key: 'at', order: 'descend' };

/** Every reading of a point over the range, field by field. */
export function ReadingsView({ point, thresholds, raw, ranges }: PointViewProps) {
  const { t } = useTranslation();
  const { project } = useProject();
  const [state, change] = useReadingTable();
  const { table, query, baseline, isBaseMissing, isUnfiltered } = useReadingsTable(
    { point, thresholds, raw, ranges },
    state,
  );
  const gaps = useGapWords(query.data?.times, point.intervalSeconds, state.sort ?? newestFirst);
  const title = `${project.name} ${point.name}`;
  return (
    <>
      <TableToolbar {...{ point, state, change }}>
        <TableFiles table={table} title={title} />
      </TableToolbar>
      <Toolbar label={t('readings:range')}>
        <RangeBar ranges={ranges} />
        <span className="pl-gap" />
        <TotalWords {...{ point, raw, ranges }} />
        <span className="pl-sm pl-3">
          {table && t('tables:rows', { count: table.order.length, shown: formatCount(table.order.length) })}
        </span>
      </Toolbar>
      <Outdated query={query} />
      {isBaseMissing && <Partial>{t('tables:noBaseline')}</Partial>}
      <FilterNote filtered={[]} range={ranges.listed} />
      {isUnfiltered && <Partial>{t('tables:notFiltered')}</Partial>}
      {table ? (
        <div className="tb" aria-busy={query.isFetching || baseline.isFetching}>
          <DataGrid
            {...table}
            frozen={1}
            zone={project.timeZone}
            label={t('tables:readings')}
            sort={state.sort ?? newestFirst}
            onSort={(sort) => change({ sort })}
            gaps={gaps}
            empty={<Empty title={t('common:chart.noData')} why={t('tables:noneWhy')} />}
          />
        </div>
      ) : query.error ? (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonRows rows={14} rowPx={28} />
      )}
    </>
  );
}

/** The columns of what was asked for, sorted. */
function useReadingsTable({ point, thresholds, raw, ranges }: PointViewProps, state: ReadingTableState) {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  const nameOf = useFilterWords();
  const { measure, baselineAt, fields, sort } = state;
  const { filter } = useFilter(fields ?? []);
  const range = ranges.listed;
  const counted = measure === 'cumulative' ? baselineAt : null;
  const query = useRows(point, { quantity: quantityOf(measure, counted), fields, raw, filter, range });
  const isJudgedByChange =
    measure === 'value' &&
    (query.data?.fields ?? []).some(({ key }) => limitsOf(thresholds, key, 'cumulative').length > 0);
  const changes = useRows(point, { quantity: 'cumulative', fields, raw, range, enabled: isJudgedByChange });
  const baseline = useBaseline(point, counted, raw);
  const { summed, totals } = useTotals(point, { fields, raw, range, since: counted });
  const table = useMemo((): ShownTable | null => {
    const rows = query.data;
    if (!rows) return null;
    const columns = readingColumns({
      rows,
      changes: isJudgedByChange ? (changes.data ?? null) : null,
      summed,
      totals,
      base: counted === null ? null : rows.fields.map(({ key }) => baseline.values.get(key) ?? null),
      measure,
      thresholds,
      timeTitle: t('readings:time'),
      titleOf: (field) => fieldWord(point.family, field),
      // While the answer to another filter is on its way, only what was measured is sure.
      filterWords:
        filter && rows.filtered?.filter === filterText(filter)
          ? {
              measured: t('readings:filters.measured'),
              filtered: t('readings:filters.filtered', { words: nameOf(filter) }),
            }
          : null,
    });
    return { columns, order: orderOf(columns, rows.times.length, sort ?? newestFirst) };
  }, [
    query.data,
    isJudgedByChange,
    changes.data,
    counted,
    baseline,
    summed,
    totals,
    measure,
    thresholds,
    point,
    sort,
    fieldWord,
    filter,
    nameOf,
    t,
  ]);
  const isBaseMissing = counted !== null && baseline.query.data !== undefined && baseline.measuredAt === null;
  const isUnfiltered = filter !== null && (measure === 'incremental' || counted !== null);
  return { table, query, baseline: baseline.query, isBaseMissing, isUnfiltered };
}

/** Fields of rain and flow, and their totals since the baseline, where there is one. */
function useTotals(
  point: PointViewProps['point'],
  question: { fields: readonly string[] | null; raw: boolean; range: Range; since: number | null },
) {
  const { fields, since } = question;
  const summed = useMemo(
    () => new Set(fieldsOf(point.family, point.nodeCount).flatMap((each) => (each.summed ? [each.key] : []))),
    [point],
  );
  const summedKeys = [...summed].filter((key) => fields?.includes(key) ?? true);
  const enabled = since !== null && summedKeys.length > 0;
  const { data } = useRows(point, { ...question, quantity: 'cumulative', fields: summedKeys, enabled });
  return { summed, totals: enabled ? (data ?? null) : null };
}

/** What the whole range holds of rain or flow, as the statistics say it. */
function TotalWords({ point, raw, ranges }: Pick<PointViewProps, 'point' | 'raw' | 'ranges'>) {
  const { t } = useTranslation();
  const field = fieldsOf(point.family, point.nodeCount).find(({ summed }) => summed !== undefined);
  const { from, to } = ranges.listed;
  const { data } = useRead(
    readings.statistics,
    {
      pointId: point.id,
      ...(field && { field: field.key }),
      raw,
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
    },
    { enabled: field !== undefined, placeholderData: keepPreviousData },
  );
  if (!field || !data) return null;
  const { totals, volume } = data.statistics;
  if (!totals && !volume) return null;
  const figure = totals
    ? `${formatNumber(totals.total, field.precision)} ${field.unit}`
    : formatVolume(volume?.volume ?? 0);
  return (
    <span className="pl-sm">
      {t(totals ? 'readings:stat.total' : 'readings:stat.volume')} <b className="pl-num">{figure}</b>
    </span>
  );
}

function useGapWords(times: readonly number[] | undefined, intervalSeconds: number, sort: GridSort) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { timeZone } = useProject().project;
  const { key, order } = sort;
  return useMemo(() => {
    const gaps = gapsOf(times ?? [], intervalSeconds, { key, order });
    return new Map(
      [...gaps].map(([row, { from, to }]) => [
        row,
        t('tables:gap', {
          from: formatShort(from, timeZone, language),
          to: formatShort(to, timeZone, language),
          span: formatSpan((to - from) / 1000, language),
        }),
      ]),
    );
  }, [times, intervalSeconds, key, order, timeZone, language, t]);
}

function TableToolbar({
  point,
  state,
  change,
  children,
}: {
  point: PointViewProps['point'];
  state: ReadingTableState;
  change: (part: Partial<ReadingTableState>) => void;
  children: React.ReactNode;
}) {
  const { t } = useTranslation();
  const { timeZone } = useProject().project;
  return (
    <Toolbar label={t('tables:toolbar')}>
      <Segmented
        label={t('readings:quantity')}
        value={state.measure}
        options={readingMeasures.map((value) => ({ value, label: t(`tables:measures.${value}`) }))}
        onChange={(measure) => change({ measure })}
      />
      <InstantPicker
        at={state.baselineAt}
        zone={timeZone}
        label={t('tables:baseline')}
        placeholder={t('surveys:fromInitial')}
        onChange={(baselineAt) =>
          change({ baselineAt, ...(baselineAt !== null && { measure: 'cumulative' as const }) })
        }
      />
      <FieldsChoice point={point} fields={state.fields} onChange={(fields) => change({ fields })} />
      <span className="pl-gap" />
      {children}
    </Toolbar>
  );
}

/** Which fields are columns; none chosen is all of them. */
function FieldsChoice({
  point,
  fields,
  onChange,
}: {
  point: PointViewProps['point'];
  fields: readonly string[] | null;
  onChange: (fields: readonly string[] | null) => void;
}) {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  const all = useMemo(() => fieldsOf(point.family, point.nodeCount), [point]);
  if (all.length < 2) return null;
  return (
    <Select
      size="small"
      mode="multiple"
      className="tb-fields"
      aria-label={t('tables:fields')}
      placeholder={t('tables:allFields')}
      maxTagCount="responsive"
      value={[...(fields ?? [])]}
      options={all.map(({ key }) => ({ value: key, label: fieldWord(point.family, key) }))}
      onChange={(chosen: string[]) => onChange(chosen.length > 0 ? chosen : null)}
    />
  );
}
