import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Theme } from '@plumbline/contract/constants';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { routeNeeds } from './src/app/route-needs.ts';
import { isDark, themeKey, tokens } from './src/design/tokens.ts';

/** Every browser that runs this application reads woff2: the second copy of each font face would double the build. */
const woff2Only: Plugin = {
  name: 'woff2-only',
  enforce: 'pre',
  transform(code, path) {
    if (!path.includes('@fontsource') || !path.endsWith('.css')) return null;
    return code.replace(/,\s*url\([^)]*\.woff\)\s*format\(['"]woff['"]\)/g, '');
  },
};

/** The colours of a page before its first script has run: those of the theme that this browser remembers. */
const firstPaint: Plugin = {
  name: 'first-paint',
  apply: 'build',
  transformIndexHtml: () => [
    { tag: 'script', attrs: { src: './first-paint.js' }, injectTo: 'head' },
    { tag: 'link', attrs: { rel: 'stylesheet', href: './first-paint.css' }, injectTo: 'head' },
  ],
  generateBundle() {
    const rules = Object.entries(tokens).map(
      ([theme, colours]) =>
        `[data-theme='${theme}']{background:${colours['bg-base']};color:${colours['text-3']};color-scheme:${isDark(theme as Theme) ? 'dark' : 'light'}}`,
    );
    const mark = '.first-mark{position:fixed;inset:0;margin:auto;width:40px;height:40px}';
    this.emitFile({ type: 'asset', fileName: 'first-paint.css', source: `${rules.join('\n')}\n${mark}\n` });
    const script = `document.documentElement.dataset.theme = localStorage.getItem(${JSON.stringify(themeKey)}) ?? 'default';\n`;
    this.emitFile({ type: 'asset', fileName: 'first-paint.js', source: script });
  },
};

/** What the routes that pages name need, worked out here: the browser is sent that, and not every schema of the contract. */
const pageNeeds: Plugin = {
  name: 'page-needs',
  load(id) {
    if (!id.endsWith('/src/app/route-needs.ts')) return null;
    const lists = ['installation-pages.ts', 'project-pages.ts'].map((name) => join(dirname(id), name));
    for (const list of lists) this.addWatchFile(list);
    const text = lists.map((list) => readFileSync(list, 'utf8')).join();
    const named = Object.entries(routeNeeds).filter(([name]) => text.includes(`to: '${name}'`));
    return `export const routeNeeds = ${JSON.stringify(Object.fromEntries(named))};`;
  },
};

const iconName = /role: "img",\s+"aria-label": icon\.name\s+\}, restProps/;

/**
 * An icon beside a word says nothing to a screen reader; the library would read out its English code name ("hdd Devices").
 * Only an icon that a caller gives a name is an image. Breaks the build where the library no longer looks like this.
 */
const silentIcons: Plugin = {
  name: 'silent-icons',
  enforce: 'pre',
  transform(code, path) {
    if (!/@ant-design\/icons\/es\/components\/AntdIcon(?:Light)?\.js$/.test(path)) return null;
    if (!iconName.test(code)) throw new Error('silent-icons: @ant-design/icons names its icons in another way');
    const named = 'restProps["aria-label"] || restProps.role || onClick';
    return code.replace(
      iconName,
      `role: ${named} ? "img" : undefined, "aria-hidden": ${named} ? undefined : true }, restProps`,
    );
  },
};

/** Compressed once here, not at every request: the server hands out what stands beside each file. */
let folder = '';
const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  configResolved({ root, build }) {
    folder = resolve(root, build.outDir);
  },
  closeBundle() {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(js|css|html|json|svg)$/.test(name) || name.includes('.vite')) continue;
      const content = readFileSync(join(folder, name));
      if (content.length < 1024) continue;
      writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
      // One below the best: a tenth of its time for a hundredth of its size.
      writeFileSync(
        join(folder, `${name}.br`),
        brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
      );
    }
  },
};

/** What the bundler tells about a module when it asks for the name of its chunk. */
interface ChunkContext {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

const ofKit = /\/node_modules\/(?:antd|rc-[^/]+|@rc-component|@ant-design|dayjs|@babel\/runtime)\//;
/** Large libraries that pages load when they draw something: whatever needs one at once goes into a chunk of its own kind. */
const heavy: Readonly<Record<string, RegExp>> = {
  echarts: /\/node_modules\/(?:echarts|zrender)\//,
  maplibre: /\/node_modules\/(?:maplibre-gl|@maplibre|@mapbox|topojson[^/]*)\//,
};

const heavyOf = new Map<string, string | null>();

/** The large library that a module reaches by static imports, by its name in `heavy`; null = none. */
function heavyNeededBy(id: string, context: ChunkContext): string | null {
  const known = heavyOf.get(id);
  if (known !== undefined) return known;
  heavyOf.set(id, null);
  const own = Object.entries(heavy).find(([, pattern]) => pattern.test(id))?.[0];
  const needed =
    own ??
    context
      .getModuleInfo(id)
      ?.importedIds.map((imported) => heavyNeededBy(imported, context))
      .find((name) => name !== null) ??
    null;
  heavyOf.set(id, needed);
  return needed;
}

/**
 * The entry, which waits for chunks that import the others; a language; a face for Chinese, fetched by those who read it.
 */
const staysAlone = (id: string): boolean =>
  /\/web\/src\/(?:main\.tsx|languages\/)|\/node_modules\/@fontsource\//.test(id);

/**
 * Features whose pages show each other's parts both ways: chunks of their own would import each other in a circle, and one
 * would run before what it needs.
 */
const ofPoints: ReadonlySet<string> = new Set([
  'thresholds',
  'bindings',
  'charts',
  'batches',
  'commissioning',
  'formulas',
  'lifecycle',
]);

/** The chunk of what is light: a feature, the inputs of forms, or what pages share. */
function lightChunk(id: string, context: ChunkContext): string | null {
  if (heavyNeededBy(id, context) !== null || staysAlone(id)) return null;
  if (id.includes('/web/src/design/form/')) return 'forms';
  const feature = /\/web\/src\/features\/([^/]+)\//.exec(id)?.[1];
  if (feature !== undefined) return ofPoints.has(feature) ? 'points' : feature;
  return /\/web\/src\/|\/(?:contract|science)\/src\/|\/node_modules\//.test(id) ? 'shared' : null;
}

/** What the entry needs before it can draw anything, as the bundler marks it. */
const initial = { tags: ['$initial' as const] };

/**
 * Chunks; the first that claims a module has it. A file for each shared module would be a request each, and over a slow
 * connection requests cost more than bytes: what the first page needs is a few files, and every feature is one.
 */
const chunks: Rolldown.CodeSplittingGroup[] = [
  { name: 'first-kit', test: ofKit, ...initial },
  { name: 'first-vendor', test: /\/node_modules\//, ...initial },
  { name: 'first', test: (id: string) => !staysAlone(id), ...initial },
  // Whole: parts of it, cut by who needs them, import each other in a circle, and one then runs before what it needs.
  { name: 'kit', test: ofKit },
  { name: lightChunk, debugName: 'light' },
  { name: heavyNeededBy, debugName: 'heavy' },
].map((group, index, { length }) => ({ ...group, priority: length - index }));

const server = process.env.PLUMBLINE_SERVER ?? 'http://127.0.0.1:8080';

export default defineConfig({
  root: import.meta.dirname,
  // The application may be served below any path: everything it asks for is relative to the page.
  base: './',
  plugins: [woff2Only, silentIcons, pageNeeds, react(), firstPaint, compressed],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    chunkSizeWarningLimit: 1200,
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': server, '/config/tiles.json': server, '/socket.io': { target: server, ws: true } },
  },
});
