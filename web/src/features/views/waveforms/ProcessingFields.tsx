import { useTranslation } from 'react-i18next';
import { Segmented } from '../../../design/Toolbar.tsx';
import { CornerField } from './CornerField.tsx';
import type { ChangeWaveforms, WaveformState } from './waveform-state.ts';

/** Edits the processing of samples before they are shown or their spectrum is taken. */
export function ProcessingFields({ state, onChange }: { state: WaveformState; onChange: ChangeWaveforms }) {
  const { t } = useTranslation();
  return (
    <>
      <Segmented
        label={t('waveforms:quantity')}
        value={state.quantity}
        options={(['recorded', 'velocity'] as const).map((value) => ({
          value,
          label: t(`waveforms:quantities.${value}`),
        }))}
        onChange={(quantity) => onChange({ quantity })}
      />
      <CornerField
        key={`high ${state.highPassHz}`}
        label={t('waveforms:highPass')}
        value={state.highPassHz}
        empty={t('waveforms:noFilter')}
        onChange={(highPassHz) => onChange({ highPassHz })}
      />
      <CornerField
        key={`low ${state.lowPassHz}`}
        label={t('waveforms:lowPass')}
        value={state.lowPassHz}
        empty={t('waveforms:noFilter')}
        onChange={(lowPassHz) => onChange({ lowPassHz })}
      />
    </>
  );
}
