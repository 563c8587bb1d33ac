import { CloseOutlined } from '@ant-design/icons';
import { AutoComplete, Button } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../../design/States.tsx';
import { wordsOf } from '../../../kernel/failures.ts';
import { useCatalogue } from '../models/catalogue.queries.ts';
import { modelOf, type Scanned, type ScannedDevices } from './scanned.ts';

type Options = readonly { readonly value: string }[];
const contains = (value: unknown, text: string): boolean => String(value).toLowerCase().includes(text.toLowerCase());

/** The devices whose labels were read, with the model of those that are new, and what takes them in. */
export function ScannedList({
  scanned,
  busy,
  onTake,
}: {
  scanned: ScannedDevices;
  busy: boolean;
  onTake: (fresh: readonly Scanned[], usual: string) => void;
}) {
  const { t } = useTranslation();
  const { series } = useCatalogue();
  const [usual, setUsual] = useState('');
  const options = useMemo(
    () => (series ?? []).flatMap((group) => group.models.map(({ code }) => ({ value: code }))),
    [series],
  );
  const { list, lastMessage } = scanned;
  const repeated = lastMessage?.what === 'twice' ? lastMessage.sncode : null;
  return (
    <section className="sc-list" aria-label={t('intake:list')}>
      {list.length === 0 ? (
        <Empty title={t('intake:none')} why={t('intake:noneWhy')} />
      ) : (
        <>
          <div className="pl-row sc-row">
            <span className="pl-row tight pl-sm pl-2">
              {t('intake:usual')}
              <ModelField label={t('intake:usual')} widthPx={150} value={usual} options={options} onChange={setUsual} />
            </span>
            <span className="pl-gap" />
            <Button type="text" size="small" onClick={scanned.clear}>
              {t('intake:clear')}
            </Button>
          </div>
          <ul>
            {list.map((device) => (
              <li key={device.sncode} className={device.sncode === repeated ? 'again' : undefined}>
                <ScannedDevice device={device} usual={usual} options={options} scanned={scanned} />
              </li>
            ))}
          </ul>
          {scanned.failure !== null && (
            <p role="alert" className="pl-row tight pl-sm pl-wrong">
              {wordsOf(scanned.failure, t).words}
              <Button size="small" onClick={scanned.retry}>
                {t('common:retry')}
              </Button>
            </p>
          )}
          <TakeFresh list={list} usual={usual} busy={busy} onTake={onTake} />
        </>
      )}
    </section>
  );
}

function ScannedDevice({
  device: { sncode, model, name, exists, problem },
  usual,
  options,
  scanned,
}: {
  device: Scanned;
  usual: string;
  options: Options;
  scanned: Pick<ScannedDevices, 'change' | 'drop'>;
}) {
  const { t } = useTranslation();
  return (
    <>
      <div className="what">
        <b className="pl-mono">{sncode}</b> <span className="pl-3 pl-sm">{name}</span>
        {problem !== null && (
          <div role="alert" className="pl-sm pl-wrong">
            {problem}
          </div>
        )}
      </div>
      {exists === false ? (
        <ModelField
          label={t('intake:modelOf', { sncode })}
          widthPx={130}
          placeholder={usual || t('devices:model')}
          isLacking={modelOf({ model }, usual) === ''}
          value={model ?? ''}
          options={options}
          onChange={(next) => scanned.change(sncode, { model: next || null, problem: null })}
        />
      ) : (
        <span className="pl-3 pl-sm">{t(exists === null ? 'intake:asking' : 'intake:there')}</span>
      )}
      <button
        type="button"
        className="pl-bare"
        aria-label={t('intake:drop', { sncode })}
        onClick={() => scanned.drop(sncode)}
      >
        <CloseOutlined />
      </button>
    </>
  );
}

/** A model of the catalogue, or any other, typed. */
function ModelField({
  label,
  widthPx,
  placeholder,
  isLacking = false,
  value,
  options,
  onChange,
}: {
  label: string;
  widthPx: number;
  placeholder?: string;
  isLacking?: boolean;
  value: string;
  options: Options;
  onChange: (model: string) => void;
}) {
  return (
    <AutoComplete
      size="small"
      aria-label={label}
      style={{ width: widthPx }}
      placeholder={placeholder}
      status={isLacking ? 'warning' : ''}
      value={value}
      options={[...options]}
      showSearch={{ filterOption: (text, option) => contains(option?.value, text) }}
      onChange={onChange}
    />
  );
}

/** Takes in what is new, once each device has a model. */
function TakeFresh({
  list,
  usual,
  busy,
  onTake,
}: {
  list: readonly Scanned[];
  usual: string;
  busy: boolean;
  onTake: (fresh: readonly Scanned[], usual: string) => void;
}) {
  const { t } = useTranslation();
  const fresh = list.filter(({ exists }) => exists === false);
  const lacking = fresh.filter((device) => modelOf(device, usual) === '').length;
  return (
    <div className="pl-form-foot">
      <span className="pl-3 pl-sm pl-gap">{lacking > 0 && t('intake:lacking', { count: lacking })}</span>
      <Button
        type="primary"
        disabled={fresh.length === 0 || lacking > 0}
        loading={busy}
        onClick={() => onTake(fresh, usual)}
      >
        {t('intake:take', { count: fresh.length })}
      </Button>
    </div>
  );
}
