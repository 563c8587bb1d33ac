/**
 * Doc comments that do not say what an exported thing is. A comment begins with a noun ("Bounds of ...") or a verb
 * ("Returns ...", "Writes ..."): a reader who hovers over a name learns what it is, not a half sentence around it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'rolldown/utils';
import type { Breach } from './import-rules.ts';

/** First words that leave out what the thing is. */
const openings = new Set(['What', 'Of', 'Whoever', 'Those', 'Who', 'Whom', 'Whose', 'Which', 'Whether']);

/** First word of a doc comment, without its stars and quotes; empty where it begins with something else. */
const openingOf = (comment: string): string => /^[\s*]*([A-Za-z]+)/.exec(comment)?.[1] ?? '';

/** Doc comments of a module's exports that begin with such a word, each with its line. */
export function vagueComments(path: string, text: string): { readonly opening: string; readonly line: number }[] {
  const { program, comments } = parseSync(path, text);
  const exportStarts = program.body.filter(({ type }) => type.startsWith('Export')).map(({ start }) => start);
  return comments
    .filter(({ type, value }) => type === 'Block' && value.startsWith('*') && openings.has(openingOf(value)))
    .filter(({ end }) => exportStarts.some((start) => start > end && text.slice(end, start).trim() === ''))
    .map(({ value, start }) => ({ opening: openingOf(value), line: text.slice(0, start).split('\n').length }));
}

/** Vague doc comments of the exports of the modules, by path. */
export function findVagueComments(root: string, paths: Iterable<string>): readonly Breach[] {
  return [...paths].flatMap((path) =>
    vagueComments(path, readFileSync(join(root, path), 'utf8')).map(({ opening, line }) => ({
      rule: 'plain-comments',
      path,
      line,
      message: `"${opening} ..." does not say what this is: begin with a noun or a verb`,
    })),
  );
}
