import './probe-runs.css';
import type { Point } from '@plumbline/contract/points/points';
import type { ComparedPair } from '@plumbline/contract/views/profiles';
import { formatSpan } from '@plumbline/science/display/span';
import { axes } from '@plumbline/science/profiles/survey';
import { Select } from 'antd';
import { type RefObject, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../charts/Chart.tsx';
import type { ChartHandle } from '../../../charts/frame/ChartFrame.tsx';
import { type GridSort, orderOf } from '../../../design/data-grid/columns.ts';
import { Empty, Failed, SkeletonChart } from '../../../design/States.tsx';
import { Segmented } from '../../../design/Toolbar.tsx';
import { formatShort } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useProject } from '../../../kernel/project.tsx';
import type { PointViewProps } from '../../points/points/view-props.parts.ts';
import { playedPlace } from '../surveys/survey-choice.parts.ts';
import { SurveysFrame } from '../surveys/surveys.parts.tsx';
import { useShownStretch } from '../surveys/window.parts.ts';
import { TableFiles } from '../tables/files.parts.tsx';
import { CompareNotes } from './CompareNotes.tsx';
import { ComparePane } from './ComparePane.tsx';
import { depthColumns, manualChains, pairColumns, shapesContent } from './compare-content.ts';
import { type CompareState, toleranceHours, useCompareState } from './compare-state.ts';
import { useComparison, useNeighbours } from './probe-runs.queries.ts';

const shapePx = 440;

/** A probe that people let down a casing against the chain of sensors in it: both shapes, and where they differ by how much. */
export function CompareView(props: PointViewProps) {
  const { t } = useTranslation();
  const [state] = useCompareState();
  const neighbours = useNeighbours(props.point);
  const chains = useMemo(() => manualChains(neighbours.data?.measuringPoints ?? []), [neighbours.data]);
  const manual = chains.find(({ id }) => id === state.manualId) ?? chains[0];
  if (manual) return <Compared {...props} chains={chains} manual={manual} />;
  if (neighbours.data) return <Empty title={t('profiles:compare.noManual')} why={t('profiles:compare.noManualWhy')} />;
  return neighbours.error ? (
    <Failed error={neighbours.error} onRetry={() => void neighbours.refetch()} />
  ) : (
    <SkeletonChart height={shapePx} />
  );
}

interface ComparedProps extends PointViewProps {
  readonly chains: readonly Point[];
  readonly manual: Point;
}

function Compared({ point, raw, ranges, chains, manual }: ComparedProps) {
  const { t } = useTranslation();
  const { project } = useProject();
  const [state, change] = useCompareState();
  const [sort, setSort] = useState<GridSort | null>(null);
  const chart = useRef<ChartHandle>(null);
  const query = useComparison(point, manual.id, state, raw, ranges.listed);
  const { data } = query;
  const times = useMemo(() => (data?.pairs ?? []).map((pair) => Date.parse(pair.manual.at)), [data]);
  const pair = data?.pairs[playedPlace(times, state.playedAt)];
  const columns = useColumns(data?.pairs, pair, state.list);
  const rowCount = state.list === 'surveys' ? times.length : (pair?.manual.depthsM.length ?? 0);
  const table = useMemo(() => ({ columns, order: orderOf(columns, rowCount, sort) }), [columns, rowCount, sort]);
  const title = `${project.name} ${point.name} ${manual.name}`;
  return (
    <SurveysFrame
      pointId={point.id}
      {...{ ranges, state, query, times, chart, title }}
      label={t('profiles:compare.toolbar')}
      onChange={change}
      fields={<CompareFields {...{ state, chains, manual }} onChange={change} />}
      files={<TableFiles table={pair ? table : null} title={`${title} ${t(`profiles:compare.lists.${state.list}`)}`} />}
      hasTimes={false}
      heightPx={shapePx}
      empty={
        <>
          <Empty title={t('profiles:compare.none')} why={t('profiles:compare.noneWhy')} />
          {data && <CompareNotes compared={data} hours={state.hours} />}
        </>
      }
      shape={
        data &&
        pair && (
          <>
            <Shapes {...{ pair, manual, point, chart }} axis={state.axis} />
            <CompareNotes compared={data} hours={state.hours} pair={pair} />
          </>
        )
      }
      beside={
        pair && (
          <ComparePane
            {...{ pair, table, sort, state }}
            onSort={setSort}
            onList={(list) => {
              setSort(null);
              change({ list });
            }}
          />
        )
      }
    />
  );
}

/** With what the chain is compared, along which axis, and how far apart two surveys may be. */
function CompareFields({
  state,
  chains,
  manual,
  onChange,
}: Pick<ComparedProps, 'chains' | 'manual'> & {
  state: CompareState;
  onChange: (change: Partial<CompareState>) => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <>
      <Select
        size="small"
        aria-label={t('profiles:compare.manual')}
        popupMatchSelectWidth={false}
        value={manual.id}
        options={chains.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(manualId) => onChange({ manualId, playedAt: null })}
      />
      <Segmented
        label={t('profiles:axis')}
        value={state.axis}
        options={axes.map((value) => ({ value, label: t(`profiles:axes.${value}`) }))}
        onChange={(axis) => onChange({ axis })}
      />
      <Select
        size="small"
        aria-label={t('profiles:compare.within')}
        popupMatchSelectWidth={false}
        value={state.hours}
        options={toleranceHours.map((value) => ({
          value: value as number,
          label: t('profiles:compare.withinSpan', { span: formatSpan(value * 3600, language) }),
        }))}
        onChange={(hours) => onChange({ hours, playedAt: null })}
      />
    </>
  );
}

function Shapes({
  pair,
  manual,
  point,
  axis,
  chart,
}: Pick<ComparedProps, 'manual' | 'point'> & {
  pair: ComparedPair;
  axis: CompareState['axis'];
  chart: RefObject<ChartHandle | null>;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { timeZone } = useProject().project;
  const content = useMemo(() => {
    const named = (name: string, at: string): string => `${name} ${formatShort(at, timeZone, language)}`;
    return shapesContent(pair, {
      manual: named(manual.name, pair.manual.at),
      automatic: named(point.name, pair.automatic.at),
      difference: t('profiles:compare.difference'),
      axisName: t(`profiles:axisNames.cumulative.${axis}`),
    });
  }, [pair, manual.name, point.name, axis, timeZone, language, t]);
  const stretch = useShownStretch(0, Math.max(...pair.manual.depthsM, ...pair.automatic.depthsM));
  return <Chart kind="profile" content={content} {...stretch} heightPx={shapePx} handle={chart} />;
}

/** The table that is shown, as columns. */
function useColumns(
  pairs: readonly ComparedPair[] | undefined,
  pair: ComparedPair | undefined,
  list: CompareState['list'],
) {
  const { t } = useTranslation();
  return useMemo(() => {
    const words = {
      depth: t('common:chart.depth'),
      manual: t('profiles:compare.manual'),
      automatic: t('profiles:compare.automatic'),
      difference: t('profiles:compare.difference'),
      count: t('profiles:compare.count'),
      mean: t('profiles:compare.mean'),
      rms: t('profiles:compare.rms'),
      largest: t('profiles:compare.largest'),
    };
    if (list === 'surveys') return pairColumns(pairs ?? [], words);
    return pair ? depthColumns(pair, words) : [];
  }, [pairs, pair, list, t]);
}
