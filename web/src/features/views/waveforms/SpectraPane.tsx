import type { Waveform } from '@plumbline/contract/views/waveforms';
import { Select } from 'antd';
import { type RefObject, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../charts/Chart.tsx';
import type { ChartHandle } from '../../../charts/frame/ChartFrame.tsx';
import { RangeBar } from '../../../charts/range/RangeBar.tsx';
import type { ViewRange } from '../../../charts/range/ranges.ts';
import { allowedRange } from '../../../charts/range/ranges.ts';
import { type Columns, DataTable, numeric } from '../../../design/DataTable.tsx';
import { Empty, Failed, Outdated, Partial, SkeletonChart } from '../../../design/States.tsx';
import { Toolbar } from '../../../design/Toolbar.tsx';
import { formatCount, formatNumber, formatTime } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import type { PointViewProps } from '../../points/points/view-props.parts.ts';
import { ProcessingFields } from './ProcessingFields.tsx';
import { axisOf, SpectraFields } from './SpectraFields.tsx';
import { SpectraFiles } from './SpectraFiles.tsx';
import { leftOutReasons, overTimeContent } from './spectra-content.ts';
import { type ChangeWaveforms, segmentChoices, type WaveformState } from './waveform-state.ts';
import { type OverTime, type SpectraState, saveOverTime, useOverTime } from './waveforms.queries.ts';

const heatPx = 420;

/** The spectra of all waveforms of the range side by side, the peak of each over them. A press opens the event. */
export function SpectraPane({
  point,
  ranges,
  newest,
  state,
  onChange,
}: Pick<PointViewProps, 'point' | 'ranges'> & {
  newest: Waveform | undefined;
  state: WaveformState;
  onChange: ChangeWaveforms;
}) {
  const { project } = useProject();
  const chart = useRef<ChartHandle>(null);
  const axis = axisOf(state, newest);
  const query = useOverTime(point.id, ranges.listed, { ...state, axis });
  const { data } = query;
  const open = (id: number): void => onChange({ event: id, part: null, mode: 'events' });
  const title = `${project.name} ${point.name} ${axis.toUpperCase()}`;
  return (
    <>
      <SpectraToolbars {...{ ranges, state, onChange, chart, title }} pointId={point.id} axis={axis} />
      <Outdated query={query} />
      {data ? (
        <div aria-busy={query.isFetching}>
          {data.columns.length === 0 ? (
            <NoSpectra data={data} />
          ) : (
            <>
              <SpectraChart {...{ data, ranges, state, axis, chart }} onOpen={open} />
              <SpectraNotes data={data} />
              <PeakTable data={data} onOpen={open} />
            </>
          )}
        </div>
      ) : query.error ? (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonChart height={heatPx} />
      )}
    </>
  );
}

function SpectraToolbars({
  ranges,
  state,
  onChange,
  chart,
  title,
  pointId,
  axis,
}: {
  ranges: ViewRange;
  state: WaveformState;
  onChange: ChangeWaveforms;
  chart: RefObject<ChartHandle | null>;
  title: string;
  pointId: number;
  axis: SpectraState['axis'];
}) {
  const { t } = useTranslation();
  const usual = 0;
  return (
    <>
      <Toolbar label={t('waveforms:spectraToolbar')}>
        <RangeBar ranges={ranges} />
        <span className="pl-gap" />
        <SpectraFiles
          chart={chart}
          title={title}
          onFile={(format) => saveOverTime(pointId, ranges.listed, { ...state, axis }, format)}
        />
      </Toolbar>
      <Toolbar label={t('waveforms:spectrumKind')}>
        <SpectraFields axis={axis} state={state} onChange={onChange} />
        {/* biome-ignore lint/a11y/noLabelWithoutControl: the field is inside */}
        <label className="wf-corner pl-sm">
          <span className="pl-2">{t('waveforms:segment')}</span>
          <Select
            size="small"
            aria-label={t('waveforms:segment')}
            popupMatchSelectWidth={false}
            value={state.segmentSeconds ?? usual}
            options={[
              { value: usual, label: t('waveforms:segmentUsual') },
              ...segmentChoices.map((value) => ({ value: value as number, label: `${value} s` })),
            ]}
            onChange={(next: number) => onChange({ segmentSeconds: next === usual ? null : next })}
          />
        </label>
        <ProcessingFields state={state} onChange={onChange} />
      </Toolbar>
    </>
  );
}

function SpectraChart({
  data,
  ranges,
  state: { colours, measure },
  axis,
  chart,
  onOpen,
}: {
  data: OverTime;
  ranges: ViewRange;
  state: WaveformState;
  axis: SpectraState['axis'];
  chart: RefObject<ChartHandle | null>;
  onOpen: (waveformId: number) => void;
}) {
  const { t } = useTranslation();
  const { timeZone } = useProject().project;
  const span = ranges.listed;
  const content = useMemo(
    () =>
      overTimeContent(data, {
        scale: colours,
        isPower: measure === 'density',
        axisName: t('waveforms:spectrumOf', { axis: axis.toUpperCase() }),
        peakName: t('waveforms:peakFrequency'),
        zone: timeZone,
        span,
      }),
    [data, colours, measure, axis, timeZone, span, t],
  );
  const pick = (at: number): void => {
    const column = content.columns.find(({ from, to }) => (from + to) / 2 === at);
    if (column) onOpen(column.id);
  };
  return (
    <Chart
      kind="heat"
      content={content}
      range={ranges.shown}
      onRange={(range) => ranges.onChange({ preset: null, custom: allowedRange(range, Date.now()) })}
      onPick={pick}
      pickWords={t('waveforms:openEvent')}
      heightPx={heatPx}
      handle={chart}
      hidesInAddress={false}
      aside={<span className="pl-3 pl-sm wf-hint">{t('waveforms:spectraHint')}</span>}
    />
  );
}

/** What is not in the picture, and why. */
function SpectraNotes({ data }: { data: OverTime }) {
  const { t } = useTranslation();
  const { total, chosen } = data;
  return (
    <>
      {chosen < total && (
        <Partial>{t('waveforms:spectraThinned', { chosen: formatCount(chosen), total: formatCount(total) })}</Partial>
      )}
      {leftOutReasons(data).map(({ reason, count }) => (
        <Partial key={reason}>{t(`waveforms:leftOut.${reason}`, { count })}</Partial>
      ))}
    </>
  );
}

function NoSpectra({ data }: { data: OverTime }) {
  const { t } = useTranslation();
  return (
    <>
      <Empty
        title={t('waveforms:spectraNone')}
        why={data.total === 0 ? t('waveforms:spectraNoneWhy') : t('waveforms:spectraNoneFits')}
      />
      <SpectraNotes data={data} />
    </>
  );
}

type Row = OverTime['columns'][number];

/** The track of the peaks as numbers, the newest first. */
function PeakTable({ data: { columns: all, unit }, onOpen }: { data: OverTime; onOpen: (waveformId: number) => void }) {
  const { t } = useTranslation();
  const { timeZone } = useProject().project;
  const rows = useMemo(() => all.toReversed(), [all]);
  const columns = useMemo(
    (): Columns<Row> => [
      {
        title: t('waveforms:start'),
        key: 'start',
        width: 150,
        render: (_, { startAt }) => <time dateTime={startAt}>{formatTime(startAt, timeZone)}</time>,
      },
      {
        ...numeric(t('waveforms:peakFrequency'), 'Hz'),
        key: 'hz',
        width: 130,
        render: (_, { peakHz }) => <span className="pl-b">{formatNumber(peakHz, 3)}</span>,
      },
      {
        ...numeric(t('waveforms:peak'), unit),
        key: 'peak',
        width: 130,
        render: (_, { peak }) => formatNumber(peak, 4),
      },
      {
        ...numeric(t('waveforms:duration'), 's'),
        key: 'duration',
        width: 90,
        render: (_, { seconds }) => formatNumber(seconds, 1),
      },
    ],
    [t, timeZone, unit],
  );
  return (
    <div className="wf-peaks">
      <DataTable
        dense
        rows={rows}
        columns={columns}
        rowKey={({ waveformId }) => waveformId}
        onOpen={({ waveformId }) => onOpen(waveformId)}
        widthPx={520}
      />
    </div>
  );
}
