/**
 * What stands in index.html itself: the colours of the remembered theme, and the script that asks for everything the page
 * in the address needs (src/first.ts). Neither waits for a request, so ground and mark are there with the page itself.
 * The server allows this one script by its hash (server/src/kernel/site.ts).
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Theme } from '@plumbline/contract/kernel/constants';
import { build, type Plugin, type Rolldown } from 'vite';
import { isDark, themeKey, tokens } from '../src/design/tokens.ts';
import type { FirstFiles } from '../src/first.ts';

const app = resolve(import.meta.dirname, '../src/app');
const lists = ['installation-pages.ts', 'project-pages.ts'];

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk & { readonly viteMetadata?: { readonly importedCss?: ReadonlySet<string> } };

/** The address and the file of each page, read as text: what is loaded is for browsers. */
export function pageFiles(): { path: string; file: string }[] {
  const textOf = (name: string) => readFileSync(join(app, name), 'utf8');
  const fileOf = new Map(
    Array.from(
      textOf('page-files.ts').matchAll(/^ {2}(\w+): \(\) => import\('\.\.\/([^']+)'\)/gm),
      ([, name, file]) => [name, file],
    ),
  );
  const pages = lists.flatMap((list) => Array.from(textOf(list).matchAll(/^ {2}(\w+): \{\n {4}path: '([^']+)',$/gm)));
  return pages.map(([, name, path = '']) => {
    const file = fileOf.get(name);
    if (!file || pages.length !== fileOf.size) throw new Error(`first: the files of the pages are not found (${name})`);
    return { path, file };
  });
}

/** A chunk with all that it imports, scripts and styles. */
function filesOf(bundle: Bundle, module: string): Set<string> {
  const chunkOf = (isIt: (chunk: Chunk) => boolean) =>
    Object.values(bundle).find((each): each is Chunk => each.type === 'chunk' && isIt(each as Chunk));
  const files = new Set<string>();
  const take = (chunk: Chunk | undefined): void => {
    if (!chunk) throw new Error(`first: no file holds ${module}`);
    if (files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
    for (const name of chunk.imports) take(chunkOf(({ fileName }) => fileName === name));
  };
  take(chunkOf(({ modules }) => module in modules));
  return files;
}

type Imports = (id: string) => readonly string[];

/** Returns whether a module needs another at once, however many others lie between. */
function needs(from: string, wanted: string, imports: Imports): boolean {
  const visited = new Set([from]);
  for (const id of visited) for (const next of imports(id)) visited.add(next);
  return visited.has(wanted);
}

/** What each page and language needs beyond the files that index.html names. */
function firstFiles(bundle: Bundle, imports: Imports): FirstFiles {
  const source = resolve(app, '..');
  const first = filesOf(bundle, join(source, 'main.tsx'));
  const files: string[] = [];
  const placesOf = (...modules: readonly string[]) =>
    [...new Set(modules.flatMap((module) => [...filesOf(bundle, join(source, module))]))]
      .filter((file) => !first.has(file))
      .map((file) => (files.includes(file) ? files.indexOf(file) : files.push(file) - 1));
  const wordsIn = (language: string) =>
    [placesOf(`languages/${language}.first.ts`), placesOf(`languages/${language}.ts`)] as const;
  const languages = Object.fromEntries(['en', 'zh-CN', 'zh-TW'].map((language) => [language, wordsIn(language)]));
  const pages = pageFiles().map(({ path, file }) => {
    // A chart loads what draws it by itself, once it has something to draw: over a slow network that is too late.
    const draws = needs(join(source, file), join(source, 'charts/Chart.tsx'), imports);
    return [path, draws ? placesOf(file, 'charts/DrawnChart.tsx') : placesOf(file)] as const;
  });
  return { files, languages, pages, themeKey };
}

/** src/first.ts as plain script. */
async function scriptWith(files: FirstFiles): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'error',
    define: { __FIRST_FILES__: JSON.stringify(files) },
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: { input: resolve(app, '../first.ts'), output: { format: 'iife' } },
    },
  });
  const [output] = [made].flat();
  const chunk = output && 'output' in output ? output.output[0] : undefined;
  if (!chunk) throw new Error('first: no script was made');
  return chunk.code.trim();
}

const backgrounds = (): string => {
  const rules = Object.entries(tokens).map(
    ([theme, colours]) =>
      `[data-theme='${theme}']{background:${colours['bg-base']};color:${colours['text-3']};color-scheme:${isDark(theme as Theme) ? 'dark' : 'light'}}`,
  );
  return [...rules, '.first-mark{position:fixed;inset:0;margin:auto;width:40px;height:40px}'].join('');
};

const styleLink = /\s*<link rel="stylesheet"[^>]*>/g;

let imports: Imports = () => [];

export const first: Plugin = {
  name: 'first',
  apply: 'build',
  buildEnd() {
    imports = (id) => this.getModuleInfo(id)?.importedIds ?? [];
  },
  transformIndexHtml: {
    order: 'post',
    async handler(html, { bundle }) {
      if (!bundle) throw new Error('first: the page is made after its files');
      const script = await scriptWith(firstFiles(bundle, imports));
      const styles = html.match(styleLink) ?? [];
      return (
        html
          .replace(styleLink, '')
          .replace('</title>', () => `</title>\n    <style>${backgrounds()}</style>\n    <script>${script}</script>`)
          // Behind the mark: a style sheet holds back the drawing of what follows it.
          .replace('<noscript>', () => `${styles.map((link) => link.trim()).join('\n    ')}\n    <noscript>`)
      );
    },
  },
};
