/** The words of reports: who reads one has no page of ours that could translate it. */
import type { Language } from '@plumbline/contract/kernel/constants';
import type { PointStatus } from '@plumbline/contract/kernel/status';
import { fieldWords } from '@plumbline/contract/points/families.words';
import type { ReportWords } from './word-list.ts';
import { english } from './words.en.ts';
import { simplified } from './words.zh-cn.ts';
import { traditional } from './words.zh-tw.ts';

const words: Readonly<Record<Language, ReportWords>> = { en: english, 'zh-CN': simplified, 'zh-TW': traditional };

export const wordsOf = (language: Language): ReportWords => words[language];

/** Returns the name of a field: English, simplified and, where it differs, traditional Chinese. */
export function fieldWord(family: string, field: string, language: Language): string {
  const [en = field, zhCn = en, zhTw = zhCn] =
    fieldWords[family]?.[field] ?? fieldWords[family]?.[field.replace(/^\D*\d+\D/, '')] ?? [];
  return { en, 'zh-CN': zhCn, 'zh-TW': zhTw }[language];
}

/** The level alone; null where nothing was compared. Of a silent point it is that of its readings before. */
export const levelWord = (words: ReportWords, { level }: PointStatus): string | null =>
  level === null ? null : (words.levels[level] ?? null);

/** Returns whether it reports. */
export const pointStateWord = (words: ReportWords, { state }: PointStatus): string =>
  ({ reporting: words.reporting, failed: words.failed, stale: words.stale, neverRead: words.noReading })[state];

/** Both in one: a point that is stale, has no good value or no limits is never called normal. */
export function statusWord(words: ReportWords, status: PointStatus): string {
  const { state, level } = status;
  const above = level === null || level === 0 ? null : levelWord(words, status);
  if (state === 'reporting') return levelWord(words, status) ?? words.withoutLimits;
  const word = pointStateWord(words, status);
  return above === null ? word : words.levelAnd(above, word);
}
