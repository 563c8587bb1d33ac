/** The notes of docs/releases as they were when the server started: `<language>/<version>.md`, `# <version>` and a date below it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '@plumbline/contract/kernel/constants';

const folder = join(import.meta.dirname, '../../../../../../docs/releases');

export interface Notes {
  readonly version: string;
  readonly date: string;
  readonly text: string;
}
type Language = (typeof languages)[number];

let loaded: ReadonlyMap<Language, readonly Notes[]> | undefined;

/** The notes of every version in a language, the newest first. Read once: they change with the version only. */
export function notesIn(language: Language): readonly Notes[] {
  loaded ??= new Map(languages.map((each) => [each, read(each)]));
  return loaded.get(language) ?? [];
}

const read = (language: Language): Notes[] =>
  readdirSync(join(folder, language))
    .filter((file) => file.endsWith('.md'))
    .map((file) => notesOf(readFileSync(join(folder, language, file), 'utf8')))
    .sort((a, b) => compare(b.version, a.version));

function notesOf(source: string): Notes {
  const [title = '', ...lines] = source.split('\n');
  const [date = '', ...text] = lines.join('\n').trim().split('\n');
  return { version: title.replace(/^#\s*/, ''), date, text: text.join('\n').trim() };
}

/** Number by number: 0.10 comes after 0.9. */
function compare(left: string, right: string): number {
  const [a, b] = [left, right].map((version) => version.split('.').map(Number));
  for (let i = 0; i < Math.max(a?.length ?? 0, b?.length ?? 0); i++) {
    const difference = (a?.[i] ?? 0) - (b?.[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
