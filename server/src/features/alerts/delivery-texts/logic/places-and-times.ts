/** Names of fields and instants as messages give them. */
import type { Language } from '@plumbline/contract/kernel/constants';
import { fieldWords } from '@plumbline/contract/points/families.words';

/** Returns the name of a field, in the language: English, simplified and, where it differs, traditional Chinese. */
export function fieldName(family: string, field: string, language: Language): string {
  // Of a node's field the name is what follows its number.
  const [en = field, simplified = en, traditional = simplified] =
    fieldWords[family]?.[field] ?? fieldWords[family]?.[field.replace(/^\D*\d+\D/, '')] ?? [];
  return { en, 'zh-CN': simplified, 'zh-TW': traditional }[language];
}

/** Gives instants as `2026-03-18 14:00:05` of a zone. */
export function timeIn(timeZone: string): (at: string | Date) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (at) => format.format(new Date(at));
}

/** The offset of a zone at an instant: `UTC+8`. */
export const zoneAt = (timeZone: string, at: string | Date): string =>
  (
    new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' })
      .formatToParts(new Date(at))
      .find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC'
  ).replace('GMT', 'UTC');
