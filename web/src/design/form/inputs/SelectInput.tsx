import type { FieldOption, OptionValue } from '@plumbline/contract/kernel/forms';
import { Select } from 'antd';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Segmented } from '../../Toolbar.tsx';
import type { InputProps } from '../input.ts';
import { wordsIn } from '../words.ts';

/** antd knows no null as a value: it stands for "nothing chosen" there. */
const nullKey = '\u0000null';
const toKey = (value: OptionValue): string | number =>
  value === null ? nullKey : typeof value === 'boolean' ? `\u0000${value}` : value;

const optionOf = (option: FieldOption, t: TFunction) => ({
  value: toKey(option.value),
  label: wordsIn(option.label, t),
  note: option.note === undefined ? '' : wordsIn(option.note, t),
  disabled: option.disabled === true,
  own: option.value,
});

const drawOption = ({ data }: { data: { label?: ReactNode; note?: string } }) => (
  <span className="pl-row">
    <span className="pl-ell">{data.label}</span>
    <span className="pl-gap" />
    {data.note && <span className="pl-3 pl-sm">{data.note}</span>}
  </span>
);

/** Null is a choice of its own only where the list holds it. */
const selectedKey = (value: OptionValue | undefined, options: readonly FieldOption[]): string | number | null =>
  value === undefined || (value === null && !options.some((option) => option.value === null)) ? null : toKey(value);

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
  const optionList = options ?? [];
  const named = optionList.map((option) => optionOf(option, t));
  const optionValueOf = (key: string | number): OptionValue =>
    named.find((option) => option.value === key)?.own ?? null;
  if (inputType === 'buttons')
    return (
      <Buttons
        label={label}
        disabled={disabled}
        value={value === undefined ? null : toKey(value as OptionValue)}
        options={named}
        onChange={(key) => onChange(optionValueOf(key))}
      />
    );
  const common = {
    ...(id === undefined ? {} : { id }),
    placeholder: placeholder ?? t('forms:choose'),
    'aria-label': label,
    disabled,
    loading: options === undefined,
    options: named,
    showSearch: named.length > 8 ? { optionFilterProp: 'label' } : false,
    optionRender: drawOption,
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
        onChange={(keys) => onChange(keys.map(optionValueOf))}
      />
    );
  const selected = selectedKey(value as OptionValue | undefined, optionList);
  return (
    <Select<string | number | null>
      {...common}
      value={selected}
      allowClear={!traits.required}
      onChange={(key) => onChange(key === undefined || key === null ? traits.empty : optionValueOf(key))}
    />
  );
}

/** All choices side by side. */
function Buttons({
  label,
  disabled,
  value,
  options,
  onChange,
}: {
  label: string;
  disabled: boolean;
  value: string | number | null;
  options: readonly ReturnType<typeof optionOf>[];
  onChange: (key: string | number) => void;
}) {
  return (
    <div className={disabled ? 'pl-off' : ''} inert={disabled}>
      <Segmented
        label={label}
        value={value}
        options={options.map(({ value: key, label: words, note }) => ({ value: key, label: words, hint: note }))}
        onChange={onChange}
      />
    </div>
  );
}
