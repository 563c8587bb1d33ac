import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { families, familyCodes } from '@plumbline/contract/points/families';
import type { PushSettings } from '@plumbline/contract/reports/push-rules';
import { AutoComplete, Button, Input, InputNumber } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Slot } from '../../../design/form/input.ts';
import { IconButton } from '../../../design/IconButton.tsx';
import { sharedFieldWords, useFieldWord } from '../../../kernel/field-words.ts';

type Name = PushSettings['fields'][number];
type Column = PushSettings['table']['columns'][number];
type Header = PushSettings['headers'][number];

/** Rows that are added below and taken away one by one. */
function Rows<R>({
  rows,
  empty,
  add,
  label,
  disabled,
  onChange,
  children,
}: {
  rows: readonly R[];
  empty: R;
  add: string;
  /** Of the button that takes a row away. */
  label: (row: R) => string;
  disabled: boolean;
  onChange: (rows: R[]) => void;
  children: (row: R, change: (part: Partial<R>) => void) => ReactNode;
}) {
  return (
    <div className="push-rows">
      {rows.map((row, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name of their own, and only their fields change
        <div className="push-row" key={place}>
          {children(row, (part) => onChange(rows.with(place, { ...row, ...part })))}
          <IconButton
            icon={<DeleteOutlined />}
            label={label(row)}
            disabled={disabled}
            onClick={() => onChange(rows.toSpliced(place, 1))}
          />
        </div>
      ))}
      <Button size="small" icon={<PlusOutlined />} disabled={disabled} onClick={() => onChange([...rows, empty])}>
        {add}
      </Button>
    </div>
  );
}

/** Each field key of all point types, with its words. */
function useFieldOptions() {
  const fieldWord = useFieldWord();
  const codes = new Map<string, (typeof familyCodes)[number][]>();
  for (const code of familyCodes)
    for (const { key } of families[code].fields) codes.set(key, [...(codes.get(key) ?? []), code]);
  return [...codes].map(([value, of]) => ({
    value,
    label: `${value} · ${sharedFieldWords(fieldWord, of, value).slice(0, 3).join(', ')}`,
  }));
}

/** The fields that go out: under which name and unit, and multiplied by what. */
export function NamesInput({ value, onChange, disabled }: Slot) {
  const { t } = useTranslation();
  const options = useFieldOptions();
  return (
    <Rows<Name>
      rows={(value ?? []) as Name[]}
      empty={{ field: '', name: '', unit: null, factor: 1 }}
      add={t('dataPush:fieldAdd')}
      label={({ field }) => t('dataPush:removeKey', { key: field })}
      disabled={disabled}
      onChange={onChange}
    >
      {({ field, name, unit, factor }, change) => (
        <>
          <AutoComplete
            aria-label={t('dataPush:fieldKey')}
            placeholder={t('dataPush:fieldKey')}
            disabled={disabled}
            value={field}
            options={options}
            showSearch={{
              filterOption: (text, option) => String(option?.label).toLowerCase().includes(text.toLowerCase()),
            }}
            onChange={(next: string) =>
              change(name === '' || name === field ? { field: next, name: next } : { field: next })
            }
          />
          <Input
            aria-label={t('dataPush:fieldName')}
            placeholder={t('dataPush:fieldName')}
            disabled={disabled}
            value={name}
            onChange={({ target }) => change({ name: target.value })}
          />
          <Input
            aria-label={t('dataPush:fieldUnit')}
            placeholder={t('dataPush:fieldUnit')}
            disabled={disabled}
            value={unit ?? ''}
            onChange={({ target }) => change({ unit: target.value === '' ? null : target.value })}
          />
          <InputNumber
            prefix="×"
            aria-label={t('dataPush:factor')}
            disabled={disabled}
            value={factor}
            onChange={(next) => change({ factor: next ?? 1 })}
          />
        </>
      )}
    </Rows>
  );
}

/** Headers that each message carries; anybody sees them who sees the rule. */
export function HeadersInput({ value, onChange, disabled }: Slot) {
  const { t } = useTranslation();
  return (
    <Rows<Header>
      rows={(value ?? []) as Header[]}
      empty={{ name: '', value: '' }}
      add={t('dataPush:headerAdd')}
      label={({ name }) => t('dataPush:removeKey', { key: name })}
      disabled={disabled}
      onChange={onChange}
    >
      {(header, change) => (
        <>
          <Input
            aria-label={t('dataPush:headerName')}
            placeholder={t('dataPush:headerName')}
            disabled={disabled}
            value={header.name}
            onChange={({ target }) => change({ name: target.value })}
          />
          <Input
            aria-label={t('dataPush:headerValue')}
            placeholder={t('dataPush:headerValue')}
            disabled={disabled}
            value={header.value}
            onChange={({ target }) => change({ value: target.value })}
          />
        </>
      )}
    </Rows>
  );
}

/** The columns of a table of the receiver, and the key of the format that each holds. */
export function ColumnsInput({ keys, value, onChange, disabled }: Slot & { readonly keys: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <Rows<Column>
      rows={(value ?? []) as Column[]}
      empty={{ key: '', column: '' }}
      add={t('dataPush:columnAdd')}
      label={({ column }) => t('dataPush:removeKey', { key: column })}
      disabled={disabled}
      onChange={onChange}
    >
      {({ key, column }, change) => (
        <>
          <AutoComplete
            aria-label={t('dataPush:columnKey')}
            placeholder={t('dataPush:columnKey')}
            disabled={disabled}
            value={key}
            options={keys.map((each) => ({ value: each }))}
            onChange={(next: string) =>
              change(column === '' || column === key ? { key: next, column: next } : { key: next })
            }
          />
          <Input
            aria-label={t('dataPush:columnName')}
            placeholder={t('dataPush:columnName')}
            disabled={disabled}
            value={column}
            onChange={({ target }) => change({ column: target.value })}
          />
        </>
      )}
    </Rows>
  );
}
