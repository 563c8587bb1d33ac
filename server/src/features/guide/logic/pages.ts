/** The pages of docs/guide as they were when the server started. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GuidePage } from '@plumbline/contract/guide';

const folder = join(import.meta.dirname, '../../../../../docs/guide');

/** A part of a page: its heading, and the text below it. */
export interface Section {
  readonly name: string;
  readonly title: string;
  readonly heading: string;
  readonly text: string;
}
interface Guide {
  /** In the order of the index. */
  readonly pages: readonly GuidePage[];
  readonly texts: ReadonlyMap<string, { readonly title: string; readonly text: string }>;
  readonly sections: readonly Section[];
}

let loaded: Guide | undefined;

/** Read once: the pages change with the version only. */
export const guidePages = (): Guide => {
  loaded ??= readGuide();
  return loaded;
};

function readGuide(): Guide {
  const names = readdirSync(folder).flatMap((file) => (file.endsWith('.md') ? [file.slice(0, -3)] : []));
  const texts = new Map(names.map((name) => [name, pageOf(readFileSync(join(folder, `${name}.md`), 'utf8'))]));
  const pages = indexOf(texts.get('index')?.text ?? '', texts);
  const sections = pages.flatMap(({ name, title }) => sectionsOf(name, title, texts.get(name)?.text ?? ''));
  return { pages, texts, sections };
}

/** The first line is the title. */
function pageOf(source: string): { title: string; text: string } {
  const [first = '', ...rest] = source.split('\n');
  return { title: first.replace(/^#\s*/, ''), text: rest.join('\n').trim() };
}

/** The pages that the index names, each under the line of its part; those that it forgets come last. */
function indexOf(index: string, texts: Guide['texts']): GuidePage[] {
  const pages = new Map<string, GuidePage>();
  let part = '';
  for (const line of index.split('\n')) {
    if (/^[A-Z].*:$/.test(line)) part = line.slice(0, -1);
    if (!line.startsWith('- ')) continue;
    const about = line.replace(/^- (?:\[[^\]]*\]\([^)]*\)(?:, )?)+:?\s*/, '');
    for (const [, name = ''] of line.matchAll(/\]\(([\w-]+)\.md\)/g)) {
      const page = texts.get(name);
      if (page && !pages.has(name)) pages.set(name, { name, title: page.title, about, part });
    }
  }
  for (const [name, { title }] of texts)
    if (name !== 'index' && !pages.has(name)) pages.set(name, { name, title, about: '', part });
  return [...pages.values()];
}

function sectionsOf(name: string, title: string, text: string): Section[] {
  const [before = '', ...parts] = text.split(/^#{2,3} /m);
  const first: Section = { name, title, heading: '', text: before.trim() };
  return [
    first,
    ...parts.map((part) => {
      const [heading = '', ...lines] = part.split('\n');
      return { name, title, heading: heading.trim(), text: lines.join('\n').trim() };
    }),
  ];
}
