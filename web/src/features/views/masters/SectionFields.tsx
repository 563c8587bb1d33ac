import type { SectionSurvey } from '@plumbline/contract/views/masters';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../kernel/format.ts';
import { factors } from './section-state.ts';

/** How many times larger movements are drawn. */
export function FactorField({
  factor,
  onChange,
}: {
  factor: number | null;
  onChange: (factor: number | null) => void;
}) {
  const { t } = useTranslation();
  return (
    <Select
      size="small"
      aria-label={t('masters:exaggeration')}
      popupMatchSelectWidth={false}
      value={factor ?? 0}
      options={[
        { value: 0, label: t('masters:factorFits') },
        ...factors.map((each) => ({ value: each as number, label: `×${each}` })),
      ]}
      onChange={(chosen) => onChange(chosen === 0 ? null : chosen)}
    />
  );
}

/** The circle that fits the prisms best, and by how much they miss it. */
export function RadiusNote({ circle }: { circle: SectionSurvey['circle'] }) {
  const { t } = useTranslation();
  if (!circle) return null;
  return (
    <p className="ms-radius pl-sm pl-2">
      {t('masters:circle', { radius: formatNumber(circle.radiusM, 4), rms: formatNumber(circle.rmsMm, 2) })}
    </p>
  );
}
