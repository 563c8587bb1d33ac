import { axes, measures } from '@plumbline/science/profiles/survey';
import { InputNumber } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Segmented } from '../../../design/Toolbar.tsx';
import type { ProfileState } from './profile-state.ts';

/** Chooses how surveys are drawn. */
export function ProfileFields({
  state,
  onChange,
}: {
  state: ProfileState;
  onChange: (change: Partial<ProfileState>) => void;
}) {
  const { t } = useTranslation();
  return (
    <>
      <Segmented
        label={t('profiles:measure')}
        value={state.measure}
        options={measures.map((value) => ({ value, label: t(`profiles:measures.${value}`) }))}
        onChange={(measure) => onChange({ measure })}
      />
      <Segmented
        label={t('profiles:axis')}
        value={state.axis}
        options={axes.map((value) => ({ value, label: t(`profiles:axes.${value}`) }))}
        onChange={(axis) => onChange({ axis })}
      />
      <FirmField key={state.firmM} value={state.firmM} onChange={(firmM) => onChange({ firmM })} />
    </>
  );
}

/** The depth below which the ground is held to be at rest; taken when one leaves the field or presses Enter. */
export function FirmField({ value, onChange }: { value: number | null; onChange: (value: number | null) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(value);
  const take = (): void => {
    if (typed !== value) onChange(typed);
  };
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the field is inside
    <label className="pl-row tight pl-sm" title={t('profiles:firmHint')}>
      <span className="pl-2">{t('profiles:firm')}</span>
      <InputNumber
        size="small"
        min={0}
        max={9999}
        step={0.5}
        precision={2}
        value={typed}
        placeholder={t('profiles:firmNone')}
        aria-label={t('profiles:firm')}
        onChange={setTyped}
        onBlur={take}
        onPressEnter={take}
        onStep={(next) => onChange(next)}
        style={{ width: 84 }}
      />
    </label>
  );
}
