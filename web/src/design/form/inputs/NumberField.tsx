import { InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../input.ts';
import { wordsIn } from '../words.ts';

/**
 * NUMBER. Bounds are judged, not enforced while one types: a number that silently becomes another is worse than a word.
 */
export function NumberField({
  id,
  value,
  onChange,
  definition,
  placeholder,
  traits,
  disabled,
  wrong,
}: InputProps<number>) {
  const { t } = useTranslation();
  const { unit } = definition;
  return (
    <InputNumber<number>
      {...(id === undefined ? {} : { id })}
      {...(placeholder === undefined ? {} : { placeholder })}
      value={value ?? null}
      disabled={disabled}
      status={wrong ? 'error' : ''}
      inputMode={traits.whole ? 'numeric' : 'decimal'}
      changeOnWheel={false}
      controls={traits.whole}
      suffix={typeof unit === 'string' ? wordsIn(unit, t) : null}
      onChange={(next) => onChange(next ?? traits.empty)}
      style={{ width: '100%' }}
    />
  );
}
