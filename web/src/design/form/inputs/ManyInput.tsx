import type { OptionValue } from '@plumbline/contract/kernel/forms';
import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../input.ts';
import { wordsIn } from '../words.ts';

/** MILT_CHECK: any of a list, in the list's order. More than five have a box for all. */
export function ManyInput({ id, value, onChange, label, options = [], disabled }: InputProps<readonly OptionValue[]>) {
  const { t } = useTranslation();
  const chosen = new Set(value ?? []);
  const free = options.filter((option) => option.disabled !== true);
  const all = free.length > 0 && free.every((option) => chosen.has(option.value));
  const emitChange = (): void =>
    onChange(options.filter((option) => chosen.has(option.value)).map((option) => option.value));
  return (
    <fieldset className="pl-many" aria-label={label}>
      {options.length > 5 && (
        <Checkbox
          className="all"
          checked={all}
          indeterminate={!all && chosen.size > 0}
          disabled={disabled}
          onChange={() => {
            for (const option of free) {
              if (all) chosen.delete(option.value);
              else chosen.add(option.value);
            }
            emitChange();
          }}
        >
          {t('forms:all')}
        </Checkbox>
      )}
      {options.map((option, i) => (
        <Checkbox
          key={String(option.value)}
          {...(i === 0 && id !== undefined ? { id } : {})}
          checked={chosen.has(option.value)}
          disabled={disabled || option.disabled === true}
          onChange={() => {
            if (!chosen.delete(option.value)) chosen.add(option.value);
            emitChange();
          }}
        >
          {wordsIn(option.label, t)}
          {option.note && <span className="pl-3 pl-sm"> {wordsIn(option.note, t)}</span>}
        </Checkbox>
      ))}
    </fieldset>
  );
}
