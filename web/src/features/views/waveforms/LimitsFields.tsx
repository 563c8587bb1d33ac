import { protectedObjects, readCurve, writeCurve } from '@plumbline/science/spectra/limits';
import { Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Segmented } from '../../../design/Toolbar.tsx';
import { beginningOf, type LimitChoice, limitStandards } from './limit-lines.ts';

/** Chooses the limit lines of events. */
export function LimitsFields({ choice, onChange }: { choice: LimitChoice; onChange: (choice: LimitChoice) => void }) {
  const { t } = useTranslation();
  return (
    <>
      <Segmented
        label={t('waveforms:standard')}
        value={choice.standard}
        options={limitStandards.map((value) => ({ value, label: t(`waveforms:standards.${value}`) }))}
        onChange={(standard) =>
          onChange({
            ...choice,
            standard,
            // A line of one's own begins as one of the standard and is changed from there.
            ownCurve: standard === 'own' ? (choice.ownCurve ?? beginningOf(choice)) : choice.ownCurve,
          })
        }
      />
      {choice.standard === 'gb' && (
        <Select
          size="small"
          aria-label={t('waveforms:protectedObject')}
          popupMatchSelectWidth={false}
          style={{ maxWidth: 260 }}
          value={choice.object}
          options={protectedObjects.map((value) => ({ value, label: t(`waveforms:protected.${value}`) }))}
          onChange={(object) => onChange({ ...choice, object })}
        />
      )}
      {choice.standard === 'own' && <CustomCurve choice={choice} onChange={onChange} />}
    </>
  );
}

/** A curve as text; what cannot be read stays as it was typed and changes nothing. */
function CustomCurve({ choice, onChange }: { choice: LimitChoice; onChange: (choice: LimitChoice) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? (choice.ownCurve === null ? '' : writeCurve(choice.ownCurve));
  const isWrong = readCurve(text) === null;
  const take = (): void => {
    const curve = readCurve(text);
    if (curve === null) return;
    onChange({ ...choice, ownCurve: curve });
    setTyped(null);
  };
  return (
    <>
      <Input
        size="small"
        aria-label={t('waveforms:ownCurve')}
        aria-invalid={isWrong}
        status={isWrong ? 'error' : ''}
        style={{ width: 260 }}
        value={text}
        maxLength={400}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={take}
        onPressEnter={take}
      />
      <span className={isWrong ? 'pl-wrong pl-sm' : 'pl-3 pl-sm'} role={isWrong ? 'alert' : undefined}>
        {t(isWrong ? 'waveforms:ownCurveWrong' : 'waveforms:ownCurveHelp')}
      </span>
    </>
  );
}
