/** What a call says of an alert: level, place and number, and nothing that a woken person would have to sort out. */
import type { Language } from '@plumbline/contract/kernel/constants';
import { precisionOf } from '@plumbline/contract/points/families';
import { formatNumber } from '@plumbline/science/display/number';
import { fieldName } from '../../alerts/alerts.reasons.api.ts';
import type { AlertContent } from './content.ts';
import { messageWords } from './message-words.ts';
import { spokenWords } from './spoken-words.ts';

/** `Red alert. Hengtang, PZ-240-1. Water level 87.76 metres, above the limit of 87.00 metres.` Of a condition its name in the place of the number. */
export function spokenAlert(content: AlertContent, language: Language): string {
  const { level, projectName, pointName, structureName, family, field, measure, condition, value, threshold } = content;
  const words = spokenWords[language];
  const levelName = messageWords[language].levels[level];
  if (condition)
    return `${words.alert(levelName, projectName, structureName)}${words.gap}${condition.name}${words.stop.trim()}`;
  const number = (of: number): string => {
    const unit = words.units[content.unit] ?? content.unit;
    return `${formatNumber(of, precisionOf(family, field))}${words.gap}${unit}`.trim();
  };
  const name = fieldName(family, field, language);
  const named = measure === 'rate' ? words.rate(name) : measure === 'cumulative' ? words.change(name) : name;
  const figures = words.value(named, number(value), number(threshold), value >= threshold);
  return `${words.alert(levelName, projectName, pointName)}${words.gap}${figures}`;
}
