import type { OptionValue } from '@plumbline/contract/forms';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Segmented } from '../../Toolbar.tsx';
import type { InputProps } from '../input.ts';
import { wordsIn } from '../words.ts';

/** antd knows no null as a value: it stands for "nothing chosen" there. */
const nothing = '\u0000null';
const toKey = (value: OptionValue): string | number =>
  value === null ? nothing : typeof value === 'boolean' ? `\u0000${value}` : value;

/** SELECT: one of a list, several (`many`), or a row of buttons (`buttons`). More than eight can be searched. */
export function SelectInput({
  id,
  value,
  onChange,
  definition,
  label,
  placeholder,
  options,
  traits,
  disabled,
}: InputProps<OptionValue | readonly OptionValue[]>) {
  const { t } = useTranslation();
  const { inputType = 'one' } = definition;
  const given = options ?? [];
  const named = given.map((option) => ({
    value: toKey(option.value),
    label: wordsIn(option.label, t),
    note: option.note === undefined ? '' : wordsIn(option.note, t),
    disabled: option.disabled === true,
    own: option.value,
  }));
  const ownOf = (key: string | number): OptionValue => named.find((option) => option.value === key)?.own ?? null;
  if (inputType === 'buttons')
    return (
      <div className={disabled ? 'pl-off' : ''} inert={disabled}>
        <Segmented
          label={label}
          value={value === undefined ? null : toKey(value as OptionValue)}
          options={named.map(({ value: key, label: words, note }) => ({ value: key, label: words, hint: note }))}
          onChange={(key) => onChange(ownOf(key))}
        />
      </div>
    );
  const common = {
    ...(id === undefined ? {} : { id }),
    placeholder: placeholder ?? t('forms:choose'),
    'aria-label': label,
    disabled,
    loading: options === undefined,
    options: named,
    showSearch: named.length > 8 ? { optionFilterProp: 'label' } : false,
    optionRender: ({ data }: { data: { label?: ReactNode; note?: string } }) => (
      <span className="pl-row">
        <span className="pl-ell">{data.label}</span>
        <span className="pl-gap" />
        {data.note && <span className="pl-3 pl-sm">{data.note}</span>}
      </span>
    ),
    style: { width: '100%' },
  } as const;
  if (inputType === 'many')
    return (
      <Select<(string | number)[]>
        {...common}
        mode="multiple"
        allowClear
        maxTagCount="responsive"
        showSearch={{ optionFilterProp: 'label' }}
        value={((value as readonly OptionValue[] | null | undefined) ?? []).map(toKey)}
        onChange={(keys) => onChange(keys.map(ownOf))}
      />
    );
  // Null is a choice of its own only where the list holds it.
  const selected =
    value === undefined || (value === null && !given.some((option) => option.value === null))
      ? null
      : toKey(value as OptionValue);
  return (
    <Select<string | number | null>
      {...common}
      value={selected}
      allowClear={!traits.required}
      onChange={(key) => onChange(key === undefined || key === null ? traits.empty : ownOf(key))}
    />
  );
}
