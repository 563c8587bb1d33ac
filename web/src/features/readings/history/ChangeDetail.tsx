import { fieldsOf, sensorModes } from '@plumbline/contract/points/families';
import type { Point } from '@plumbline/contract/points/points';
import { pointTypes } from '@plumbline/contract/points/points.point';
import type { SeriesChange } from '@plumbline/contract/readings/history';
import i18next from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFieldWord } from '../../../kernel/field-words.ts';
import { formatTime, missing } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { wordKey } from '../../../kernel/words.ts';
import { type Difference, differencesOf } from './change-detail.ts';

/** More than these are behind one button. */
const few = 6;

/** Shows the changes of an act at a point: each setting by its name, old and new. */
export function ChangeDetail({ point, change }: { point: Point; change: SeriesChange }) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const { nameOf, textOf: valueText } = useWords(point);
  const differences = differencesOf(change, point.id);
  if (differences.length === 0) return null;
  const listed = all ? differences : differences.slice(0, few);
  return (
    <div className="change-detail pl-sm">
      <dl>
        {listed.map((each, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what an act did stands
          <div key={i}>
            <dt className="pl-2">{nameOf(each)}</dt>
            <dd>
              {each.part !== 'quality' && each.part !== 'fileName' && (
                <>
                  <span className="pl-3">{valueText(each, each.before)}</span>
                  <span className="pl-3" role="img" aria-label={t('readings:change.becomes')}>
                    {' → '}
                  </span>
                </>
              )}
              <span>{valueText(each, each.after)}</span>
            </dd>
          </div>
        ))}
      </dl>
      {listed.length < differences.length && (
        <button type="button" className="pl-link" onClick={() => setAll(true)}>
          {t('corrections:more', { count: differences.length - listed.length })}
        </button>
      )}
    </div>
  );
}

function useWords(point: Point) {
  const { t } = useTranslation();
  const { project } = useProject();
  const fieldWord = useFieldWord();
  const unitOf = (key: string): string =>
    fieldsOf(point.family, point.nodeCount).find((field) => field.key === key)?.unit ?? '';
  const nameOf = ({ part, key = '' }: Difference): string => {
    const label = t(`readings:change.part.${part}`);
    if (key === '') return label;
    if (part === 'tc') return `${label}: ${t(wordKey(`corrections:tc.${key}`))}`;
    if (part === 'parameters') {
      const word = `points:parameter.${key}`;
      return i18next.exists(word) ? `${t(wordKey(word))} (${key})` : `${label} ${key}`;
    }
    if (part === 'surveyed' || (part === 'fixes' && (key === 'x' || key === 'y')))
      return `${label} ${t(wordKey(`corrections:axis${key.toUpperCase()}`))}`;
    return `${label}: ${fieldWord(point.family, key)}`;
  };
  const valueText = ({ part, key = '' }: Difference, value: unknown): string => {
    if (part === 'endAt' && value === null) return t('corrections:open');
    if (value === undefined || value === null || value === '') return missing;
    if (part === 'mode') {
      const mode = sensorModes[value as keyof typeof sensorModes];
      return mode ? t(`families:mode.${mode}`) : missing;
    }
    if (part === 'tc' && (key === 'field' || key === 'temperatureField')) return fieldWord(point.family, String(value));
    if (part === 'tc' && key === 'enabled') return t(value ? 'corrections:tc.on' : 'corrections:tc.off');
    if (part === 'formulaType') return t(wordKey(`points:formulaType.${String(value)}`));
    if (part === 'type') return t(wordKey(`points:type.${pointTypes[Number(value)] ?? ''}`));
    if (part === 'quality') return t(wordKey(`readings:quality.${String(value)}`));
    if (part === 'startAt' || part === 'endAt') return formatTime(String(value), project.timeZone);
    if (Array.isArray(value)) return t('readings:change.points', { count: value.length });
    const unit = part === 'initialValues' || part === 'initials' || part === 'fixes' ? unitOf(key) : '';
    const words = typeof value === 'number' ? String(value).replace('-', '\u2212') : String(value);
    return unit === '' ? words : `${words} ${unit}`;
  };
  return { nameOf, textOf: valueText };
}
