import { type Waveform, waveformAxes } from '@plumbline/contract/views/waveforms';
import { detectedLimit } from '@plumbline/contract/views/waveforms.detection';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Failed, Partial } from '../../../design/States.tsx';
import { Segmented } from '../../../design/Toolbar.tsx';
import { formatNumber } from '../../../kernel/format.ts';
import { axisOf } from './SpectraFields.tsx';
import { type ChangeWaveforms, partOf, ratioChoices, type WaveformState } from './waveform-state.ts';
import { useDetected } from './waveforms.queries.ts';

const off = 0;

/** The events within one waveform, by STA/LTA; a press shows one of them. */
export function DetectedPane({
  event,
  state,
  onChange,
}: {
  event: Waveform;
  state: WaveformState;
  onChange: ChangeWaveforms;
}) {
  const { t } = useTranslation();
  const axis = axisOf(state, event);
  return (
    <section className="wf-moving">
      <div className="wf-head">
        <h2 className="pl-sm pl-b">{t('waveforms:detected')}</h2>
        <Segmented
          label={t('waveforms:detectedRatio')}
          value={state.ratio ?? off}
          options={[
            { value: off, label: t('waveforms:movingOff') },
            ...ratioChoices.map((value) => ({ value: value as number, label: `STA/LTA ${value}` })),
          ]}
          onChange={(next) => onChange({ ratio: next === off ? null : next })}
        />
        {state.ratio === null ? (
          <span className="pl-3 pl-sm">{t('waveforms:detectedHint')}</span>
        ) : (
          <Segmented
            label={t('waveforms:axis')}
            value={axis}
            options={waveformAxes.map((value) => ({ value, label: value.toUpperCase() }))}
            onChange={(next) => onChange({ axis: next })}
          />
        )}
      </div>
      {state.ratio !== null && <Detected {...{ event, state, onChange, axis }} />}
    </section>
  );
}

function Detected({
  event,
  state,
  onChange,
  axis,
}: {
  event: Waveform;
  state: WaveformState;
  onChange: ChangeWaveforms;
  axis: NonNullable<WaveformState['axis']>;
}) {
  const { t } = useTranslation();
  const { data, error, refetch, isFetching } = useDetected(event, { ...state, axis });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  if (!data.isLongEnough) return <Partial>{t('waveforms:detectedShort')}</Partial>;
  const seconds = event.samples / event.rateHz;
  return (
    <div className="wf-found" aria-busy={isFetching}>
      {data.total === 0 && <span className="pl-2 pl-sm">{t('waveforms:detectedNone')}</span>}
      {data.events.map(({ fromSeconds, toSeconds, triggeredSeconds, peak }) => (
        <Button
          key={triggeredSeconds}
          size="small"
          className="pl-num"
          onClick={() => onChange({ part: partOf({ from: fromSeconds, to: toSeconds }, seconds) })}
        >
          {t('waveforms:detectedAt', {
            seconds: formatNumber(triggeredSeconds, 1),
            peak: formatNumber(peak, 3),
            unit: data.unit,
          })}
        </Button>
      ))}
      {data.total > detectedLimit && (
        <Partial>{t('waveforms:detectedMore', { shown: detectedLimit, total: data.total })}</Partial>
      )}
    </div>
  );
}
