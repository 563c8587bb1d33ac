import type { FieldOption, OptionValue } from '@plumbline/contract/kernel/forms';
import { Cascader } from 'antd';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../input.ts';
import { wordsIn } from '../words.ts';

interface Step {
  readonly value: string | number;
  readonly label: string;
  readonly disabled: boolean;
  readonly children?: Step[];
}

/** CASCADER: a way down a tree of choices (structure, item, point). The value is the whole way. */
export default function CascaderInput({
  id,
  value,
  onChange,
  label,
  placeholder,
  options,
  traits,
  disabled,
}: InputProps<readonly OptionValue[]>) {
  const { t } = useTranslation();
  const step = (option: FieldOption): Step => ({
    value: option.value as string | number,
    label: wordsIn(option.label, t),
    disabled: option.disabled === true,
    ...(option.children ? { children: option.children.map(step) } : {}),
  });
  return (
    <Cascader<Step>
      {...(id === undefined ? {} : { id })}
      aria-label={label}
      value={(value ?? []) as (string | number)[]}
      options={(options ?? []).map(step)}
      loading={options === undefined}
      placeholder={placeholder ?? t('forms:choose')}
      disabled={disabled}
      allowClear={!traits.required}
      showSearch
      onChange={(way) => onChange(way ?? traits.empty)}
      style={{ width: '100%' }}
    />
  );
}
