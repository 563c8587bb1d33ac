import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Every browser that runs this application reads woff2: the second copy of each font face would double the build. */
const woff2Only: Plugin = {
  name: 'woff2-only',
  enforce: 'pre',
  transform(code, path) {
    if (!path.includes('@fontsource') || !path.endsWith('.css')) return null;
    return code.replace(/,\s*url\([^)]*\.woff\)\s*format\(['"]woff['"]\)/g, '');
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

const server = process.env.PLUMBLINE_SERVER ?? 'http://127.0.0.1:8080';

export default defineConfig({
  root: import.meta.dirname,
  // The application may be served below any path: everything it asks for is relative to the page.
  base: './',
  plugins: [woff2Only, react(), compressed],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    chunkSizeWarningLimit: 1200,
    assetsInlineLimit: 0,
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': server, '/config/tiles.json': server, '/socket.io': { target: server, ws: true } },
  },
});
