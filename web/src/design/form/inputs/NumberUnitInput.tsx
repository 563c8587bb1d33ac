import type { FieldUnit } from '@plumbline/contract/kernel/forms';
import { InputNumber, Select, Space } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../input.ts';
import { roundUnit, unitFor, unitsOf } from '../units.ts';
import { wordsIn } from '../words.ts';

/** NUMBER_UNIT: a number in one of several units; kept in the unit of factor 1. */
export function NumberUnitInput({
  id,
  value,
  onChange,
  definition,
  label,
  placeholder,
  traits,
  disabled,
  wrong,
}: InputProps<number>) {
  const { t } = useTranslation();
  const units = unitsOf(definition);
  const [chosen, setChosen] = useState<number | null>(null);
  const unit = units.find(({ factor }) => factor === chosen) ?? unitFor(value, units);
  const emitChange = (count: number | null, { factor }: FieldUnit): void =>
    onChange(count === null ? traits.empty : roundUnit(count * factor));
  const count = value === null || value === undefined ? null : roundUnit(value / unit.factor);
  return (
    <Space.Compact block>
      <InputNumber<number>
        {...(id === undefined ? {} : { id })}
        {...(placeholder === undefined ? {} : { placeholder })}
        value={count}
        disabled={disabled}
        status={wrong ? 'error' : ''}
        changeOnWheel={false}
        controls={false}
        onChange={(next) => {
          // What one types stays in the unit one chose, however large it grows.
          setChosen(unit.factor);
          emitChange(next, unit);
        }}
        style={{ flex: 1, width: '100%' }}
      />
      <Select<number>
        aria-label={t('forms:unitOf', { name: label })}
        value={unit.factor}
        disabled={disabled}
        options={units.map((each) => ({ value: each.factor, label: wordsIn(each.label, t) }))}
        onChange={(factor) => {
          setChosen(factor);
          emitChange(count, units.find((each) => each.factor === factor) ?? unit);
        }}
        style={{ width: 'auto', minWidth: 96 }}
        popupMatchSelectWidth={false}
      />
    </Space.Compact>
  );
}
