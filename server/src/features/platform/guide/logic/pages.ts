/** The pages of docs/guide as they were when the server started, in each language of the product. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Language, languages } from '@plumbline/contract/kernel/constants';
import type { GuidePage } from '@plumbline/contract/platform/guide';

/** English at the top, each other language in a folder of its own; in each a folder for every wing. A name is there once. */
const folder = join(import.meta.dirname, '../../../../../../docs/guide');

/** A part of a page: its heading, and the text below it. */
export interface Section {
  readonly name: string;
  readonly language: Language;
  readonly title: string;
  readonly heading: string;
  readonly text: string;
}
interface PageText {
  readonly language: Language;
  readonly title: string;
  readonly text: string;
}
interface Guide {
  /** In the order of the index. */
  readonly pages: readonly GuidePage[];
  readonly texts: ReadonlyMap<string, PageText>;
  readonly sections: readonly Section[];
}

const loaded = new Map<Language, Guide>();

/** Read once: the pages change with the version only. What is not written in the language is there in English. */
export function guidePages(language: Language): Guide {
  const cached = loaded.get(language);
  if (cached) return cached;
  const read = readGuide(language);
  loaded.set(language, read);
  return read;
}

function readGuide(language: Language): Guide {
  const texts = textsOf('en');
  if (language !== 'en') for (const [name, text] of textsOf(language)) texts.set(name, text);
  const pages = indexOf(texts.get('index')?.text ?? '', texts);
  const sections = pages.flatMap(({ name }) => {
    const text = texts.get(name);
    return text ? sectionsOf(name, text) : [];
  });
  return { pages, texts, sections };
}

function textsOf(language: Language): Map<string, PageText> {
  const of = language === 'en' ? folder : join(folder, language);
  if (!existsSync(of)) return new Map();
  const others: readonly string[] = languages;
  const wings = readdirSync(of, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !others.includes(entry.name),
  );
  const files = ['', ...wings.map(({ name }) => name)].flatMap((wing) =>
    readdirSync(join(of, wing)).flatMap((file) => (file.endsWith('.md') ? [join(of, wing, file)] : [])),
  );
  return new Map(files.map((file) => [basename(file, '.md'), { language, ...pageOf(readFileSync(file, 'utf8')) }]));
}

/** The first line is the title. */
function pageOf(source: string): { title: string; text: string } {
  const [first = '', ...lines] = source.split('\n');
  return { title: first.replace(/^#\s*/, ''), text: lines.join('\n').trim() };
}

/** The pages that the index names, each in its half and under the line of its part; those that it forgets come last. */
function indexOf(index: string, texts: Guide['texts']): GuidePage[] {
  const pages = new Map<string, GuidePage>();
  let audience = '';
  let part = '';
  for (const line of index.split('\n')) {
    if (line.startsWith('## ')) audience = line.slice('## '.length);
    if (/^[^-#\s|`].*[:：]$/.test(line)) part = line.slice(0, -1);
    if (!line.startsWith('- ')) continue;
    const about = line.replace(/^- (?:\[[^\]]*\]\([^)]*\)(?:, |[，、])?)+[:：]?\s*/, '');
    for (const [, name = ''] of line.matchAll(/\]\((?:[\w-]+\/)?([\w-]+)\.md\)/g)) {
      const page = texts.get(name);
      if (page && !pages.has(name))
        pages.set(name, { name, title: page.title, about, audience, part, language: page.language });
    }
  }
  for (const [name, { title, language }] of texts)
    if (name !== 'index' && !pages.has(name)) pages.set(name, { name, title, about: '', audience, part, language });
  return [...pages.values()];
}

function sectionsOf(name: string, { language, title, text }: PageText): Section[] {
  const [before = '', ...parts] = text.split(/^#{2,3} /m);
  const first: Section = { name, language, title, heading: '', text: before.trim() };
  return [
    first,
    ...parts.map((part) => {
      const [heading = '', ...lines] = part.split('\n');
      return { name, language, title, heading: heading.trim(), text: lines.join('\n').trim() };
    }),
  ];
}
