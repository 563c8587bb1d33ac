import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Slot } from '../../../design/form/input.ts';

/** A box for the secret of each auth key. What is left empty stays as it is; none is ever shown again. */
export function SecretsInput({
  keys,
  stored,
  value,
  onChange,
  disabled,
}: Slot & {
  readonly keys: readonly string[];
  /** Paths of those that are there already. */
  readonly stored: readonly string[];
}) {
  const { t } = useTranslation();
  const secrets = (value ?? {}) as Readonly<Record<string, string>>;
  return (
    <div className="push-fields">
      {keys.map((path) => (
        <Input.Password
          key={path}
          prefix={<span className="pl-3">{path}</span>}
          aria-label={t('dataPush:secret', { key: path })}
          autoComplete="new-password"
          disabled={disabled}
          value={secrets[path] ?? ''}
          placeholder={stored.includes(path) ? t('dataPush:secretThere') : ''}
          onChange={({ target }) => {
            const { [path]: _before, ...others } = secrets;
            onChange(target.value === '' ? others : { ...others, [path]: target.value });
          }}
        />
      ))}
    </div>
  );
}
