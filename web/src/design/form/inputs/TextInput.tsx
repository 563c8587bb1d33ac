import { Input } from 'antd';
import type { InputProps } from '../input.ts';

const html = { email: 'email', tel: 'tel', url: 'url' } as const;

/**
 * INPUT: a text; trimmed when it is left, because blanks at its ends are never meant. One that is too long is refused in words:
 * cut off without a word, a pasted name would lose its end.
 */
export function TextInput({ id, value, onChange, definition, placeholder, traits, disabled }: InputProps<string>) {
  const { inputType = 'text', unit } = definition;
  const common = {
    ...(id === undefined ? {} : { id }),
    ...(placeholder === undefined ? {} : { placeholder }),
    value: value ?? '',
    disabled,
    onBlur: () => {
      if (value && value !== value.trim()) onChange(value.trim());
    },
  };
  // A schema that knows no empty text but null is told null.
  const emitChange = (text: string): void => onChange(text === '' && traits.empty === null ? null : text);
  if (inputType === 'textarea')
    return (
      <Input.TextArea
        {...common}
        autoSize={{ minRows: 2, maxRows: 8 }}
        onChange={(event) => emitChange(event.target.value)}
      />
    );
  return (
    <Input
      {...common}
      type={inputType in html ? html[inputType as keyof typeof html] : 'text'}
      className={inputType === 'code' ? 'pl-mono' : ''}
      autoComplete="off"
      {...(inputType === 'code' ? { spellCheck: false } : {})}
      suffix={typeof unit === 'string' ? unit : null}
      onChange={(event) => emitChange(event.target.value)}
    />
  );
}
