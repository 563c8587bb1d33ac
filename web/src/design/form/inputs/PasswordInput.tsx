import { Input } from 'antd';
import type { InputProps } from '../input.ts';
import { PasswordRules } from '../PasswordRules.tsx';

/** PASSWORD_INPUT: `current` asks for one that exists; `new` lists the rules and ticks them off. */
export function PasswordInput({ id, value, onChange, definition, placeholder, disabled }: InputProps<string>) {
  const fresh = definition.inputType === 'new';
  return (
    <>
      <Input.Password
        {...(id === undefined ? {} : { id })}
        {...(placeholder === undefined ? {} : { placeholder })}
        value={value ?? ''}
        disabled={disabled}
        autoComplete={fresh ? 'new-password' : 'current-password'}
        maxLength={fresh ? 16 : 64}
        onChange={(event) => onChange(event.target.value)}
      />
      {fresh && <PasswordRules value={value ?? ''} />}
    </>
  );
}
