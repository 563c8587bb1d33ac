import { fieldsOf } from '@plumbline/contract/points/families';
import type { Point, Threshold } from '@plumbline/contract/points/points';
import { useTranslation } from 'react-i18next';
import { PaperTable, Part } from '../../../design/ReportSheet.tsx';
import { useFieldWord } from '../../../kernel/field-words.ts';
import { formatNumber } from '../../../kernel/format.ts';
import { levelName } from '../../../kernel/levels.ts';

const levels = [1, 2, 3, 4] as const;

/** The limits in force, as they are set; that there are none is said too. */
export function Limits({ point, thresholds }: { point: Point; thresholds: readonly Threshold[] }) {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  const inForce = thresholds.filter(({ enabled }) => enabled);
  if (inForce.length === 0)
    return (
      <Part title={t('reports:limits')}>
        <p>{t('reports:noLimits')}</p>
      </Part>
    );
  const precisionOf = (key: string) =>
    fieldsOf(point.family, point.nodeCount).find((field) => field.key === key)?.precision ?? 3;
  return (
    <Part title={t('reports:limits')}>
      <PaperTable
        heads={[
          t('readings:field'),
          t('reports:watched'),
          ...levels.map((level) => t(`common:level.${levelName(level)}`)),
        ]}
        rows={inForce.map((rule, i) => ({
          key: i,
          cells: [
            fieldWord(point.family, rule.field),
            `${t(`reports:kinds.${rule.kind}`)}, ${t(`thresholds:method.${rule.method}`)}`,
            ...levels.map((level) => formatNumber(rule.levels[level - 1] ?? null, precisionOf(rule.field))),
          ],
        }))}
      />
    </Part>
  );
}
