import { spectrumKinds, type Waveform } from '@plumbline/contract/views/waveforms';
import { type RefObject, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../charts/Chart.tsx';
import { ChartFiles } from '../../../charts/ChartFiles.tsx';
import type { ChartHandle } from '../../../charts/frame/ChartFrame.tsx';
import type { Range } from '../../../charts/frame/range.ts';
import { wholeRange } from '../../../charts/kinds/spectrum/places.ts';
import { Failed, SkeletonChart } from '../../../design/States.tsx';
import { Segmented } from '../../../design/Toolbar.tsx';
import { formatNumber } from '../../../kernel/format.ts';
import { spectrumContent } from './waveform-content.ts';
import type { ChangeWaveforms, WaveformState } from './waveform-state.ts';
import { type Spectrum, useSpectrum } from './waveforms.queries.ts';

const spectrumPx = 264;

/** The spectrum of what the waveform shows: the part, filtered and integrated alike. */
export function SpectrumPane({
  event,
  other,
  state,
  onChange,
  title,
}: {
  event: Waveform;
  other: Waveform | undefined;
  state: WaveformState;
  onChange: ChangeWaveforms;
  title: string;
}) {
  const { t } = useTranslation();
  const chart = useRef<ChartHandle>(null);
  const query = useSpectrum(event, state);
  const beside = useSpectrum(other, state);
  const { data } = query;
  const second = other ? beside.data : undefined;
  const { kind, isLog } = state;
  const content = useMemo(
    () => data && spectrumContent(data, second, { kind, isLog }, t(`waveforms:kinds.${kind}`)),
    [data, second, kind, isLog, t],
  );
  const fullRange = useMemo(() => (content ? wholeRange(content) : null), [content]);
  // A zoom is of one way of drawing: another begins whole.
  const [zoom, setZoom] = useState<{ readonly of: string; readonly range: Range } | null>(null);
  const drawnAs = `${event.id} ${kind} ${isLog}`;
  return (
    <section className="wf-spectrum">
      <SpectrumHead state={state} onChange={onChange} chart={chart} title={title} />
      {query.error ? (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      ) : content && fullRange ? (
        <div aria-busy={query.isFetching}>
          <Chart
            kind="spectrum"
            content={content}
            range={zoom?.of === drawnAs ? zoom.range : fullRange}
            onRange={(range) => setZoom({ of: drawnAs, range })}
            heightPx={spectrumPx}
            handle={chart}
            hidesInAddress={false}
          />
          {data && <Dominant spectrum={data} />}
        </div>
      ) : (
        <SkeletonChart height={spectrumPx + 30} />
      )}
    </section>
  );
}

/** Which spectrum, on which axes, under which window. */
function SpectrumHead({
  state,
  onChange,
  chart,
  title,
}: {
  state: WaveformState;
  onChange: ChangeWaveforms;
  chart: RefObject<ChartHandle | null>;
  title: string;
}) {
  const { t } = useTranslation();
  return (
    <div className="wf-head">
      <h2 className="pl-sm pl-b">{t('waveforms:spectrum')}</h2>
      <Segmented
        label={t('waveforms:spectrumKind')}
        value={state.kind}
        options={spectrumKinds.map((value) => ({ value, label: t(`waveforms:kinds.${value}`) }))}
        onChange={(next) => onChange({ kind: next })}
      />
      <Segmented
        label={t('waveforms:axisOfScale')}
        value={state.isLog ? 'logarithmic' : 'linear'}
        options={(['linear', 'logarithmic'] as const).map((value) => ({ value, label: t(`waveforms:${value}`) }))}
        onChange={(next) => onChange({ isLog: next === 'logarithmic' })}
      />
      {state.kind !== 'thirdOctaves' && (
        <Segmented
          label={t('waveforms:windowName')}
          value={state.window}
          options={(['hann', 'rectangle'] as const).map((value) => ({
            value,
            label: t(`waveforms:windows.${value}`),
          }))}
          onChange={(window) => onChange({ window })}
        />
      )}
      <span className="pl-gap" />
      <ChartFiles chart={chart} title={title} />
    </div>
  );
}

function Dominant({ spectrum: { axes } }: { spectrum: Spectrum }) {
  const { t } = useTranslation();
  const list = axes
    .flatMap(({ axis, dominantHz }) =>
      dominantHz === null ? [] : [`${axis.toUpperCase()} ${formatNumber(dominantHz, 2)} Hz`],
    )
    .join(', ');
  return list === '' ? null : <p className="pl-sm pl-2 wf-note">{t('waveforms:dominant', { list })}</p>;
}
