import { AimOutlined } from '@ant-design/icons';
import { type FamilyCode, type Field, takesInitialValue } from '@plumbline/contract/points/families';
import type { Point } from '@plumbline/contract/points/points';
import { zeroedKeys } from '@plumbline/science/series/changes';
import { Button, InputNumber } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFieldWord } from '../../../kernel/field-words.ts';
import { formatTime } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';

const few = 6;

/** Edits the initial value of each field; one button takes the latest reading as it is. */
export function InitialValuesInput({
  value = {},
  onChange,
  family,
  fields: all,
  own = [],
  latest,
}: {
  value?: Record<string, number>;
  onChange?: (value: Record<string, number>) => void;
  family: FamilyCode;
  /** In stored order. */
  fields: readonly Field[];
  /** Fields with a formula of their own. */
  own?: readonly string[];
  latest: Point['latest'];
}) {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  const { project } = useProject();
  const [isExpanded, setExpanded] = useState(false);
  const zeroed = zeroedOf(all, latest, own);
  const take = (): void => onChange?.(latestOf(all, latest, zeroed));
  const fields = all.filter(({ key }) => zeroed.has(key) || value[key] !== undefined);
  const set = (key: string, number: number | null): void => {
    const { [key]: _, ...others } = value;
    onChange?.(number === null ? others : { ...value, [key]: number });
  };
  const visibleFields = isExpanded ? fields : fields.slice(0, few);
  return (
    <div className="pt-parameters">
      {visibleFields.map((field) => (
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
        {!isExpanded && fields.length > few && (
          <Button type="link" size="small" onClick={() => setExpanded(true)}>
            {t('points:allFields', { count: fields.length })}
          </Button>
        )}
      </div>
    </div>
  );
}

/** What was measured last, of the fields that have a value. */
/** Magnitudes count from the initial values of their components, where the point has those. */
function zeroedOf(
  fields: readonly Field[],
  latest: Point['latest'],
  customFields: readonly string[],
): ReadonlySet<string> {
  const keys = fields.map(({ key }) => key);
  // Before its first reading every component may come.
  const values = latest?.values ?? keys.map(() => 0);
  return new Set(zeroedKeys(keys, values, { own: customFields }).filter(takesInitialValue));
}

const latestOf = (
  fields: readonly Field[],
  latest: Point['latest'],
  zeroed: ReadonlySet<string>,
): Record<string, number> =>
  Object.fromEntries(
    fields.flatMap(({ key }, i) => {
      const number = latest?.values[i];
      return number === null || number === undefined || !zeroed.has(key) ? [] : [[key, number]];
    }),
  );
