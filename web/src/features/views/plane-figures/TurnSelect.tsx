import { type LiningTurn, liningTurns } from '@plumbline/contract/site/drawings.rings';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';

const bySections = 'sections';

/** Chooses the direction of a lining around the tube a lining goes as it grows, as sections are drawn. */
export function TurnSelect({
  value,
  onChange,
  size = 'middle',
}: {
  value: LiningTurn | null;
  onChange: (turn: LiningTurn | null) => void;
  size?: 'small' | 'middle';
}) {
  const { t } = useTranslation();
  const options = ([bySections, ...liningTurns] as const).map((each) => ({
    value: each,
    label: t(`planeFigures:turns.${each}`),
  }));
  return (
    <Select
      size={size}
      aria-label={t('planeFigures:turn')}
      value={value ?? bySections}
      options={options}
      popupMatchSelectWidth={false}
      onChange={(next) => onChange(liningTurns.find((each) => each === next) ?? null)}
    />
  );
}
