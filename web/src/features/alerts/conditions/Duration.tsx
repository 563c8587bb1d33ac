import { InputNumber, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { durationUnits, roundUnit, unitFor } from '../../../design/form/units.ts';
import { wordKey } from '../../../kernel/words.ts';

const units = durationUnits.filter(({ factor }) => factor > 1);

/** A length of time in minutes, hours or days, kept in seconds. */
export function Duration({
  value,
  label,
  onChange,
}: {
  value: number | null;
  label: string;
  onChange: (seconds: number | null) => void;
}) {
  const { t } = useTranslation();
  const [factor, setFactor] = useState(() => (value ? unitFor(value, units).factor : 3_600));
  return (
    <span className="cd-duration">
      <InputNumber
        min={0}
        value={value === null ? null : roundUnit(value / factor)}
        aria-label={label}
        onChange={(count) => onChange(count === null ? null : Math.round(count * factor))}
      />
      <Select
        value={factor}
        aria-label={t('conditions:unitOf', { label })}
        options={units.map((unit) => ({ value: unit.factor, label: t(wordKey(unit.label)) }))}
        onChange={(next) => {
          setFactor(next);
          if (value !== null) onChange(Math.round((value / factor) * next));
        }}
      />
    </span>
  );
}
