import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { styleless, usedStyles } from './build/antd-styles.ts';
import { chunks } from './build/chunks.ts';
import { customMedia } from './build/custom-media.ts';
import { first } from './build/first.ts';
import { shortRoutes, shortSchemas } from './build/short-routes.ts';
import { unusedParts } from './build/unused-parts.ts';
import { routeNeeds } from './src/app/route-needs.ts';

/** Every browser that runs this application reads woff2: the second copy of each font face would double the build. */
const woff2Only: Plugin = {
  name: 'woff2-only',
  enforce: 'pre',
  transform(code, path) {
    if (!path.includes('@fontsource') || !path.endsWith('.css')) return null;
    return code.replace(/,\s*url\([^)]*\.woff\)\s*format\(['"]woff['"]\)/g, '');
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

/** The component library reads colours by their English names too; ours are all numbers, so the 147 names stay behind. */
const namelessColours: Plugin = {
  name: 'nameless-colours',
  apply: 'build',
  enforce: 'pre',
  load: (path) => (/@ant-design\/fast-color\/es\/presetColors\.js$/.test(path) ? 'export default {};' : null),
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

const server = process.env.PLUMBLINE_SERVER ?? 'http://127.0.0.1:8080';

export default defineConfig({
  root: import.meta.dirname,
  // The application may be served below any path: everything it asks for is relative to the page.
  base: './',
  plugins: [
    customMedia,
    woff2Only,
    silentIcons,
    styleless,
    usedStyles,
    shortRoutes,
    shortSchemas,
    unusedParts,
    namelessColours,
    pageNeeds,
    react(),
    first,
    compressed,
  ],
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
