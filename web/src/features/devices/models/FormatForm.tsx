import './formats.css';
import {
  binaryOrders,
  binaryTypes,
  contents,
  encodings,
  FormatRow,
  formatLimits,
  separators,
  timeForms,
} from '@plumbline/contract/kernel/formats';
import type { Condition, FieldDefinition } from '@plumbline/contract/kernel/forms';
import type { Schema } from '@plumbline/contract/kernel/route';
import { Input, Select } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EditableTable, type GridColumn } from '../../../design/form/EditableTable.tsx';
import { FormTab } from '../../../design/form/FormTab.tsx';
import type { SchemaFormProps } from '../../../design/SchemaForm.tsx';
import { usePartOptions } from '../../platform/plugins/plugins.parts.tsx';
import { FormatTrial } from './FormatTrial.tsx';
import { codecOf, type FormatDraft, newFormat, tagsOf, tagsText } from './try-format.ts';

const only = (content: (typeof contents)[number]): Condition => ({ prop: 'format.content', is: content });
/** A codec says itself how many records there are, and when each was measured. */
const withoutCodec: Condition = { prop: 'format.codec', is: null };
const separatorWords = { ',': ',', ';': ';', '\t': 'Tab', '|': '|' } as const;

const content: readonly FieldDefinition[] = [
  { type: 'SELECT', prop: 'format.codec', label: 'formats:codec', tips: 'formats:codecTip', span: 2 },
  {
    type: 'SELECT',
    prop: 'format.content',
    label: 'formats:content',
    options: contents.map((value) => ({ value, label: `formats:contents.${value}` })),
  },
  { type: 'NUMBER', prop: 'format.port', label: 'formats:port', tips: 'formats:portTip' },
  {
    type: 'INPUT',
    prop: 'format.records',
    label: 'formats:records',
    tips: 'formats:recordsTip',
    visibleWhen: [only('json'), withoutCodec],
  },
  {
    type: 'SELECT',
    prop: 'format.separator',
    label: 'formats:separator',
    options: separators.map((value) => ({ value, label: separatorWords[value] })),
    visibleWhen: only('csv'),
  },
  {
    type: 'SELECT',
    prop: 'format.decimal',
    label: 'formats:decimal',
    options: ['.', ','].map((value) => ({ value, label: value })),
    visibleWhen: only('csv'),
  },
  {
    type: 'NUMBER',
    prop: 'format.headerLine',
    label: 'formats:headerLine',
    tips: 'formats:headerLineTip',
    visibleWhen: only('csv'),
  },
  {
    type: 'NUMBER',
    prop: 'format.dataLine',
    label: 'formats:dataLine',
    tips: 'formats:dataLineTip',
    visibleWhen: only('csv'),
  },
  {
    type: 'SELECT',
    prop: 'format.encoding',
    label: 'formats:encoding',
    options: encodings.map((value) => ({ value, label: `formats:encodings.${value}` })),
    visibleWhen: only('binary'),
  },
  {
    type: 'slot',
    prop: 'format.tags',
    label: 'formats:tags',
    tips: 'formats:tagsTip',
    span: 2,
    visibleWhen: only('binary'),
  },
  {
    type: 'slot',
    prop: 'format.time',
    label: 'formats:time',
    tips: 'formats:timeTip',
    span: 2,
    visibleWhen: withoutCodec,
  },
];
const places: readonly FieldDefinition[] = [
  { type: 'slot', prop: 'format.rows', label: 'formats:rows', tips: 'formats:rowsTip', span: 2 },
];

interface Props {
  readonly schema: Schema;
  readonly fixed: Readonly<Record<string, unknown>>;
  readonly record: object | null;
  readonly format: FormatDraft | null;
  /** Channels that the device has, or a new device of the model. */
  readonly channels: readonly string[];
  /** What was received, to begin with. */
  readonly sample?: string;
  readonly isReadOnly: boolean;
  readonly onSave: SchemaFormProps['onSubmit'];
}

/** A format as a form, and beside it what it makes of a pasted sample, at each key. */
export function FormatForm({ schema, fixed, record, format, channels, sample, isReadOnly, onSave }: Props) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState<FormatDraft>(format ?? newFormat());
  const binary = draft['content'] === 'binary';
  const codecs = usePartOptions('codec', codecOf(draft) ?? null);
  return (
    <div className="fm-split">
      <FormTab
        schema={schema}
        fixed={fixed}
        record={record}
        initial={{ format: format ?? newFormat() }}
        sections={[{ fields: content }, { fields: places }]}
        options={{ 'format.codec': codecs && [{ value: null, label: t('formats:codecNone') }, ...codecs] }}
        onChange={(values) => setDraft(values['format'] as FormatDraft)}
        slots={{
          'format.tags': ({ value, onChange, readOnly }) => (
            <Tags value={value} isReadOnly={readOnly} onChange={onChange} />
          ),
          'format.time': ({ value, onChange, readOnly }) => (
            <Time value={value as TimeDraft | null} isBinary={binary} isReadOnly={readOnly} onChange={onChange} />
          ),
          'format.rows': ({ value, onChange, readOnly }) => (
            <Rows
              rows={(value as readonly Partial<FormatRow>[] | undefined) ?? []}
              isBinary={binary}
              channels={channels}
              isReadOnly={readOnly}
              onChange={onChange}
            />
          ),
        }}
        {...(isReadOnly ? { readOnly: true } : {})}
        onSave={onSave}
      />
      <FormatTrial draft={draft} {...(sample === undefined ? {} : { sample })} />
    </div>
  );
}

interface InputProps {
  readonly isReadOnly: boolean;
  readonly onChange: (value: never) => void;
}

function Tags({ value, isReadOnly, onChange }: InputProps & { readonly value: unknown }) {
  const { t } = useTranslation();
  const [text, setText] = useState(tagsText(value));
  return (
    <Input
      aria-label={t('formats:tags')}
      className="fm-code"
      placeholder="0175:1, 0367:2"
      disabled={isReadOnly}
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        onChange(tagsOf(target.value) as never);
      }}
    />
  );
}

interface TimeDraft {
  readonly from: string;
  readonly form: (typeof timeForms)[number];
  readonly timeZone: string;
}
const noTime: TimeDraft = { from: '', form: 'ymd', timeZone: 'UTC' };

/** Where the time lies; an empty place = that of the network or of the arrival. */
function Time({
  value,
  isBinary,
  isReadOnly,
  onChange,
}: InputProps & { readonly value: TimeDraft | null; readonly isBinary: boolean }) {
  const { t } = useTranslation();
  const now = value ?? noTime;
  const set = (patch: Partial<TimeDraft>): void => {
    const next = { ...now, ...patch };
    onChange((next.from === '' ? null : next) as never);
  };
  return (
    <div className="fm-time">
      <Input
        aria-label={t('formats:timeFrom')}
        className="fm-code"
        placeholder={t('formats:timeNone')}
        disabled={isReadOnly}
        value={now.from}
        onChange={({ target }) => set({ from: target.value })}
      />
      <Select
        aria-label={t('formats:timeForm')}
        value={now.form}
        disabled={isReadOnly || now.from === '' || isBinary}
        options={timeForms.map((form) => ({ value: form, label: t(`formats:timeForms.${form}`) }))}
        onChange={(form) => set({ form })}
      />
      <Input
        aria-label={t('formats:timeZone')}
        value={now.timeZone}
        disabled={isReadOnly || now.from === '' || isBinary}
        onChange={({ target }) => set({ timeZone: target.value })}
      />
    </div>
  );
}

const noBounds = { minimum: null, maximum: null, jump: null } as const;

function Rows({
  rows,
  isBinary,
  channels,
  isReadOnly,
  onChange,
}: InputProps & {
  readonly rows: readonly Partial<FormatRow>[];
  readonly isBinary: boolean;
  readonly channels: readonly string[];
}) {
  const { t } = useTranslation();
  const columns = useColumns(isBinary);
  const names = rows.map(({ channel, quantity }) => (channel && quantity ? `${channel} ${quantity}` : null));
  const repeat = names.findIndex((each, at) => each !== null && names.indexOf(each) !== at);
  const blank = { type: 'uint16', order: 'ABCD', bits: null, scale: 1, offset: 0, nothing: null, ...noBounds } as const;
  return (
    <EditableTable<Partial<FormatRow>>
      label={t('formats:rows')}
      columns={columns}
      rows={rows}
      onChange={(next) => onChange(next as never)}
      schema={FormatRow}
      newRow={() => {
        const { type, order } = rows.at(-1) ?? blank;
        return {
          ...blank,
          ...(type && { type }),
          ...(order && { order }),
          channel: rows.at(-1)?.channel ?? channels[0] ?? '1',
        };
      }}
      issues={repeat < 0 ? [] : [{ row: repeat, prop: 'quantity', words: t('forms:issue.rowTwice') }]}
      readOnly={isReadOnly}
      maxRows={formatLimits.rows}
    />
  );
}

function useColumns(isBinary: boolean): GridColumn[] {
  const { t } = useTranslation();
  return useMemo((): GridColumn[] => {
    const binary: GridColumn[] = [
      { type: 'SELECT', prop: 'type', label: t('dialIn:type'), widthPx: 84, options: plain(binaryTypes) },
      { type: 'SELECT', prop: 'order', label: t('dialIn:order'), widthPx: 80, options: plain(binaryOrders) },
      { type: 'INPUT', prop: 'bits', label: t('dialIn:bits'), widthPx: 48 },
    ];
    return [
      { type: 'INPUT', prop: 'from', label: t('formats:from'), widthPx: isBinary ? 84 : 180 },
      ...(isBinary ? binary : []),
      { type: 'NUMBER', prop: 'scale', label: t('dialIn:scale'), widthPx: 70 },
      { type: 'NUMBER', prop: 'offset', label: t('dialIn:offset'), widthPx: 64 },
      { type: 'NUMBER', prop: 'nothing', label: t('dialIn:nothing'), widthPx: 76 },
      { type: 'INPUT', prop: 'channel', label: t('dialIn:channel'), widthPx: 72 },
      { type: 'INPUT', prop: 'quantity', label: t('dialIn:quantity'), widthPx: 110 },
      { type: 'NUMBER', prop: 'minimum', label: t('dialIn:least'), widthPx: 70 },
      { type: 'NUMBER', prop: 'maximum', label: t('dialIn:most'), widthPx: 70 },
      { type: 'NUMBER', prop: 'jump', label: t('dialIn:jump'), widthPx: 70 },
    ];
  }, [t, isBinary]);
}

const plain = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
