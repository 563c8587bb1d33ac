import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import {
  type PushAuthKey,
  type PushLayout,
  pushAlertSources,
  pushAlgorithms,
  pushAuthMethods,
  pushDataSources,
  pushKeyTypes,
  pushMetaSources,
} from '@plumbline/contract/reports/push-formats.shapes';
import { Button, Input, InputNumber, Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../design/IconButton.tsx';
import {
  type AnyKey,
  addAuthKey,
  addKey,
  changeKey,
  type KeyList,
  makeAuth,
  moveKey,
  removeKey,
} from './layout-edits.ts';

const sourcesOf = { dataKeys: pushDataSources, metaKeys: pushMetaSources, alertKeys: pushAlertSources } as const;
const patterns = ['iso', 's', 'ms', 'yyyy-MM-dd HH:mm:ss', 'yyyyMMddHHmmss', 'yyyy-MM-dd'];

interface Editing {
  readonly layout: PushLayout;
  readonly onChange: (layout: PushLayout) => void;
}

/** Lists the keys of one kind as rows: name, what it holds, how it is written. */
export function KeyRows({
  layout,
  onChange,
  name,
  unmapped,
  onMapped,
}: Editing & {
  readonly name: KeyList;
  readonly unmapped: readonly string[];
  readonly onMapped: (path: string) => void;
}) {
  const { t } = useTranslation();
  const sources = [...sourcesOf[name], ...(name === 'metaKeys' || layout.layout === 'single' ? ['auth'] : [])];
  return (
    <Section title={t(`dataPush:${name}`)} why={t(`dataPush:${name}Why`)} onAdd={() => onChange(addKey(layout, name))}>
      {(layout[name] as readonly AnyKey[]).map((key, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place, its name is being typed
        <div className="push-key" key={i}>
          <NameOf path={key.path} onChange={(path) => onChange(changeKey(layout, name, i, { path }))} />
          <Select
            aria-label={t('dataPush:holdsOf', { key: key.path })}
            placeholder={t('dataPush:choose')}
            status={unmapped.includes(key.path) ? 'warning' : ''}
            value={unmapped.includes(key.path) ? null : (key.source as string)}
            options={sources.map((value) => ({ value, label: t(`dataPush:sources.${value}` as never) as string }))}
            onChange={(source) => {
              onMapped(key.path);
              onChange(source === 'auth' ? makeAuth(layout, name, i) : changeKey(layout, name, i, { source }));
            }}
          />
          {unmapped.includes(key.path) ? (
            <span />
          ) : (
            <More
              keyOf={key}
              byReading={layout.rows === 'reading'}
              onChange={(part) => onChange(changeKey(layout, name, i, part))}
            />
          )}
          <Select
            aria-label={t('dataPush:typeOf', { key: key.path })}
            value={key.type}
            options={pushKeyTypes.map((value) => ({ value, label: t(`dataPush:types.${value}`) }))}
            onChange={(type) => onChange(changeKey(layout, name, i, { type }))}
          />
          <Moves layout={layout} onChange={onChange} name={name} index={i} path={key.path} />
        </div>
      ))}
    </Section>
  );
}

function More({
  keyOf: { path, source, pattern, text, field },
  byReading,
  onChange,
}: {
  keyOf: AnyKey;
  byReading: boolean;
  onChange: (part: object) => void;
}) {
  const { t } = useTranslation();
  if (source === 'time')
    return (
      <Select
        aria-label={t('dataPush:patternOf', { key: path })}
        mode="tags"
        maxCount={1}
        value={[pattern]}
        options={[...new Set([pattern, ...patterns])].map((value) => ({ value, label: value }))}
        onChange={(next: string[]) => onChange({ pattern: next.at(-1) ?? 'iso' })}
      />
    );
  if (source === 'constant')
    return (
      <Input
        aria-label={t('dataPush:constantOf', { key: path })}
        placeholder={t('dataPush:constantText')}
        value={text}
        maxLength={200}
        onChange={({ target }) => onChange({ text: target.value })}
      />
    );
  if (source === 'value' && byReading)
    return (
      <Input
        aria-label={t('dataPush:fieldOf', { key: path })}
        placeholder={t('dataPush:fieldMain')}
        value={field ?? ''}
        maxLength={50}
        onChange={({ target }) => onChange({ field: target.value === '' ? null : target.value })}
      />
    );
  return <span />;
}

/** Lists the keys by which the receiver knows who sends. */
export function AuthRows({ layout, onChange }: Editing) {
  const { t } = useTranslation();
  return (
    <Section title={t('dataPush:authKeys')} why={t('dataPush:authKeysWhy')} onAdd={() => onChange(addAuthKey(layout))}>
      {layout.authKeys.map((key, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place, its name is being typed
        <div className="push-key" key={i}>
          <NameOf path={key.path} onChange={(path) => onChange(changeKey(layout, 'authKeys', i, { path }))} />
          <Select
            aria-label={t('dataPush:methodOf', { key: key.path })}
            value={key.method}
            options={pushAuthMethods.map((value) => ({ value, label: t(`dataPush:auths.${value}`) }))}
            onChange={(method) => onChange(changeKey(layout, 'authKeys', i, { method }))}
          />
          <AuthMore layout={layout} index={i} authKey={key} onChange={onChange} />
          <Select
            aria-label={t('dataPush:placeOf', { key: key.path })}
            value={key.place}
            options={(['header', 'query', 'body'] as const).map((value) => ({
              value,
              label: t(`dataPush:places.${value}`),
            }))}
            onChange={(place) => onChange(changeKey(layout, 'authKeys', i, { place }))}
          />
          <Moves layout={layout} onChange={onChange} name="authKeys" index={i} path={key.path} />
        </div>
      ))}
    </Section>
  );
}

function AuthMore({ layout, onChange, index, authKey: key }: Editing & { index: number; authKey: PushAuthKey }) {
  const { t } = useTranslation();
  const change = (part: Partial<PushAuthKey>) => onChange(changeKey(layout, 'authKeys', index, part));
  if (key.method === 'random')
    return (
      <InputNumber
        aria-label={t('dataPush:lengthOf', { key: key.path })}
        min={4}
        max={64}
        value={key.length}
        onChange={(length) => change({ length: length ?? 16 })}
      />
    );
  if (key.method === 'timestamp')
    return (
      <Select
        aria-label={t('dataPush:patternOf', { key: key.path })}
        value={key.unit}
        options={(['s', 'ms'] as const).map((value) => ({ value, label: value }))}
        onChange={(unit) => change({ unit })}
      />
    );
  if (key.method !== 'hash' && key.method !== 'body') return <span />;
  const names = [...layout.authKeys.slice(0, index), ...layout.metaKeys].map(({ path }) => path);
  return (
    <span className="push-hash">
      <Select
        aria-label={t('dataPush:algorithmOf', { key: key.path })}
        placeholder={t('dataPush:algorithm')}
        value={key.algorithm}
        options={pushAlgorithms.map((value) => ({ value, label: value }))}
        onChange={(algorithm) => change({ algorithm })}
      />
      {key.method === 'hash' && (
        <Select
          aria-label={t('dataPush:inputsOf', { key: key.path })}
          placeholder={t('dataPush:inputs')}
          mode="multiple"
          value={key.inputs}
          options={names.map((value) => ({ value, label: value }))}
          onChange={(inputs) => change({ inputs })}
        />
      )}
    </span>
  );
}

function NameOf({ path, onChange }: { path: string; onChange: (path: string) => void }) {
  const { t } = useTranslation();
  return (
    <Input
      aria-label={t('dataPush:keyName')}
      placeholder={t('dataPush:keyName')}
      value={path}
      maxLength={200}
      status={path.trim() === '' ? 'error' : ''}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

function Moves({
  layout,
  onChange,
  name,
  index,
  path,
}: Editing & { name: KeyList | 'authKeys'; index: number; path: string }) {
  const { t } = useTranslation();
  return (
    <span className="push-moves">
      <IconButton
        icon={<ArrowUpOutlined />}
        label={t('dataPush:up', { key: path })}
        disabled={index === 0}
        onClick={() => onChange(moveKey(layout, name, index, -1))}
      />
      <IconButton
        icon={<ArrowDownOutlined />}
        label={t('dataPush:down', { key: path })}
        disabled={index === layout[name].length - 1}
        onClick={() => onChange(moveKey(layout, name, index, 1))}
      />
      <IconButton
        icon={<DeleteOutlined />}
        label={t('dataPush:removeKey', { key: path })}
        onClick={() => onChange(removeKey(layout, name, index))}
      />
    </span>
  );
}

function Section({
  title,
  why,
  onAdd,
  children,
}: {
  title: string;
  why: string;
  onAdd: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <section className="push-section" aria-label={title}>
      <h2>{title}</h2>
      <p className="pl-sm pl-3">{why}</p>
      {children}
      <Button size="small" icon={<PlusOutlined />} onClick={onAdd}>
        {t('dataPush:addKey')}
      </Button>
    </section>
  );
}
