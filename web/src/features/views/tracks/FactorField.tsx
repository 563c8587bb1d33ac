import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { factors } from './tracks-state.ts';

/** How many times larger movements are drawn; by itself it fits. */
export function FactorField({
  factor,
  fits,
  onChange,
}: {
  factor: number | null;
  fits: number;
  onChange: (factor: number | null) => void;
}) {
  const { t } = useTranslation();
  const named = (value: number): string => (value === 1 ? t('tracks:trueScale') : `× ${value.toLocaleString('en-US')}`);
  return (
    <Select
      size="small"
      aria-label={t('tracks:factor')}
      popupMatchSelectWidth={false}
      value={factor ?? 0}
      options={[
        { value: 0, label: t('tracks:factorFits', { factor: named(fits) }) },
        ...factors.map((value) => ({ value: value as number, label: named(value) })),
      ]}
      onChange={(value) => onChange(value === 0 ? null : value)}
    />
  );
}
