import type { Point } from '@plumbline/contract/points';
import { InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFieldWord } from '../../kernel/field-words.ts';
import { type DraftTarget, quantitiesOf } from './mapping.ts';

/** Where values go: a point, one of its quantities, and what each number is multiplied by and moved by. */
export function TargetInput({
  value,
  points,
  label,
  ask = 'both',
  onChange,
}: {
  value: DraftTarget;
  points: readonly Point[];
  /** Files with a column of point names and columns of quantities ask for each where it stands. */
  ask?: 'both' | 'point' | 'quantity';
  /** What is mapped, for screen readers. */
  label: string;
  onChange: (value: DraftTarget) => void;
}) {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  const point = ask === 'quantity' ? points[0] : points.find(({ id }) => id === value.pointId);
  const names = point ? quantitiesOf(point) : [];
  return (
    <div className="imp-target">
      {ask !== 'quantity' && (
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          allowClear
          virtual
          aria-label={`${label}: ${t('imports:point')}`}
          placeholder={t('imports:leftOut')}
          value={value.pointId}
          options={points.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(pointId: number | undefined) => {
            const next = points.find(({ id }) => id === pointId);
            const known = next ? quantitiesOf(next) : [];
            const main = next?.mainField ?? '';
            onChange({
              ...value,
              pointId: pointId ?? null,
              name: known.includes(value.name ?? '') ? value.name : known.includes(main) ? main : (known[0] ?? null),
            });
          }}
        />
      )}
      {point && ask !== 'point' && (
        <>
          <Select
            aria-label={`${label}: ${t('imports:quantity')}`}
            allowClear={ask === 'quantity'}
            placeholder={t('imports:leftOut')}
            value={value.name}
            options={names.map((name) => ({
              value: name,
              label: point.type === 2 ? fieldWord(point.family, name) : name,
            }))}
            onChange={(name: string | undefined) => onChange({ ...value, name: name ?? null })}
          />
          <span className="pl-row tight">
            <span className="pl-3">×</span>
            <InputNumber
              controls={false}
              aria-label={`${label}: ${t('imports:factor')}`}
              value={value.factor}
              onChange={(factor) => onChange({ ...value, factor: factor || 1 })}
            />
            <span className="pl-3">+</span>
            <InputNumber
              controls={false}
              aria-label={`${label}: ${t('imports:offset')}`}
              value={value.offset}
              onChange={(offset) => onChange({ ...value, offset: offset ?? 0 })}
            />
          </span>
        </>
      )}
    </div>
  );
}
