import { type FigureKind, maxFigurePoints } from '@plumbline/contract/site/drawings.figures';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Figures } from './use-figures.ts';

/** Chooses the figures; those that the drawing cannot have say why. None where its points give nothing to draw. */
export function FigureSelect({ figures: { offers, choice } }: { figures: Figures }) {
  const { t } = useTranslation();
  if (offers.length === 0) return null;
  const options = offers.map(({ kind, points, refusal }) => ({
    value: kind,
    disabled: refusal !== null,
    label: [
      t(`planeFigures:kinds.${kind}`),
      refusal === null ? `(${points.length})` : t(`planeFigures:refusals.${refusal}`, { most: maxFigurePoints[kind] }),
    ].join(' '),
  }));
  return (
    <div className="fg-select">
      <span className="pl-sm pl-3">{t('planeFigures:title')}</span>
      <Select<FigureKind[]>
        mode="multiple"
        size="small"
        aria-label={t('planeFigures:title')}
        placeholder={t('planeFigures:none')}
        value={choice.chosen.map(({ kind }) => kind)}
        options={options}
        maxTagCount={2}
        showSearch={false}
        popupMatchSelectWidth={false}
        onChange={(kinds) => choice.choose(kinds)}
      />
    </div>
  );
}
