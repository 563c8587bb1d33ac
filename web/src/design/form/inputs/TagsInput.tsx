import { Select } from 'antd';
import type { Slot } from '../input.ts';

/** Several short texts, such as addresses and networks, typed one after the other. */
export function TagsInput({ value, onChange, readOnly, label }: Slot) {
  return (
    <Select
      mode="tags"
      aria-label={label}
      value={(value as string[] | undefined) ?? []}
      onChange={onChange}
      disabled={readOnly}
      open={false}
      suffixIcon={null}
      tokenSeparators={[',', ' ']}
    />
  );
}
