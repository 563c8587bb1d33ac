import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { formulas } from '@plumbline/contract/readings/formulas';
import { Button, Input, InputNumber } from 'antd';
import i18next from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reply } from '../../../kernel/queries.ts';
import { wordKey } from '../../../kernel/words.ts';

export type SystemParameter = Reply<typeof formulas.system>['parameters'][number];

/**
 * The numbers of a conversion. Those that must be given stand first; the rest is behind one button, each with what it is
 * when left empty: as its device says (`ofDevice`), or as is usual. `own` lets one add names of one's own for a custom formula.
 */
export function ParametersInput({
  value = {},
  onChange,
  system,
  ofDevice = {},
  own,
}: {
  value?: Record<string, number>;
  onChange?: (value: Record<string, number>) => void;
  system: readonly SystemParameter[];
  ofDevice?: Readonly<Record<string, number>>;
  own: boolean;
}) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const set = (key: string, number: number | null): void => {
    const { [key]: _, ...others } = value;
    onChange?.(number === null ? others : { ...value, [key]: number });
  };
  const needed = (parameter: SystemParameter) => (!own && parameter.required) || Object.hasOwn(value, parameter.key);
  const visibleParameters = [...system.filter(needed), ...system.filter((each) => all && !needed(each))];
  const hidden = system.length - visibleParameters.length;
  const others = Object.keys(value).filter((key) => !system.some((each) => each.key === key));
  return (
    <div className="pt-parameters">
      {visibleParameters.map((parameter) => (
        <SystemNumber
          key={parameter.key}
          parameter={parameter}
          ofDevice={ofDevice[parameter.key]}
          isRequired={parameter.required && !own}
          value={value[parameter.key] ?? null}
          onChange={(number) => set(parameter.key, number)}
        />
      ))}
      {others.map((key) => (
        <CustomNumber
          key={key}
          name={key}
          value={value[key] ?? null}
          onChange={(number) => set(key, number ?? 0)}
          onRemove={() => set(key, null)}
        />
      ))}
      {visibleParameters.length === 0 && others.length === 0 && hidden === 0 && (
        <p className="pl-3">{t('points:noParameters')}</p>
      )}
      <div className="foot pl-row">
        {hidden > 0 && (
          <Button type="link" size="small" onClick={() => setAll(true)}>
            {t('points:moreParameters', { count: hidden })}
          </Button>
        )}
        {own && <NewName isFree={(name) => !Object.hasOwn(value, name)} onAdd={(name) => set(name, 0)} />}
      </div>
    </div>
  );
}

/** A parameter of the system formula, with what it is when left empty. */
function SystemNumber({
  parameter: { key, unit, default: usual },
  ofDevice,
  isRequired,
  value,
  onChange,
}: {
  parameter: SystemParameter;
  ofDevice: number | undefined;
  isRequired: boolean;
  value: number | null;
  onChange: (value: number | null) => void;
}) {
  const { t } = useTranslation();
  const otherwise = usual !== null ? String(usual) : t(isRequired ? 'points:required' : 'points:notSet');
  const placeholder = ofDevice === undefined ? otherwise : t('points:asDevice', { value: ofDevice });
  return (
    <div>
      <span className="pl-mono">{key}</span>
      <span className="pl-2 pl-sm">
        {i18next.exists(`points:parameter.${key}`) ? t(wordKey(`points:parameter.${key}`)) : ''}
      </span>
      <InputNumber aria-label={key} value={value} onChange={onChange} placeholder={placeholder} suffix={unit} />
    </div>
  );
}

/** A number under a name of one's own. */
function CustomNumber({
  name,
  value,
  onChange,
  onRemove,
}: {
  name: string;
  value: number | null;
  onChange: (value: number | null) => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation();
  return (
    <div>
      <span className="pl-mono">{name}</span>
      <span className="pl-2 pl-sm">{t('points:ownParameter')}</span>
      <div className="pl-row tight">
        <InputNumber aria-label={name} value={value} onChange={onChange} style={{ flex: 1 }} />
        <Button type="text" icon={<DeleteOutlined />} aria-label={t('common:delete')} onClick={onRemove} />
      </div>
    </div>
  );
}

function NewName({ isFree, onAdd }: { isFree: (name: string) => boolean; onAdd: (name: string) => void }) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const addable = /^[\p{L}_][\p{L}\p{N}_]{0,15}$/u.test(name) && isFree(name);
  const add = (): void => {
    if (!addable) return;
    onAdd(name);
    setName('');
  };
  return (
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
  );
}
