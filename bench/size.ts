/**
 * What a browser must fetch before the first page shows: the entry, what it imports at once, and their styles, compressed; and
 * for pages people come to first all that they are drawn with, their words and what is imported at run time included.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Figure, figure } from './numbers.ts';

const dist = join(import.meta.dirname, '../web/dist');

interface Chunk {
  readonly file: string;
  readonly name?: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

/** The files of the build that hold each page and what it is drawn with, its words among them, by their names. */
const pages: Readonly<Record<string, readonly string[]>> = {
  'sign-in': ['SignPage', 'en.first'],
  Home: ['home', 'en.first', 'en'],
  'data view': ['DataViewPage', 'echarts', 'en.first', 'en'],
};

/** Files of the first load, and of files beyond it by name, by the build's own manifest. Throws where the web app is not built. */
export function firstLoad(names: readonly string[] = []): { scripts: string[]; styles: string[] } {
  const path = join(dist, '.vite/manifest.json');
  if (!existsSync(path)) throw new Error('web/dist is not there: run npm run build first');
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Record<string, Chunk>;
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const take = (chunk: Chunk | undefined) => {
    if (!chunk || scripts.has(chunk.file)) return;
    scripts.add(chunk.file);
    for (const style of chunk.css ?? []) styles.add(style);
    for (const key of chunk.imports ?? []) take(manifest[key]);
  };
  for (const chunk of Object.values(manifest)) if (chunk.isEntry) take(chunk);
  for (const fileName of names) {
    const chunk = Object.values(manifest).find(({ name, file }) => name === fileName && file.endsWith('.js'));
    if (!chunk) throw new Error(`no file of the build is ${fileName}`);
    take(chunk);
  }
  return { scripts: [...scripts], styles: [...styles] };
}

export async function size(): Promise<Figure[]> {
  const { scripts, styles } = firstLoad();
  const zipped = (files: readonly string[]) =>
    files.reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file)), { level: 9 }).length, 0) / 1000;
  return [
    figure('scripts, gzip', 'kB', [zipped(scripts)], { under: 300 }),
    figure('styles, gzip', 'kB', [zipped(styles)]),
    figure('files', '', [scripts.length + styles.length]),
    ...Object.entries(pages).flatMap(([name, names]) => {
      const needed = firstLoad(names);
      const files = [...needed.scripts, ...needed.styles];
      return [figure(`${name}, gzip`, 'kB', [zipped(files)]), figure('  files', '', [files.length])];
    }),
  ];
}
