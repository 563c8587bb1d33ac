import { CheckOutlined, WarningOutlined } from '@ant-design/icons';
import { lastReadAt } from '@plumbline/contract/kernel/status';
import { type FamilyCode, fieldsOf } from '@plumbline/contract/points/families';
import { points } from '@plumbline/contract/points/points';
import { compile, FormulaError } from '@plumbline/science/formulas/language';
import { Button, Input, Select } from 'antd';
import type { TextAreaRef } from 'antd/es/input/TextArea';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useOptions } from '../../../../design/form/use-options.ts';
import { useFieldWord } from '../../../../kernel/field-words.ts';
import { formatNumber, formatTime } from '../../../../kernel/format.ts';
import { useProject } from '../../../../kernel/project.tsx';
import { useRead } from '../../../../kernel/reads.ts';

/**
 * A formula over the fields of a family, worked out while one types: on the latest reading of a point of that family, or,
 * where there is none, with 1 for every field.
 */
export function CharacteristicFormula({
  id,
  label,
  value,
  onChange,
  family,
  unit,
  precision,
}: {
  id?: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  family: FamilyCode | undefined;
  unit: string;
  precision: number;
}) {
  const { t } = useTranslation();
  const { project } = useProject();
  const [chosen, setChosen] = useState<number | null>(null);
  const { some, pointId, sample } = useSample(family, chosen);
  const fields = family ? fieldsOf(family) : [];
  const latest = sample?.latest;
  const on =
    sample && latest
      ? t('charts:characteristics.on', { name: sample.name, time: formatTime(latest.at, project.timeZone) })
      : t('charts:characteristics.onOnes');
  const { area, insert } = useInsert(value, onChange);
  return (
    <div>
      {family === undefined ? (
        <p className="pl-sm pl-3">{t('charts:characteristics.familyFirst')}</p>
      ) : (
        <Names family={family} values={latest?.values} onInsert={insert} />
      )}
      <Input.TextArea
        {...(id ? { id } : {})}
        ref={area}
        className="pl-mono"
        autoSize={{ minRows: 2, maxRows: 6 }}
        maxLength={2000}
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {family !== undefined && value.trim() !== '' && (
        <Outcome
          source={value}
          names={fields.map(({ key }) => key)}
          values={fields.map((_, i) => (latest ? (latest.values[i] ?? Number.NaN) : 1))}
          unit={unit}
          precision={precision}
          on={on}
        />
      )}
      {some.length > 1 && <TryOn rows={some} chosen={pointId ?? null} onChoose={setChosen} />}
    </div>
  );
}

/** Writes a name where the cursor is. */
function useInsert(value: string, onChange: (value: string) => void) {
  const area = useRef<TextAreaRef>(null);
  const insert = (key: string): void => {
    const place = area.current?.resizableTextArea?.textArea;
    const [from, to] = [place?.selectionStart ?? value.length, place?.selectionEnd ?? value.length];
    // At once: a focus that comes later would draw what one types next into the formula.
    flushSync(() => onChange(`${value.slice(0, from)}${key}${value.slice(to)}`));
    place?.focus();
    place?.setSelectionRange(from + key.length, from + key.length);
  };
  return { area, insert };
}

function TryOn({
  rows,
  chosen,
  onChoose,
}: {
  rows: readonly { readonly id: number; readonly name: string }[];
  chosen: number | null;
  onChoose: (pointId: number) => void;
}) {
  const { t } = useTranslation();
  return (
    <Select
      size="small"
      style={{ width: 220, marginTop: 6 }}
      showSearch={{ optionFilterProp: 'label' }}
      aria-label={t('charts:characteristics.tryOn')}
      value={chosen}
      options={rows.map((row) => ({ value: row.id, label: row.name }))}
      onChange={onChoose}
    />
  );
}

/** A point to try a formula on: the one chosen, else one of the family that has been read. */
function useSample(family: FamilyCode | undefined, chosen: number | null) {
  const { project } = useProject();
  const rows = useOptions('points', points.rows, { projectId: project.id }, { enabled: family !== undefined });
  const some = (rows.data?.rows ?? []).filter((row) => row.family === family);
  const pointId =
    some.find((row) => row.id === chosen)?.id ?? (some.find((row) => lastReadAt(row.status) !== null) ?? some[0])?.id;
  const sample = useRead(points.get, { pointId: pointId ?? 0 }, { enabled: pointId !== undefined });
  return { some, pointId, sample: sample.data?.measuringPoint };
}

/** The fields that a formula may name, each with its latest value; a press writes it where the cursor is. */
function Names({
  family,
  values,
  onInsert,
}: {
  family: FamilyCode;
  values: readonly (number | null)[] | undefined;
  onInsert: (key: string) => void;
}) {
  const fieldWord = useFieldWord();
  return (
    <div className="cc-names">
      {fieldsOf(family).map(({ key, precision, unit }, i) => (
        <Button
          key={key}
          size="small"
          title={fieldWord(family, key)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onInsert(key)}
        >
          <span className="pl-mono">{key}</span>
          <span className="pl-3">
            {fieldWord(family, key)}
            {values && ` ${formatNumber(values[i] ?? null, precision)} ${unit}`}
          </span>
        </Button>
      ))}
    </div>
  );
}

/** What a formula gives, or the catalogue's words for why it gives nothing, with the place in it. */
function Outcome({
  source,
  names,
  values,
  unit,
  precision,
  on,
}: {
  source: string;
  names: readonly string[];
  values: readonly number[];
  unit: string;
  precision: number;
  on: string;
}) {
  const { t } = useTranslation();
  let value: number | null;
  try {
    value = compile(source.trim(), names).evaluate(Float64Array.from(values));
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error;
    return (
      <p role="alert" className="pl-row tight pl-sm pl-wrong">
        <WarningOutlined />
        {t('errors:formulaIllegal')} · {t('points:formula.at', { at: error.at + 1 })}
      </p>
    );
  }
  if (value === null)
    return (
      <p role="alert" className="pl-row tight pl-sm pl-wrong">
        <WarningOutlined />
        {t('errors:formulaCannotCalculate')} · {on}
      </p>
    );
  return (
    <p role="status" className="pl-row tight pl-sm pl-2">
      <CheckOutlined />
      {t('points:formula.gives', { value: formatNumber(value, precision), unit })} · {on}
    </p>
  );
}
