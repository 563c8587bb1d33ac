import { InputNumber, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

const units = { second: 1, minute: 60, hour: 3_600, day: 86_400 } as const;
type Unit = keyof typeof units;
const unitOf = (seconds: number): Unit =>
  (['day', 'hour', 'minute'] as const).find((unit) => seconds % units[unit] === 0) ?? 'second';

/** NUMBER_UNIT: a length of time; `value` is in seconds. */
export function IntervalInput({
  value,
  onChange,
}: {
  value?: number;
  onChange?: (seconds: number | undefined) => void;
}) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<Unit | null>(null);
  const unit = chosen ?? unitOf(value ?? 3_600);
  const emitChange = (count: number | null, next: Unit): void => {
    setChosen(next);
    onChange?.(count === null ? undefined : Math.round(count * units[next]));
  };
  const count = value === undefined ? null : value / units[unit];
  return (
    <div className="pl-row">
      <InputNumber
        min={0}
        aria-label={t('points:interval')}
        value={count}
        onChange={(next) => emitChange(next, unit)}
        style={{ width: 120 }}
      />
      <Select<Unit>
        aria-label={t('points:unit')}
        value={unit}
        style={{ width: 120 }}
        options={(Object.keys(units) as Unit[]).map((each) => ({ value: each, label: t(`points:units.${each}`) }))}
        onChange={(next) => emitChange(count, next)}
      />
    </div>
  );
}
