/**
 * Placeholders in the texts of report templates: `{{period.first}}`, `{{point(CX-01).max | number:2}}`. A path, and what
 * writes its value; never code. The same parser checks a template while it is edited and fills it in when a report is made.
 */

import { isLibraryWord, type LibraryWord } from './templates.library-words.ts';

/** Kinds of values, and with it which formatters may follow. */
export type ValueKind = 'text' | 'number' | 'time' | 'picture';

export const reportPaths = {
  'project.name': 'text',
  'project.corporation': 'text',
  'project.timeZone': 'text',
  'project.client': 'text',
  'project.contractor': 'text',
  'project.supervisor': 'text',
  'period.title': 'text',
  'period.first': 'text',
  'period.last': 'text',
  'period.days': 'number',
  'report.number': 'number',
  'report.madeAt': 'time',
  'report.madeBy': 'text',
  'counts.points': 'number',
  'counts.normal': 'number',
  'counts.blue': 'number',
  'counts.yellow': 'number',
  'counts.orange': 'number',
  'counts.red': 'number',
  'counts.withoutLimits': 'number',
  'counts.failed': 'number',
  'counts.stale': 'number',
  'counts.noReading': 'number',
  'worst.level': 'text',
  'worst.point': 'text',
  'alerts.total': 'number',
  'alerts.raised': 'number',
  'alerts.waiting': 'number',
  'devices.total': 'number',
  'devices.normal': 'number',
} as const satisfies Record<string, ValueKind>;
export type ReportPath = keyof typeof reportPaths;

/** Placeholders of one point: `{{point(CX-01).max}}`, or `{{point(Main dam/CX-01).max}}` where several have that name. */
export const pointPaths = {
  name: 'text',
  structure: 'text',
  unit: 'text',
  first: 'number',
  firstAt: 'time',
  last: 'number',
  lastAt: 'time',
  min: 'number',
  minAt: 'time',
  max: 'number',
  maxAt: 'time',
  mean: 'number',
  change: 'number',
  cumulative: 'number',
  rate: 'number',
  count: 'number',
  status: 'text',
} as const satisfies Record<string, ValueKind>;
export type PointPath = keyof typeof pointPaths;

/** Inside the phrases of a level alone. */
export const levelPaths = {
  'level.name': 'text',
  'level.count': 'number',
  'level.points': 'text',
} as const satisfies Record<string, ValueKind>;
export type LevelPath = keyof typeof levelPaths;

/** What each formatter takes, and the greatest number after a colon; null = it has none. */
const formatters = {
  date: { of: 'time', most: null },
  clock: { of: 'time', most: null },
  number: { of: 'number', most: 6 },
  signed: { of: 'number', most: 6 },
  upper: { of: 'text', most: null },
  lower: { of: 'text', most: null },
  width: { of: 'picture', most: 40 },
} as const satisfies Record<string, { readonly of: ValueKind; readonly most: number | null }>;
export type FormatterName = keyof typeof formatters;
export const formatterTakes = (name: FormatterName): ValueKind => formatters[name].of;

export interface Formatter {
  readonly name: FormatterName;
  /** Decimals, 0 to 6, null = as many as the value is shown with; of a picture its width in centimetres. */
  readonly digits: number | null;
}
/** Reference of a placeholder: a path of the report, of a point by its name, of the level of a phrase, or a text of the library. */
export type Placeholder =
  | { readonly of: 'library'; readonly word: LibraryWord; readonly formatters: readonly Formatter[] }
  | { readonly of: 'report'; readonly path: ReportPath; readonly formatters: readonly Formatter[] }
  | { readonly of: 'level'; readonly path: LevelPath; readonly formatters: readonly Formatter[] }
  | {
      readonly of: 'point';
      readonly point: string;
      readonly path: PointPath;
      readonly formatters: readonly Formatter[];
    };
type PlacedBy = Named | { readonly of: 'library'; readonly word: LibraryWord };
export type TextPiece = { readonly text: string } | Placeholder;

export const placeholderFaults = ['unclosed', 'unknownPath', 'unknownFormatter', 'formatterUnfit', 'tooMany'] as const;
export type PlaceholderFault = (typeof placeholderFaults)[number];
export interface TextFault {
  readonly fault: PlaceholderFault;
  /** What was written there, as much of it as a message holds. */
  readonly words: string;
}

const maxPlaceholders = 200;
export const faultLength = 60;
const pointPattern = /^point\((.{1,200})\)\.(\w+)$/su;

export const faultOf = (fault: PlaceholderFault, words: string): TextFault => ({
  fault,
  words: words.slice(0, faultLength),
});
export const isTextFault = (piece: object): piece is TextFault => 'fault' in piece;

/** The pieces of a text in order, and what is wrong in it. `levels` = it is the phrase of a level. */
export function parseText(text: string, levels = false): { pieces: TextPiece[]; faults: TextFault[] } {
  const pieces: TextPiece[] = [];
  const faults: TextFault[] = [];
  let at = 0;
  let count = 0;
  for (;;) {
    const open = text.indexOf('{{', at);
    if (open > at || open < 0) pieces.push({ text: text.slice(at, open < 0 ? undefined : open) });
    if (open < 0) break;
    const close = text.indexOf('}}', open);
    if (close < 0) {
      faults.push(faultOf('unclosed', text.slice(open)));
      break;
    }
    const inside = text.slice(open + 2, close);
    if (++count > maxPlaceholders) {
      faults.push(faultOf('tooMany', inside));
      break;
    }
    const placeholder = placeholderIn<PlacedBy>(inside, (path) => libraryNamed(path) ?? namedBy(path, levels));
    if (isTextFault(placeholder)) faults.push(placeholder);
    else pieces.push(placeholder);
    at = close + 2;
  }
  return { pieces: pieces.filter((piece) => !('text' in piece) || piece.text !== ''), faults };
}

/** Lookup of a path and the kind of its value; null = there is no such path. */
export type FindPath<By> = (path: string) => { readonly by: By; readonly kind: ValueKind } | null;

/** Returns the path and the formatters between the braces. */
export function placeholderIn<By extends object>(
  inside: string,
  find: FindPath<By>,
): (By & { readonly formatters: readonly Formatter[] }) | TextFault {
  // A name of a point may hold the sign that formatters begin with.
  const end = inside.trimStart().startsWith('point(') ? inside.lastIndexOf(')') : 0;
  const bar = inside.indexOf('|', Math.max(end, 0));
  const path = (bar < 0 ? inside : inside.slice(0, bar)).trim();
  const named = find(path);
  if (named === null) return faultOf('unknownPath', path);
  const written = bar < 0 ? [] : inside.slice(bar + 1).split('|');
  const formatters: Formatter[] = [];
  for (const each of written) {
    const formatter = formatterOf(each.trim());
    if (formatter === null) return faultOf('unknownFormatter', each.trim());
    if (formatterTakes(formatter.name) !== named.kind) return faultOf('formatterUnfit', inside.trim());
    formatters.push(formatter);
  }
  return { ...named.by, formatters };
}

export type Named =
  | { readonly of: 'report'; readonly path: ReportPath }
  | { readonly of: 'level'; readonly path: LevelPath }
  | { readonly of: 'point'; readonly point: string; readonly path: PointPath };

/** A text of the ready templates, `library.overview`: in the texts of blocks alone. */
function libraryNamed(path: string): ReturnType<FindPath<{ readonly of: 'library'; readonly word: LibraryWord }>> {
  const word = path.startsWith('library.') ? path.slice('library.'.length) : '';
  return isLibraryWord(word) ? { by: { of: 'library', word }, kind: 'text' } : null;
}

/** `levels` = inside the phrase of a level. */
export function namedBy(path: string, levels: boolean): ReturnType<FindPath<Named>> {
  if (Object.hasOwn(reportPaths, path)) {
    const reportPath = path as ReportPath;
    return { by: { of: 'report', path: reportPath }, kind: reportPaths[reportPath] };
  }
  if (levels && Object.hasOwn(levelPaths, path)) {
    const levelPath = path as LevelPath;
    return { by: { of: 'level', path: levelPath }, kind: levelPaths[levelPath] };
  }
  const [, point = '', figure = ''] = pointPattern.exec(path) ?? [];
  if (!Object.hasOwn(pointPaths, figure)) return null;
  const pointPath = figure as PointPath;
  return { by: { of: 'point', point: point.trim(), path: pointPath }, kind: pointPaths[pointPath] };
}

function formatterOf(written: string): Formatter | null {
  const [, name = '', digits] = /^(\w+)(?::\s*(\d{1,2}))?$/.exec(written) ?? [];
  if (!Object.hasOwn(formatters, name)) return null;
  const formatter = name as FormatterName;
  if (digits !== undefined && Number(digits) > (formatters[formatter].most ?? -1)) return null;
  return { name: formatter, digits: digits === undefined ? null : Number(digits) };
}
