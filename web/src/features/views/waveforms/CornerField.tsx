import { InputNumber } from 'antd';
import { useState } from 'react';

/** A frequency, Hz; taken when one leaves the field or presses Enter. Empty = none. */
export function CornerField({
  label,
  value,
  empty,
  onChange,
}: {
  label: string;
  value: number | null;
  /** What none means, in the field. */
  empty: string;
  onChange: (value: number | null) => void;
}) {
  const [typed, setTyped] = useState<number | null>(value);
  const take = (): void => {
    if (typed !== value) onChange(typed !== null && typed > 0 ? typed : null);
  };
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the field is inside
    <label className="wf-corner pl-sm">
      <span className="pl-2">{label}</span>
      <InputNumber
        size="small"
        min={0.01}
        max={5000}
        step={0.5}
        value={typed}
        placeholder={empty}
        aria-label={label}
        onChange={setTyped}
        onBlur={take}
        onPressEnter={take}
        onStep={(next) => onChange(next)}
        style={{ width: 76 }}
      />
    </label>
  );
}
