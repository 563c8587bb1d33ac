import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { formulas } from '@plumbline/contract/formulas';
import { Button, Input, InputNumber } from 'antd';
import i18next from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reply } from '../../kernel/queries.ts';
import { wordKey } from '../../kernel/words.ts';

export type SystemParameter = Reply<typeof formulas.system>['parameters'][number];

/**
 * The numbers of a conversion. Those that must be given stand first; the rest is behind one button, each with what it is
 * when left empty. `own` lets one add names of one's own for a custom formula.
 */
export function ParametersInput({
  value = {},
  onChange,
  system,
  own,
}: {
  value?: Record<string, number>;
  onChange?: (value: Record<string, number>) => void;
  system: readonly SystemParameter[];
  own: boolean;
}) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const [name, setName] = useState('');
  const set = (key: string, number: number | null): void => {
    const next = { ...value };
    if (number === null) delete next[key];
    else next[key] = number;
    onChange?.(next);
  };
  const needed = (parameter: SystemParameter) => (!own && parameter.required) || Object.hasOwn(value, parameter.key);
  const shown = [...system.filter(needed), ...system.filter((each) => all && !needed(each))];
  const hidden = system.length - shown.length;
  const others = Object.keys(value).filter((key) => !system.some((each) => each.key === key));
  const addable = /^[\p{L}_][\p{L}\p{N}_]{0,15}$/u.test(name) && !Object.hasOwn(value, name);
  const add = (): void => {
    if (!addable) return;
    set(name, 0);
    setName('');
  };
  return (
    <div className="pt-parameters">
      {shown.map((parameter) => (
        <div key={parameter.key}>
          <span className="pl-mono">{parameter.key}</span>
          <span className="pl-2 pl-sm">
            {i18next.exists(`points:parameter.${parameter.key}`) ? t(wordKey(`points:parameter.${parameter.key}`)) : ''}
          </span>
          <InputNumber
            aria-label={parameter.key}
            value={value[parameter.key] ?? null}
            onChange={(number) => set(parameter.key, number)}
            placeholder={
              parameter.default !== null
                ? String(parameter.default)
                : parameter.required && !own
                  ? t('points:required')
                  : t('points:notSet')
            }
            suffix={parameter.unit}
          />
        </div>
      ))}
      {others.map((key) => (
        <div key={key}>
          <span className="pl-mono">{key}</span>
          <span className="pl-2 pl-sm">{t('points:ownParameter')}</span>
          <div className="pl-row tight">
            <InputNumber
              aria-label={key}
              value={value[key] ?? null}
              onChange={(number) => set(key, number ?? 0)}
              style={{ flex: 1 }}
            />
            <Button
              type="text"
              icon={<DeleteOutlined />}
              aria-label={t('common:delete')}
              onClick={() => set(key, null)}
            />
          </div>
        </div>
      ))}
      {shown.length === 0 && others.length === 0 && hidden === 0 && <p className="pl-3">{t('points:noParameters')}</p>}
      <div className="foot pl-row">
        {hidden > 0 && (
          <Button type="link" size="small" onClick={() => setAll(true)}>
            {t('points:moreParameters', { count: hidden })}
          </Button>
        )}
        {own && (
          <>
            <Input
              size="small"
              style={{ width: 120 }}
              maxLength={16}
              placeholder={t('points:parameterName')}
              aria-label={t('points:parameterName')}
              value={name}
              onChange={(event) => setName(event.target.value.trim())}
              onPressEnter={(event) => {
                event.preventDefault();
                add();
              }}
            />
            <Button size="small" icon={<PlusOutlined />} disabled={!addable} onClick={add}>
              {t('points:addParameter')}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
