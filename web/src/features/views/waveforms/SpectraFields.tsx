import type { Waveform } from '@plumbline/contract/views/waveforms';
import { waveformAxes } from '@plumbline/contract/views/waveforms';
import { spectraMeasures } from '@plumbline/contract/views/waveforms.spectra';
import { useTranslation } from 'react-i18next';
import { heatScales } from '../../../charts/kinds/heat/shapes.ts';
import { Segmented } from '../../../design/Toolbar.tsx';
import { CornerField } from './CornerField.tsx';
import type { ChangeWaveforms, WaveformState } from './waveform-state.ts';

type Axis = NonNullable<WaveformState['axis']>;

/** The axis that is chosen; else the last one of an event, which is the vertical one where there are three. */
export const axisOf = (state: Pick<WaveformState, 'axis'>, event: Pick<Waveform, 'axes'> | undefined): Axis =>
  state.axis ?? event?.axes.at(-1)?.axis ?? 'z';

/** Edits the options of spectra: the same of one event and of many. */
export function SpectraFields({
  axis,
  state,
  onChange,
}: {
  axis: Axis;
  state: WaveformState;
  onChange: ChangeWaveforms;
}) {
  const { t } = useTranslation();
  return (
    <>
      <Segmented
        label={t('waveforms:axis')}
        value={axis}
        options={waveformAxes.map((value) => ({ value, label: value.toUpperCase() }))}
        onChange={(next) => onChange({ axis: next })}
      />
      <Segmented
        label={t('waveforms:spectrumKind')}
        value={state.measure}
        options={spectraMeasures.map((value) => ({ value, label: t(`waveforms:kinds.${value}`) }))}
        onChange={(measure) => onChange({ measure })}
      />
      <Segmented
        label={t('waveforms:colours')}
        value={state.colours}
        options={heatScales.map((value) => ({
          value,
          label: t(`waveforms:scales.${value}`),
          hint: t(`waveforms:scaleHints.${value}`),
        }))}
        onChange={(colours) => onChange({ colours })}
      />
      <CornerField
        key={`from ${state.bandFromHz}`}
        label={t('waveforms:bandFrom')}
        value={state.bandFromHz}
        empty="0"
        onChange={(bandFromHz) => onChange({ bandFromHz })}
      />
      <CornerField
        key={`to ${state.bandToHz}`}
        label={t('waveforms:bandTo')}
        value={state.bandToHz}
        empty={t('waveforms:bandAll')}
        onChange={(bandToHz) => onChange({ bandToHz })}
      />
    </>
  );
}
