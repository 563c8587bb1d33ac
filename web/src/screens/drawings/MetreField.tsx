import { InputNumber } from 'antd';

/** Metres along an axis, to type. */
export const MetreField = ({
  label,
  value,
  onChange,
  onFocus,
  onEnter,
}: {
  label: string;
  value: number | null;
  onChange: (value: number | null) => void;
  onFocus?: () => void;
  onEnter?: () => void;
}) => (
  <div>
    <span className="pl-sm pl-2" aria-hidden="true">
      {label}
    </span>
    <InputNumber<number>
      value={value}
      aria-label={label}
      controls={false}
      changeOnWheel={false}
      inputMode="decimal"
      suffix="m"
      style={{ width: '100%' }}
      onChange={onChange}
      {...(onFocus && { onFocus })}
      {...(onEnter && { onPressEnter: onEnter })}
    />
  </div>
);
