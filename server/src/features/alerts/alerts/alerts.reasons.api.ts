/** Why an alert was raised, in words: what rose over which limit. For answers of the API, and for messages that leave. */
import type { AlertCondition } from '@plumbline/contract/alerts/alerts';
import type { Language } from '@plumbline/contract/kernel/constants';
import { precisionOf } from '@plumbline/contract/points/families';
import { fieldWords } from '@plumbline/contract/points/families.words';
import { formatNumber } from '@plumbline/science/display/number';

export interface Raised {
  readonly family: Parameters<typeof precisionOf>[0];
  readonly field: string;
  readonly measure: 'value' | 'cumulative' | 'rate' | 'condition';
  readonly unit: string;
  readonly value: number;
  readonly threshold: number;
  /** Absent in what was written before there were conditions. */
  readonly condition?: Pick<AlertCondition, 'name' | 'terms'> | null;
}

/** Measures as they are named before a value; a condition says its own name. */
const measures: Readonly<Record<Language, Readonly<Record<'value' | 'cumulative' | 'rate', string>>>> = {
  en: { value: '', cumulative: 'change of ', rate: 'rate of ' },
  'zh-CN': { value: '', cumulative: '累计变化：', rate: '变化速率：' },
  'zh-TW': { value: '', cumulative: '累計變化：', rate: '變化速率：' },
};

/** Returns the name of a field, in the language: English, simplified and, where it differs, traditional Chinese. */
export function fieldName(family: string, field: string, language: Language): string {
  // Of a node's field the name is what follows its number.
  const [en = field, simplified = en, traditional = simplified] =
    fieldWords[family]?.[field] ?? fieldWords[family]?.[field.replace(/^\D*\d+\D/, '')] ?? [];
  return { en, 'zh-CN': simplified, 'zh-TW': traditional }[language];
}

/** Returns what rose over which limit: `Water level 41.00 m ≥ 40.00 m`. Of a condition: its name and what its terms measured. */
export function raisedBecause(raised: Raised, language: Language): string {
  const { family, field, measure, condition } = raised;
  if (condition) return conditionText(condition);
  const name = `${measure === 'condition' ? '' : measures[language][measure]}${fieldName(family, field, language)}`;
  const title = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return `${title} ${overLimit(raised)}`;
}

/** The same in figures alone. */
export function overLimit({ family, field, unit, value, threshold }: Raised): string {
  const [measured, limit] = [value, threshold].map(
    (each) => `${formatNumber(each, precisionOf(family, field))} ${unit}`,
  );
  return `${measured?.trim()} ${value >= threshold ? '≥' : '≤'} ${limit?.trim()}`;
}

type Term = AlertCondition['terms'][number];

/** At which depth, or of which velocity at which frequency. */
function placeOf({ found }: Term): string {
  if (!found) return '';
  const { place, value } = found;
  return value === null
    ? ` @ ${formatNumber(place, 2)} m`
    : ` (${formatNumber(value, 2)} mm/s @ ${formatNumber(place, 1)} Hz)`;
}

/** The name of a condition, and what its terms measured that were true. */
export function conditionText({ name, terms }: Pick<AlertCondition, 'name' | 'terms'>): string {
  const measured = terms.flatMap((term) => {
    if (term.truth !== true) return [];
    const { pointName, otherName, value, unit } = term;
    const figures = value === null ? '' : formatNumber(value, 3);
    return [`${[pointName, otherName].filter(Boolean).join(' − ')} ${figures} ${unit}${placeOf(term)}`.trim()];
  });
  return `${name} (${measured.join('; ')})`;
}
