/**
 * What a Word document may hold that reports are made with: the placeholders of texts, pictures, repetitions and conditions.
 * `{{#points}} … {{/points}}` repeats what is between, `{{#if counts.red}} … {{/if}}` prints it or not. Paths and formatters
 * alone, never code. The same parser checks a document and fills it in.
 */
import { type FamilyCode, families } from '../points/families.ts';
import {
  type Formatter,
  faultOf,
  isTextFault,
  type Named,
  namedBy,
  parseText,
  placeholderIn,
  pointPaths,
  type TextFault,
  type ValueKind,
} from './templates.placeholders.ts';

export const wordLimits = {
  bytes: 4 * 1024 * 1024,
  /** Unpacked, all parts together. */
  inflatedBytes: 24 * 1024 * 1024,
  parts: 400,
  /** Of those that hold text. */
  textBytes: 8 * 1024 * 1024,
  /** Documents that are kept of one template. */
  documents: 20,
  tags: 2_000,
  depth: 4,
  /** What all repetitions of one report may print together. */
  rows: 30_000,
  pictures: 400,
  listed: 300,
} as const;

/** Placeholders of a whole report in a Word document, beside those of its texts. */
export const wordPaths = {
  'conclusions.text': 'text',
  'release.note': 'text',
  'release.version': 'text',
  'release.approvedBy': 'text',
  'release.releasedBy': 'text',
  'release.releasedAt': 'time',
  'release.code': 'text',
  'release.address': 'text',
  'release.picture': 'picture',
} as const satisfies Record<string, ValueKind>;
export type WordPath = keyof typeof wordPaths;

/** Repetitions in a Word document: the name of each item inside, and what it has. */
export const wordLoops = {
  structures: { item: 'structure', narrows: false, paths: { name: 'text', points: 'number', level: 'text' } },
  families: { item: 'family', narrows: false, paths: { name: 'text', points: 'number', unit: 'text' } },
  points: {
    item: 'point',
    narrows: true,
    paths: { ...pointPaths, family: 'text', completeness: 'number', chart: 'picture' },
  },
  charts: { item: 'chart', narrows: true, paths: { title: 'text', picture: 'picture' } },
  profiles: { item: 'profile', narrows: false, paths: { point: 'text', structure: 'text', picture: 'picture' } },
  masters: {
    item: 'master',
    narrows: false,
    paths: { point: 'text', structure: 'text', title: 'text', picture: 'picture' },
  },
  views: {
    item: 'view',
    narrows: false,
    paths: { name: 'text', point: 'text', structure: 'text', title: 'text', picture: 'picture' },
  },
  drawings: { item: 'drawing', narrows: false, paths: { title: 'text', picture: 'picture' } },
  alerts: {
    item: 'alert',
    narrows: true,
    paths: {
      at: 'time',
      point: 'text',
      structure: 'text',
      level: 'text',
      field: 'text',
      measure: 'text',
      value: 'number',
      threshold: 'number',
      unit: 'text',
      releasedAt: 'time',
      status: 'text',
      reason: 'text',
      settledBy: 'text',
      settledAt: 'time',
    },
  },
  devices: {
    item: 'device',
    narrows: false,
    paths: { name: 'text', sncode: 'text', health: 'text', since: 'time', lastSeenAt: 'time', voltage: 'number' },
  },
  photos: {
    item: 'photo',
    narrows: false,
    paths: { point: 'text', structure: 'text', at: 'time', note: 'text', picture: 'picture' },
  },
  works: {
    item: 'work',
    narrows: false,
    paths: { from: 'time', until: 'time', kind: 'text', description: 'text', elevation: 'number' },
  },
  rounds: {
    item: 'round',
    narrows: false,
    paths: { plan: 'text', where: 'text', at: 'time', by: 'text', faults: 'number', outOfLimits: 'number' },
  },
  defects: {
    item: 'defect',
    narrows: false,
    paths: { title: 'text', where: 'text', severity: 'text', status: 'text', at: 'time', note: 'text' },
  },
  conclusions: { item: 'conclusion', narrows: false, paths: { text: 'text' } },
} as const satisfies Record<
  string,
  { readonly item: string; readonly narrows: boolean; readonly paths: Readonly<Record<string, ValueKind>> }
>;
export type LoopName = keyof typeof wordLoops;
export const loopNames = Object.keys(wordLoops) as LoopName[];

/** Meaning of a tag in a document. `path` of an item: what `{{point.max}}` has behind its first dot. */
export type WordValue = (
  | Named
  | { readonly of: 'word'; readonly path: WordPath }
  | { readonly of: 'item'; readonly loop: LoopName; readonly path: string }
) & { readonly kind: ValueKind };
export type WordTag =
  | { readonly tag: 'value'; readonly value: WordValue & { readonly formatters: readonly Formatter[] } }
  | { readonly tag: 'loop'; readonly loop: LoopName; readonly family: FamilyCode | null }
  /** `isWanted` = printed where there is something, `false` = where there is nothing. */
  | { readonly tag: 'condition'; readonly isWanted: boolean; readonly about: WordValue | LoopName }
  | { readonly tag: 'end'; readonly name: string };

const isLoop = (name: string): name is LoopName => Object.hasOwn(wordLoops, name);

/** `loops` = those that are open around it: what they repeat may be named. */
function valueNamed(path: string, loops: readonly LoopName[]): { by: WordValue; kind: ValueKind } | null {
  const reference = namedBy(path, false);
  if (reference) return { by: { ...reference.by, kind: reference.kind }, kind: reference.kind };
  if (Object.hasOwn(wordPaths, path)) {
    const word = path as WordPath;
    return { by: { of: 'word', path: word, kind: wordPaths[word] }, kind: wordPaths[word] };
  }
  const dot = path.indexOf('.');
  const [item, key] = [path.slice(0, dot), path.slice(dot + 1)];
  const loop = loops.findLast((each) => wordLoops[each].item === item);
  const paths: Readonly<Record<string, ValueKind>> = loop ? wordLoops[loop].paths : {};
  const kind = Object.hasOwn(paths, key) ? paths[key] : undefined;
  return loop && kind ? { by: { of: 'item', loop, path: key, kind }, kind } : null;
}

/** Returns the meaning of the text between the braces of a tag, given the repetitions that are open around it. */
export function parseWordTag(inside: string, loops: readonly LoopName[]): WordTag | TextFault {
  const written = inside.trim();
  const find = (path: string) => valueNamed(path, loops);
  if (written.startsWith('/')) return { tag: 'end', name: written.slice(1).trim() };
  if (!written.startsWith('#')) {
    const value = placeholderIn(written, find);
    return isTextFault(value) ? value : { tag: 'value', value };
  }
  const [name = '', ...parameters] = written.slice(1).trim().split(/\s+/);
  const more = parameters.join(' ');
  if (name === 'if' || name === 'unless') {
    const about = isLoop(more) ? more : find(more)?.by;
    return about ? { tag: 'condition', isWanted: name === 'if', about } : faultOf('unknownPath', more);
  }
  if (!isLoop(name)) return faultOf('unknownPath', written);
  if (more === '') return { tag: 'loop', loop: name, family: null };
  const isFamily = wordLoops[name].narrows && Object.hasOwn(families, more);
  return isFamily ? { tag: 'loop', loop: name, family: more as FamilyCode } : faultOf('unknownPath', written);
}

/** Returns the tag that ends a repetition or condition: `{{/points}}`, `{{/if}}`. */
export const endOf = (tag: WordTag): string | null =>
  tag.tag === 'loop' ? tag.loop : tag.tag === 'condition' ? (tag.isWanted ? 'if' : 'unless') : null;

export const wordFaults = ['loopOpen', 'loopUnopened', 'loopCrossed', 'loopAcross', 'loopDeep', 'loopControl'] as const;

/** Names of points in the tags of a document. */
export const pointNamesIn = (tags: readonly { readonly words: string; readonly place: string }[]) =>
  tags.flatMap(({ words, place }) =>
    parseText(`{{${words.replace(/^#\s*(if|unless)\s+/, '')}}}`).pieces.flatMap((piece) =>
      'of' in piece && piece.of === 'point' ? [{ name: piece.point, place }] : [],
    ),
  );
