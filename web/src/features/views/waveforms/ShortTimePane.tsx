import type { Waveform } from '@plumbline/contract/views/waveforms';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../charts/Chart.tsx';
import type { ChartHandle } from '../../../charts/frame/ChartFrame.tsx';
import { Failed, Partial, SkeletonChart } from '../../../design/States.tsx';
import { Segmented } from '../../../design/Toolbar.tsx';
import { axisOf, SpectraFields } from './SpectraFields.tsx';
import { SpectraFiles } from './SpectraFiles.tsx';
import { shortTimeContent } from './spectra-content.ts';
import { type ChangeWaveforms, movingChoices, partOf, type WaveformState } from './waveform-state.ts';
import { saveShortTime, useShortTime } from './waveforms.queries.ts';

const heatPx = 264;
const off = 0;

/** Shows the spectra of a moving window: the spectra of a window that moves through the part that is shown, under it. */
export function ShortTimePane({
  event,
  state,
  onChange,
  title,
}: {
  event: Waveform;
  state: WaveformState;
  onChange: ChangeWaveforms;
  title: string;
}) {
  const { t } = useTranslation();
  const { movingSeconds } = state;
  return (
    <section className="wf-moving">
      <div className="wf-head">
        <h2 className="pl-sm pl-b">{t('waveforms:moving')}</h2>
        <Segmented
          label={t('waveforms:movingWindow')}
          value={movingSeconds ?? off}
          options={[
            { value: off, label: t('waveforms:movingOff') },
            ...movingChoices.map((value) => ({ value: value as number, label: `${value} s` })),
          ]}
          onChange={(next) => onChange({ movingSeconds: next === off ? null : next })}
        />
        {movingSeconds === null && <span className="pl-3 pl-sm">{t('waveforms:movingHint')}</span>}
      </div>
      {movingSeconds !== null && <ShortTimeChart {...{ event, state, onChange, title }} />}
    </section>
  );
}

function ShortTimeChart({
  event,
  state,
  onChange,
  title,
}: {
  event: Waveform;
  state: WaveformState;
  onChange: ChangeWaveforms;
  title: string;
}) {
  const { t } = useTranslation();
  const chart = useRef<ChartHandle>(null);
  const axis = axisOf(state, event);
  const query = useShortTime(event, { ...state, axis });
  const { data } = query;
  const seconds = event.samples / event.rateHz;
  const { part, colours, measure } = state;
  const range = useMemo(() => ({ from: (part?.from ?? 0) * 1000, to: (part?.to ?? seconds) * 1000 }), [part, seconds]);
  const content = useMemo(
    () =>
      data &&
      shortTimeContent(data, {
        scale: colours,
        isPower: measure === 'density',
        axisName: t('waveforms:spectrumOf', { axis: axis.toUpperCase() }),
        peakName: t('waveforms:peakFrequency'),
      }),
    [data, colours, measure, axis, t],
  );
  const zoom = ({ from, to }: { from: number; to: number }): void =>
    onChange({ part: partOf({ from: from / 1000, to: to / 1000 }, seconds) });
  return (
    <>
      <div className="wf-head">
        <SpectraFields axis={axis} state={state} onChange={onChange} />
        <span className="pl-gap" />
        <SpectraFiles
          chart={chart}
          title={`${title} ${axis.toUpperCase()}`}
          onFile={(format) => saveShortTime(event, { ...state, axis }, format)}
        />
      </div>
      {query.error ? (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      ) : content && data ? (
        <div aria-busy={query.isFetching}>
          <Chart kind="heat" content={content} range={range} onRange={zoom} heightPx={heatPx} handle={chart} />
          {data.windowsEach > 1 && (
            <Partial>{t('waveforms:movingThinned', { columns: data.columns.length, windows: data.windows })}</Partial>
          )}
        </div>
      ) : (
        <SkeletonChart height={heatPx + 30} />
      )}
    </>
  );
}
