import type { Point, Threshold } from '@plumbline/contract/points/points';
import type { Waveform } from '@plumbline/contract/views/waveforms';
import { Button } from 'antd';
import { type Ref, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../charts/Chart.tsx';
import type { ChartHandle } from '../../../charts/frame/ChartFrame.tsx';
import type { Range } from '../../../charts/frame/range.ts';
import { useWidth } from '../../../charts/frame/use-width.ts';
import { Failed, SkeletonChart } from '../../../design/States.tsx';
import { formatNumber, formatTime, missing } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { DetectedPane } from './DetectedPane.tsx';
import { eventRules, ReachedLimit } from './EventLevel.tsx';
import { LimitsPane } from './LimitsPane.tsx';
import { ShortTimePane } from './ShortTimePane.tsx';
import { SpectrumPane } from './SpectrumPane.tsx';
import { WaveformToolbar } from './WaveformToolbar.tsx';
import { measureOf, waveformContent } from './waveform-content.ts';
import { type ChangeWaveforms, partOf, type WaveformState } from './waveform-state.ts';
import { type Samples, useSamples } from './waveforms.queries.ts';

const wavePx = 336;

/** One event: its waveform, and under it its spectrum and the limits. */
export function EventPane({
  point,
  thresholds,
  event,
  other,
  events,
  state,
  onChange,
}: {
  point: Point;
  thresholds: readonly Threshold[];
  event: Waveform;
  other: Waveform | undefined;
  events: readonly Waveform[];
  state: WaveformState;
  onChange: ChangeWaveforms;
}) {
  const { t } = useTranslation();
  const { project } = useProject();
  const chart = useRef<ChartHandle>(null);
  const rules = useMemo(() => eventRules(thresholds), [thresholds]);
  const title = `${project.name} ${point.name} ${formatTime(event.startAt, project.timeZone)}`;
  return (
    <>
      <WaveformToolbar
        event={event}
        state={state}
        onChange={onChange}
        chart={chart}
        title={title}
        onDeleted={() => onChange({ event: null, part: null })}
      />
      <div className="wf-about pl-sm">
        <span className="pl-b">{t('waveforms:selected', { time: formatTime(event.startAt, project.timeZone) })}</span>
        {other && <span>{t('waveforms:other', { time: formatTime(other.startAt, project.timeZone) })}</span>}
        <ReachedLimit rules={rules} event={event} />
        <span className="pl-num" title={t('waveforms:ppvHint')}>
          {t('waveforms:component', componentWords(event))}
        </span>
        <span className="pl-num" title={t('waveforms:pvsHint')}>
          {t('waveforms:vector', { ppv: formatNumber(event.vectorSumMmS, 3) })}
        </span>
      </div>
      <WaveChart {...{ event, other, thresholds, state, onChange }} handle={chart} />
      <DetectedPane event={event} state={state} onChange={onChange} />
      <ShortTimePane event={event} state={state} onChange={onChange} title={title} />
      <div className="wf-under">
        <SpectrumPane event={event} other={other} state={state} onChange={onChange} title={title} />
        <LimitsPane {...{ event, events }} choice={state.limits} onChoice={(limits) => onChange({ limits })} />
      </div>
    </>
  );
}

/** The component that governs, in numbers. */
const componentWords = ({ governing: { axis, velocityMmS, velocityHz } }: Waveform) => ({
  velocity: formatNumber(velocityMmS, 3),
  axis: axis.toUpperCase(),
  hz: velocityHz === null ? missing : `${formatNumber(velocityHz, 1)} Hz`,
});

/** All axes under each other. A drag draws a box that is then shown whole; the part is asked of the server. */
function WaveChart({
  event,
  other,
  thresholds,
  state,
  onChange,
  handle,
}: {
  event: Waveform;
  other: Waveform | undefined;
  thresholds: readonly Threshold[];
  state: WaveformState;
  onChange: ChangeWaveforms;
  handle: Ref<ChartHandle>;
}) {
  const { t } = useTranslation();
  const [place, widthPx] = useWidth();
  const query = useSamples(event, state, widthPx);
  const beside = useSamples(other, state, widthPx);
  // Asked for once: it lies under every part until something finer is there.
  const overview = useSamples(event, unzoomed(state), widthPx);
  const { data } = query;
  const seconds = event.samples / event.rateHz;
  const ends = useMemo(() => ({ from: 0, to: seconds }), [seconds]);
  const range = state.part ?? ends;
  const second = other ? beside.data : undefined;
  const backdrop = overview.isPlaceholderData || state.part === null ? undefined : overview.data;
  const content = useMemo(
    () => data && waveformContent(data, second, thresholds, t(axisWordOf(data)), backdrop),
    [data, second, thresholds, backdrop, t],
  );
  const zoom = (to: Range): void => onChange({ part: partOf(to, seconds) });
  return (
    <div ref={place} className="wf-wave" aria-busy={query.isFetching}>
      {query.error ? (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      ) : content ? (
        <Chart
          kind="waveform"
          content={content}
          range={range}
          whole={ends}
          onRange={zoom}
          onBox={zoom}
          heightPx={wavePx}
          handle={handle}
          aside={<Zoomed isWhole={state.part === null} onWhole={() => onChange({ part: null })} />}
        />
      ) : (
        <SkeletonChart height={wavePx + 30} />
      )}
    </div>
  );
}

const axisWordOf = ({ unit }: Samples) =>
  measureOf(unit) === 'velocity' ? ('waveforms:velocityName' as const) : ('waveforms:acceleration' as const);

/** The same of the whole waveform. */
const unzoomed = (state: WaveformState): WaveformState => ({ ...state, part: null });

/** The way back from a part; of the whole, how to get to one. */
function Zoomed({ isWhole, onWhole }: { isWhole: boolean; onWhole: () => void }) {
  const { t } = useTranslation();
  if (isWhole) return <span className="pl-3 pl-sm wf-hint">{t('waveforms:zoomHint')}</span>;
  return (
    <Button size="small" onClick={onWhole}>
      {t('waveforms:whole')}
    </Button>
  );
}
