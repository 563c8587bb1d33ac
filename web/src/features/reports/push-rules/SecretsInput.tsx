import { transportSecrets } from '@plumbline/contract/reports/push-transports';
import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Slot } from '../../../design/form/input.ts';

/** A box for the secret of each auth key, and of how it is sent. What is left empty stays as it is; none is ever shown again. */
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
  const names: Readonly<Record<string, string>> = {
    [transportSecrets.userName]: t('dataPush:transportSecrets.userName'),
    [transportSecrets.password]: t('dataPush:transportSecrets.password'),
    [transportSecrets.certificate]: t('dataPush:transportSecrets.certificate'),
    [transportSecrets.key]: t('dataPush:transportSecrets.key'),
  };
  const nameOf = (path: string) => names[path] ?? path;
  const secrets = (value ?? {}) as Readonly<Record<string, string>>;
  return (
    <div className="push-fields">
      {keys.map((path) => {
        const name = nameOf(path);
        const typing = {
          'aria-label': t('dataPush:secret', { key: name }),
          disabled: disabled ?? false,
          value: secrets[path] ?? '',
          placeholder: stored.includes(path) ? t('dataPush:secretThere') : '',
          onChange: ({ target }: { readonly target: { readonly value: string } }) => {
            const { [path]: _before, ...others } = secrets;
            onChange(target.value === '' ? others : { ...others, [path]: target.value });
          },
        };
        if (path === transportSecrets.certificate || path === transportSecrets.key)
          return (
            <div key={path}>
              <span className="pl-3">{name}</span>
              <Input.TextArea {...typing} autoSize={{ minRows: 2, maxRows: 4 }} spellCheck={false} />
            </div>
          );
        return (
          <Input.Password
            key={path}
            {...typing}
            prefix={<span className="pl-3">{name}</span>}
            autoComplete="new-password"
          />
        );
      })}
    </div>
  );
}
