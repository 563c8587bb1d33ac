import { AimOutlined } from '@ant-design/icons';
import type { FamilyCode, Field } from '@plumbline/contract/families';
import type { Point } from '@plumbline/contract/points';
import { Button, InputNumber } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFieldWord } from '../../kernel/field-words.ts';
import { formatTime } from '../../kernel/format.ts';
import { useProject } from '../../kernel/project.tsx';

const few = 6;

/** What the cumulative change of each field is counted from; one button takes the latest reading as it is. */
export function InitialValuesInput({
  value = {},
  onChange,
  family,
  fields,
  latest,
}: {
  value?: Record<string, number>;
  onChange?: (value: Record<string, number>) => void;
  family: FamilyCode;
  fields: readonly Field[];
  latest: Point['latest'];
}) {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  const { project } = useProject();
  const [all, setAll] = useState(false);
  const take = (): void => {
    const next: Record<string, number> = {};
    fields.forEach((field, i) => {
      const number = latest?.values[i];
      if (number !== null && number !== undefined) next[field.key] = number;
    });
    onChange?.(next);
  };
  const set = (key: string, number: number | null): void => {
    const next = { ...value };
    if (number === null) delete next[key];
    else next[key] = number;
    onChange?.(next);
  };
  const shown = all ? fields : fields.slice(0, few);
  return (
    <div className="pt-parameters">
      {shown.map((field) => (
        <div key={field.key}>
          <span>{fieldWord(family, field.key)}</span>
          <span />
          <InputNumber
            aria-label={fieldWord(family, field.key)}
            value={value[field.key] ?? null}
            onChange={(number) => set(field.key, number)}
            placeholder={t('points:notSet')}
            suffix={field.unit}
          />
        </div>
      ))}
      <div className="foot pl-row">
        <Button size="small" icon={<AimOutlined />} disabled={latest === null} onClick={take}>
          {t('points:takeLatest')}
        </Button>
        <span className="pl-sm pl-3">{latest ? formatTime(latest.at, project.timeZone) : t('points:neverRead')}</span>
        {!all && fields.length > few && (
          <Button type="link" size="small" onClick={() => setAll(true)}>
            {t('points:allFields', { count: fields.length })}
          </Button>
        )}
      </div>
    </div>
  );
}
