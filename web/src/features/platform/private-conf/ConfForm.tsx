import {
  isSecret,
  privateConf,
  type RuntimeName,
  type RuntimeValues,
  runtimeNames,
  runtimeShape,
} from '@plumbline/contract/platform/private-conf';
import { Button, Input, InputNumber, Select, Switch } from 'antd';
import { type ReactElement, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { Field, SchemaForm } from '../../../design/SchemaForm.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import type { Reply } from '../../../kernel/queries.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { SourceLine } from './SourceLine.tsx';

type Conf = Reply<typeof privateConf.get>;
const schema = z.object(runtimeShape);
type Typed = Partial<RuntimeValues>;

/** Secrets are never shown: their fields begin empty, and empty they change nothing. */
const typedFrom = ({ values }: Conf): RuntimeValues => ({ ...values, simQueryToken: '', metricsToken: '' });

/** What differs from what is stored: the others stay with the environment. */
const changedIn = (saved: RuntimeValues, typed: Typed): Typed =>
  Object.fromEntries(
    runtimeNames.filter((name) => !isSame(saved[name], typed[name])).map((name) => [name, typed[name]]),
  );
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b ?? null);

/** One form over all settings; only what was changed is sent, so that two people may change different ones. */
export function ConfForm({ conf }: { conf: Conf }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: update } = useWrite(privateConf.update);
  const saved = typedFrom(conf);
  const [typed, setTyped] = useState<Typed>(saved);
  const [round, setRound] = useState(0);
  const isChanged = Object.keys(changedIn(saved, typed)).length > 0;
  const save = async (values: RuntimeValues, precondition: { readonly over: unknown }): Promise<void> => {
    await update(changedIn(saved, values), precondition);
    toasts.done(t('common:saved'));
    setTyped(values);
    setRound((each) => each + 1);
  };
  return (
    <SchemaForm
      key={round}
      schema={schema}
      record={conf.values}
      initial={saved}
      onChange={setTyped}
      onSubmit={save}
      foot={(busy) => (
        <Button type="primary" htmlType="submit" loading={busy} disabled={!isChanged}>
          {t('common:save')}
        </Button>
      )}
    >
      {groups.map(([group, names]) => (
        <div key={group} className="conf-group">
          <h2 className="pl-h3">{t(`privateConf:group.${group}`)}</h2>
          {names.map((name) => (
            <ConfField key={name} name={name} conf={conf} />
          ))}
        </div>
      ))}
    </SchemaForm>
  );
}

const groups = [
  ['keep', ['operationDays', 'deliveryDays', 'waveformDays', 'retentionDays']],
  ['watch', ['diskAlarmGb', 'logLevel', 'metricsToken']],
  ['look', ['privateDeployment']],
  ['network', ['hosts', 'outboundAllow', 'tilesUrl', 'simQueryUrl', 'simQueryToken']],
] as const satisfies readonly (readonly [string, readonly RuntimeName[]])[];

const lines = <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', ' ', '\n']} />;
const days = <InputNumber precision={0} />;
const controls: Readonly<Record<RuntimeName, ReactElement>> = {
  operationDays: days,
  deliveryDays: days,
  waveformDays: days,
  retentionDays: <Input placeholder="camera=365, vibration=730" />,
  diskAlarmGb: <InputNumber precision={0} suffix="GB" />,
  logLevel: <Select options={runtimeShape.logLevel.options.map((value) => ({ value, label: value }))} />,
  metricsToken: <Input.Password autoComplete="new-password" maxLength={500} />,
  privateDeployment: <Switch />,
  hosts: lines,
  outboundAllow: lines,
  tilesUrl: <Input placeholder="https://tiles.example/{z}/{x}/{y}.png" maxLength={500} />,
  simQueryUrl: <Input placeholder="https://sims.example/v1/cards/{iccid}" maxLength={500} />,
  simQueryToken: <Input.Password autoComplete="new-password" maxLength={500} />,
};

function ConfField({ name, conf }: { name: RuntimeName; conf: Conf }) {
  const { t } = useTranslation();
  const source = conf.sources.find(({ setting }) => setting === name);
  const isSet = isSecret(name) && conf.values[name].isSet;
  return (
    <>
      <Field
        name={name}
        {...(name === 'privateDeployment' && { valuePropName: 'checked' })}
        label={t(`privateConf:${name}.label`)}
        help={[t(`privateConf:${name}.help`), isSet ? t('privateConf:secretSet') : ''].filter(Boolean).join(' ')}
      >
        {controls[name]}
      </Field>
      {source && <SourceLine source={source} />}
    </>
  );
}
