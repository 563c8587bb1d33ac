import { Checkbox, Switch } from 'antd';
import type { InputProps } from '../input.ts';

/** CHECK: a box with its word beside it. */
export function CheckInput({ id, value, onChange, label, disabled }: InputProps<boolean>) {
  return (
    <Checkbox
      {...(id === undefined ? {} : { id })}
      checked={value === true}
      disabled={disabled}
      onChange={(event) => onChange(event.target.checked)}
    >
      {label}
    </Checkbox>
  );
}

/** SWITCH: what takes effect as a whole: on or off. */
export function SwitchInput({ id, value, onChange, label, disabled }: InputProps<boolean>) {
  return (
    <Switch
      {...(id === undefined ? {} : { id })}
      aria-label={label}
      checked={value === true}
      disabled={disabled}
      onChange={(checked) => onChange(checked)}
    />
  );
}
