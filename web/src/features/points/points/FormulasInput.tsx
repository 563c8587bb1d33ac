import { CheckOutlined, WarningOutlined } from '@ant-design/icons';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { FamilyCode, Field } from '@plumbline/contract/points/families';
import { formulas } from '@plumbline/contract/readings/formulas';
import { keepPreviousData } from '@tanstack/react-query';
import { Input, InputNumber } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '../../../kernel/failures.ts';
import { useFieldWord } from '../../../kernel/field-words.ts';
import { formatNumber } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useSettled } from '../../../kernel/settled.ts';
import { FormulaHelp } from './FormulaHelp.tsx';
import type { SystemParameter } from './ParametersInput.tsx';

/** A formula for each field, worked out by the server while one types, with sample quantities that one may change. */
export function FormulasInput({
  value = {},
  onChange,
  family,
  fields,
  quantities,
  system,
  parameters,
}: {
  value?: Record<string, string>;
  onChange?: (value: Record<string, string>) => void;
  family: FamilyCode;
  fields: readonly Field[];
  quantities: readonly string[];
  system: readonly SystemParameter[];
  parameters: Readonly<Record<string, number>>;
}) {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  const [tried, setTried] = useState<Readonly<Record<string, number>>>({});
  const used = quantities.filter((name) => Object.values(value).some((source) => namesQuantity(source, name)));
  const values = {
    ...Object.fromEntries(system.map(({ key, default: start }) => [key, start ?? 1])),
    ...parameters,
    ...Object.fromEntries(quantities.map((name) => [name, tried[name] ?? 1])),
  };
  const set = (key: string, source: string): void => {
    const next = { ...value };
    if (source.trim() === '') delete next[key];
    else next[key] = source;
    onChange?.(next);
  };
  return (
    <div className="pt-formulas">
      {fields.map((field) => (
        <div key={field.key}>
          <div className="pl-sm pl-2">
            {fieldWord(family, field.key)}
            {field.unit && <span className="pl-3">, {field.unit}</span>}
          </div>
          <Input.TextArea
            className="pl-mono"
            autoSize={{ minRows: 1, maxRows: 4 }}
            maxLength={2000}
            aria-label={fieldWord(family, field.key)}
            placeholder={t('points:formula.none')}
            value={value[field.key] ?? ''}
            onChange={(event) => set(field.key, event.target.value)}
          />
          <Checked source={value[field.key] ?? ''} values={values} unit={field.unit} precision={field.precision} />
        </div>
      ))}
      {used.length > 0 && <TriedNumbers names={used} tried={tried} onChange={setTried} />}
      <FormulaHelp />
    </div>
  );
}

const namesQuantity = (source: string, name: string): boolean =>
  new RegExp(`(^|[^\\p{L}\\p{N}_])${name}($|[^\\p{L}\\p{N}_])`, 'u').test(source);

/** The sample quantities that the formulas are tried with. */
function TriedNumbers({
  names,
  tried,
  onChange,
}: {
  names: readonly string[];
  tried: Readonly<Record<string, number>>;
  onChange: (tried: Readonly<Record<string, number>>) => void;
}) {
  const { t } = useTranslation();
  return (
    <div>
      <div className="pl-sm pl-3">{t('points:formula.try')}</div>
      <div className="pl-row" style={{ flexWrap: 'wrap' }}>
        {names.map((name) => (
          <InputNumber
            key={name}
            size="small"
            prefix={<span className="pl-3">{name} =</span>}
            aria-label={name}
            value={tried[name] ?? 1}
            onChange={(number) => onChange({ ...tried, [name]: number ?? 1 })}
            style={{ width: 190 }}
          />
        ))}
      </div>
    </div>
  );
}

function Checked({
  source,
  values,
  unit,
  precision,
}: {
  source: string;
  values: Record<string, number>;
  unit: string;
  precision: number;
}) {
  const { t } = useTranslation();
  const settled = useSettled(source.trim());
  const query = useRead(
    formulas.check,
    { source: settled, values },
    {
      enabled: settled !== '',
      placeholderData: keepPreviousData,
      retry: false,
    },
  );
  if (source.trim() === '' || (!query.data && !query.error)) return null;
  if (query.error) {
    const at = query.error instanceof Failure ? (query.error.detail as { at?: number } | undefined)?.at : undefined;
    return (
      <p role="alert" className="pl-row tight pl-sm wrong">
        <WarningOutlined />
        {wordsOf(query.error, t).words}
        {at !== undefined && ` · ${t('points:formula.at', { at: at + 1 })}`}
      </p>
    );
  }
  return (
    <p className="pl-row tight pl-sm pl-2">
      <CheckOutlined />
      {t('points:formula.gives', { value: formatNumber(query.data?.value, precision), unit })}
    </p>
  );
}
