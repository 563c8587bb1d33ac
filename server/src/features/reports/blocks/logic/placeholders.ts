/**
 * The values of placeholders: each is a number or text that the report holds anyway, written as its tables write it. A value
 * that is not there is a dash.
 */

import type { Language } from '@plumbline/contract/kernel/constants';
import { libraryText } from '@plumbline/contract/reports/templates.library-words';
import {
  type Formatter,
  type LevelPath,
  type PointPath,
  parseText,
  type ReportPath,
  type TextPiece,
} from '@plumbline/contract/reports/templates.placeholders';
import { plainNumber } from '@plumbline/science/display/number';
import { levelWord, statusWord, wordsOf } from '../../words/words.api.ts';
import { type ReportContent, summaryOf } from './content.ts';
import type { ReportLine } from './extras.ts';
import { type LocalTimes, localTimes } from './local-times.ts';

const dash = '–';
/** A number with the decimals that it is shown with, a time, a text; null = there is none. */
export type PlaceholderValue =
  | { readonly number: number; readonly decimals: number }
  | { readonly at: number }
  | { readonly text: string }
  | null;

interface Named {
  readonly name: string;
  readonly structure: string;
}
/** Finds points by name, or by structure and name: none, one, or several that cannot be told apart. */
export function indexPoints<T extends Named>(points: readonly T[]): (name: string) => readonly T[] {
  const byName = new Map<string, T[]>();
  const add = (key: string, point: T) => byName.set(key, [...(byName.get(key) ?? []), point]);
  for (const point of points) {
    add(point.name, point);
    add(`${point.structure}/${point.name}`, point);
  }
  return (name) => byName.get(name) ?? [];
}

/** Values that the phrase of a level may name. */
export type LevelValues = Readonly<Record<LevelPath, string | number>>;
export interface TextWriter {
  readonly write: (text: string, level?: LevelValues) => string;
  /** Of a point by its name; null where there is none, or not one alone. */
  readonly ofPoint: (name: string, path: PointPath) => PlaceholderValue;
}

export function textWriter(content: ReportContent): TextWriter {
  const times = localTimes(content.timeZone);
  const values = reportValues(content);
  const main = content.lines.filter(({ isMain }) => isMain);
  const find = indexPoints(main.map((line) => ({ ...line.point, line })));
  const ofPoint: TextWriter['ofPoint'] = (name, path) => {
    const [line, another] = find(name);
    return line && !another ? pointValue(line.line, path, content.language) : null;
  };
  const valueAt = (piece: Exclude<TextPiece, { text: string }>, level: LevelValues | undefined): PlaceholderValue => {
    if (piece.of === 'library') return { text: write(libraryText(piece.word, content.language)) };
    if (piece.of === 'report') return values[piece.path]();
    if (piece.of === 'level') {
      const value = level?.[piece.path];
      return value === undefined ? null : typeof value === 'number' ? whole(value) : { text: value };
    }
    return ofPoint(piece.point, piece.path);
  };
  const write: TextWriter['write'] = (text, level) =>
    parseText(text, level !== undefined)
      .pieces.map((piece) =>
        'text' in piece ? piece.text : writtenValue(valueAt(piece, level), piece.formatters, times),
      )
      .join('');
  return { ofPoint, write };
}

export const whole = (number: number): PlaceholderValue => ({ number, decimals: 0 });
export const sized = (number: number | null | undefined, decimals: number): PlaceholderValue =>
  number === null || number === undefined ? null : { number, decimals };
export const instant = (at: number | null | undefined): PlaceholderValue =>
  at === null || at === undefined ? null : { at };

export function writtenValue(value: PlaceholderValue, formatters: readonly Formatter[], times: LocalTimes): string {
  if (value === null) return dash;
  const names = formatters.map(({ name }) => name);
  if ('at' in value) {
    const text = times.text(value.at);
    if (names.includes('date')) return text.slice(0, 10);
    return names.includes('clock') ? text.slice(11) : text;
  }
  if ('number' in value) {
    const digits = formatters.findLast((each) => each.digits !== null)?.digits ?? value.decimals;
    const text = plainNumber(value.number, digits);
    return names.includes('signed') && value.number > 0 ? `+${text}` : text;
  }
  if (names.includes('upper')) return value.text.toUpperCase();
  return names.includes('lower') ? value.text.toLowerCase() : value.text;
}

export function reportValues(content: ReportContent): Readonly<Record<ReportPath, () => PlaceholderValue>> {
  const words = wordsOf(content.language);
  const { all } = summaryOf(content.lines);
  const main = content.lines.filter(({ isMain }) => isMain);
  const worst = main.reduce<ReportLine | null>(
    (worst, line) => ((line.status.level ?? 0) > (worst?.status.level ?? 0) ? line : worst),
    null,
  );
  const { figures, waiting } = content.handling;
  const days = Math.round((Date.parse(content.lastDay) - Date.parse(content.firstDay)) / 86_400_000) + 1;
  const text = (words: string) => () => ({ text: words });
  const count = (number: number) => () => whole(number);
  const party = (name: 'client' | 'contractor' | 'supervisor') => () => {
    const words = content.cover?.[name] ?? '';
    return words === '' ? null : { text: words };
  };
  return {
    'project.name': text(content.project),
    'project.corporation': text(content.corporation),
    'project.timeZone': text(content.timeZone),
    'project.client': party('client'),
    'project.contractor': party('contractor'),
    'project.supervisor': party('supervisor'),
    'period.title': text(words.titles[content.type]),
    'period.first': text(content.firstDay),
    'period.last': text(content.lastDay),
    'period.days': count(days),
    'report.number': () => sized(content.number, 0),
    'report.madeAt': () => instant(content.madeAtMs),
    'report.madeBy': text(content.madeBy),
    'counts.points': count(all.points),
    'counts.normal': count(all.levels[0] ?? 0),
    'counts.blue': count(all.levels[1] ?? 0),
    'counts.yellow': count(all.levels[2] ?? 0),
    'counts.orange': count(all.levels[3] ?? 0),
    'counts.red': count(all.levels[4] ?? 0),
    'counts.withoutLimits': count(all.withoutLimits),
    'counts.failed': count(all.failed),
    'counts.stale': count(all.stale),
    'counts.noReading': count(all.neverRead),
    'worst.level': () => (worst ? { text: levelWord(words, worst.status) ?? dash } : null),
    'worst.point': () => (worst ? { text: worst.point.name } : null),
    'alerts.total': count(content.alertTotal),
    'alerts.raised': count(figures.raised),
    'alerts.waiting': count(waiting.count),
    'devices.total': count(content.devices.length),
    'devices.normal': count(content.devices.filter(({ status }) => status === 'normal').length),
  };
}

/** A figure of a point, as its main field has it. */
export function pointValue(
  { point, field, figures, cumulative, status }: ReportLine,
  path: PointPath,
  language: Language,
): PlaceholderValue {
  const decimals = field.precision;
  switch (path) {
    case 'name':
      return { text: point.name };
    case 'structure':
      return { text: point.structure };
    case 'unit':
      return { text: field.unit };
    case 'status':
      return { text: statusWord(wordsOf(language), status) };
    case 'count':
      return whole(figures.count);
    case 'first':
      return sized(figures.first?.value, decimals);
    case 'firstAt':
      return instant(figures.first?.atMs);
    case 'last':
      return sized(figures.last?.value, decimals);
    case 'lastAt':
      return instant(figures.last?.atMs);
    case 'min':
      return sized(figures.min, decimals);
    case 'minAt':
      return instant(figures.minAtMs);
    case 'max':
      return sized(figures.max, decimals);
    case 'maxAt':
      return instant(figures.maxAtMs);
    case 'mean':
      return sized(figures.mean, decimals);
    case 'change':
      return sized(figures.change, decimals);
    case 'cumulative':
      return sized(cumulative, decimals);
    case 'rate':
      return sized(figures.ratePerDay, decimals);
    default:
      return path satisfies never;
  }
}
